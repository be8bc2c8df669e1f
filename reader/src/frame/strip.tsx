// A line above the list that tells of a general problem: no connection, long silence of the service, or changes that it does not take.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { rows } from '../data/copy.ts';
import { toldAfterMs } from '../data/limits.ts';
import { waiting } from '../data/queue.ts';
import { heardAt, isOnline, isStale } from '../data/reached.ts';
import { restored } from '../data/restore.ts';
import { fromNow, timeNow } from '../texts/from-now.ts';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';
import { say } from './status.ts';

/** Whether the service has taken nothing of what waits for long. It may answer everything but writes, when its disk is full. */
const isHeldUp = signal(false);

/** Whether the browser itself has no network. If it has one and the service cannot be reached, that may be down. */
const isCutOff = signal(!navigator.onLine);

/** What is shown while the service cannot be reached. */
export function savedOnly(): string {
  return t(isCutOff.value ? 'strip.offline' : 'strip.away', { count: rows.size });
}

/** Called once. */
export function watchNetwork(): void {
  for (const event of ['online', 'offline'])
    addEventListener(event, () => {
      isCutOff.value = !navigator.onLine;
    });
}

/** Called once. Failures are not counted: somebody who is quick makes many of them while the service is away for a moment. */
export function watchUnsent(): void {
  let before = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const now = waiting.value;
    if (now === 0 || now < before) {
      clearTimeout(timer);
      timer = undefined;
      isHeldUp.value = false;
    }
    if (now > 0) {
      timer ??= setTimeout(() => {
        isHeldUp.value = true;
      }, toldAfterMs);
    }
    before = now;
  });
}

export function Strip() {
  const problems = [unheard(), unsent()].filter((each) => each !== undefined);
  const text = problems.map(({ text }) => text).join(' ');
  // Once for each problem, not again with each change that is added to those that wait; and with the number of all rows.
  const names = restored.value.has('all') && problems.map(({ name }) => name).join();
  useEffect(() => {
    if (names) say(text);
  }, [names]);
  if (text === '') return null;
  return (
    <p class="strip">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

interface Problem {
  name: string;
  text: string;
}

function unheard(): Problem | undefined {
  if (isOnline.value) {
    if (!isStale.value) return undefined;
    return { name: 'stale', text: t('strip.stale', { when: fromNow(heardAt.value, timeNow()) }) };
  }
  // The rows are not a signal: `restored`, read above, counts them again as they come out of the copy.
  return { name: 'offline', text: savedOnly() };
}

function unsent(): Problem | undefined {
  const count = waiting.value;
  if (count === 0) return undefined;
  if (!isOnline.value) return { name: 'waiting', text: t('strip.waiting', { count }) };
  return isHeldUp.value ? { name: 'unsent', text: t('strip.unsent', { count }) } : undefined;
}

// A line above the list that tells of a general problem: no connection, long silence of the service, or changes that it does not take.
import { rows } from '../data/copy.ts';
import { toldFailures } from '../data/limits.ts';
import { failures, waiting } from '../data/queue.ts';
import { restored } from '../data/restore.ts';
import { heardAt, isOnline, isStale } from '../data/sync.ts';
import { fromNow } from '../texts/dates.ts';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';

export function Strip() {
  const text = [problem(), heldUp()].filter(Boolean).join(' ');
  if (text === '') return null;
  return (
    <p class="strip" role="status">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

function problem(): string | undefined {
  if (isOnline.value) {
    return isStale.value ? t('strip.stale', { when: fromNow(heardAt.value, Date.now()) }) : undefined;
  }
  // The rows are not a signal: reading `restored` counts them again as they come out of the copy.
  restored.value;
  return t('strip.offline', { count: rows.size });
}

/** The service may answer everything but writes, when its disk is full. */
function heldUp(): string | undefined {
  const isHeldUp = !isOnline.value || failures.value >= toldFailures;
  return isHeldUp && waiting.value > 0 ? t('strip.waiting', { count: waiting.value }) : undefined;
}

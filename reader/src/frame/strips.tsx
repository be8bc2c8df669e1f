// A line above the list that tells of a general problem: no connection, or long silence of the service.
import { rows } from '../data/copy.ts';
import { waiting } from '../data/queue.ts';
import { restored } from '../data/restore.ts';
import { heardAt, isOnline, isStale } from '../data/sync.ts';
import { fromNow } from '../texts/dates.ts';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';

export function Strips() {
  const text = stripText();
  if (text === undefined) return null;
  return (
    <p class="strip" role="status">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}

function stripText(): string | undefined {
  if (!isOnline.value) {
    // The rows are not a signal: reading `restored` counts them again as they come out of the copy.
    restored.value;
    const saved = t('strip.offline', { count: rows.size });
    return waiting.value === 0 ? saved : `${saved} ${t('strip.waiting', { count: waiting.value })}`;
  }
  return isStale.value ? t('strip.stale', { when: fromNow(heardAt.value, Date.now()) }) : undefined;
}

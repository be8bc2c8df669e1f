// Words for the entries of the journal, and the days that group them.
import type { JournalEntry } from '@courant/client';
import type { IconName } from '../../frame/icons.tsx';
import { dayKey } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';

export const icons: Readonly<Record<JournalEntry['action'], IconName>> = {
  'items.read': 'check',
  'items.unread': 'dot',
  'items.starred': 'star',
  'items.unstarred': 'star',
  'feed.removed': 'close',
  'feed.restored': 'plus',
  'group.removed': 'close',
  'group.restored': 'plus',
  'tag.removed': 'close',
  'tag.restored': 'plus',
  'import.done': 'plus',
  'import.removed': 'close',
  'import.restored': 'plus',
};

/** "42 items marked as read", "Slow Trains unfollowed". */
export function sentenceOf({ action, count, feed, group, tag }: JournalEntry): string {
  const title = (feed ?? group ?? tag)?.title ?? '';
  switch (action) {
    case 'items.read':
      return t('toast.read', { count });
    case 'items.unread':
      return t('toast.unread', { count });
    case 'items.starred':
      return t('history.starred', { count });
    case 'items.unstarred':
      return t('history.unstarred', { count });
    case 'feed.removed':
      return t('history.feedRemoved', { title });
    case 'feed.restored':
      return t('history.feedRestored', { title });
    case 'group.removed':
      return t('history.groupRemoved', { title });
    case 'group.restored':
      return t('history.groupRestored', { title });
    case 'tag.removed':
      return t('history.tagRemoved', { title });
    case 'tag.restored':
      return t('history.tagRestored', { title });
    case 'import.done':
      return t('history.imported', { count });
    case 'import.removed':
      return t('history.importRemoved', { count });
    case 'import.restored':
      return t('history.importRestored', { count });
  }
}

/** Who did it; undefined when unknown. */
export function doneBy({ by }: JournalEntry): string | undefined {
  return by?.kind === 'reader' ? t('history.byReader') : by?.name;
}

/** The entries by day, in their order. */
export function byDay(entries: readonly JournalEntry[]): { at: number; entries: JournalEntry[] }[] {
  const days: { at: number; entries: JournalEntry[] }[] = [];
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    const last = days.at(-1);
    if (last && dayKey(last.at) === dayKey(at)) last.entries.push(entry);
    else days.push({ at, entries: [entry] });
  }
  return days;
}

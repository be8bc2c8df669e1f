// Presents journal entries, for the extension app.courant.journal.
import type { JournalEntry as WireEntry } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import { endOfUndo } from '../../library/journal-entries.ts';
import type { JournalEntry } from '../../model/journal.ts';

export function presentEntry(entry: JournalEntry): WireEntry {
  return {
    id: entry.id,
    action: entry.action,
    at: toIso(entry.at),
    count: entry.count,
    ...presentSubject(entry),
    ...(entry.doneBy === undefined ? {} : { by: entry.doneBy }),
    ...(entry.undoes === undefined ? {} : { undoes: entry.undoes }),
    ...(entry.undoneBy === undefined ? {} : { undone_by: entry.undoneBy }),
    expires_at: toIso(endOfUndo(entry)),
  };
}

function presentSubject({ subject }: JournalEntry): Pick<WireEntry, 'feed' | 'group' | 'tag' | 'import'> {
  if (subject === undefined) return {};
  if (subject.kind === 'import') return { import: { id: subject.id } };
  const { id, title } = subject;
  switch (subject.kind) {
    case 'feed':
      return { feed: { id, title, feed_url: subject.feedUrl } };
    case 'group':
      return { group: { id, title } };
    case 'tag':
      return { tag: { id, title } };
  }
}

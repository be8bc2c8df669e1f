// Presents journal entries, for the extension app.courant.journal.
import type { JournalEntry as WireEntry } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import { endOfUndo } from '../../library/journal-entries.ts';
import type { DoneBy } from '../../model/doer.ts';
import type { JournalEntry } from '../../model/journal.ts';

/** `app`: the name of the app that asks; undefined: it is the reader. */
export function presentEntry(entry: JournalEntry, app: string | undefined): WireEntry {
  return {
    id: entry.id,
    action: entry.action,
    at: toIso(entry.at),
    count: entry.count,
    ...presentSubject(entry),
    ...(entry.doneBy === undefined ? {} : { by: presentDoer(entry.doneBy, app) }),
    ...(entry.undoes === undefined ? {} : { undoes: entry.undoes }),
    ...(entry.undoneBy === undefined ? {} : { undone_by: entry.undoneBy }),
    expires_at: toIso(endOfUndo(entry)),
  };
}

/** No app sees other apps, as a person is promised who lets one in: it is told its own name only. */
function presentDoer(by: DoneBy, app: string | undefined): DoneBy | { kind: 'app' } {
  return by.kind === 'reader' || app === undefined || by.name === app ? by : { kind: 'app' };
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

// Finds in the journal how feeds or groups were removed, to undo it.
import type { JournalEntry } from '@courant/client';
import { service } from '../../data/service.ts';

/** The service's page size for entries of the journal. */
const entriesAtOnce = 200;

/** The newest entry for the removal of each of them, unless it is undone already; however much was done since. */
export async function removalsOf(what: 'feed' | 'group', ids: Iterable<number>): Promise<JournalEntry[]> {
  const wanted = new Set(ids);
  const found: JournalEntry[] = [];
  for (let before: number | undefined; wanted.size > 0; ) {
    const page = await service.journal.list({ limit: entriesAtOnce, before });
    for (const entry of page) {
      const id = entry.action === `${what}.removed` ? entry[what]?.id : undefined;
      if (id !== undefined && wanted.delete(id)) found.push(entry);
    }
    before = page.at(-1)?.id;
    if (before === undefined) break;
  }
  return found.filter((entry) => entry.undone_by === undefined);
}

// The journal of a user: what was done in bulk, removed or imported, by whichever app, and undoing it.
import type { JournalEntry } from '../model/journal.ts';
import { forgetMarksOfShelves } from '../store/items/shelved-items.ts';
import * as journal from '../store/journal.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { forgetLeftOfFeeds } from './forget-left-of-feeds.ts';
import { isKept, requireEntry, requireStanding, writtenEntry } from './journal-entries.ts';
import type { Library } from './library.ts';
import { forgottenAtOnce, journalKeptMs } from './limits.ts';
import { forgetTags } from './tags.ts';
import { isImportHalfUndone, isOfImport, undoImport } from './undo-import.ts';
import { areMarksHalfUndone, isMarking, undoMarks } from './undo-marks.ts';
import { undoRemoval } from './undo-removals.ts';

/**
 * The entries that are still kept, newest first, below an id. One whose undo has broken off, or is still under way, is given as not undone:
 * whoever undoes it goes on with that.
 */
export function listEntries(
  { store }: Library,
  userId: number,
  page: { before?: number; limit: number },
): Promise<JournalEntry[]> {
  return store.read(async (tx) => {
    const entries: JournalEntry[] = [];
    for (const entry of await journal.listEntries(tx, userId, page)) {
      if (!isKept(entry, tx.now)) continue;
      entries.push((await isHalfUndone(tx, userId, entry)) ? { ...entry, undoneBy: undefined } : entry);
    }
    return entries;
  });
}

/**
 * Undoes an entry, except for what was changed since, and returns the entry of the undo, which can itself be undone.
 * Throws Refusal `not-found`; `cannot` if it is undone already or cannot be any more; `conflict` for a title that is taken.
 */
export async function undo(library: Library, userId: number, id: number): Promise<JournalEntry> {
  const { store } = library;
  const entry = await store.read(async (tx) => requireEntry(await journal.findEntry(tx, userId, id), tx.now));
  if (isMarking(entry)) return undoMarks(library, userId, entry);
  if (isOfImport(entry)) return undoImport(library, userId, entry);
  requireStanding(entry);
  return store.write(async (tx) => writtenEntry(tx, userId, await undoRemoval(tx, userId, entry)));
}

/** Forgets entries that are too old to be undone, and what is kept of items and feeds that nothing can restore any more, in portions. */
export async function forgetJournal({ store }: Library): Promise<void> {
  while ((await store.write(forgetSome)) === forgottenAtOnce.entries) {
    // Others write in between.
  }
  await forgetTags({ store });
  await forgetLeftOfFeeds({ store });
}

async function forgetSome(tx: WriteTx): Promise<number> {
  const old = await journal.oldEntries(tx, tx.now - journalKeptMs, forgottenAtOnce.entries);
  await forgetMarksOfShelves(tx, old);
  await journal.forgetEntries(tx, old);
  return old.length;
}

async function isHalfUndone(tx: ReadTx, userId: number, entry: JournalEntry): Promise<boolean> {
  if (isMarking(entry)) return areMarksHalfUndone(tx, userId, entry);
  return isOfImport(entry) && isImportHalfUndone(entry);
}

// What holds for every entry of the journal, whatever it is about: how long it can be undone, and that it is undone once.
import type { JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { findEntry } from '../store/journal.ts';
import type { ReadTx } from '../store/store.ts';
import { journalKeptMs } from './limits.ts';

/** From this time on an entry cannot be undone. */
export function endOfUndo(entry: JournalEntry): number {
  return entry.at + journalKeptMs;
}

/** An entry that is too old counts as gone, even if it has not been swept yet. */
export function isKept(entry: JournalEntry, now: number): boolean {
  return endOfUndo(entry) > now;
}

/** Throws Refusal `not-found` unless the entry is there, and not too old. */
export function requireEntry(entry: JournalEntry | undefined, now: number): JournalEntry {
  if (entry && isKept(entry, now)) return entry;
  throw noSuchEntry();
}

/** Throws Refusal `cannot` if the entry is undone already. */
export function requireStanding({ undoneBy }: JournalEntry): void {
  if (undoneBy !== undefined) throw undoneAlready(undoneBy);
}

/** An entry that was written just now. */
export async function writtenEntry(tx: ReadTx, userId: number, id: number): Promise<JournalEntry> {
  const entry = await findEntry(tx, userId, id);
  if (!entry) throw new Error(`Entry ${id} of the journal is missing right after it was written`);
  return entry;
}

export function noSuchEntry(): Refusal {
  return new Refusal(
    'not-found',
    'Cannot undo: there is no such entry in the journal, which goes back 30 days',
    { reason: 'no-longer-kept' },
  );
}

export function undoneAlready(by: number): Refusal {
  return new Refusal('cannot', `Cannot undo: it is undone already, by entry ${by}`, {
    reason: 'undone-already',
  });
}

// Undoes marks, in portions, and leaves alone what was marked again since.
import type { ChangeKind } from '../model/change.ts';
import { packIds, unpackIds } from '../model/id-ranges.ts';
import type { JournalAction, JournalEntry } from '../model/journal.ts';
import { type Mark, opposite } from '../model/mark.ts';
import { changesOfKinds, latestSeq } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { countUnread, setMark, type UnreadChanges } from '../store/items/marks.ts';
import * as journal from '../store/journal.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { othersTurn, whileNobodyWaits } from '../store/turn.ts';
import { noSuchEntry, undoneAlready, writtenEntry } from './journal-entries.ts';
import type { Library } from './library.ts';
import { changesAtOnce } from './limits.ts';
import { tellMarked } from './marks.ts';

/** Whether an entry is about marks. */
export function isMarking({ action }: JournalEntry): boolean {
  return action in marks;
}

/** Whether an undo of an entry has been begun, and can go on. */
export async function areMarksHalfUndone(
  tx: ReadTx,
  userId: number,
  { undoneBy, undoneParts, parts }: JournalEntry,
): Promise<boolean> {
  return undoneBy !== undefined && undoneParts < parts && (await stands(tx, userId, undoneBy));
}

/**
 * Undoes the marks of an entry and returns the entry of the undo. Each part is undone as a whole; after a
 * crash the same call continues with the rest. Throws Refusal `cannot` if all of it is undone already.
 */
export async function undoMarks(
  library: Library,
  userId: number,
  entry: JournalEntry,
): Promise<JournalEntry> {
  await finishFirst(library, userId, entry);
  const { store } = library;
  const by = await store.write((tx) => beginUndo(tx, userId, entry));
  await carryOut(library, userId, { entry, by });
  return store.read((tx) => writtenEntry(tx, userId, by));
}

/** An undo that has broken off, or is still under way, ends before it is undone itself: what it marked later would be in no entry. */
async function finishFirst(library: Library, userId: number, { id, undoes }: JournalEntry): Promise<void> {
  if (undoes === undefined) return;
  const entry = await library.store.read((tx) => journal.findEntry(tx, userId, undoes));
  // If it has ended, nothing is left: what happened since, which may be very much, is not read for it again.
  if (entry?.undoneBy !== id || entry.undoneParts >= entry.parts) return;
  await carryOut(library, userId, { entry, by: id });
}

interface Undone {
  entry: JournalEntry;
  /** The entry of the undo. */
  by: number;
}

async function carryOut({ store }: Library, userId: number, { entry, by }: Undone): Promise<void> {
  const { id } = entry;
  const mark = markOf(entry.action);
  const since = sinceThen(mark, id);
  for (let more = true; more; ) {
    // Most of what happened since is read outside the write transaction; the rest within each portion.
    while ((await store.read((tx) => since.learn(tx, userId))) === 'more') await othersTurn();
    more = await store.write(async (tx) => {
      const counts: UnreadChanges = new Map();
      const isLeft = await whileNobodyWaits(tx, () => undoPart(tx, userId, { id, by, mark, since, counts }));
      await countUnread(tx, counts);
      return isLeft;
    });
    await othersTurn();
  }
}

const marks: Readonly<Partial<Record<JournalAction, Mark>>> = {
  'items.read': 'read',
  'items.unread': 'unread',
  'items.starred': 'starred',
  'items.unstarred': 'unstarred',
};

function markOf(action: JournalAction): Mark {
  const mark = marks[action];
  if (!mark) throw new Error(`Cannot undo ${action} as a mark`);
  return mark;
}

/** The entry that undoes another: a new one, or one that was begun and not finished. */
async function beginUndo(tx: WriteTx, userId: number, { id, action }: JournalEntry): Promise<number> {
  await lockSequence(tx, userId);
  const entry = await journal.findEntry(tx, userId, id);
  if (!entry) throw noSuchEntry();
  if (entry.undoneBy !== undefined) {
    if (await areMarksHalfUndone(tx, userId, entry)) return entry.undoneBy;
    throw undoneAlready(entry.undoneBy);
  }
  const undoing: JournalAction = `items.${opposite[markOf(action)]}`;
  const by = await journal.insertEntry(tx, userId, { action: undoing, undoes: id });
  await journal.setUndoneBy(tx, id, by);
  return by;
}

/** Whether an entry is there and has not been undone: only then can something be added to it. */
async function stands(tx: ReadTx, userId: number, id: number): Promise<boolean> {
  const entry = await journal.findEntry(tx, userId, id);
  return entry !== undefined && entry.undoneBy === undefined;
}

interface Undoing {
  id: number;
  by: number;
  mark: Mark;
  since: Since;
  counts: UnreadChanges;
}

/** Undoes one part; false if there was none left. */
async function undoPart(
  tx: WriteTx,
  userId: number,
  { id, by, mark, since, counts }: Undoing,
): Promise<boolean> {
  await lockSequence(tx, userId);
  const entry = await journal.findEntry(tx, userId, id);
  const part = entry && (await journal.readPart(tx, id, entry.undoneParts));
  if (!entry || !part || !(await stands(tx, userId, by))) return false;
  while ((await since.learn(tx, userId)) === 'more');
  const ids = unpackIds(part.items).filter((item) => since.lastMarked(item) <= part.seq);
  const { changed } = await setMark(tx, userId, ids, opposite[mark], counts);
  if (changed.length > 0) {
    const seq = await tellMarked(tx, userId, changed, opposite[mark]);
    await journal.addPart(tx, by, { seq, count: changed.length, items: packIds(changed) });
  }
  await journal.setUndoneParts(tx, id, entry.undoneParts + 1);
  return true;
}

/**
 * Items that were given the mark of an entry since it was begun, each with the place of the last time; not counting marks that were undone.
 * Those that have the opposite mark by now have nothing to undo.
 */
interface Since {
  /** Reads on; `more` if the end is not reached yet. */
  learn(tx: ReadTx, userId: number): Promise<'more' | 'all'>;
  /** 0: not since. */
  lastMarked(itemId: number): number;
}

function sinceThen(mark: Mark, id: number): Since {
  const kinds: readonly ChangeKind[] = [`items.${mark}`];
  const last = new Map<number, number>();
  const limit = changesAtOnce.portion;
  let own: number[] | undefined;
  let after: number | undefined;
  return {
    async learn(tx, userId) {
      own ??= await journal.placesOf(tx, id);
      after ??= own[0] ?? 0;
      if ((await latestSeq(tx, userId)) <= after) return 'all';
      // What the entry has marked is at its own place. To read that again would be a sixth of the work.
      const except = [...own, ...(await journal.takenBackPlaces(tx, userId, after))];
      const changes = await changesOfKinds(tx, userId, { after, limit, kinds, except });
      for (const { seq, ids } of changes) for (const item of ids) last.set(item, seq);
      after = changes.at(-1)?.seq ?? after;
      return changes.length < limit ? 'all' : 'more';
    },
    lastMarked: (itemId) => last.get(itemId) ?? 0,
  };
}

// Undoes an import, feed by feed: what it has followed is unfollowed, and comes back when that is undone.
import type { ImportSubject, JournalAction, JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { lockSequence } from '../store/counters.ts';
import { ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup, findGroupTitled } from '../store/feeds/groups.ts';
import * as journal from '../store/journal.ts';
import { pageByPage } from '../store/page-by-page.ts';
import type { WriteTx } from '../store/store.ts';
import { feedsFollowedUnder, groupsMadeUnder, letImportsWait } from '../store/transfer/import-entries.ts';
import { stopImport } from '../store/transfer/imports.ts';
import { othersTurn } from '../store/turn.ts';
import { holdFeed } from './hold-feed.ts';
import { noSuchEntry, undoneAlready, writtenEntry } from './journal-entries.ts';
import type { Library } from './library.ts';
import { stepsAtOnce } from './limits.ts';
import { holdEntry, removeFeed, removeGroup } from './removals.ts';
import { joinGroups } from './subscribe.ts';
import { undoRemoval } from './undo-removals.ts';

/** An entry about an import. */
type OfImport = JournalEntry & { subject: ImportSubject };

/** Whether an entry is about an import. */
export function isOfImport(entry: JournalEntry): entry is OfImport {
  return entry.subject?.kind === 'import';
}

/** Whether an undo of an entry about an import has been begun, and can go on. */
export function isImportHalfUndone({ undoneBy, undoneParts }: JournalEntry): boolean {
  return undoneBy !== undefined && undoneParts === 0;
}

/**
 * Undoes an import, or an undo of one, and returns the entry of the undo. Each feed and each group is a transaction and a step of that
 * entry; what cannot come back just now becomes an entry by itself. After a crash the same call continues with the rest. Throws Refusal
 * `cannot` if all of it is undone already.
 */
export async function undoImport(library: Library, userId: number, entry: OfImport): Promise<JournalEntry> {
  const { store } = library;
  await finishFirst(library, userId, entry);
  const by = await store.write((tx) => beginUndo(tx, userId, entry));
  await carryOut(library, userId, { entry, by });
  return store.read((tx) => writtenEntry(tx, userId, by));
}

interface Undoing {
  entry: OfImport;
  /** The entry of the undo. */
  by: number;
}

/** An undo that has broken off, or is still under way, ends before it is undone itself: nobody would find the steps that it did later. */
async function finishFirst(library: Library, userId: number, { undoes }: OfImport): Promise<void> {
  if (undoes === undefined) return;
  const entry = await library.store.read((tx) => journal.findEntry(tx, userId, undoes));
  if (!entry || !isOfImport(entry) || entry.undoneBy === undefined || entry.undoneParts > 0) return;
  await carryOut(library, userId, { entry, by: entry.undoneBy });
}

/** The entry that undoes another: a new one, or one that was begun and not finished. An import that is under way stops. */
async function beginUndo(tx: WriteTx, userId: number, { id, subject }: OfImport): Promise<number> {
  // Before its state, as where a feed is followed: what is followed is known from now on.
  await lockSequence(tx, userId);
  const entry = await journal.findEntry(tx, userId, id);
  if (!entry) throw noSuchEntry();
  if (entry.undoneBy !== undefined) {
    if (entry.undoneParts > 0) throw undoneAlready(entry.undoneBy);
    // Its 30 days begin anew, because what it removes from now on is found only through it.
    await journal.renewEntry(tx, entry.undoneBy);
    return entry.undoneBy;
  }
  if (entry.action !== 'import.removed') await stopImport(tx, subject.id);
  const action: JournalAction = entry.action === 'import.removed' ? 'import.restored' : 'import.removed';
  const by = await journal.insertEntry(tx, userId, { action, subject, undoes: id });
  await journal.setUndoneBy(tx, id, by);
  return by;
}

async function carryOut(library: Library, userId: number, undoing: Undoing): Promise<void> {
  const { entry } = undoing;
  if (entry.action === 'import.done') {
    await removeFollowed(library, userId, undoing);
    await removeMade(library, userId, undoing);
  } else {
    await undoSteps(library, userId, undoing);
  }
  await library.store.write((tx) => journal.setUndoneParts(tx, entry.id, 1));
  library.imports.wake();
}

/** The sequence must be locked. Another call may have done the rest, and undone it since. */
async function isUnderWay(tx: WriteTx, userId: number, { entry, by }: Undoing): Promise<boolean> {
  const now = await journal.findEntry(tx, userId, entry.id);
  return now?.undoneBy === by && now.undoneParts === 0;
}

async function removeFollowed({ store }: Library, userId: number, undoing: Undoing): Promise<void> {
  const { entry, by } = undoing;
  const under = { importId: entry.subject.id, entryId: entry.id };
  const read = (after: number) =>
    store.read((tx) => feedsFollowedUnder(tx, under, { after, limit: stepsAtOnce }));
  for await (const followed of pageByPage(read, ({ place }) => place, -1)) {
    for (const { feedId } of followed) {
      await store.write(async (tx) => {
        const feed = await holdFeed(tx, userId, feedId);
        if (!feed || !(await isUnderWay(tx, userId, undoing))) return;
        await removeFeed(tx, userId, feed, { parentId: by });
        await letImportsWait(tx, feedId);
        await journal.addToCount(tx, by, 1);
      });
      await othersTurn();
    }
  }
}

/** Groups that the import has made go as well, unless somebody has put another feed into them. */
async function removeMade({ store }: Library, userId: number, undoing: Undoing): Promise<void> {
  const { entry, by } = undoing;
  const under = { importId: entry.subject.id, entryId: entry.id };
  for (const groupId of await store.read((tx) => groupsMadeUnder(tx, under))) {
    await store.write(async (tx) => {
      await lockSequence(tx, userId);
      const group = await findGroup(tx, userId, groupId);
      if (group?.feedIds.length !== 0 || !(await isUnderWay(tx, userId, undoing))) return;
      await removeGroup(tx, userId, group, { parentId: by });
    });
    await othersTurn();
  }
}

/** In the order in which they were done: feeds first, and then the groups that are empty without them, or get them back. */
async function undoSteps({ store }: Library, userId: number, undoing: Undoing): Promise<void> {
  const read = (after: number) =>
    store.read((tx) => journal.standingSteps(tx, undoing.entry.id, { after, limit: stepsAtOnce }));
  for await (const steps of pageByPage(read, ({ id }) => id)) {
    for (const step of steps) {
      try {
        await store.write((tx) => undoStep(tx, userId, step, undoing));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const isTaken = error.code === 'conflict';
        await store.write((tx) => leaveStep(tx, userId, { step, isTaken }));
      }
      await othersTurn();
    }
  }
}

async function undoStep(tx: WriteTx, userId: number, step: JournalEntry, undoing: Undoing): Promise<void> {
  await holdEntry(tx, userId, step);
  if (!(await isUnderWay(tx, userId, undoing)) || (await isOthers(tx, userId, step))) return;
  await undoRemoval(tx, userId, step, undoing.by);
  if (step.subject?.kind !== 'feed') return;
  if (step.action === 'feed.restored') await letImportsWait(tx, step.subject.id);
  await journal.addToCount(tx, undoing.by, 1);
}

/** The feed is followed again, or the title of the group `isTaken`: when that is over, it can still come back. */
async function leaveStep(
  tx: WriteTx,
  userId: number,
  { step, isTaken }: { step: JournalEntry; isTaken: boolean },
): Promise<void> {
  if (isTaken) await joinNamesake(tx, userId, step);
  if (step.action.endsWith('.removed')) await journal.setApart(tx, step.id);
}

/** Another group has the title of one that was to come back, mostly because a retry has made it anew: its feeds are in that one meanwhile. */
async function joinNamesake(tx: WriteTx, userId: number, step: JournalEntry): Promise<void> {
  await lockSequence(tx, userId);
  // Feeds that have just come back are noted there.
  const { subject } = (await journal.findEntry(tx, userId, step.id)) ?? {};
  if (subject?.kind !== 'group') return;
  const groupId = await findGroupTitled(tx, userId, subject.title);
  if (groupId === undefined) return;
  for (const feedId of await ownFeedIds(tx, userId, subject.feedIds))
    await joinGroups(tx, userId, feedId, [groupId]);
}

/** Whether a group that a step has brought back has other feeds by now. */
async function isOthers(tx: WriteTx, userId: number, { action, subject }: JournalEntry): Promise<boolean> {
  const group = action === 'group.restored' && subject ? await findGroup(tx, userId, subject.id) : undefined;
  return group !== undefined && group.feedIds.length > 0;
}

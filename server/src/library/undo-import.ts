// Undoes an import, feed by feed: what it has followed is unfollowed, and comes back when that is undone.
import type { ImportSubject, JournalAction, JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { lockSequence } from '../store/counters.ts';
import { findGroup } from '../store/feeds/groups.ts';
import * as journal from '../store/journal.ts';
import type { WriteTx } from '../store/store.ts';
import { feedsFollowedUnder, groupsMadeUnder } from '../store/transfer/import-parts.ts';
import { findImport, setState } from '../store/transfer/imports.ts';
import { othersTurn } from '../store/turn.ts';
import { holdFeed } from './hold-feed.ts';
import type { Library } from './library.ts';
import { stepsAtOnce } from './limits.ts';
import { removeFeed, removeGroup } from './removals.ts';
import { noSuchEntry, undoneAlready } from './undo-marks.ts';
import { undoRemoval } from './undo-removals.ts';

/** An entry about an import. */
type OfImport = JournalEntry & { subject: ImportSubject };

/** Whether an entry is about an import. */
export function isOfImport(entry: JournalEntry): entry is OfImport {
  return entry.subject?.kind === 'import';
}

/**
 * Undoes an import, or an undo of one, and returns the entry of the undo. Each feed and each group is a transaction and a step of that
 * entry; what cannot be undone any more is left as it is. After a crash the same call continues with the rest. Throws Refusal `cannot` if
 * all of it is undone already.
 */
export async function undoImport(library: Library, userId: number, entry: OfImport): Promise<JournalEntry> {
  const { store } = library;
  const by = await store.write((tx) => beginUndo(tx, userId, entry));
  if (entry.action === 'import.done') {
    library.imports.wake();
    await removeFollowed(library, userId, { entry, by });
    await removeMade(library, userId, { entry, by });
  } else {
    await undoSteps(library, userId, { entry, by });
  }
  return store.write(async (tx) => {
    await journal.setUndoneParts(tx, entry.id, 1);
    return (await journal.findEntry(tx, userId, by)) ?? noEntry();
  });
}

interface Undoing {
  entry: OfImport;
  /** The entry of the undo. */
  by: number;
}

/** The entry that undoes another: a new one, or one that was begun and not finished. An import that is under way stops. */
async function beginUndo(tx: WriteTx, userId: number, { id, subject }: OfImport): Promise<number> {
  // Before its state, as where a feed is followed: what is followed is known from now on.
  await lockSequence(tx, userId);
  const entry = await journal.findEntry(tx, userId, id);
  if (!entry) throw noSuchEntry();
  if (entry.undoneBy !== undefined) {
    if (entry.undoneParts === 0) return entry.undoneBy;
    throw undoneAlready(entry.undoneBy);
  }
  if (entry.action === 'import.done') {
    const job = await findImport(tx, userId, subject.id);
    if (job && job.endedAt === undefined) await setState(tx, job.id, 'cancelled');
  }
  const action: JournalAction = entry.action === 'import.removed' ? 'import.restored' : 'import.removed';
  const by = await journal.insertEntry(tx, userId, { action, subject, undoes: id });
  await journal.setUndoneBy(tx, id, by);
  return by;
}

async function removeFollowed({ store }: Library, userId: number, { entry, by }: Undoing): Promise<void> {
  const under = { importId: entry.subject.id, entryId: entry.id };
  for (let after = -1; ; ) {
    const followed = await store.read((tx) => feedsFollowedUnder(tx, under, { after, limit: stepsAtOnce }));
    for (const { feedId } of followed) {
      await store.write(async (tx) => {
        const feed = await holdFeed(tx, userId, feedId);
        if (!feed) return;
        await removeFeed(tx, userId, feed, { parentId: by });
        await journal.addToCount(tx, by, 1);
      });
      await othersTurn();
    }
    const last = followed.at(-1);
    if (!last) return;
    after = last.place;
  }
}

/** Groups that the import has made go as well, unless somebody has put another feed into them. */
async function removeMade({ store }: Library, userId: number, { entry, by }: Undoing): Promise<void> {
  const under = { importId: entry.subject.id, entryId: entry.id };
  for (const groupId of await store.read((tx) => groupsMadeUnder(tx, under))) {
    await store.write(async (tx) => {
      await lockSequence(tx, userId);
      const group = await findGroup(tx, userId, groupId);
      if (group?.feedIds.length === 0) await removeGroup(tx, userId, group, { parentId: by });
    });
    await othersTurn();
  }
}

/** In the order in which they were done: feeds first, and then the groups that are empty without them, or get them back. */
async function undoSteps({ store }: Library, userId: number, { entry, by }: Undoing): Promise<void> {
  for (let after = 0; ; ) {
    const page = { after, limit: stepsAtOnce };
    const steps = await store.read((tx) => journal.standingSteps(tx, entry.id, page));
    for (const step of steps) {
      await unlessRefused(() => store.write((tx) => undoStep(tx, userId, step, by)));
      await othersTurn();
    }
    const last = steps.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function undoStep(tx: WriteTx, userId: number, step: JournalEntry, by: number): Promise<void> {
  if (step.action === 'group.restored' && step.subject) {
    await lockSequence(tx, userId);
    const group = await findGroup(tx, userId, step.subject.id);
    if (group && group.feedIds.length > 0) return;
  }
  await undoRemoval(tx, userId, step, by);
  if (step.subject?.kind === 'feed') await journal.addToCount(tx, by, 1);
}

/** What was changed since is left alone: a feed that is followed again, a title that is taken. */
async function unlessRefused(undo: () => Promise<void>): Promise<void> {
  try {
    await undo();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function noEntry(): never {
  throw new Error('An entry of the journal is missing right after it was written');
}

// The journal of a user: what was done in bulk or removed, by whichever app, and undoing it.
import type { JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { findFeed } from '../store/feeds/feeds.ts';
import { findGroup } from '../store/feeds/groups.ts';
import { findTagTitled } from '../store/items/tags.ts';
import * as journal from '../store/journal.ts';
import type { WriteTx } from '../store/store.ts';
import type { Library } from './library.ts';
import { forgottenAtOnce, journalKeptMs } from './limits.ts';
import { holdEntry, removeFeed, removeGroup, restoreFeed, restoreGroup } from './removals.ts';
import { forgetTags, removeTag, restoreTag } from './tags.ts';
import { isMarking, noSuchEntry, undoMarks, undoneAlready } from './undo-marks.ts';

/** The entries that are still kept, newest first, below an id. */
export function listEntries(
  { store }: Library,
  userId: number,
  page: { before?: number; limit: number },
): Promise<JournalEntry[]> {
  return store.read(async (tx) => {
    const entries = await journal.listEntries(tx, userId, page);
    return entries.filter((entry) => isKept(entry, tx.now));
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
  requireStanding(entry);
  return store.write(async (tx) => {
    await holdEntry(tx, userId, entry);
    // Another app may have undone it meanwhile, or changed what it restores.
    const held = requireEntry(await journal.lockEntry(tx, userId, id), tx.now);
    requireStanding(held);
    const by = await undoRemoval(tx, userId, held);
    await journal.setUndoneBy(tx, id, by);
    return found(await journal.findEntry(tx, userId, by));
  });
}

/** From this time on an entry cannot be undone. */
export function endOfUndo(entry: JournalEntry): number {
  return entry.at + journalKeptMs;
}

/** Forgets entries that are too old to be undone, and tags of items that nothing can restore any more, in portions. */
export async function forgetJournal({ store }: Library): Promise<void> {
  const limit = forgottenAtOnce.entries;
  while ((await store.write((tx) => journal.forgetEntries(tx, tx.now - journalKeptMs, limit))) === limit) {
    // Others write in between.
  }
  await forgetTags({ store });
}

async function undoRemoval(tx: WriteTx, userId: number, entry: JournalEntry): Promise<number> {
  const { subject, action } = entry;
  if (subject?.kind === 'feed') {
    if (action === 'feed.removed') return restoreFeed(tx, userId, entry, subject);
    const feed = await findFeed(tx, userId, subject.id);
    if (!feed)
      throw new Refusal('cannot', `Cannot undo: feed ${subject.id} is removed already`, {
        reason: 'removed-already',
      });
    return removeFeed(tx, userId, feed, entry.id);
  }
  if (subject?.kind === 'group') {
    if (action === 'group.removed') return restoreGroup(tx, userId, entry, subject);
    const group = await findGroup(tx, userId, subject.id);
    if (!group)
      throw new Refusal('cannot', `Cannot undo: group ${subject.id} is removed already`, {
        reason: 'removed-already',
      });
    return removeGroup(tx, userId, group, entry.id);
  }
  if (subject?.kind === 'tag') {
    if (action === 'tag.removed') return restoreTag(tx, userId, entry, subject);
    if ((await findTagTitled(tx, userId, subject.title)) !== subject.id) {
      throw new Refusal('cannot', `Cannot undo: tag ${subject.title} is renamed or removed already`);
    }
    return removeTag(tx, userId, subject, entry.id);
  }
  throw new Error(`Entry ${entry.id} of the journal says ${action} of nothing`);
}

function requireEntry(entry: JournalEntry | undefined, now: number): JournalEntry {
  if (entry && isKept(entry, now)) return entry;
  throw noSuchEntry();
}

/** An entry that is too old counts as gone, even if it has not been swept yet. */
function isKept(entry: JournalEntry, now: number): boolean {
  return endOfUndo(entry) > now;
}

function requireStanding({ undoneBy }: JournalEntry): void {
  if (undoneBy !== undefined) throw undoneAlready(undoneBy);
}

function found(entry: JournalEntry | undefined): JournalEntry {
  if (!entry) throw new Error('An entry of the journal is missing right after it was written');
  return entry;
}

// Undoes a removal, or removes again what an undo has restored: a feed, a group, a tag.
import type { FeedSubject, JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { findFeed } from '../store/feeds/feeds.ts';
import { findGroup } from '../store/feeds/groups.ts';
import { findTagTitled } from '../store/items/tags.ts';
import * as journal from '../store/journal.ts';
import type { WriteTx } from '../store/store.ts';
import { feedInItsPlace, joinRestored, partRestored } from './join-restored.ts';
import { requireEntry, requireStanding } from './journal-entries.ts';
import { holdEntry, type Restored, removeFeed, removeGroup, restoreFeed, restoreGroup } from './removals.ts';
import { partTag, removeTag, restoreTag } from './tags.ts';

/**
 * Undoes an entry about a removal and returns the id of the entry of the undo. `parentId`: the entry that this is a step of. Throws
 * Refusal as `undo` does.
 */
export async function undoRemoval(
  tx: WriteTx,
  userId: number,
  entry: JournalEntry,
  parentId?: number,
): Promise<number> {
  await holdEntry(tx, userId, entry);
  // Another app may have undone it meanwhile, or changed what it restores.
  const held = requireEntry(await journal.lockEntry(tx, userId, entry.id), tx.now);
  requireStanding(held);
  const by = await undoHeld(tx, userId, held, parentId);
  await journal.setUndoneBy(tx, entry.id, by);
  return by;
}

async function undoHeld(
  tx: WriteTx,
  userId: number,
  entry: JournalEntry,
  parentId: number | undefined,
): Promise<number> {
  const { subject, action, id } = entry;
  const cause = { undoes: id, parentId };
  if (subject?.kind === 'feed') {
    const about = { ...entry, subject, parentId };
    if (action === 'feed.removed') return bringBack(tx, userId, about);
    if (subject.joined) return partRestored(tx, userId, about);
    const feed = await findFeed(tx, userId, subject.id);
    return feed ? removeFeed(tx, userId, feed, cause) : removedAlready(`feed ${subject.id}`);
  }
  if (subject?.kind === 'group') {
    if (action === 'group.removed') return restoreGroup(tx, userId, { ...entry, subject, parentId });
    const group = await findGroup(tx, userId, subject.id);
    return group ? removeGroup(tx, userId, group, cause) : removedAlready(`group ${subject.id}`);
  }
  if (subject?.kind === 'tag') {
    if (action === 'tag.removed') return restoreTag(tx, userId, entry, subject);
    if ((await findTagTitled(tx, userId, subject.title)) !== subject.id) {
      throw new Refusal('cannot', `Cannot undo: tag ${subject.title} is renamed or removed already`);
    }
    return subject.isJoined ? partTag(tx, userId, entry, subject) : removeTag(tx, userId, subject, id);
  }
  throw new Error(`Entry ${id} of the journal says ${action} of nothing`);
}

async function bringBack(tx: WriteTx, userId: number, entry: Restored<FeedSubject>): Promise<number> {
  const into = await feedInItsPlace(tx, userId, entry);
  return into === undefined ? restoreFeed(tx, userId, entry) : joinRestored(tx, userId, entry, into);
}

function removedAlready(what: string): never {
  throw new Refusal('cannot', `Cannot undo: ${what} is removed already`, { reason: 'removed-already' });
}

// A removed feed comes back into another of its user that shows the same by now, and goes from it again.
import { settleAwaitedBy } from '../crawler/imports/settle-awaited.ts';
import { replan } from '../crawler/schedule/replan.ts';
import { packIds, unpackIds } from '../model/id-ranges.ts';
import type { FeedSubject } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { appendChange } from '../store/changes.ts';
import * as feeds from '../store/feeds/feeds.ts';
import { joinTwins } from '../store/feeds/move-feed.ts';
import { shelveItems, unshelveItems } from '../store/items/shelved-items.ts';
import { insertEntry, partsOf } from '../store/journal.ts';
import { recountUnread } from '../store/sources/join-items.ts';
import { joinFeeds } from '../store/sources/merge-sources.ts';
import type { WriteTx } from '../store/store.ts';
import { awaitedIds, giveAwaitedBack } from '../store/transfer/awaited-posts.ts';
import { othersTurn } from '../store/turn.ts';
import { type Restored, rejoinGroups, sourceOf, tellRestored } from './removals.ts';

/**
 * The feed of the user that a removed one has become one with: it was there beside it, and shows by now what that one would show. Undefined
 * if there is none, and if the removed one was followed again, which its user knows. The entry must be held.
 */
export async function feedInItsPlace(
  tx: WriteTx,
  userId: number,
  { subject, at }: Restored<FeedSubject>,
): Promise<number | undefined> {
  const id = await feeds.findFeedOfSource(tx, userId, await sourceOf(tx, subject));
  const feed = id === undefined ? undefined : await feeds.findFeed(tx, userId, id);
  return feed && feed.createdAt < at ? feed.id : undefined;
}

/**
 * Brings a removed feed back into another, as if both had been there when they became one: what was read, starred or tagged in either is so,
 * and the other gets the groups, and the title and interval if it has none. Returns the id of the new entry. The entry must be held.
 */
export async function joinRestored(
  tx: WriteTx,
  userId: number,
  { subject, parentId, ...entry }: Restored<FeedSubject>,
  into: number,
): Promise<number> {
  const feed = { id: subject.id, userId, intervalMs: subject.intervalMs };
  for await (const shelved of partsOf(tx, entry)) await unshelveItems(tx, feed, shelved);
  const sourceId = await sourceOf(tx, subject);
  await joinTwins(tx, feed, sourceId);
  await othersTurn();
  const awaited = packIds(await awaitedIds(tx, feed.id));
  const moved = await joinFeeds(tx, feed, into);
  await inheritFace(tx, userId, subject, into);
  await rejoinGroups(tx, userId, { ...subject, id: into });
  const joined = { feedId: into, items: packIds(moved), awaited };
  const entryId = await insertEntry(tx, userId, {
    action: 'feed.restored',
    subject: { ...subject, joined },
    undoes: entry.id,
    parentId,
  });
  await tellRestored(tx, userId, entryId, moved);
  await settleAwaitedBy(tx, sourceId, [into]);
  await replan(tx, sourceId);
  return entryId;
}

/**
 * Removes again what has come into another feed: the items that were not in that one before. Returns the id of the new entry, which brings
 * them back. The entry must be held. Throws Refusal `cannot` if the other feed is gone.
 */
export async function partRestored(
  tx: WriteTx,
  userId: number,
  { subject, ...entry }: Restored<FeedSubject>,
): Promise<number> {
  const { joined, ...removed } = subject;
  const feed = joined && (await feeds.findFeed(tx, userId, joined.feedId));
  if (!feed) {
    throw new Refusal('cannot', `Cannot undo: feed ${joined?.feedId} is removed already`, {
      reason: 'removed-already',
    });
  }
  const entryId = await insertEntry(tx, userId, {
    action: 'feed.removed',
    // The source that it had may have become one with another since.
    subject: { ...removed, sourceId: feed.sourceId },
    undoes: entry.id,
    parentId: entry.parentId,
  });
  const itemIds = unpackIds(joined.items);
  await shelveItems(tx, feed, { id: entryId, seq: 0 }, itemIds);
  const ids = unpackIds(joined.awaited ?? '');
  await giveAwaitedBack(tx, { from: feed.id, into: removed.id }, { ids, itemIds });
  await recountUnread(tx, feed.id);
  await appendChange(tx, userId, 'items.removed', itemIds);
  return entryId;
}

async function inheritFace(
  tx: WriteTx,
  userId: number,
  { customTitle, intervalMs }: FeedSubject,
  into: number,
): Promise<void> {
  const feed = await feeds.findFeed(tx, userId, into);
  if (!feed) return;
  if (feed.customTitle === undefined && customTitle !== undefined) {
    await feeds.updateFace(tx, userId, { ...feed, customTitle });
  }
  if (feed.intervalMs === undefined && intervalMs !== undefined) {
    await feeds.updateInterval(tx, userId, into, intervalMs);
  }
}

// How a user's items are created from an import, and how an imported item comes to show the post itself.
import { appendChange, recordChange } from '../changes.ts';
import { takeItemIds, takeSeq } from '../counters.ts';
import { noteToldTimes } from '../items/item-times.ts';
import { inheritPositions } from '../items/playback.ts';
import { inheritRemovedTags } from '../items/removed-tags.ts';
import { inheritTags } from '../items/tags.ts';
import { keepInFeed } from '../journal.ts';
import { wantOtherArticles } from '../sources/articles.ts';
import { hostNamed } from '../sources/hosts.ts';
import { insertSource } from '../sources/sources.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** No site has this name. */
const shelfHost = 'courant:imported';

interface Own {
  id: number;
  userId: number;
}

export interface ItemToKeep {
  postId: number;
  read: boolean;
  starred: boolean;
  createdAt: number;
}

export interface HeldItem {
  id: number;
  postId: number;
  read: boolean;
  starred: boolean;
}

/** The items that a feed has of some posts: found by each post and the user, however many others have an item of it. */
export async function itemsOfPosts(tx: ReadTx, feed: Own, postIds: readonly number[]): Promise<HeldItem[]> {
  const rows = await tx.all<{ id: number; post_id: number; read: number; starred: number }>(sql`
    SELECT i.id, i.post_id, i.read, i.starred FROM (${tx.dialect.numbers([...new Set(postIds)])}) AS p CROSS JOIN items i
    WHERE i.post_id = p.value AND i.user_id = ${feed.userId} AND +i.feed_id = ${feed.id} ORDER BY i.id`);
  return rows.map((row) => ({
    id: row.id,
    postId: row.post_id,
    read: row.read === 1,
    starred: row.starred === 1,
  }));
}

/** The other sources that a feed has items of, except its own shelf: those that it was read from before it was moved. */
export async function formerSources(tx: ReadTx, feed: { id: number; sourceId: number }): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT DISTINCT s.id FROM items i JOIN posts p ON p.id = i.post_id JOIN sources s ON s.id = p.source_id
    WHERE i.feed_id = ${feed.id} AND s.id <> ${feed.sourceId} AND s.url <> ${shelfUrl(feed.id)} ORDER BY s.id`);
  return rows.map(({ id }) => id);
}

/** Gives a feed items with these states, in the order of the list. Returns their ids. For the crawler's record only. */
export async function insertKeptItems(
  tx: WriteTx,
  feed: Own,
  items: readonly ItemToKeep[],
): Promise<number[]> {
  if (items.length === 0) return [];
  const seq = await takeSeq(tx, feed.userId);
  const first = await takeItemIds(tx, items.length);
  for (const [index, item] of items.entries()) {
    await tx.run(sql`
      INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)
      VALUES (${first + index}, ${feed.id}, ${feed.userId}, ${item.postId}, ${item.read ? 1 : 0}, ${item.starred ? 1 : 0},
        ${item.createdAt})`);
  }
  const ids = items.map((_, index) => first + index);
  await noteTold(tx, feed.userId, items, ids);
  const unread = items.filter((item) => !item.read).length;
  await tx.run(sql`UPDATE feeds SET unread_count = unread_count + ${unread} WHERE id = ${feed.id}`);
  await recordChange(tx, feed.userId, seq, { kind: 'items.new', ids });
  return ids;
}

/** Lets an item show another post. The item of that post that has just come is removed. */
export async function showInstead(
  tx: WriteTx,
  feed: Own,
  { kept, gone, postId }: { kept: number; gone: HeldItem | undefined; postId: number },
): Promise<void> {
  if (gone) {
    await inheritTags(tx, gone.id, kept);
    const heirs = new Map([[gone.id, kept]]);
    await inheritRemovedTags(tx, feed.userId, heirs);
    await keepInFeed(tx, feed.userId, heirs);
    await inheritPositions(tx, gone.id, kept);
    await tx.run(sql`DELETE FROM items WHERE id = ${gone.id} AND feed_id = ${feed.id}`);
    await tx.run(
      sql`UPDATE feeds SET unread_count = unread_count - ${gone.read ? 0 : 1} WHERE id = ${feed.id}`,
    );
    await appendChange(tx, feed.userId, 'items.removed', [gone.id]);
  }
  const shown = await tx.get<{ post_id: number }>(
    sql`SELECT post_id FROM items WHERE id = ${kept} AND feed_id = ${feed.id}`,
  );
  if (shown) await wantOtherArticles(tx, new Map([[shown.post_id, postId]]), [feed.userId]);
  await tx.run(sql`UPDATE items SET post_id = ${postId} WHERE id = ${kept} AND feed_id = ${feed.id}`);
  await appendChange(tx, feed.userId, 'items.edited', [kept]);
}

/** Dates an item that has just come back to the time at which the user first had it. */
export async function dateBack(tx: WriteTx, id: number, createdAt: number): Promise<void> {
  const dated = await tx.get<{ user_id: number }>(
    sql`UPDATE items SET created_at = ${createdAt} WHERE id = ${id} AND created_at > ${createdAt} RETURNING user_id`,
  );
  if (dated) await noteToldTimes(tx, dated.user_id, id);
}

/** Notes up to which id the items given to a user are older than now, because ids there say nothing about times. */
async function noteTold(
  tx: WriteTx,
  userId: number,
  items: readonly ItemToKeep[],
  ids: readonly number[],
): Promise<void> {
  const last = items.findLastIndex(({ createdAt }) => createdAt < tx.now);
  const id = ids[last];
  if (id !== undefined) await noteToldTimes(tx, userId, id);
}

/** Whether the feed has an item still. */
export async function hasItem(tx: ReadTx, feedId: number, id: number): Promise<boolean> {
  return (await tx.get(sql`SELECT id FROM items WHERE id = ${id} AND feed_id = ${feedId}`)) !== undefined;
}

/**
 * The shelf of the posts that a user has imported into a feed: a source that is never called. What somebody hands in is
 * that person's word, not the publisher's, and must never be shown to others or stand in the way of the real post.
 */
export async function ownShelf(
  tx: WriteTx,
  feedId: number,
  face: { title: string; siteUrl: string },
): Promise<number> {
  const known = await findShelf(tx, feedId);
  if (known !== undefined) return known;
  const hostId = await hostNamed(tx, shelfHost);
  return insertSource(
    tx,
    { url: shelfUrl(feedId), hostId },
    { ...face, description: undefined, language: undefined, imageUrl: undefined },
  );
}

/** For whoever removes posts: what is just being put on a shelf is there by then. Other sources are locked by their plans, which shelves do not have. */
export async function lockOwnShelves(tx: WriteTx, sourceIds: Iterable<number>): Promise<void> {
  const ids = tx.dialect.numbers([...sourceIds]);
  await tx.all(sql`
    SELECT id FROM sources WHERE id IN (${ids}) AND host_id IN (SELECT id FROM hosts WHERE name = ${shelfHost})
    ORDER BY id ${tx.dialect.forUpdate}`);
}

/**
 * For a feed that is merged into another of the same user: a further import of the same document finds on that feed's shelf what
 * was on its own.
 */
export async function giveShelf(tx: WriteTx, from: number, into: number): Promise<void> {
  const [own, other] = [await findShelf(tx, from), await findShelf(tx, into)];
  if (own === undefined) return;
  if (other === undefined) {
    await tx.run(sql`UPDATE sources SET url = ${shelfUrl(into)} WHERE id = ${own}`);
    return;
  }
  // A post on both shelves may have its text on only one of them: each is shown until the real post comes, and both become one
  // with it then.
  await tx.run(sql`
    UPDATE posts SET source_id = ${other} WHERE source_id = ${own}
      AND NOT EXISTS (SELECT 1 FROM posts twin WHERE twin.source_id = ${other} AND twin.identity = posts.identity)`);
}

/**
 * Deletes shelves on which nothing is any more, as when their account is gone: each still names its feed, which may have been somebody's
 * secret. If something is to be put there after all, there will be another.
 */
export async function deleteEmptyShelves(tx: WriteTx): Promise<void> {
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM posts WHERE posts.source_id = sources.id)`;
  // Locked before the last look: whoever is just putting something on one is passed over, and nobody begins to.
  const empty = await tx.all<{ id: number }>(sql`
    SELECT id FROM sources WHERE host_id IN (SELECT id FROM hosts WHERE name = ${shelfHost}) AND ${isEmpty} ${tx.dialect.skipLocked}`);
  const ids = tx.dialect.numbers(empty.map(({ id }) => id));
  await tx.run(sql`DELETE FROM sources WHERE id IN (${ids}) AND ${isEmpty}`);
}

/** Locked: until the commit neither what is on it is forgotten, nor itself once it is empty. */
async function findShelf(tx: WriteTx, feedId: number): Promise<number | undefined> {
  const shelf = sql`SELECT id FROM sources WHERE url = ${shelfUrl(feedId)} ${tx.dialect.forUpdate}`;
  return (await tx.get<{ id: number }>(shelf))?.id;
}

function shelfUrl(feedId: number): string {
  return `${shelfHost}/${feedId}`;
}

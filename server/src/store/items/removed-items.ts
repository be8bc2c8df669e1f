// Items that a user's retention policy removes are remembered by their posts, so that these never come back to the user.
import { appendChange } from '../changes.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { awaitWithoutItems } from '../transfer/awaited-posts.ts';

/** What a policy needs to know of an item. */
export interface ItemAge {
  id: number;
  /** Neither unread nor starred, and without a tag. */
  isRemovable: boolean;
  createdAt: number;
}

/** Some of a feed's items between two ids, in order of id, which is their age. */
export async function itemAges(
  tx: ReadTx,
  feedId: number,
  { after, below, limit }: { after: number; below: number; limit: number },
): Promise<ItemAge[]> {
  const rows = await tx.all<{
    id: number;
    read: number;
    starred: number;
    created_at: number;
    is_tagged: number;
  }>(sql`
    SELECT id, read, starred, created_at,
      CASE WHEN EXISTS (SELECT 1 FROM item_tags g WHERE g.item_id = items.id) THEN 1 ELSE 0 END AS is_tagged FROM items
    WHERE feed_id = ${feedId} AND id > ${after} AND id < ${below} ORDER BY id LIMIT ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    isRemovable: row.read === 1 && row.starred === 0 && row.is_tagged === 0,
    createdAt: row.created_at,
  }));
}

/** The oldest of a feed's newest `count` items; undefined if it has fewer. */
export async function oldestOfNewest(tx: ReadTx, feedId: number, count: number): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(
    sql`SELECT id FROM items WHERE feed_id = ${feedId} ORDER BY id DESC LIMIT 1 OFFSET ${count - 1}`,
  );
  return row?.id;
}

/** Those of some items whose posts were edited since a time. */
export async function editedByTheirSite(
  tx: ReadTx,
  ids: readonly number[],
  since: number,
): Promise<Set<number>> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT i.id FROM items i JOIN posts p ON p.id = i.post_id
    WHERE i.id IN (${tx.dialect.numbers(ids)}) AND p.edited_at >= ${since}`);
  return new Set(rows.map((row) => row.id));
}

/** Removes items for good, except those that have become unread, starred or tagged meanwhile. The user's sequence must be locked. */
export async function removeItems(
  tx: WriteTx,
  feed: { id: number; userId: number },
  ids: readonly number[],
): Promise<void> {
  const rows = await tx.all<{ id: number; post_id: number }>(sql`
    DELETE FROM items WHERE feed_id = ${feed.id} AND read = 1 AND starred = 0 AND id IN (${tx.dialect.numbers(ids)})
      AND NOT EXISTS (SELECT 1 FROM item_tags g WHERE g.item_id = items.id)
    RETURNING id, post_id`);
  const posts = tx.dialect.numbers(rows.map((row) => row.post_id));
  await tx.run(sql`
    INSERT INTO removed_items (post_id, user_id)
    SELECT id, ${feed.userId} FROM posts WHERE id IN (${posts}) ON CONFLICT DO NOTHING`);
  const removed = rows.map((row) => row.id).sort((a, b) => a - b);
  await awaitWithoutItems(tx, feed.id, removed);
  await appendChange(tx, feed.userId, 'items.removed', removed);
}

/**
 * Whether a feed has an item of a post: found by the post and the user. Left to itself, SQLite walks over all items of the feed for
 * each post.
 */
export function hasItemOf(postId: Sql, feed: { id: number; userId: number }): Sql {
  return sql`EXISTS (
    SELECT 1 FROM items i WHERE i.post_id = ${postId} AND i.user_id = ${feed.userId} AND +i.feed_id = ${feed.id})`;
}

/** Those of some posts that the feed has no item of, and that no policy has removed for its user. */
export async function postsWithoutItem(
  tx: ReadTx,
  feed: { id: number; userId: number },
  postIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM posts WHERE id IN (${tx.dialect.numbers(postIds)})
      AND NOT EXISTS (SELECT 1 FROM removed_items r WHERE r.post_id = posts.id AND r.user_id = ${feed.userId})
      AND NOT ${hasItemOf(sql`posts.id`, feed)}`);
  return rows.map((row) => row.id);
}

/** Those of some posts that a policy has removed for the feed's user, and that the feed has no item of. */
export async function removedPosts(
  tx: ReadTx,
  feed: { id: number; userId: number },
  postIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.all<{ post_id: number }>(sql`
    SELECT post_id FROM removed_items r WHERE r.user_id = ${feed.userId} AND r.post_id IN (${tx.dialect.numbers(postIds)})
      AND NOT ${hasItemOf(sql`r.post_id`, feed)}`);
  return new Set(rows.map((row) => row.post_id));
}

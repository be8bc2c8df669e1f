// Two items of one user turn out to be one: the one goes into the other, and what was read or starred in either stays so.
import { appendChange } from '../changes.ts';
import { inheritPositions } from '../items/playback.ts';
import { inheritRemovedTags } from '../items/removed-tags.ts';
import { inheritTags } from '../items/tags.ts';
import { keepInFeed } from '../journal.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/** A row of an item that may become one with another. */
export interface ItemToJoin {
  id: number;
  post_id: number;
  read: number;
  starred: number;
}

interface TwinItems {
  old: ItemToJoin;
  kept: ItemToJoin;
}

/** Lets items show other posts: `posts` has the ids of these by those of the items. */
export async function showPosts(tx: WriteTx, posts: ReadonlyMap<number, number>): Promise<void> {
  await tx.run(sql`
    UPDATE items SET post_id = post.value FROM (${tx.dialect.entries(posts)}) AS post WHERE items.id = post.key`);
}

/** Leaves it to the caller to count anew what is unread of the feeds that they are in. */
export async function joinItems(tx: WriteTx, userId: number, twins: readonly TwinItems[]): Promise<void> {
  if (twins.length === 0) return;
  const gone = twins.map(({ old }) => old.id);
  const starred = twins.filter(({ old, kept }) => old.starred > kept.starred).map(({ kept }) => kept.id);
  const read = twins.filter(({ old, kept }) => old.read > kept.read).map(({ kept }) => kept.id);
  const heirs = new Map(twins.map(({ old, kept }) => [old.id, kept.id]));
  await inheritRemovedTags(tx, userId, heirs);
  await keepInFeed(tx, userId, heirs);
  const edited: number[] = [];
  const endowed = new Set(await taggedOrPlayed(tx, gone));
  for (const { old, kept } of twins.filter((twin) => endowed.has(twin.old.id))) {
    const isTagged = await inheritTags(tx, old.id, kept.id);
    const isPlayed = await inheritPositions(tx, old.id, kept.id);
    if (isTagged || isPlayed) edited.push(kept.id);
  }
  await tx.run(sql`DELETE FROM items WHERE id IN (${tx.dialect.numbers(gone)})`);
  await tx.run(sql`UPDATE items SET starred = 1 WHERE id IN (${tx.dialect.numbers(starred)})`);
  await tx.run(sql`UPDATE items SET read = 1 WHERE id IN (${tx.dialect.numbers(read)})`);
  await appendChange(tx, userId, 'items.removed', gone);
  await appendChange(tx, userId, 'items.read', read);
  await appendChange(tx, userId, 'items.starred', starred);
  await appendChange(tx, userId, 'items.edited', edited);
}

/** Most items have neither, and a feed can have thousands. */
async function taggedOrPlayed(tx: WriteTx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT item_id AS id FROM item_tags WHERE item_id IN (${tx.dialect.numbers(ids)})
    UNION SELECT item_id AS id FROM played_items WHERE item_id IN (${tx.dialect.numbers(ids)})`);
  return rows.map(({ id }) => id);
}

/**
 * A feed that was moved holds posts of the source that it was read from before, which may have become posts of the one that it shows: of
 * several items of one post the oldest stays, which its user has known for longest. The user's counter must be locked. As a boolean (`IS TRUE`)
 * these posts are looked up in a hash. As a join, PostgreSQL would look for all of them again for each item, because it expects next to nothing of a feed that
 * has been away. `unseen`: posts whose newer items have just come as read, without anybody having read them.
 */
export async function joinDoubles(
  tx: WriteTx,
  feed: { id: number; userId: number },
  unseen: ReadonlySet<number> = new Set(),
): Promise<void> {
  const items = await tx.all<ItemToJoin>(sql`
    SELECT id, post_id, read, starred FROM items WHERE feed_id = ${feed.id} AND (post_id IN (
      SELECT post_id FROM items WHERE feed_id = ${feed.id} GROUP BY post_id HAVING count(*) > 1)) IS TRUE ORDER BY id`);
  const twins = [...Map.groupBy(items, (item) => item.post_id).values()].flatMap(([kept, ...others]) =>
    others.map((old) => ({ old: unseen.has(old.post_id) ? { ...old, read: 0 } : old, kept: kept ?? old })),
  );
  if (twins.length === 0) return;
  await joinItems(tx, feed.userId, twins);
  await recountUnread(tx, feed.id);
}

/** Counts anew what is unread of a feed. */
export async function recountUnread(tx: WriteTx, feedId: number): Promise<void> {
  await tx.run(sql`
    UPDATE feeds SET unread_count = (SELECT count(*) FROM items WHERE feed_id = ${feedId} AND read = 0) WHERE id = ${feedId}`);
}

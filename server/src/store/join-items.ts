// Two items of one user turn out to be one: the one goes into the other, and what was read or starred in either stays so.
import { appendChange } from './changes.ts';
import { inheritPositions } from './playback.ts';
import { sql } from './sql.ts';
import type { WriteTx } from './store.ts';
import { inheritTags } from './tags.ts';

export interface TwinItems {
  old: number;
  old_read: number;
  old_starred: number;
  kept: number;
  kept_read: number;
  kept_starred: number;
}

/** Leaves it to the caller to count anew what is unread of the feeds that they are in. */
export async function joinItems(tx: WriteTx, userId: number, twins: readonly TwinItems[]): Promise<void> {
  if (twins.length === 0) return;
  const old = twins.map((twin) => twin.old);
  const starred = twins.filter((twin) => twin.old_starred > twin.kept_starred).map((twin) => twin.kept);
  const read = twins.filter((twin) => twin.old_read > twin.kept_read).map((twin) => twin.kept);
  const edited: number[] = [];
  for (const twin of twins) {
    const isTagged = await inheritTags(tx, twin.old, twin.kept);
    const isPlayed = await inheritPositions(tx, twin.old, twin.kept);
    if (isTagged || isPlayed) edited.push(twin.kept);
  }
  await tx.run(sql`DELETE FROM items WHERE id IN (${tx.dialect.numbers(old)})`);
  await tx.run(sql`UPDATE items SET starred = 1 WHERE id IN (${tx.dialect.numbers(starred)})`);
  await tx.run(sql`UPDATE items SET read = 1 WHERE id IN (${tx.dialect.numbers(read)})`);
  await appendChange(tx, userId, 'items.removed', old);
  await appendChange(tx, userId, 'items.read', read);
  await appendChange(tx, userId, 'items.starred', starred);
  await appendChange(tx, userId, 'items.edited', edited);
}

/**
 * A feed that was moved holds posts of the source that it was read from before, which may have become posts of the one that it shows: of
 * several items of one post the oldest stays, which its user has known for longest. The user's counter must be locked.
 */
export async function joinDoubles(tx: WriteTx, feed: { id: number; userId: number }): Promise<void> {
  const items = await tx.all<{ id: number; post_id: number; read: number; starred: number }>(sql`
    SELECT id, post_id, read, starred FROM items WHERE feed_id = ${feed.id} AND post_id IN (
      SELECT post_id FROM items WHERE feed_id = ${feed.id} GROUP BY post_id HAVING count(*) > 1) ORDER BY id`);
  const twins = [...Map.groupBy(items, (item) => item.post_id).values()].flatMap(([kept, ...others]) =>
    others.map((old) => ({ old, kept: kept ?? old })),
  );
  if (twins.length === 0) return;
  await joinItems(
    tx,
    feed.userId,
    twins.map(({ old, kept }) => ({
      ...{ old: old.id, old_read: old.read, old_starred: old.starred },
      ...{ kept: kept.id, kept_read: kept.read, kept_starred: kept.starred },
    })),
  );
  await recountUnread(tx, feed.id);
}

/** Counts anew what is unread of a feed. */
export async function recountUnread(tx: WriteTx, feedId: number): Promise<void> {
  await tx.run(sql`
    UPDATE feeds SET unread_count = (SELECT count(*) FROM items WHERE feed_id = ${feedId} AND read = 0) WHERE id = ${feedId}`);
}

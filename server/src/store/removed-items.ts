// What a user's policy of retention has removed is remembered by its post, so that no way leads back to it.
import { sql } from './sql.ts';
import type { ReadTx } from './store.ts';

/** Those of some posts that the feed has no item of, and that no policy has removed for its user. */
export async function postsWithoutItem(
  tx: ReadTx,
  feed: { id: number; userId: number },
  postIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM posts WHERE id IN (${tx.dialect.numbers(postIds)})
      AND NOT EXISTS (SELECT 1 FROM removed_items r WHERE r.post_id = posts.id AND r.user_id = ${feed.userId})
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.post_id = posts.id AND i.feed_id = ${feed.id})`);
  return rows.map((row) => row.id);
}

// For tests that need more items than a document holds.
import { insertItems } from '../../src/store/items/items.ts';
import { sql } from '../../src/store/sql.ts';
import type { WriteTx } from '../../src/store/store.ts';
import { somePosts } from '../../src/store/testing/rows.ts';

/** Gives a feed `count` more posts and items, all unread. */
export async function copyMany(tx: WriteTx, feedId: number, count: number): Promise<number[]> {
  const feed = await tx.get<{ user_id: number; source_id: number }>(
    sql`SELECT user_id, source_id FROM feeds WHERE id = ${feedId}`,
  );
  const postIds = await somePosts(tx, feed?.source_id ?? 0, count);
  return insertItems(tx, { id: feedId, userId: feed?.user_id ?? 0 }, postIds);
}

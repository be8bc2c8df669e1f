// Compares the kept unread counts with counted ones: for any test that changes items.
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/** Feeds whose kept unread count differs from the counted one: empty unless something is broken. */
export async function feedsWithWrongCount(tx: ReadTx, userId?: number): Promise<number[]> {
  const owner: Sql = userId === undefined ? nothing : sql`AND f.user_id = ${userId}`;
  const rows = await tx.all<{ id: number }>(sql`
    SELECT f.id FROM feeds f
    WHERE f.unread_count <> (SELECT count(*) FROM items i WHERE i.feed_id = f.id AND i.read = 0) ${owner} ORDER BY f.id`);
  return rows.map((row) => row.id);
}

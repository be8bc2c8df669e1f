// Unread items, counted: sums of what each Feed's row keeps.
import type { UnreadCount } from '../../model/counts.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/** Unread items of each feed of the user, in order of id. */
export async function unreadOfFeeds(tx: ReadTx, userId: number): Promise<UnreadCount[]> {
  const rows = await tx.all<UnreadCount>(
    sql`SELECT id, unread_count AS unread FROM feeds WHERE user_id = ${userId}`,
  );
  return rows.sort((one, other) => one.id - other.id);
}

/** Unread items of each group of the user, in order of id; an item counts in each group of its feed. */
export function unreadOfGroups(tx: ReadTx, userId: number): Promise<UnreadCount[]> {
  // The condition on the feed's user is for the planner, since groups only have feeds of their user: without it, everybody's
  // feeds may be gone through in order of id, up to the last.
  return tx.all<UnreadCount>(sql`
    SELECT g.id, coalesce(sum(f.unread_count), 0) AS unread FROM groups g
    LEFT JOIN group_feeds m ON m.group_id = g.id LEFT JOIN feeds f ON f.id = m.feed_id AND f.user_id = ${userId}
    WHERE g.user_id = ${userId} GROUP BY g.id ORDER BY g.id`);
}

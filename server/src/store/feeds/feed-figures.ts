// What can change about Feeds without an entry in the sequence of changes: the number of unread items, and the times of visits to
// their Sources.
import type { Feed } from '../../model/feed.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/** Every visit changes the time of the last one; the time of the next one also changes with the wishes of followers. */
export interface FeedFigures {
  id: number;
  unread: number;
  visited: number | null;
  planned: number | null;
}

/** The figures of the feeds of a user, or of one of the user's groups, in order of id. */
export async function feedFigures(
  tx: ReadTx,
  userId: number,
  groupId: number | undefined,
): Promise<FeedFigures[]> {
  const within =
    groupId === undefined
      ? nothing
      : sql`AND f.id IN (SELECT feed_id FROM group_feeds WHERE group_id = ${groupId})`;
  const rows = await tx.all<FeedFigures>(sql`
    SELECT f.id, f.unread_count AS unread, c.last_visit_at AS visited, c.planned_at AS planned
    FROM feeds f LEFT JOIN schedules c ON c.source_id = f.source_id WHERE f.user_id = ${userId} ${within}`);
  return rows.sort((one, other) => one.id - other.id);
}

/** The same, for a feed that was read whole. */
export function figuresOf({ id, unreadCount, condition }: Feed): FeedFigures {
  const { lastVisitAt = null, nextVisitAt = null } = condition;
  return { id, unread: unreadCount, visited: lastVisitAt, planned: nextVisitAt };
}

export function areSame(one: FeedFigures, other: FeedFigures): boolean {
  return (
    one.id === other.id &&
    one.unread === other.unread &&
    one.visited === other.visited &&
    one.planned === other.planned
  );
}

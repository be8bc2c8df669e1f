// Counts of what a Source has published and what a user has of it, for plots. Posts that came from another source count as well:
// mostly that is the same site at its former address, and without them the plots of a year would start anew when it moves.
import type { Activity, DayCount, HourCount, Pulse } from '../../model/activity.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/**
 * Only so many posts are counted, the newest: that is more than a hundred a day for a year, and some twenty milliseconds of an
 * index. The plots of a Source that publishes more begin later.
 */
const countedAtMost = 40_000;

/** The sources of the user's feeds, or of those among them that are named. */
export async function followedSources(
  tx: ReadTx,
  userId: number,
  feedIds: readonly number[] | 'all',
): Promise<number[]> {
  const named = feedIds === 'all' ? nothing : sql`AND id IN (${tx.dialect.numbers(feedIds)})`;
  const rows = await tx.all<{ id: number }>(
    sql`SELECT source_id AS id FROM feeds WHERE user_id = ${userId} ${named} ORDER BY source_id`,
  );
  return rows.map(({ id }) => id);
}

/** Posts of some sources, by days of a clock that is `offsetMs` ahead of UTC. */
export function postsByDay(
  tx: ReadTx,
  sourceIds: readonly number[],
  { since, offsetMs }: { since: number; offsetMs: number },
): Promise<{ day: number; posts: number }[]> {
  return tx.all<{ day: number; posts: number }>(sql`
    SELECT ${steps(sql`sort_at`, offsetMs)} / 86400000 AS day, count(*) AS posts
    FROM posts WHERE source_id IN (${tx.dialect.numbers(sourceIds)}) AND sort_at >= ${since} GROUP BY 1`);
}

/** Posts of a source, by hours of a clock that is `offsetMs` ahead of UTC. */
export function postsByHour(
  tx: ReadTx,
  sourceId: number,
  { since, offsetMs }: { since: number; offsetMs: number },
): Promise<HourCount[]> {
  return tx.all<HourCount>(sql`
    SELECT ${steps(sql`sort_at`, offsetMs)} / 3600000 AS hour, count(*) AS posts FROM (
      SELECT sort_at FROM posts WHERE source_id = ${sourceId} AND sort_at >= ${since}
      ORDER BY sort_at DESC LIMIT ${countedAtMost}) newest
    GROUP BY 1`);
}

/**
 * How many of the posts since then are read, by days of the same clock. An item comes with its post or later, so the posts of
 * earlier items need no look.
 */
export function readByDay(
  tx: ReadTx,
  feedId: number,
  { since, offsetMs }: { since: number; offsetMs: number },
): Promise<DayCount[]> {
  return tx.all<DayCount>(sql`
    SELECT ${steps(sql`p.sort_at`, offsetMs)} / 86400000 AS day, count(*) AS read
    FROM items i JOIN posts p ON p.id = i.post_id
    WHERE i.feed_id = ${feedId} AND i.read = 1 AND i.created_at >= ${since} AND p.sort_at >= ${since}
    GROUP BY 1`);
}

/** How many items a user has of a feed, and how many of them are unread or starred. */
export async function countItemsOfFeed(tx: ReadTx, feedId: number): Promise<Activity['items']> {
  const row = await tx.get<{ kept: number; unread: number; starred: number }>(sql`
    SELECT count(*) AS kept, count(CASE WHEN read = 0 THEN 1 END) AS unread, count(CASE WHEN starred = 1 THEN 1 END) AS starred
    FROM items WHERE feed_id = ${feedId}`);
  return row ?? { kept: 0, unread: 0, starred: 0 };
}

/** The recent posts of each feed of the user, in order of id. */
export async function listPulses(tx: ReadTx, userId: number, since: number): Promise<Pulse[]> {
  const rows = await tx.all<{ id: number; posts: number; newest: number | null }>(sql`
    SELECT f.id,
      (SELECT count(*) FROM posts p WHERE p.source_id = f.source_id AND p.sort_at >= ${since}) AS posts,
      (SELECT max(p.sort_at) FROM posts p WHERE p.source_id = f.source_id) AS newest
    FROM feeds f WHERE f.user_id = ${userId} ORDER BY f.id`);
  return rows.map((row) => ({ feedId: row.id, posts: row.posts, newestPostAt: row.newest ?? undefined }));
}

/** A whole number on both databases, so that dividing it gives one, too. */
function steps(column: Sql, offsetMs: number): Sql {
  return sql`(${column} + CAST(${offsetMs} AS BIGINT))`;
}

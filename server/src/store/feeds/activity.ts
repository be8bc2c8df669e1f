// Counts of what a Source has published and what a user has of it, for plots. Posts that came from another source count for those who
// have them: mostly that is the same site at its former address, and without them the plots of a year would start anew when it moves.
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

/** Whose plots, and from when on, by a clock that is `offsetMs` ahead of UTC. */
interface Counted {
  userId: number;
  since: number;
  offsetMs: number;
}

/** Posts of some sources of the user's feeds, by days. */
export async function postsByDay(
  tx: ReadTx,
  sourceIds: readonly number[],
  { userId, since, offsetMs }: Counted,
): Promise<{ day: number; posts: number }[]> {
  const sources = tx.dialect.numbers(sourceIds);
  return tx.all<{ day: number; posts: number }>(sql`
    SELECT ${steps(sql`p.sort_at`, offsetMs)} / 86400000 AS day, count(*) AS posts
    FROM posts p WHERE p.source_id IN (${sources}) AND p.sort_at >= ${since} ${await withoutOthers(tx, userId, sources)} GROUP BY 1`);
}

/** Posts of the source of one of the user's feeds, by hours. */
export async function postsByHour(
  tx: ReadTx,
  sourceId: number,
  { userId, since, offsetMs }: Counted,
): Promise<HourCount[]> {
  const others = await withoutOthers(tx, userId, tx.dialect.numbers([sourceId]));
  return tx.all<HourCount>(sql`
    SELECT ${steps(sql`sort_at`, offsetMs)} / 3600000 AS hour, count(*) AS posts FROM (
      SELECT p.sort_at FROM posts p WHERE p.source_id = ${sourceId} AND p.sort_at >= ${since} ${others}
      ORDER BY p.sort_at DESC LIMIT ${countedAtMost}) newest
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
  const others = await withoutOthers(tx, userId, sql`SELECT source_id FROM feeds WHERE user_id = ${userId}`);
  const rows = await tx.all<{ id: number; posts: number; newest: number | null }>(sql`
    SELECT f.id,
      (SELECT count(*) FROM posts p WHERE p.source_id = f.source_id AND p.sort_at >= ${since} ${others}) AS posts,
      (SELECT max(p.sort_at) FROM posts p WHERE p.source_id = f.source_id ${others}) AS newest
    FROM feeds f WHERE f.user_id = ${userId} ORDER BY f.id`);
  return rows.map((row) => ({ feedId: row.id, posts: row.posts, newestPostAt: row.newest ?? undefined }));
}

/**
 * The condition that leaves out posts `p` that came with another source and that the user has not: when somebody else's feed has published is
 * nobody's business. Nothing where there are none: with it, counting has to look at each post and not only at an index.
 */
async function withoutOthers(tx: ReadTx, userId: number, sources: Sql): Promise<Sql> {
  // The index of foreign posts is found by the number as it stands here, and by no parameter.
  const isOthers = sql`p.left_at = 0 AND NOT EXISTS (SELECT 1 FROM items i WHERE i.post_id = p.id AND i.user_id = ${userId})`;
  const row = await tx.get(
    sql`SELECT 1 FROM posts p WHERE p.source_id IN (${sources}) AND ${isOthers} LIMIT 1`,
  );
  return row === undefined ? nothing : sql`AND (p.left_at IS NULL OR NOT (${isOthers}))`;
}

/** A whole number on both databases, so that dividing it gives one, too. */
function steps(column: Sql, offsetMs: number): Sql {
  return sql`(${column} + CAST(${offsetMs} AS BIGINT))`;
}

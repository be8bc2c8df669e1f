// How statuses and stars of many Items change at once, a portion at a time.
import type { Mark, MarkBounds } from '../model/mark.ts';
import { nothing, type Sql, sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** Where the items lie that are looked through: all of a user's, or one feed's. */
export type Stretch = { userId: number } | { feedId: number };

/** Those of `ids` that are items of the user. */
export async function ownItemIds(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.all<{ id: number }>(sql`SELECT id FROM items WHERE ${named(tx, userId, ids)}`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Marks those of `ids` that are the user's and do not bear the mark yet, and keeps the unread counts of their feeds.
 * Gives the ids of the items that it has changed, ascending.
 */
export async function setMark(
  tx: WriteTx,
  userId: number,
  ids: readonly number[],
  mark: Mark,
): Promise<number[]> {
  const { change, unmarked } = columns[mark];
  const rows = await tx.all<{ id: number; feed_id: number }>(sql`
    UPDATE items SET ${change} WHERE ${named(tx, userId, ids)} AND ${unmarked} RETURNING id, feed_id`);
  if (mark === 'read' || mark === 'unread') await countMarked(tx, rows, mark);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

/** What a look through a stretch has found, and where the next one goes on. */
export interface Look {
  ids: number[];
  /** Undefined at the end of the stretch. */
  after: number | undefined;
}

/** The items of a stretch after an id that do not bear the mark and keep within the bounds; looks at `limit` items at most. */
export async function itemsToMark(
  tx: ReadTx,
  stretch: Stretch,
  wanted: { mark: Mark; bounds: MarkBounds; after: number; limit: number },
): Promise<Look> {
  const { bounds, after, limit } = wanted;
  const where = 'feedId' in stretch ? sql`feed_id = ${stretch.feedId}` : sql`user_id = ${stretch.userId}`;
  const narrow = sql`SELECT id, post_id, created_at FROM items
    WHERE ${where} AND ${columns[wanted.mark].unmarked} AND id > ${after} ${above(bounds)} ORDER BY id LIMIT ${limit}`;
  const rows = await tx.all<{ id: number; fits: number }>(
    bounds.before === undefined
      ? sql`SELECT id, 1 AS fits FROM (${narrow}) AS looked_at ORDER BY id`
      : sql`SELECT i.id, CASE WHEN coalesce(p.published_at, i.created_at) < ${bounds.before} THEN 1 ELSE 0 END AS fits
          FROM (${narrow}) AS i JOIN posts p ON p.id = i.post_id ORDER BY i.id`,
  );
  return {
    ids: rows.filter((row) => row.fits === 1).map((row) => row.id),
    after: rows.length < limit ? undefined : rows.at(-1)?.id,
  };
}

/** As literals, so that partial indexes serve them. */
const columns: Readonly<Record<Mark, { change: Sql; unmarked: Sql }>> = {
  read: { change: sql`read = 1`, unmarked: sql`read = 0` },
  unread: { change: sql`read = 0`, unmarked: sql`read = 1` },
  starred: { change: sql`starred = 1`, unmarked: sql`starred = 0` },
  unstarred: { change: sql`starred = 0`, unmarked: sql`starred = 1` },
};

/** By the key of the table: the plus keeps the planner from looking through everything that the user has. */
function named(tx: ReadTx, userId: number, ids: readonly number[]): Sql {
  return sql`+user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)})`;
}

/** Feeds that lose or gain as many share a statement: there are thousands of feeds and few different numbers. */
async function countMarked(
  tx: WriteTx,
  rows: readonly { feed_id: number }[],
  mark: 'read' | 'unread',
): Promise<void> {
  const counts = new Map<number, number>();
  for (const { feed_id: feedId } of rows) counts.set(feedId, (counts.get(feedId) ?? 0) + 1);
  for (const [count, feeds] of Map.groupBy(counts, ([, each]) => each)) {
    const ids = tx.dialect.numbers(feeds.map(([feedId]) => feedId));
    const change = mark === 'read' ? -count : count;
    await tx.run(sql`UPDATE feeds SET unread_count = unread_count + ${change} WHERE id IN (${ids})`);
  }
}

function above({ upTo, olderThanId, newerThanId }: MarkBounds): Sql {
  const seen = upTo === undefined ? nothing : sql`AND id <= ${upTo}`;
  const older = olderThanId === undefined ? nothing : sql`AND id < ${olderThanId}`;
  const newer = newerThanId === undefined ? nothing : sql`AND id > ${newerThanId}`;
  return sql`${seen} ${older} ${newer}`;
}

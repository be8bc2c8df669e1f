// Changes the statuses and stars of many Items at once, a portion at a time.
import type { Mark, MarkBounds } from '../../model/mark.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The items that are looked through: all of a user's, or one feed's. */
export type Stretch = { userId: number } | { feedId: number };

/** Changes of the unread counts of feeds, by id, for callers that write them once for several portions of a transaction. */
export type UnreadChanges = Map<number, number>;

/** What became of ids that were to be marked, ascending. */
interface Marked {
  /** Those that are items of the user. */
  known: number[];
  /** Those of them that did not have the mark yet. */
  changed: number[];
}

/**
 * Marks those of `ids` that are the user's and do not have the mark yet. Updates the unread counts of their feeds, or leaves that
 * to a caller who passes `counts`.
 */
export async function setMark(
  tx: WriteTx,
  userId: number,
  ids: readonly number[],
  mark: Mark,
  counts?: UnreadChanges,
): Promise<Marked> {
  const { unmarked } = columns[mark];
  const walk = await walkOver(tx, sql`user_id = ${userId}`, ids);
  // Read first and then written: that costs less than an UPDATE that returns what it has changed, and also tells which ids are
  // known.
  const found = await tx.all<Place & { is_meant: number }>(sql`
    SELECT id, feed_id, CASE WHEN ${unmarked} THEN 1 ELSE 0 END AS is_meant FROM items WHERE ${walk ?? named(tx, userId, ids)}`);
  const wanted = new Set(ids);
  const rows = found.filter(({ id }) => wanted.has(id)).sort((one, other) => one.id - other.id);
  const meant = rows.filter(isMeant);
  const changed = meant.map((row) => row.id);
  const isAll = walk !== undefined && found.filter(isMeant).length === meant.length;
  const which = isAll ? sql`${walk} AND +${unmarked}` : sql`${named(tx, userId, changed)} AND ${unmarked}`;
  await changeAll(tx, meant, { which, mark, counts });
  return { known: rows.map((row) => row.id), changed };
}

/** What a look through a stretch has changed, and where the next one goes on. */
interface Look {
  /** Ascending. */
  changed: number[];
  looked: number;
  /** Undefined at the end of the stretch. */
  after: number | undefined;
}

/**
 * Marks the items of a stretch after an id that do not have the mark and are within the bounds, and leaves the unread counts to
 * `counts`; looks at `limit` items at most.
 */
export async function markStretch(
  tx: WriteTx,
  stretch: Stretch,
  wanted: { mark: Mark; bounds: MarkBounds; after: number; limit: number; counts: UnreadChanges },
): Promise<Look> {
  const { mark, bounds, after, limit, counts } = wanted;
  const where = 'feedId' in stretch ? sql`feed_id = ${stretch.feedId}` : sql`user_id = ${stretch.userId}`;
  const lying = sql`${where} AND ${columns[mark].unmarked} AND id > ${after}`;
  const found = sql`FROM items WHERE ${lying} ${within(bounds)} ORDER BY id LIMIT ${limit}`;
  const rows = await tx.all<Place>(sql`SELECT id, feed_id ${found}`);
  const last = rows.at(-1);
  if (!last) return { changed: [], looked: 0, after: undefined };
  const meant = bounds.before === undefined ? rows : await publishedBefore(tx, rows, bounds.before);
  const ids = meant.map((row) => row.id);
  const walk = meant.length === rows.length ? await walkOver(tx, where, ids) : undefined;
  const which = walk
    ? sql`${walk} AND +${columns[mark].unmarked} ${within(bounds)}`
    : sql`id IN (${tx.dialect.numbers(ids)})`;
  await changeAll(tx, meant, { which, mark, counts });
  return { changed: ids, looked: rows.length, after: rows.length < limit ? undefined : last.id };
}

/** For fewer items it does not matter how they are found. */
const LEAST_WALKED_OVER = 100;
/** Other items that may be passed over for each one wanted. Passing over one costs a fifth of what finding one in this way saves. */
const MOST_PASSED_OVER = 1;

/**
 * A condition for all items between the first and the last of `ids`; undefined if there are so many others between them that
 * passing over those costs more than looking each id up. A caller that changes items on this walk puts a plus before their
 * status, which keeps the planner from the tree that the change alters: what SQLite finds there, or in a list, it has to gather
 * before it changes any, which costs half as much again (docs/notes/marking-in-bulk.md).
 */
async function walkOver(tx: ReadTx, where: Sql, ids: readonly number[]): Promise<Sql | undefined> {
  if (ids.length < LEAST_WALKED_OVER) return undefined;
  const [first, last] = ids.reduce(
    ([low, high], id) => [Math.min(low, id), Math.max(high, id)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const walk = sql`${where} AND id >= ${first} AND id <= ${last}`;
  const most = ids.length * (1 + MOST_PASSED_OVER);
  if (last - first < most) return walk;
  const lying = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM items WHERE ${walk} LIMIT ${most + 1}) AS lying`,
  );
  return lying && lying.count <= most ? walk : undefined;
}

/** An item to change, and the feed that counts it. */
interface Place {
  id: number;
  feed_id: number;
}

function isMeant(row: { is_meant: number }): boolean {
  return row.is_meant === 1;
}

async function changeAll(
  tx: WriteTx,
  rows: readonly Place[],
  { which, mark, counts }: { which: Sql; mark: Mark; counts: UnreadChanges | undefined },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`UPDATE items SET ${columns[mark].change} WHERE ${which}`);
  if (mark !== 'read' && mark !== 'unread') return;
  const changes: UnreadChanges = counts ?? new Map();
  const one = mark === 'read' ? -1 : 1;
  for (const { feed_id: feedId } of rows) changes.set(feedId, (changes.get(feedId) ?? 0) + one);
  if (!counts) await countUnread(tx, changes);
}

/** Items of posts without a date count as published when they were given to the user. */
async function publishedBefore(tx: ReadTx, rows: readonly Place[], before: number): Promise<Place[]> {
  const earlier = await tx.all<{ id: number }>(sql`
    SELECT i.id FROM items i JOIN posts p ON p.id = i.post_id
    WHERE i.id IN (${tx.dialect.numbers(rows.map((row) => row.id))}) AND coalesce(p.published_at, i.created_at) < ${before}`);
  const ids = new Set(earlier.map((row) => row.id));
  return rows.filter((row) => ids.has(row.id));
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

/** Feeds whose counts change by the same number share a statement: there are thousands of feeds and few different numbers. */
export async function countUnread(tx: WriteTx, changes: UnreadChanges): Promise<void> {
  for (const [change, feeds] of Map.groupBy(changes, ([, each]) => each)) {
    const ids = tx.dialect.numbers(feeds.map(([feedId]) => feedId));
    await tx.run(sql`UPDATE feeds SET unread_count = unread_count + ${change} WHERE id IN (${ids})`);
  }
}

function within({ upTo, olderThanId, newerThanId, storedUpTo }: MarkBounds): Sql {
  const seen = upTo === undefined ? nothing : sql`AND id <= ${upTo}`;
  const older = olderThanId === undefined ? nothing : sql`AND id < ${olderThanId}`;
  const newer = newerThanId === undefined ? nothing : sql`AND id > ${newerThanId}`;
  const stored = storedUpTo === undefined ? nothing : sql`AND created_at <= ${storedUpTo}`;
  return sql`${seen} ${older} ${newer} ${stored}`;
}

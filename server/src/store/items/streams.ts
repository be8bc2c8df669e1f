// The parts that a stream consists of, each a walk along an index that ends with the page.
import type { StreamItem } from '../../model/stream.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { TimedPage } from './item-times.ts';
import { starredOnly } from './starred.ts';

/** Entries of the feeds' index that a merge is spared: as many take a millisecond, and another statement less. */
const WORTH_NARROWING = 2_000;

/** Items for which all of these hold; what is left out does not matter. The feeds must be the user's. */
export interface StreamPart {
  feedIds?: readonly number[];
  only?: 'read' | 'unread';
  starred?: boolean;
  /** Tags of the user: all of these, */
  tags?: readonly number[];
  /** and none of these. */
  notTags?: readonly number[];
}

export interface PartPage extends TimedPage {
  limit: number;
}

/** The items of a part, in order of id. */
export async function streamPart(
  tx: ReadTx,
  userId: number,
  part: StreamPart,
  page: PartPage,
): Promise<StreamItem[]> {
  return tx.all<StreamItem>(rowsOf(tx, userId, part, await narrowed(tx, part, page)));
}

/**
 * The page, with a bound that its last item cannot lie beyond where many feeds are merged: a few items of each of them are enough to
 * know one. Without it, as much as a whole page would be read of each.
 */
async function narrowed(tx: ReadTx, part: StreamPart, page: PartPage): Promise<PartPage> {
  const { feedIds = [] } = part;
  const ofEach = Math.ceil((2 * page.limit) / Math.max(1, feedIds.length));
  if (!isMerged(part) || feedIds.length * (page.limit - ofEach) < WORTH_NARROWING) return page;
  const few = idsOfFeeds(tx, part, feedIds, { ...page, limit: ofEach });
  const last = await tx.get<{ id: number }>(
    sql`${few} ORDER BY id ${order(page)} LIMIT 1 OFFSET ${page.limit - 1}`,
  );
  if (!last) return page;
  return page.oldestFirst ? { ...page, below: last.id + 1 } : { ...page, above: last.id - 1 };
}

/** The ids of a user's unread or starred items after an id, in order, up to a limit: as one text that the database makes. */
export async function idList(
  tx: ReadTx,
  userId: number,
  { of, after, limit }: { of: 'unread' | 'starred'; after: number; limit: number },
): Promise<{ ids: string; count: number; last: number }> {
  // As literals, so that partial indexes serve them.
  const marked = of === 'unread' ? sql`read = 0` : sql`starred = 1`;
  const row = await tx.get<{ ids: string | null; count: number; last: number | null }>(sql`
    SELECT string_agg(CAST(id AS TEXT), ',') AS ids, count(*) AS count, max(id) AS last
    FROM (SELECT id FROM items WHERE user_id = ${userId} AND ${marked} AND id > ${after} ORDER BY id LIMIT ${limit}) AS listed`);
  return { ids: row?.ids ?? '', count: row?.count ?? 0, last: row?.last ?? 0 };
}

/** How many items the user has. */
export async function countItemsOfUser(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM items WHERE user_id = ${userId}`,
  );
  return row?.count ?? 0;
}

/** When each feed of the user last got an item, by the feed's id. */
export async function newestOfFeeds(tx: ReadTx, userId: number): Promise<Map<number, number>> {
  const rows = await tx.all<{ id: number; at: number | null }>(sql`
    SELECT f.id, (SELECT i.created_at FROM items i WHERE i.feed_id = f.id ORDER BY i.id DESC LIMIT 1) AS at
    FROM feeds f WHERE f.user_id = ${userId}`);
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}

/** When a source of the user's feeds was last visited with success; undefined: never. */
export async function lastCheck(tx: ReadTx, userId: number): Promise<number | undefined> {
  const row = await tx.get<{ at: number | null }>(sql`
    SELECT max(s.checked_at) AS at FROM feeds f JOIN sources s ON s.id = f.source_id WHERE f.user_id = ${userId}`);
  return row?.at ?? undefined;
}

function rowsOf(tx: ReadTx, userId: number, part: StreamPart, page: PartPage): Sql {
  const { feedIds, tags = [] } = part;
  const [tag, ...moreTags] = tags;
  if (tag !== undefined) return taggedRows(tx, userId, { ...part, tags: moreTags }, { ...page, tag });
  const end = endOf(page);
  if (feedIds === undefined || !isMerged(part)) {
    return sql`SELECT id, feed_id AS "feedId", created_at AS "createdAt" FROM items
      WHERE user_id = ${userId} ${ofFeeds(tx, part)} ${marked(tx, part)} ${within(page)} ${end}`;
  }
  const ids = sql`${idsOfFeeds(tx, part, feedIds, page)} ${end}`;
  return sql`SELECT id, feed_id AS "feedId", created_at AS "createdAt" FROM items WHERE id IN (${ids}) ORDER BY id ${order(page)}`;
}

/** Starred and tagged items are few, so those of some feeds are picked out of them; otherwise each feed has an index to walk along. */
function isMerged({ feedIds, starred, tags = [] }: StreamPart): boolean {
  return feedIds !== undefined && !starred && tags.length === 0;
}

/** The ids of a page of each feed. */
function idsOfFeeds(tx: ReadTx, part: StreamPart, feedIds: readonly number[], page: PartPage): Sql {
  const { dialect } = tx;
  const ofEach = sql`SELECT id FROM items WHERE feed_id = f.value ${marked(tx, part)} ${within(page)} ${endOf(page)}`;
  return dialect.idsOfEach(sql`(${dialect.numbers(feedIds)}) AS f`, ofEach);
}

/** Walks through everything with the tag and tests it: few items have one. */
function taggedRows(
  tx: ReadTx,
  userId: number,
  part: StreamPart,
  { tag, ...page }: PartPage & { tag: number },
): Sql {
  const { above, below, ...times } = page;
  // The bounds are on the index itself, so that a page far down skips what is above it.
  const from = above === undefined ? nothing : sql`AND g.item_id > ${above}`;
  const to = below === undefined ? nothing : sql`AND g.item_id < ${below}`;
  // What is left out is named by the tag's row: as a condition of the item, PostgreSQL would rather read the items of everybody.
  return sql`SELECT id, feed_id AS "feedId", created_at AS "createdAt" FROM item_tags g CROSS JOIN items
    WHERE g.tag_id = ${tag} AND id = g.item_id AND +user_id = ${userId} ${from} ${to} ${ofFeeds(tx, part)} ${marked(tx, part, sql`g.item_id`)} ${within(times)}
    ORDER BY g.item_id ${order(page)} LIMIT ${page.limit}`;
}

function ofFeeds({ dialect }: ReadTx, { feedIds }: StreamPart): Sql {
  return feedIds === undefined ? nothing : sql`AND feed_id IN (${dialect.numbers(feedIds)})`;
}

/**
 * As literals, so that partial indexes serve them. What is left out is one condition: SQLite takes no more than a thousand. It is a
 * boolean that PostgreSQL looks up item by item if it expects more than fits into a hash (4 MB); of a `NOT IN` it would then read
 * everything that is left out for each item it passes over.
 */
function marked(
  { dialect }: ReadTx,
  { only, starred, tags = [], notTags = [] }: StreamPart,
  item = sql`id`,
): Sql {
  const tag = dialect.tested(sql`l.tag_id`);
  const left = sql`SELECT 1 FROM item_tags l WHERE l.item_id = ${item} AND ${tag} IN (${dialect.numbers(notTags)})`;
  return joined(
    [
      ...statusOf(only, starred),
      ...tags.map((tag) => sql`AND id IN (SELECT item_id FROM item_tags WHERE tag_id = ${tag})`),
      ...(notTags.length === 0 ? [] : [sql`AND (EXISTS (${left})) IS NOT TRUE`]),
    ],
    ' ',
  );
}

function statusOf(only: StreamPart['only'], starred: boolean | undefined): Sql[] {
  if (starred && only !== undefined) return [sql`AND ${starredOnly[only]}`];
  return [
    ...(starred === undefined ? [] : [starred ? sql`AND starred = 1` : sql`AND starred = 0`]),
    ...(only === undefined ? [] : [only === 'unread' ? sql`AND read = 0` : sql`AND read = 1`]),
  ];
}

function endOf(page: PartPage): Sql {
  return sql`ORDER BY id ${order(page)} LIMIT ${page.limit}`;
}

function order({ oldestFirst }: PartPage): Sql {
  return oldestFirst ? sql`ASC` : sql`DESC`;
}

function within({ above, below, storedFrom, storedUpTo }: PartPage): Sql {
  const conditions = [
    above === undefined ? undefined : sql`AND id > ${above}`,
    below === undefined ? undefined : sql`AND id < ${below}`,
    storedFrom === undefined ? undefined : sql`AND created_at >= ${storedFrom}`,
    storedUpTo === undefined ? undefined : sql`AND created_at <= ${storedUpTo}`,
  ].filter((condition) => condition !== undefined);
  return conditions.reduce((all, one) => sql`${all} ${one}`, nothing);
}

// Finds items of a user by the words of their posts. There are two plans: where few posts hold the words, all of these are
// looked up among the user's items; where many do, the user's items are walked, and each portion is held against the index.
import { type Clause, type FactTerm, holds, type WordsTerm } from '../model/search-query.ts';
import type { Reach, SoughtText } from './search-dialect.ts';
import { lookIntoIndex } from './search-index.ts';
import { nothing, type Sql, sql } from './sql.ts';
import type { ReadTx } from './store.ts';

/** How a walk goes: items of the largest portion, during which others wait, and items of one call. */
export const walks = {
  /** A page of 20 where one item in 480 is found. A portion of one feed, whose posts lie far apart, takes 20 ms. */
  usual: { items: 250, most: 10_000 },
  /** Where each look into the index costs a lot, however little it is for. */
  gathering: { items: 5_000, most: 10_000 },
  /** Only to know whether there is any: a link that leads to nothing costs little. */
  glance: 2_000,
} as const;
/** The smallest portion: what is found in one item of three fills a page with it. */
const LEAST_ITEMS = 64;
/** By chance twice as many have to be looked at as by the average, seldom more. */
const LUCK = 2;
/** A walk of so few feeds reads each of them; of more it reads what the user has, and leaves out the rest. */
const MERGED_FEEDS = 300;
/** Each of the feeds may have all items of a portion, so that many are read. */
const MERGED_ITEMS = 10_000;

export interface Searched {
  userId: number;
  words: readonly Clause<WordsTerm>[];
  facts: readonly Clause<FactTerm>[];
  /** The feeds, which must be the user's, that items are looked for in; undefined: all. */
  feedIds: readonly number[] | undefined;
  reach: Reach;
  beyond?: Reach | undefined;
}

/** All that is found, the greatest id first; or how the items are walked. */
export type SearchPlan = { ids: readonly number[] } | Walk;

export interface Walk {
  /** How far apart, in ids of posts, the posts are that hold the words; infinite where one look should do for all. */
  spacing: number;
  /** Items of a portion at most. */
  items: number;
  /** Items of one call at most. */
  most: number;
}

/** Where to look: at items between two ids, from the greatest down unless `upwards`. */
export interface SearchStretch {
  above?: number | undefined;
  below?: number | undefined;
  upwards: boolean;
}

export interface Found {
  /** In the order of the walk. */
  ids: number[];
  /** The last item that was looked at; undefined: the stretch has come to its end. */
  reached: number | undefined;
}

/** How many items are to be looked at first, to find so many. */
export function firstPortion({ spacing, items }: Walk, wanted: number): number {
  return Math.min(items, Math.max(LEAST_ITEMS, Math.ceil(wanted * spacing * LUCK)));
}

/** Looks on, as far as one portion goes. `items`: how many that is. */
export async function searchOn(
  tx: ReadTx,
  searched: Searched,
  { plan, stretch, items }: { plan: SearchPlan; stretch: SearchStretch; items: number },
): Promise<Found> {
  if ('spacing' in plan) return walk(tx, searched, { ...stretch, spacing: plan.spacing, items });
  const { above = 0, below = Number.POSITIVE_INFINITY } = stretch;
  const ids = plan.ids.filter((id) => id > above && id < below);
  return { ids: stretch.upwards ? ids.reverse() : ids, reached: undefined };
}

/** What is looked for in the index, and whether that is wanted: where nothing is, whatever is not unwanted is found. */
export function soughtOf({ words, reach, beyond }: Searched): {
  text: SoughtText | undefined;
  wanted: boolean;
} {
  if (words.some(({ not }) => !not)) {
    return { text: { clauses: words, reach, ...(beyond && { beyond }) }, wanted: true };
  }
  const any = words.flatMap((clause) => clause.any);
  const text: SoughtText = { clauses: [{ any, not: false }], reach: 'anywhere' };
  return { text: any.length === 0 ? undefined : text, wanted: false };
}

export function isRestricted({ facts, feedIds }: Searched): boolean {
  return facts.length > 0 || feedIds !== undefined;
}

/** Whether the user has no more items in the feeds and of the status that are looked for. */
export async function isWithin(tx: ReadTx, searched: Searched, items: number): Promise<boolean> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${itemIds(tx, searched, { upwards: false, limit: items + 1 })}) AS scope`);
  return Number(row?.count ?? 0) <= items;
}

/** The items of some posts that are found, the greatest id first. */
export async function itemsAmong(
  tx: ReadTx,
  searched: Searched,
  posts: readonly number[],
): Promise<number[]> {
  const columns = isRestricted(searched) ? rowColumns(searched) : sql`i.id`;
  // CROSS: to SQLite it says that the posts come first, and their items by their index.
  const rows = await tx.all<Row>(sql`
    SELECT ${columns} FROM (${tx.dialect.numbers(posts)}) AS found CROSS JOIN items i
    WHERE i.post_id = found.value AND i.user_id = ${searched.userId}`);
  const found = isRestricted(searched) ? rows.filter(fitting(searched)) : rows;
  return found.map((row) => row.id).sort((a, b) => b - a);
}

async function walk(
  tx: ReadTx,
  searched: Searched,
  { spacing, items, ...stretch }: SearchStretch & Pick<Walk, 'spacing' | 'items'>,
): Promise<Found> {
  const limit = Math.min(items, Math.ceil(MERGED_ITEMS / (mergedFeeds(searched)?.length || 1)));
  // Two columns are read in half the time, and most searches ask nothing else of an item.
  const columns = isRestricted(searched) ? rowColumns(searched) : sql`i.id, i.post_id`;
  const rows = await tx.all<Row>(sql`
    SELECT ${columns} FROM items i
    WHERE i.id IN (${itemIds(tx, searched, { ...stretch, limit })})
    ORDER BY i.id ${order(stretch)}`);
  const fit = isRestricted(searched) ? rows.filter(fitting(searched)) : rows;
  const { text, wanted } = soughtOf(searched);
  const holding = text && (await postsHolding(tx, text, fit, spacing));
  const last = rows.at(-1);
  // An item is never older than its post, so what comes below is older still.
  const isPast = !stretch.upwards && last !== undefined && last.created_at < earliest(searched.facts);
  return {
    ids: fit.filter((row) => !holding || holding.has(row.post_id) === wanted).map((row) => row.id),
    reached: rows.length < limit || isPast ? undefined : last?.id,
  };
}

/**
 * Which of the posts of some items hold what is sought. As a truth the list is looked up in a hash; as a join PostgreSQL, which
 * takes what is found for a few, went through it for each of them.
 */
async function postsHolding(
  tx: ReadTx,
  text: SoughtText,
  rows: readonly Row[],
  spacing: number,
): Promise<Set<number>> {
  const holding = new Set<number>();
  const posts = rows.map((row) => row.post_id).sort((a, b) => a - b);
  for (const run of tx.dialect.search.runs(posts, spacing)) {
    const found = await lookIntoIndex(
      tx,
      sql`
      SELECT post_id FROM (${tx.dialect.search.findAmong(text, run)}) AS found
      WHERE (+post_id IN (${tx.dialect.numbers(run)})) IS TRUE`,
    );
    for (const { post_id } of found) holding.add(post_id);
  }
  return holding;
}

interface Row {
  id: number;
  user_id: number;
  feed_id: number;
  post_id: number;
  read: number;
  starred: number;
  created_at: number;
  sort_at: number;
}

function rowColumns({ facts }: Searched): Sql {
  const isDated = facts.some(({ any }) => any.some((term) => 'at' in term));
  const sortAt = isDated ? sql`(SELECT sort_at FROM posts WHERE posts.id = i.post_id)` : sql`0`;
  return sql`i.id, i.user_id, i.feed_id, i.post_id, i.read, i.starred, i.created_at, ${sortAt} AS sort_at`;
}

type Ids = SearchStretch & { limit: number };

/**
 * The ids of items in order, whatever their posts hold. Of the conditions only those are asked here that an index answers; so
 * there are few different statements, and the database knows them again.
 */
function itemIds(tx: ReadTx, searched: Searched, ids: Ids): Sql {
  const merged = mergedFeeds(searched);
  return merged ? ofFeeds(tx, merged, ids) : ofUser(searched.userId, { ...ids, facts: searched.facts });
}

function mergedFeeds({ feedIds }: Searched): readonly number[] | undefined {
  return feedIds !== undefined && feedIds.length <= MERGED_FEEDS ? feedIds : undefined;
}

/** As a literal, so that a partial index serves it; one only, so that the planner has nothing to choose. */
function ofUser(userId: number, { facts, ...ids }: Ids & { facts: Searched['facts'] }): Sql {
  const unread = requires(facts, 'unread') ? sql`AND read = 0` : nothing;
  const condition = requires(facts, 'starred') ? sql`AND starred = 1` : unread;
  return sql`SELECT id FROM items WHERE user_id = ${userId} ${condition} ${within(ids)}`;
}

function ofFeeds(tx: ReadTx, feedIds: readonly number[], ids: Ids): Sql {
  const ofEach = sql`SELECT id FROM items WHERE feed_id = f.value ${within(ids)}`;
  const table = sql`(${tx.dialect.numbers(feedIds)}) AS f`;
  return sql`${tx.dialect.idsOfEach(table, ofEach)} ORDER BY id ${order(ids)} LIMIT ${ids.limit}`;
}

function within({ above, below, limit, ...ids }: Ids): Sql {
  const lower = above === undefined ? nothing : sql`AND id > ${above}`;
  const upper = below === undefined ? nothing : sql`AND id < ${below}`;
  return sql`${lower} ${upper} ORDER BY id ${order(ids)} LIMIT ${limit}`;
}

function order({ upwards }: Pick<SearchStretch, 'upwards'>): Sql {
  return upwards ? sql`ASC` : sql`DESC`;
}

function fitting({ userId, facts, feedIds }: Searched): (row: Row) => boolean {
  const feeds = feedIds && new Set(feedIds);
  return ({ user_id, feed_id, read, starred, sort_at }) =>
    user_id === userId &&
    (!feeds || feeds.has(feed_id)) &&
    holds(facts, { read: read === 1, starred: starred === 1, sortAt: sort_at });
}

/** Whether every item that is found is read, unread or starred. */
function requires(facts: Searched['facts'], is: FactTerm['is']): boolean {
  return facts.some(({ any, not }) => !not && any.length === 1 && any[0]?.is === is);
}

/** No post that is found was published before this. */
function earliest(facts: Searched['facts']): number {
  const from = facts.flatMap(({ any: [term, second], not }) =>
    !not && term?.is === 'from' && !second ? [term.at] : [],
  );
  return Math.max(Number.NEGATIVE_INFINITY, ...from);
}

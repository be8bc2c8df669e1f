// Finds a user's items by the words of their posts. There are two plans: if few posts hold the words, all of these are looked up
// among the user's items; if many do, the user's items are walked, and each portion is checked against the index.
import { holds } from '../../model/search-query.ts';
import { toldUpTo } from '../items/item-times.ts';
import { joined, nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { SoughtText } from './search-dialect.ts';
import { lookIntoIndex } from './search-index.ts';
import {
  isRestricted,
  itemIds,
  mergedLists,
  oneOf,
  order,
  type Searched,
  type SearchStretch,
} from './search-scope.ts';

/** How a walk goes: items in the largest portion, during which others wait, and items per call. */
export const walks = {
  /** Enough for a page of 20 if one item in 480 matches. A portion of one feed, whose posts are far apart, takes 20 ms. */
  usual: { items: 250, most: 10_000 },
  /** For searches in which each look into the index costs a lot, however little it is for. */
  gathering: { items: 5_000, most: 10_000 },
  /** Only to know whether there is anything, for a link: one that leads to nothing does little harm. */
  glance: 2_000,
} as const;
/** The smallest portion: it fills a page if one item in three matches. */
const LEAST_ITEMS = 64;
/** By chance, twice the average may have to be looked at, seldom more. */
const LUCK = 2;
/** Items read per portion at most: each of the feeds or tags may have to give a whole portion. */
const MERGED_ITEMS = 10_000;

/** Posts that match: by what their feed gives, and together with their articles. */
export type MatchingPosts = Readonly<Record<'plain' | 'full', readonly number[]>>;

/** All items that match, the greatest id first; or how to walk the items. */
export type SearchPlan = { ids: readonly number[] } | Walk;

interface Walk {
  /** How far apart, in ids, the posts are that hold the words; infinite if one look should serve all. */
  spacing: number;
  /** Items per portion at most. */
  items: number;
  /** Items per call at most. */
  most: number;
}

export interface FoundItems {
  /** In the order of the walk. */
  ids: number[];
  /** The last item that was looked at; undefined if the stretch has come to its end. */
  reached: number | undefined;
}

/** How many items to look at first in order to find so many. */
export function itemsAtFirst({ spacing, items }: Walk, wanted: number): number {
  return Math.min(items, Math.max(LEAST_ITEMS, Math.ceil(wanted * spacing * LUCK)));
}

/** Continues a search by one portion of at most `items`. */
export async function searchOn(
  tx: ReadTx,
  searched: Searched,
  { plan, stretch, items }: { plan: SearchPlan; stretch: SearchStretch; items: number },
): Promise<FoundItems> {
  if ('spacing' in plan) return walk(tx, searched, { ...stretch, spacing: plan.spacing, items });
  const { above = 0, below = Number.POSITIVE_INFINITY } = stretch;
  const ids = plan.ids.filter((id) => id > above && id < below);
  return { ids: stretch.upwards ? ids.reverse() : ids, reached: undefined };
}

/**
 * What is looked up in the index, and whether items that match are wanted. If there are only excluded words, these are looked up,
 * and all other items are found.
 */
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

/** Those items of some posts that match, the greatest id first. */
export async function itemsAmong(tx: ReadTx, searched: Searched, posts: MatchingPosts): Promise<number[]> {
  const columns = isRestricted(searched) ? rowColumns(tx, searched) : sql`i.id, i.post_id`;
  const plain = new Set(posts.plain);
  const full = new Set(posts.full);
  // CROSS tells SQLite to begin with the posts, and to find their items by index.
  const rows = await tx.all<Row>(sql`
    SELECT ${columns}${isFull(searched)} FROM (${tx.dialect.numbers([...new Set([...plain, ...full])])}) AS found CROSS JOIN items i
    WHERE i.post_id = found.value AND i.user_id = ${searched.userId}`);
  const found = isRestricted(searched) ? rows.filter(fitting(searched)) : rows;
  // Those whose article had no words yet when the posts were gathered.
  const others = found.filter((row) => row.is_full === 1 && !full.has(row.post_id));
  const { text } = soughtOf(searched);
  if (text) for (const id of await postsHolding(tx, text, others, Number.POSITIVE_INFINITY)) full.add(id);
  return found
    .filter((row) => (row.is_full === 1 ? full : plain).has(row.post_id))
    .map((row) => row.id)
    .sort((a, b) => b - a);
}

async function walk(
  tx: ReadTx,
  searched: Searched,
  { spacing, items, ...stretch }: SearchStretch & Pick<Walk, 'spacing' | 'items'>,
): Promise<FoundItems> {
  const limit = Math.min(items, Math.ceil(MERGED_ITEMS / (mergedLists(searched) || 1)));
  // Two columns are read in half the time, and most searches need no others of an item.
  const columns = isRestricted(searched) ? rowColumns(tx, searched) : sql`i.id, i.post_id`;
  const rows = await tx.all<Row>(sql`
    SELECT ${columns}${isFull(searched)} FROM items i
    WHERE i.id IN (${itemIds(tx, searched, { ...stretch, limit })})
    ORDER BY i.id ${order(stretch)}`);
  const fit = isRestricted(searched) ? rows.filter(fitting(searched)) : rows;
  const { text, wanted } = soughtOf(searched);
  const holding = text && (await postsHolding(tx, text, fit, spacing));
  const last = rows.at(-1);
  // No item is from after it was given, and the items below were given earlier still, unless an import has dated these back. A few
  // may have been given while the clock was wrong, but hardly a whole portion.
  const since = earliest(searched.facts);
  const isOld = !stretch.upwards && rows.every((row) => row.created_at < since);
  const isPast = isOld && (last?.id ?? 0) > (await toldUpTo(tx, searched.userId));
  return {
    ids: fit.filter((row) => !holding || holding.has(row.post_id) === wanted).map((row) => row.id),
    reached: rows.length < limit || isPast ? undefined : last?.id,
  };
}

/**
 * Which of the posts of some items hold what is searched for, each looked up as its user sees it. As a boolean (`IS TRUE`), the
 * list is looked up in a hash; as a join, PostgreSQL, which expects few matches, went through the list for each of them.
 */
async function postsHolding(
  tx: ReadTx,
  text: SoughtText,
  rows: readonly Row[],
  spacing: number,
): Promise<Set<number>> {
  const { search } = tx.dialect;
  const holding = new Set<number>();
  for (const index of [search, search.full]) {
    const posts = rows
      .filter((row) => (row.is_full === 1) === (index === search.full))
      .map((row) => row.post_id)
      .sort((a, b) => a - b);
    for (const run of search.runs(posts, spacing)) {
      const found = await lookIntoIndex(
        tx,
        sql`
        SELECT post_id FROM (${index.findAmong(text, run)}) AS found
        WHERE (+post_id IN (${tx.dialect.numbers(run)})) IS TRUE`,
      );
      for (const { post_id } of found) holding.add(post_id);
    }
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
  published_at: number | null;
  /** 1: the user is shown its article, whose words are in the index. Undefined if none are shown to the user. */
  is_full?: number;
  /** 0: it has not the tags that are searched for. */
  is_tagged?: number;
}

/** One more column for a statement. An article whose words have yet to be stored is not searched, but the post is, as before. */
function isFull({ userId, hasArticles }: Searched): Sql {
  if (!hasArticles) return nothing;
  return sql`, CASE WHEN EXISTS (SELECT 1 FROM wanted_articles w WHERE w.post_id = i.post_id AND w.user_id = ${userId})
    AND EXISTS (SELECT 1 FROM full_texts t WHERE t.post_id = i.post_id AND t.has_words = 1) THEN 1 ELSE 0 END AS is_full`;
}

function rowColumns({ dialect }: ReadTx, { facts, tags }: Searched): Sql {
  const isDated = facts.some(({ any }) => any.some((term) => 'at' in term));
  const published = isDated
    ? sql`(SELECT published_at FROM posts WHERE posts.id = i.post_id)`
    : sql`CAST(NULL AS BIGINT)`;
  const tagged = tags.map(
    ({ tagIds, not }) => sql`${not ? sql`NOT` : nothing} EXISTS (
    SELECT 1 FROM item_tags g WHERE g.item_id = i.id AND ${dialect.tested(sql`g.tag_id`)} ${oneOf(tagIds)})`,
  );
  const isTagged =
    tags.length === 0 ? nothing : sql`, CASE WHEN ${joined(tagged, ' AND ')} THEN 1 ELSE 0 END AS is_tagged`;
  return sql`
    i.id, i.user_id, i.feed_id, i.post_id, i.read, i.starred, i.created_at, ${published} AS published_at${isTagged}`;
}

function fitting({ userId, facts, feedIds }: Searched): (row: Row) => boolean {
  const feeds = feedIds && new Set(feedIds);
  return (row) =>
    row.user_id === userId &&
    row.is_tagged !== 0 &&
    (!feeds || feeds.has(row.feed_id)) &&
    holds(facts, { read: row.read === 1, starred: row.starred === 1, sortAt: timeOf(row) });
}

/** The time at which lists show it: when its post was published, but never after the user got it. */
function timeOf({ published_at: published, created_at: created }: Row): number {
  return Math.min(published ?? created, created);
}

/** No item that is found is from before this time. */
function earliest(facts: Searched['facts']): number {
  const from = facts.flatMap(({ any: [term, second], not }) =>
    !not && term?.is === 'from' && !second ? [term.at] : [],
  );
  return Math.max(Number.NEGATIVE_INFINITY, ...from);
}

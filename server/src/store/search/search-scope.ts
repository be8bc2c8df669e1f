// Which items of a user a search is about, whatever their posts hold: those of some feeds, with a tag or a status, or all.
import type { Clause, FactTerm, WordsTerm } from '../../model/search-query.ts';
import { listed, nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { Reach } from './search-dialect.ts';

/** A walk of up to this many feeds, or tags, reads each of them; with more, it reads all that the user has, and skips the rest. */
const MOST_MERGED = 300;

/** An item must have one of some tags, or none of them (`not`). They must be the user's. */
export interface TagClause {
  tagIds: readonly number[];
  not: boolean;
}

export interface Searched {
  userId: number;
  words: readonly Clause<WordsTerm>[];
  facts: readonly Clause<FactTerm>[];
  /** The feeds to search, which must be the user's; undefined: all. */
  feedIds: readonly number[] | undefined;
  tags: readonly TagClause[];
  /** Whether articles may be shown to the user: those are searched as well. */
  hasArticles: boolean;
  reach: Reach;
  beyond?: Reach | undefined;
}

/** Where to look: at items between two ids, from the greatest down unless `upwards`. */
export interface SearchStretch {
  above?: number | undefined;
  below?: number | undefined;
  upwards: boolean;
}

export function isRestricted({ facts, feedIds, tags }: Searched): boolean {
  return facts.length > 0 || feedIds !== undefined || tags.length > 0;
}

/** Whether the user has at most so many items in the feeds, with a tag, or with the status that are searched. */
export async function isWithin(tx: ReadTx, searched: Searched, items: number): Promise<boolean> {
  const row = await tx.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${itemIds(tx, searched, { upwards: false, limit: items + 1 })}) AS scope`);
  return (row?.count ?? 0) <= items;
}

type Ids = SearchStretch & { limit: number };

/**
 * The ids of items in order, whatever their posts hold. Only conditions that an index answers are applied here, so that there are
 * few different statements, which the database recognises.
 */
export function itemIds(tx: ReadTx, searched: Searched, ids: Ids): Sql {
  const tagIds = tagsOf(searched);
  if (tagIds && tagIds.length <= MOST_MERGED) return ofTags(tx, tagIds, ids);
  const merged = mergedFeeds(searched);
  return merged ? ofFeeds(tx, merged, ids) : ofUser(searched.userId, { ...ids, facts: searched.facts });
}

/** How many feeds or tags are read one by one; undefined if items are not read by these. */
export function mergedLists(searched: Searched): number | undefined {
  const tagIds = tagsOf(searched);
  return tagIds && tagIds.length <= MOST_MERGED ? tagIds.length : mergedFeeds(searched)?.length;
}

function tagsOf({ tags }: Searched): readonly number[] | undefined {
  return tags.find(({ not }) => !not)?.tagIds;
}

function mergedFeeds({ feedIds }: Searched): readonly number[] | undefined {
  return feedIds !== undefined && feedIds.length <= MOST_MERGED ? feedIds : undefined;
}

/** The condition is a literal, so that a partial index serves it, and there is only one, so that the planner has nothing to choose. */
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

/**
 * An item that is away with its feed keeps its tags. Each of the others is looked up by its id: with EXISTS, PostgreSQL went through
 * everybody's items from the newest down until it met the first with the tag. Pairs are compared, because only the primary key gives
 * those in order: another index would lead through what everybody has tagged.
 */
function ofTags(
  tx: ReadTx,
  tagIds: readonly number[],
  { above = 0, below = Number.MAX_SAFE_INTEGER, limit, ...ids }: Ids,
): Sql {
  const ofEach = sql`
    SELECT item_id AS id FROM item_tags
    WHERE (tag_id, item_id) > (t.value, ${above}) AND (tag_id, item_id) < (t.value, ${below})
      AND (SELECT items.id FROM items WHERE items.id = item_tags.item_id) IS NOT NULL
    ORDER BY tag_id ${order(ids)}, item_id ${order(ids)} LIMIT ${limit}`;
  const table = sql`(${tx.dialect.numbers(tagIds)}) AS t`;
  return sql`
    SELECT DISTINCT id FROM (${tx.dialect.idsOfEach(table, ofEach)}) AS tagged ORDER BY id ${order(ids)} LIMIT ${limit}`;
}

/** With a single one, an index gives what has it in order. Nothing has the id 0. */
export function oneOf(ids: readonly number[]): Sql {
  return ids.length <= 1 ? sql`= ${ids[0] ?? 0}` : sql`IN (${listed(ids)})`;
}

function within({ above, below, limit, ...ids }: Ids): Sql {
  const lower = above === undefined ? nothing : sql`AND id > ${above}`;
  const upper = below === undefined ? nothing : sql`AND id < ${below}`;
  return sql`${lower} ${upper} ORDER BY id ${order(ids)} LIMIT ${limit}`;
}

export function order({ upwards }: Pick<SearchStretch, 'upwards'>): Sql {
  return upwards ? sql`ASC` : sql`DESC`;
}

/** Whether every item that is found has to be read, unread or starred. */
function requires(facts: Searched['facts'], is: FactTerm['is']): boolean {
  return facts.some(({ any, not }) => !not && any.length === 1 && any[0]?.is === is);
}

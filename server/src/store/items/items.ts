// How Items are kept: as they are read with their Posts, and as they are given to one Feed.
import type { FullText } from '../../model/article.ts';
import type { Item } from '../../model/item.ts';
import { begun } from '../../model/playback.ts';
import type { PostDetails } from '../../model/post.ts';
import { recordChange } from '../changes.ts';
import { countFirst } from '../count-first.ts';
import { takeItemIds, takeSeq } from '../counters.ts';
import { insertMany } from '../insert-many.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { positionsOfItems } from './playback.ts';
import { tagsOfItems } from './tags.ts';

export async function findItem(tx: ReadTx, userId: number, id: number): Promise<Item | undefined> {
  return (await findItems(tx, userId, [id]))[0];
}

/** Items of one user. */
interface Named {
  userId: number;
  ids: readonly number[];
}

/** Those of `ids` that are items of the user, newest first. */
export async function findItems(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Item[]> {
  return dressed(tx, await select<ItemRow>(tx, { userId, ids }, { text: (column) => column }));
}

/** The same for callers that show no text. */
export async function findItemsWithoutTexts(
  tx: ReadTx,
  userId: number,
  ids: readonly number[],
): Promise<Item[]> {
  return dressed(tx, await select<ItemRow>(tx, { userId, ids }, { text: () => sql`NULL` }));
}

/** The same for callers that show a line of each: without details, too. */
export async function findItemsInLines(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Item[]> {
  const none = (): Sql => sql`NULL`;
  return dressed(tx, await select<ItemRow>(tx, { userId, ids }, { text: none, details: none }));
}

/** A text as JSON, with its quotes: bytes in UTF-8 or a string. */
export type JsonText = Uint8Array | string;

/** The texts of a post, for callers that pass them on as JSON. */
export interface JsonTexts {
  content: JsonText | null;
  summary: JsonText | null;
}

export interface ItemsWithJson {
  items: Item[];
  texts: Map<number, JsonTexts>;
}

/**
 * The same as `findItems` without their texts, which come by id as JSON: the database writes twenty of them in a tenth of the time
 * that it takes to read them as strings, write those as JSON, and that as bytes. Undefined if the texts have more than `mostBytes`
 * bytes altogether: no more than that is read.
 */
export async function findItemsWithJson(
  tx: ReadTx,
  named: Named,
  mostBytes: number,
): Promise<ItemsWithJson | undefined> {
  // PostgreSQL takes nothing but whole numbers where it compares lengths.
  const share = Math.floor(mostBytes / Math.max(1, named.ids.length));
  const found = await selectJson(tx, named, share);
  const long = found.filter(({ bytes }) => bytes > share).map(({ id }) => id);
  if (long.length > 0) {
    if (found.reduce((sum, { bytes }) => sum + bytes, 0) > mostBytes) return undefined;
    // One long post among many short ones is usual: the others need not be read again for it.
    const whole = new Map(
      (await selectJson(tx, { ...named, ids: long }, mostBytes)).map((row) => [row.id, row]),
    );
    for (const [place, row] of found.entries()) found[place] = whole.get(row.id) ?? row;
  }
  const texts = new Map(found.map(({ id, content, summary }) => [id, { content, summary }]));
  const items = found.map((row): ItemRow => ({ ...row, content: null, summary: null }));
  return { items: await dressed(tx, items), texts };
}

type JsonRow = Omit<ItemRow, keyof JsonTexts> & JsonTexts & { bytes: number };

/** Texts of more than `mostBytes` bytes are left out. */
function selectJson(tx: ReadTx, named: Named, mostBytes: number): Promise<JsonRow[]> {
  const short = (column: Sql, written: Sql): Sql =>
    sql`CASE WHEN octet_length(${column}) <= ${mostBytes} THEN ${written} END`;
  return select<JsonRow>(tx, named, {
    text: (column) => short(column, tx.dialect.jsonText(column)),
    article: (column) => short(column, column),
    details: (column) => short(column, column),
    also: sql`, ${bytesOfTexts} AS bytes`,
  });
}

/**
 * How many of the ids, from the first on, name items whose texts and details have at most `mostBytes` bytes altogether; at least one.
 * `isBare`: only the details count.
 */
export async function countWithin(
  tx: ReadTx,
  { userId, ids, isBare = false }: Named & { isBare?: boolean },
  mostBytes: number,
): Promise<number> {
  const rows = await tx.all<{ id: number; bytes: number }>(sql`
    SELECT i.id, ${isBare ? bytesOfDetails : bytesOfTexts} AS bytes FROM (${selectOwn(tx, { userId, ids })}) i ${joinTexts(userId)}`);
  const bytesById = new Map(rows.map((row) => [row.id, row.bytes]));
  return countFirst(
    ids.map((id) => bytesById.get(id) ?? 0),
    mostBytes,
  );
}

/** The addresses of a hundred files may be as long as a long text. */
const bytesOfDetails = sql`coalesce(octet_length(c.details), 0)`;
/** With the details. Both databases know it without reading the texts. */
const bytesOfTexts = sql`coalesce(octet_length(c.content), 0) + coalesce(octet_length(c.summary), 0)
  + coalesce(octet_length(t.content), 0) + ${bytesOfDetails}`;
/** An article is shown to those who want it: what others have fetched tells what they read. */
const joinTexts = (userId: number): Sql => sql`
  LEFT JOIN post_contents c ON c.post_id = i.post_id
  LEFT JOIN full_texts t ON t.post_id = i.post_id
    AND EXISTS (SELECT 1 FROM wanted_articles w WHERE w.post_id = t.post_id AND w.user_id = ${userId})`;

/** How the columns of texts are selected, and which others. */
interface Columns {
  text: (column: Sql) => Sql;
  /** Those of articles; as the others if nothing is said. */
  article?: (column: Sql) => Sql;
  /** The details; whole if nothing is said. */
  details?: (column: Sql) => Sql;
  also?: Sql;
}

function select<Row>(
  tx: ReadTx,
  named: Named,
  { text, article = text, details = (column) => column, also = nothing }: Columns,
): Promise<Row[]> {
  return tx.all<Row>(sql`
    SELECT i.id, i.feed_id, i.read, i.post_id, i.starred, i.created_at,
      p.title, p.url, p.author, p.published_at, p.edited_at, ${text(sql`c.content`)} AS content,
      ${text(sql`c.summary`)} AS summary, ${details(sql`c.details`)} AS details, ${article(sql`t.content`)} AS full_content, t.fetched_at AS full_at,
      CASE WHEN EXISTS (SELECT 1 FROM item_tags g WHERE g.item_id = i.id) THEN 1 ELSE 0 END AS is_tagged ${also}
    FROM (${selectOwn(tx, named)}) i JOIN posts p ON p.id = i.post_id ${joinTexts(named.userId)}
    ORDER BY i.id DESC`);
}

function selectOwn({ dialect }: ReadTx, { userId, ids }: Named): Sql {
  return sql`SELECT id, feed_id, read, post_id, starred, created_at FROM items
    WHERE +user_id = ${userId} AND id IN (${dialect.numbers(ids)})`;
}

async function dressed(tx: ReadTx, found: readonly ItemRow[]): Promise<Item[]> {
  const tagged = found.filter((row) => row.is_tagged === 1).map((row) => row.id);
  const tags = await tagsOfItems(tx, tagged);
  const items = found.map((row) => itemOf(row, tags.get(row.id) ?? []));
  return withPositions(tx, items);
}

/**
 * Gives one feed a copy of each post, in the order of the list, and records the change. Returns the ids of the new items. `read`: the posts
 * that ask for nobody's attention; the others are unread. For the crawler's record only.
 */
export async function insertItems(
  tx: WriteTx,
  feed: { id: number; userId: number },
  postIds: readonly number[],
  read: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  if (postIds.length === 0) return [];
  const seq = await takeSeq(tx, feed.userId);
  const first = await takeItemIds(tx, postIds.length);
  const ids = postIds.map((_, index) => first + index);
  const at = tx.arrival();
  const rows = postIds.map(
    (postId, index) =>
      sql`(${feed.id}, ${read.has(postId) ? 1 : 0}, ${first + index}, ${feed.userId}, ${postId}, ${at})`,
  );
  await insertMany(tx, sql`INSERT INTO items (feed_id, read, id, user_id, post_id, created_at)`, rows);
  const unread = postIds.filter((postId) => !read.has(postId)).length;
  await tx.run(sql`UPDATE feeds SET unread_count = unread_count + ${unread} WHERE id = ${feed.id}`);
  await recordChange(tx, feed.userId, seq, { kind: 'items.new', ids });
  return ids;
}

interface ItemRow {
  id: number;
  feed_id: number;
  read: number;
  post_id: number;
  starred: number;
  created_at: number;
  title: string;
  url: string;
  author: string | null;
  published_at: number | null;
  edited_at: number | null;
  content: string | null;
  summary: string | null;
  details: string | null;
  full_content: string | null;
  full_at: number | null;
  is_tagged: number;
}

/** Most items have no files, so nothing is looked up for them. */
async function withPositions(tx: ReadTx, items: readonly Item[]): Promise<Item[]> {
  const playable = items.filter(({ details }) => details.enclosures !== undefined).map(({ id }) => id);
  const positions = await positionsOfItems(tx, playable);
  if (positions.size === 0) return [...items];
  return items.map((item) => ({ ...item, positions: begun(positions.get(item.id) ?? []) }));
}

function itemOf(row: ItemRow, tags: readonly string[]): Item {
  return {
    id: row.id,
    feedId: row.feed_id,
    postId: row.post_id,
    title: row.title,
    url: row.url,
    author: row.author ?? undefined,
    read: row.read === 1,
    starred: row.starred === 1,
    tags,
    createdAt: row.created_at,
    published: row.published_at ?? undefined,
    editedAt: row.edited_at ?? undefined,
    details: detailsOf(row.details),
    positions: [],
    content: row.content ?? undefined,
    summary: row.summary ?? undefined,
    fullText: fullTextOf(row),
  };
}

/** Most posts have none, and parsing them is the most expensive part of a long list. */
function detailsOf(text: string | null): PostDetails {
  return text === null || text === '{}' ? {} : (JSON.parse(text) as PostDetails);
}

function fullTextOf({ full_content: content, full_at: fetchedAt }: ItemRow): FullText | undefined {
  return content === null || fetchedAt === null ? undefined : { content, fetchedAt };
}

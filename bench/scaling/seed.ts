// Fills a store with very many items with a few statements, and adds a source that very many users follow.
import { addFeedsToGroup, insertGroup } from '../../server/src/store/feeds/groups.ts';
import { copyToFollowers } from '../../server/src/store/sources/fan-out.ts';
import { type Sql, sql } from '../../server/src/store/sql.ts';
import type { ReadTx, Store, WriteTx } from '../../server/src/store/store.ts';
import { indexAllPosts } from './words.ts';

/** Posts of each source, and sources that each user follows: 10,000 items for each user. */
export const POSTS = 100;
const FEEDS = 100;
/** One of ten items of each feed is unread; of two hundred in all, two have a star: one that is unread, and one that is read. */
const UNREAD_EVERY = 10;
const STARRED_EVERY = 200;
const STARRED = { unread: 0, read: 101 } as const;
/** Sources that users share; fewer if there are few users. */
const MOST_SOURCES = 2_000;
export const NEWEST_AT = Date.UTC(2026, 10, 1);
export const MINUTE_MS = 60_000;

export interface Size {
  users: number;
  sources: number;
  items: number;
}

export function sizeOf(items: number): Size {
  const users = Math.max(1, Math.round(items / (POSTS * FEEDS)));
  return { users, sources: Math.min(MOST_SOURCES, Math.max(FEEDS, users)), items: users * POSTS * FEEDS };
}

/** The user whose lists are measured, and two of their groups: one with all feeds, one with a few. */
export interface Measured {
  userId: number;
  feedId: number;
  wide: number;
  narrow: number;
}

/** What a server does by itself. A file of the service never has statistics, and its plans may be others with them. */
export async function analyse(tx: WriteTx): Promise<void> {
  if (tx.dialect.name === 'postgres') await tx.run(sql`ANALYZE`);
}

/** Ids of items ascend in order of arrival: post by post, and within a post user by user, as in a fan-out. */
export async function fill(store: Store, size: Size): Promise<Measured> {
  await store.write((tx) => addUsers(tx, { first: 1, count: size.users }));
  await store.write((tx) => addSources(tx, size.sources));
  await store.write((tx) => addFeeds(tx, size));
  // A user's items lie between everybody else's: with only some hundred users in each transaction that would not show.
  const posts = size.sources * POSTS;
  let firstId = 1;
  for (let place = 0; place < POSTS; place++) {
    const from = firstId;
    firstId += await store.write((tx) => addItems(tx, { place, firstId: from, sources: size.sources }));
  }
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE counters SET value = ${firstId} WHERE name = 'item'`);
    await tx.run(sql`UPDATE feeds SET unread_count =
      (SELECT count(*) FROM items WHERE items.feed_id = feeds.id AND read = 0)`);
  });
  await store.write((tx) =>
    setLastIds(tx, { users: size.users, sources: size.sources, posts: POSTS * size.sources }),
  );
  await indexAllPosts(store, posts);
  return store.write((tx) => makeGroups(tx));
}

/** Makes sure that ids written explicitly are not given out again. */
export async function setLastIds(tx: WriteTx, last: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, id] of Object.entries(last)) {
    for (const statement of tx.dialect.catalog.setLastId({ table, id })) await tx.run(statement);
  }
}

/** A source that `count` new users follow; returns its id. */
export async function addStar(store: Store, size: Size, count: number): Promise<number> {
  await store.write((tx) => addUsers(tx, { first: size.users + 1, count }));
  return store.write(async (tx) => {
    const source = await tx.get<{ id: number }>(sql`
      INSERT INTO sources (url, host_id, title, site_url, created_at)
      VALUES ('https://star.example/feed', 1, 'Star', 'https://star.example/', ${NEWEST_AT}) RETURNING id`);
    const id = source?.id ?? 0;
    await tx.run(sql`
      INSERT INTO feeds (user_id, source_id, created_at, position)
      SELECT id, ${id}, ${NEWEST_AT}, id FROM users WHERE id > ${size.users}`);
    return id;
  });
}

/** Adds one more post to a source and gives it to all who follow it, as a visit does. */
export async function publish(tx: WriteTx, source: { id: number; followers: number }, number: number) {
  const post = await tx.get<{ id: number }>(sql`
    INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash)
    VALUES (${source.id}, ${`new ${number}`}, 'https://star.example/post', 'News', ${tx.now}, ${tx.now}, '') RETURNING id`);
  await copyToFollowers(tx, { sourceId: source.id, followers: source.followers }, [
    { id: post?.id ?? 0, read: false },
  ]);
}

async function addUsers(tx: WriteTx, { first, count }: { first: number; count: number }): Promise<void> {
  await tx.run(sql`
    INSERT INTO users (id, name, name_key, password_hash, created_at)
    SELECT n, ${joinedText('user ')}, ${joinedText('user ')}, 'none', ${NEWEST_AT} FROM (${numbers(first, count)}) AS all_n`);
  await tx.run(sql`
    INSERT INTO change_counters (user_id, seq) SELECT n, 0 FROM (${numbers(first, count)}) AS all_n`);
}

async function addSources(tx: WriteTx, count: number): Promise<void> {
  await tx.run(sql`INSERT INTO hosts (id, name) VALUES (1, 'bench.example')`);
  await tx.run(sql`
    INSERT INTO sources (id, url, host_id, title, site_url, created_at)
    SELECT n, ${joinedText('https://bench.example/')}, 1, ${joinedText('Feed ')}, 'https://bench.example/', ${NEWEST_AT}
    FROM (${numbers(1, count)}) AS all_n`);
  // Post p of source s has the id p × sources + s: in order of arrival the sources take turns.
  await tx.run(sql`
    INSERT INTO posts (id, source_id, identity, url, title, published_at, sort_at, stored_at, text_hash)
    SELECT p.n * ${count} + s.n, s.n, CAST(p.n AS TEXT), 'https://bench.example/post', 'Post ' || CAST(p.n AS TEXT),
      CAST(${NEWEST_AT - POSTS * MINUTE_MS} AS BIGINT) + p.n * ${MINUTE_MS}, ${NEWEST_AT}, ${NEWEST_AT}, ''
    FROM (${numbers(0, POSTS)}) AS p CROSS JOIN (${numbers(1, count)}) AS s`);
}

/** User u follows the hundred sources from u × 37 on, wrapping around. */
async function addFeeds(tx: WriteTx, { users, sources }: Size): Promise<void> {
  await tx.run(sql`
    INSERT INTO feeds (user_id, source_id, created_at, position)
    SELECT u.n, 1 + (u.n * 37 + f.n) % ${sources}, ${NEWEST_AT}, f.n
    FROM (${numbers(1, users)}) AS u CROSS JOIN (${numbers(0, FEEDS)}) AS f`);
}

/** One post of each source, for everybody who follows it. */
async function addItems(
  tx: WriteTx,
  { place, firstId, sources }: { place: number; firstId: number; sources: number },
): Promise<number> {
  const id = sql`${firstId} + row_number() OVER (ORDER BY f.source_id, f.user_id) - 1`;
  return tx.run(sql`
    INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)
    SELECT id, feed_id, user_id, post_id, ${statusOf(sql`${place}`, sql`source_id`)}, ${NEWEST_AT}
    FROM (SELECT ${id} AS id, f.id AS feed_id, f.user_id, f.source_id, ${place * sources} + f.source_id AS post_id FROM feeds f) AS made`);
}

/** Whether a copy of a source's post is read, and whether it has a star: the same mix in each feed, whatever its id. */
export function statusOf(place: Sql, source: Sql): Sql {
  // In steps of eleven, so that neighbours in a list differ.
  const number = sql`(${place} * 11 + ${source})`;
  return sql`CASE WHEN ${number} % ${UNREAD_EVERY} = 0 THEN 0 ELSE 1 END,
    CASE WHEN ${number} % ${STARRED_EVERY} IN (${STARRED.unread}, ${STARRED.read}) THEN 1 ELSE 0 END`;
}

async function makeGroups(tx: WriteTx): Promise<Measured> {
  const feeds = await tx.all<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = 1 ORDER BY id`);
  const ids = feeds.map((feed) => feed.id);
  const wide = (await insertGroup(tx, 1, 'Wide')) ?? 0;
  const narrow = (await insertGroup(tx, 1, 'Narrow')) ?? 0;
  await addFeedsToGroup(tx, wide, ids);
  await addFeedsToGroup(tx, narrow, ids.slice(0, 3));
  return { userId: 1, feedId: ids[50] ?? 0, wide, narrow };
}

/** Numbers from `first` on, in a column n; built from a thousand rows times a thousand, because recursion is slow. */
export function numbers(first: number, count: number): Sql {
  const upTo = (most: number): Sql =>
    sql`WITH RECURSIVE counted(v) AS (SELECT 0 UNION ALL SELECT v + 1 FROM counted WHERE v < ${most} - 1) SELECT v FROM counted`;
  const high = Math.ceil(count / 1000);
  return sql`SELECT ${first} + a.v * 1000 + b.v AS n FROM (${upTo(high)}) AS a CROSS JOIN (${upTo(1000)}) AS b
    WHERE a.v * 1000 + b.v < ${count}`;
}

export function joinedText(prefix: string): Sql {
  return sql`${prefix} || CAST(n AS TEXT)`;
}

/** The number of items according to the counter. */
export async function lastItem(tx: ReadTx): Promise<number> {
  return (await tx.get<{ value: number }>(sql`SELECT value FROM counters WHERE name = 'item'`))?.value ?? 0;
}

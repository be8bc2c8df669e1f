// Fills a store for the whole path: ordinary readers who share sources, and one with thousands of feeds; each half has as many items.
import { hashOf, newId, newSecret } from '../../server/src/accounts/secrets.ts';
import { SANITISER_VERSION } from '../../server/src/formats/versions.ts';
import { insertApp } from '../../server/src/store/accounts/apps.ts';
import { insertGrant } from '../../server/src/store/accounts/grants.ts';
import { insertAccessToken } from '../../server/src/store/accounts/tokens.ts';
import { addFeedsToGroup, insertGroup } from '../../server/src/store/feeds/groups.ts';
import { noteSanitised } from '../../server/src/store/sources/older-texts.ts';
import { joined, sql } from '../../server/src/store/sql.ts';
import type { ReadTx, Store, WriteTx } from '../../server/src/store/store.ts';
import {
  analyse,
  fill,
  joinedText,
  lastItem,
  MINUTE_MS,
  NEWEST_AT,
  numbers,
  POSTS,
  setLastIds,
  sizeOf,
  statusOf,
} from '../scaling/seed.ts';
import { contentOf } from './texts.ts';

/** The reader who follows very much. */
const HEAVY = {
  feeds: 2_000,
  group: 300,
  /** Places of feeds that are measured separately: those in the group of three, and one alone. */
  narrow: [0, 1, 2],
  single: 1_000,
  /** Deep pages begin in the middle of a round of all feeds, so that the distance to the feeds of a group is the same at all sizes. */
  deepAt: 1_000,
} as const;
/** Posts that have texts: the newest, and those around the middle, where deep pages are read. */
const WITH_TEXT = { newest: 20_000, middle: 4_000 } as const;
/**
 * Different texts, slightly fewer than the items of a page: so all pages have the same size, and their costs can be compared. The number
 * is a prime, so a page shows all of them whatever the distance between its posts. On average they are as large as all texts.
 */
const TEXTS = { first: 342, count: 19 } as const;
const TEXTS_AT_ONCE = 100;
const TEXTS_IN_ONE = 5_000;
/** No visits while lists are measured. */
const NEXT_VISIT_AT = NEWEST_AT + 10 * 365 * 86_400_000;
/** What the crawler remembers about a source that publishes now and then and has a hub. */
const MEMORY = JSON.stringify({
  version: 1,
  hints: { ttlMs: 3_600_000 },
  rhythm: {
    at: NEWEST_AT,
    slowCount: 12.3456789,
    slowMs: 1_234_567_890.5,
    fastCount: 1.23456789,
    fastMs: 123_456_789.5,
    profile: Array.from({ length: 48 }, (_, hour) => (hour % 7) / 8),
    lastHour: NEWEST_AT / 3_600_000,
  },
  newestPostAt: NEWEST_AT,
  shownPosts: 20,
  hubUrls: ['https://hub.example/'],
  selfUrl: 'https://heavy.example/feed.xml',
});

/** A person whose lists are measured. */
export interface Person {
  name: string;
  userId: number;
  token: string;
  feedId: number;
  /** A group of some hundred feeds, and one of three. */
  wide: number;
  narrow: number;
  /** Where deep pages begin. */
  middleId: number;
}

/** `items` of ordinary readers, ten thousand each, and as many of one heavy reader. */
export async function seed(store: Store, items: number): Promise<Person[]> {
  const size = sizeOf(items);
  const ordinary = await fill(store, size);
  const firstOfHeavy = (await store.read(lastItem)) + 1;
  const posts = { first: POSTS * size.sources + 1, each: Math.ceil(items / HEAVY.feeds) };
  const heavy = await store.write((tx) =>
    addHeavyReader(tx, { userId: size.users + 1, sources: size.sources, posts }),
  );
  await addItems(store, {
    userId: heavy.userId,
    posts,
    sources: size.sources,
    firstId: firstOfHeavy,
  });
  const lastPost = posts.first + posts.each * HEAVY.feeds - 1;
  await store.write((tx) =>
    setLastIds(tx, { users: heavy.userId, sources: size.sources + HEAVY.feeds, posts: lastPost }),
  );
  await addTexts(store, { first: 1, last: posts.first - 1 });
  await addTexts(store, { first: posts.first, last: lastPost });
  // The posts of single feeds and of the small group are further back.
  for (const place of [...HEAVY.narrow, HEAVY.single]) {
    await addTextsOf(
      store,
      Array.from({ length: posts.each }, (_, index) => posts.first + index * HEAVY.feeds + place),
    );
  }
  await store.write(addVisits);
  await store.write((tx) => noteSanitised(tx, { version: SANITISER_VERSION, downTo: 0 }));
  await store.write(analyse);
  return store.write(async (tx) => [
    {
      ...ordinary,
      name: 'a reader',
      middleId: await itemUpTo(tx, ordinary.userId, Math.floor(firstOfHeavy / 2)),
      token: await letIn(tx, ordinary.userId),
    },
    {
      ...heavy,
      name: 'a heavy reader',
      middleId: firstOfHeavy + Math.floor(posts.each / 2) * HEAVY.feeds + HEAVY.deepAt,
      token: await letIn(tx, heavy.userId),
    },
  ]);
}

/** The user's own item: of ten million, the one in the middle is most likely somebody else's. */
async function itemUpTo(tx: ReadTx, userId: number, id: number): Promise<number> {
  const row = await tx.get<{ id: number | null }>(sql`
    SELECT max(id) AS id FROM items WHERE user_id = ${userId} AND id <= ${id}`);
  return row?.id ?? id;
}

interface HeavyPosts {
  first: number;
  /** Posts of each source. */
  each: number;
}

async function addHeavyReader(
  tx: WriteTx,
  { userId, sources, posts }: { userId: number; sources: number; posts: HeavyPosts },
): Promise<Omit<Person, 'name' | 'token' | 'middleId'>> {
  await tx.run(sql`
    INSERT INTO users (id, name, name_key, password_hash, created_at) VALUES (${userId}, 'heavy', 'heavy', 'none', ${NEWEST_AT})`);
  await tx.run(sql`INSERT INTO change_counters (user_id, seq) VALUES (${userId}, 0)`);
  await tx.run(sql`
    INSERT INTO sources (id, url, host_id, title, site_url, created_at)
    SELECT n, ${joinedText('https://heavy.example/')}, 1, ${joinedText('Feed ')}, 'https://heavy.example/', ${NEWEST_AT}
    FROM (${numbers(sources + 1, HEAVY.feeds)}) AS all_n`);
  await tx.run(sql`
    INSERT INTO posts (id, source_id, identity, url, title, author, published_at, sort_at, stored_at, text_hash)
    SELECT ${posts.first} + p.n * ${HEAVY.feeds} + s.n, ${sources + 1} + s.n, CAST(p.n AS TEXT),
      'https://heavy.example/2026/10/a-post-of-some-length/', 'A post of some length, number ' || CAST(p.n AS TEXT), 'A. Writer',
      CAST(${NEWEST_AT - posts.each * MINUTE_MS} AS BIGINT) + p.n * ${MINUTE_MS}, ${NEWEST_AT}, ${NEWEST_AT}, ''
    FROM (${numbers(0, posts.each)}) AS p CROSS JOIN (${numbers(0, HEAVY.feeds)}) AS s`);
  await tx.run(sql`
    INSERT INTO feeds (user_id, source_id, created_at, position)
    SELECT ${userId}, id, ${NEWEST_AT}, id FROM sources WHERE id > ${sources}`);
  const feeds = await tx.all<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${userId} ORDER BY id`);
  const ids = feeds.map(({ id }) => id);
  const wide = (await insertGroup(tx, userId, 'Wide')) ?? 0;
  const narrow = (await insertGroup(tx, userId, 'Narrow')) ?? 0;
  await addFeedsToGroup(tx, wide, ids.slice(100, 100 + HEAVY.group));
  await addFeedsToGroup(
    tx,
    narrow,
    HEAVY.narrow.map((place) => ids[place] ?? 0),
  );
  return { userId, feedId: ids[HEAVY.single] ?? 0, wide, narrow };
}

/** One post of each source after the other, in order of arrival. */
async function addItems(
  store: Store,
  {
    userId,
    posts,
    sources,
    firstId,
  }: { userId: number; posts: HeavyPosts; sources: number; firstId: number },
): Promise<void> {
  let next = firstId;
  for (let place = 0; place < posts.each; place++) {
    next += await store.write((tx) => {
      const order = sql`row_number() OVER (ORDER BY f.source_id) - 1`;
      return tx.run(sql`
        INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)
        SELECT id, feed_id, ${userId}, post_id, ${statusOf(sql`${place}`, sql`source_id`)}, ${NEWEST_AT}
        FROM (SELECT ${next} + ${order} AS id, f.id AS feed_id, f.source_id,
          ${posts.first + place * HEAVY.feeds - sources - 1} + f.source_id AS post_id FROM feeds f WHERE f.user_id = ${userId}) AS made`);
    });
  }
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE counters SET value = ${next - 1} WHERE name = 'item'`);
    await tx.run(sql`UPDATE feeds SET unread_count =
      (SELECT count(*) FROM items WHERE items.feed_id = feeds.id AND read = 0) WHERE user_id = ${userId}`);
  });
}

/** What the crawler stores about each source, which lists of feeds include. */
async function addVisits(tx: WriteTx): Promise<void> {
  await tx.run(sql`UPDATE sources SET checked_at = ${NEWEST_AT}, details = ${MEMORY}`);
  await tx.run(sql`
    INSERT INTO schedules (source_id, host_id, next_visit_at, planned_at, last_visit_at, failures)
    SELECT id, host_id, CAST(${NEXT_VISIT_AT} AS BIGINT), CAST(${NEXT_VISIT_AT} AS BIGINT), CAST(${NEWEST_AT} AS BIGINT), 0 FROM sources`);
}

/** Texts of the newest posts of a stretch, and of those in its middle. */
async function addTexts(store: Store, { first, last }: { first: number; last: number }): Promise<void> {
  const middle = Math.floor((first + last) / 2);
  const newest = Math.max(first, last - WITH_TEXT.newest + 1);
  const around = [
    Math.max(first, middle - WITH_TEXT.middle / 2),
    Math.min(newest - 1, middle + WITH_TEXT.middle / 2),
  ];
  for (const [from = 0, to = 0] of [around, [newest, last]]) {
    await addTextsOf(
      store,
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index),
    );
  }
}

async function addTextsOf(store: Store, postIds: readonly number[]): Promise<void> {
  for (let from = 0; from < postIds.length; from += TEXTS_IN_ONE) {
    await store.write((tx) => writeTexts(tx, postIds.slice(from, from + TEXTS_IN_ONE)));
  }
}

async function writeTexts(tx: WriteTx, postIds: readonly number[]): Promise<void> {
  for (let from = 0; from < postIds.length; from += TEXTS_AT_ONCE) {
    const rows = postIds
      .slice(from, from + TEXTS_AT_ONCE)
      .map((id) => sql`(${id}, ${contentOf(TEXTS.first + (id % TEXTS.count))}, ${SANITISER_VERSION})`);
    await tx.run(sql`
      INSERT INTO post_contents (post_id, content, sanitiser) VALUES ${joined(rows, ', ')} ON CONFLICT (post_id) DO NOTHING`);
  }
}

/** A token like an app's. */
async function letIn(tx: WriteTx, userId: number): Promise<string> {
  const app = { id: newId(), secretHash: undefined, registeredByJson: false, website: undefined };
  await insertApp(tx, { ...app, name: 'Bench', redirectUris: ['https://app.example/'] });
  const grant = {
    id: newId(),
    appId: app.id,
    userId,
    redirectUri: 'https://app.example/',
    expiresAt: undefined,
  };
  await insertGrant(tx, { ...grant, scope: ['read', 'write'] });
  const token = newSecret('access-token');
  await insertAccessToken(tx, hashOf(token), { grantId: grant.id, expiresAt: undefined });
  return token;
}

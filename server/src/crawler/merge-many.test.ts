// Two sources with very many followers are merged in several transactions: whatever happens in between, nobody loses a post or gets one twice.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changesAfter } from '../store/changes.ts';
import { deleteFeed } from '../store/feeds/feeds.ts';
import { setMark } from '../store/items/marks.ts';
import { unscheduleIfUnfollowed } from '../store/sources/schedules.ts';
import { sql } from '../store/sql.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { insertAwaited } from '../store/transfer/awaited-posts.ts';
import { crawlerLimits } from './limits.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const OLD = 'https://example.com/feed';
const NEW = 'https://example.org/feed';
const HOUR = 3_600_000;
/** Two followers of three or four posts. */
const limits = { ...crawlerLimits, movedAtOnce: 8 };
const NAMES = ['ada', 'bob', 'cyd', 'dan', 'eve'];
const BOTH = ['bob', 'dan'];
const ALL = ['Post 3', 'Post 2', 'Post 1'];

test('no transaction moves more followers than it may, and in the end everybody has everything', async (t) => {
  const many = await followed(t);
  const goings: number[] = [];
  await untilOne(many, (store) => watched(store, (gone) => void goings.push(gone)));
  assert.deepEqual(goings, [2, 2, 1]);
  await assertWhole(many);
});

test('a merge that breaks off between two of them leaves everybody with what they had, and the next visit goes on', async (t) => {
  const many = await followed(t);
  await brokenOffAfterOne(many);
  assert.equal(await followersOf(many.b, OLD), NAMES.length - 2);
  for (const userId of many.userIds.values()) assert.deepEqual(await titles(many.b, userId), ALL);
  assert.deepEqual(await many.b.store.read(feedsWithWrongCount), []);
  await untilOne(many, (store) => store);
  await assertWhole(many);
});

test('who leaves in between has nothing, and what comes in between comes to everybody once', async (t) => {
  const many = await followed(t);
  const { b, userIds } = many;
  let deeds = 0;
  await untilOne(many, (store) =>
    watched(store, async () => {
      if (deeds++ > 0) return;
      await b.store.write(async (tx) => {
        const eve = userIds.get('eve') ?? 0;
        const feed = await tx.get<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${eve}`);
        await deleteFeed(tx, eve, feed?.id ?? 0);
      });
    }),
  );
  b.web.serve(NEW, { body: rss([4, 3, 2, 1]), headers: { etag: 'four' } });
  for (let hours = 0; hours < 48; hours++) await b.later(HOUR);
  for (const [name, userId] of userIds)
    assert.deepEqual(await titles(b, userId), name === 'eve' ? [] : ['Post 4', ...ALL], name);
});

test('a source that nobody follows takes all of them in one visit, whatever the other has published since', async (t) => {
  const many = await followedAlone(t);
  const goings: number[] = [];
  await untilOne(many, (store) => watched(store, (gone) => void goings.push(gone)));
  assert.deepEqual(goings, [2, 2, 1]);
  await assertOnce(many);
  for (const [name, userId] of many.userIds) {
    const told = await many.b.store.read((tx) => changesAfter(tx, userId, 0, 100));
    assert.ok(!told.some(({ kind }) => kind === 'items.removed'), `${name} never had a post twice`);
  }
});

test('a merge that breaks off leaves the source that stays planned for a visit, and nobody has anything twice in the end', async (t) => {
  const many = await followedAlone(t);
  await brokenOffAfterOne(many);
  const planned = await many.b.store.read((tx) =>
    tx.get<{ at: number | null }>(sql`
      SELECT c.next_visit_at AS at FROM schedules c JOIN sources s ON s.id = c.source_id WHERE s.url = ${NEW}`),
  );
  assert.notEqual(planned?.at ?? undefined, undefined);
  await untilOne(many, (store) => store);
  await assertOnce(many);
});

test('a source that nobody follows, and at which another feed was, takes all of them in one visit as well', async (t) => {
  const face = { title: 'Quite another', site: 'https://another.example.net/' };
  const many = await followedAlone(t, rss([93, 92, 91], face));
  const goings: number[] = [];
  await untilOne(many, (store) => watched(store, (gone) => void goings.push(gone)));
  assert.deepEqual(goings, [2, 2, 1]);
  await assertOnce(many);
});

test('what a feed awaits of posts of the source that goes is read, whoever is moved first', async (t) => {
  const b = await bench(t, { limits });
  const userIds = new Map<string, number>();
  b.web.serve(OLD, rss([3, 2, 1]));
  b.web.serve(NEW, rss([2, 1]));
  for (const name of NAMES) userIds.set(name, (await b.subscribe(OLD, name)).userId);
  for (const name of BOTH) {
    const { userId, feedId } = await b.subscribe(NEW, name);
    const item = { feedUrl: NEW, identity: 'g:guid-3', read: true, starred: false };
    await b.store.write((tx) =>
      insertAwaited(tx, { userId, feedId, itemId: undefined, item }, { name: 'g:guid-3', link: undefined }),
    );
  }
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  await untilOne({ b, userIds }, (store) => store);
  for (const [name, userId] of userIds) {
    const post = (await b.items(userId)).find(({ title }) => title === 'Post 3');
    assert.equal(post?.read, BOTH.includes(name), name);
  }
});

interface Many {
  b: Bench;
  userIds: Map<string, number>;
}

/** Five follow a source that is about to lead to another, which two of them follow as well; these have read the first post there or here. */
async function followed(t: TestContext): Promise<Many> {
  const b = await bench(t, { limits });
  const userIds = new Map<string, number>();
  b.web.serve(NEW, { body: rss([3, 2, 1]), headers: { etag: 'new' } });
  b.web.serve(OLD, { body: rss([3, 2, { n: 1, title: 'Post 1 as it was' }]), headers: { etag: 'old' } });
  for (const name of NAMES) userIds.set(name, (await b.subscribe(OLD, name)).userId);
  for (const name of BOTH) {
    const { userId, feedId } = await b.subscribe(NEW, name);
    await b.store.write(async (tx) => {
      const item = await tx.get<{ id: number }>(
        sql`SELECT max(id) AS id FROM items WHERE user_id = ${userId} AND feed_id <> ${feedId}`,
      );
      await setMark(tx, userId, [item?.id ?? 0], 'read');
    });
  }
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  return { b, userIds };
}

/** Five follow a source that has published since somebody last followed the other one, to which it is about to lead. */
async function followedAlone(t: TestContext, before = rss([3, 2, 1])): Promise<Many> {
  const b = await bench(t, { limits });
  const userIds = new Map<string, number>();
  b.web.serve(NEW, { body: before, headers: { etag: 'three' } });
  const left = await b.subscribe(NEW, 'fay');
  await b.store.write(async (tx) => {
    await deleteFeed(tx, left.userId, left.feedId);
    await unscheduleIfUnfollowed(tx, left.sourceId);
  });
  await b.clock.advance(HOUR);
  b.web.serve(OLD, { body: rss([4, 3, 2, 1]), headers: { etag: 'old' } });
  for (const name of NAMES) userIds.set(name, (await b.subscribe(OLD, name)).userId);
  b.web.serve(NEW, { body: rss([4, 3, 2, 1]), headers: { etag: 'four' } });
  b.web.serve(OLD, { status: 301, headers: { location: NEW } });
  return { b, userIds };
}

async function assertOnce({ b, userIds }: Many): Promise<void> {
  for (let hours = 0; hours < 48; hours++) await b.later(HOUR);
  for (const [name, userId] of userIds) {
    const all = (await b.items(userId)).map(({ title }) => title);
    assert.deepEqual(all.sort().reverse(), ['Post 4', ...ALL], name);
  }
}

/** Makes visits until one breaks off: after the first transaction that moved followers, all later writes of its crawler fail. */
async function brokenOffAfterOne(many: Many): Promise<void> {
  let left = 1;
  await visitUntil(
    many,
    (store) =>
      watched(
        store,
        () => void left--,
        () => left > 0,
      ),
    async () => left === 0,
  );
}

/** Makes visits until the two sources are one. */
function untilOne(many: Many, wrap: (store: Store) => Store): Promise<void> {
  return visitUntil(many, wrap, async () => (await followersOf(many.b, OLD)) === undefined);
}

async function visitUntil(
  { b }: Many,
  wrap: (store: Store) => Store,
  isOver: () => Promise<boolean>,
): Promise<void> {
  for (let visits = 0; !(await isOver()); visits++) {
    assert.ok(visits < 20, 'the sources are still two');
    const crawler = b.open({ store: wrap(b.store) });
    await b.clock.advance(24 * HOUR);
    await b.round(crawler).catch(() => 0);
    await b.wait(crawler.close().catch(() => {}));
  }
}

/** Says after each transaction that took followers away from the old source how many those were. */
function watched(store: Store, took: (gone: number) => unknown, mayWrite = (): boolean => true): Store {
  let there = NAMES.length;
  return {
    ...store,
    async write(fn, options) {
      if (!mayWrite()) throw new Error('broken off');
      const value = await store.write(fn, options);
      const left = (await store.read((tx) => followersAt(tx, OLD))) ?? 0;
      const gone = there - left;
      // Others may write at the same time.
      there = left;
      if (gone > 0) await took(gone);
      return value;
    },
  };
}

function followersOf({ store }: Bench, url: string): Promise<number | undefined> {
  return store.read((tx) => followersAt(tx, url));
}

/** Undefined: no source of its own has this address. */
async function followersAt(tx: ReadTx, url: string): Promise<number | undefined> {
  const row = await tx.get<{ n: number }>(sql`
    SELECT (SELECT count(*) FROM feeds WHERE source_id = s.id) AS n FROM sources s WHERE s.url = ${url}`);
  return row && Number(row.n);
}

async function titles(b: Bench, userId: number): Promise<string[]> {
  const items = await b.items(userId);
  return [...new Set(items.map(({ title }) => title.replace(' as it was', '')))].sort().reverse();
}

async function assertWhole({ b, userIds }: Many): Promise<void> {
  for (const [name, userId] of userIds) {
    const items = await b.items(userId);
    assert.deepEqual(
      items
        .map(({ title }) => title)
        .sort()
        .reverse(),
      ALL,
      name,
    );
    assert.equal(items.filter(({ read }) => read).length, BOTH.includes(name) ? 1 : 0, name);
    const told = await b.store.read((tx) => changesAfter(tx, userId, 0, 100));
    assert.ok(
      told.some(({ kind }) => kind === 'items.edited'),
      `${name} is told of the title`,
    );
  }
  assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
}

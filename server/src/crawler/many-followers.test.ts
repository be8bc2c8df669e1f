// The posts of a source with very many followers are given out in several transactions: whatever happens in between, each follower gets each
// post once.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { wishArticles } from '../store/feeds/feed-wishes.ts';
import { deleteFeed } from '../store/feeds/feeds.ts';
import { insertItems } from '../store/items/items.ts';
import { NEVER_SHOWN } from '../store/sources/posts.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { articleLimits } from './articles/limits.ts';
import { crawlerLimits } from './limits.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
/** Enough for two posts of three followers in one transaction. */
const limits = { ...crawlerLimits, copiesAtOnce: 7 };
const NEWS = [7, 6, 5, 4, 3, 2];

test('no transaction makes more copies than it may, and the visit tells of all of them', async (t) => {
  const { b, userIds, sourceId } = await followed(t);
  const perWrite: number[] = [];
  await visitOn(b, counting(b, perWrite));
  assert.deepEqual(
    perWrite.filter((count) => count > 0),
    [6, 6, 6],
  );
  await assertWhole(b, userIds);
  const [visit] = await b.visits(sourceId);
  assert.deepEqual([visit?.outcome.kind, visit?.newPosts], ['document', NEWS.length]);
});

test('a process that is killed between two portions leaves nobody without a post', async (t) => {
  const { b, userIds, sourceId } = await followed(t);
  await visitOn(b, killedAfter(b, 2));
  const some = await b.items(userIds[0] ?? 0);
  assert.ok(some.length > 1 && some.length < 1 + NEWS.length, `${some.length} items`);
  await b.later(HOUR);
  await assertWhole(b, userIds);
  assert.equal((await b.visits(sourceId)).length, 2);
});

test('who comes or goes between two portions has all of it or nothing', async (t) => {
  const { b, userIds } = await followed(t);
  const [gone = 0, ...others] = userIds;
  let late = 0;
  await visitOn(
    b,
    afterPortion(b, async () => {
      await b.store.write(async (tx) => {
        const feed = await tx.get<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${gone}`);
        await deleteFeed(tx, gone, feed?.id ?? 0);
      });
      late = (await b.subscribe(FEED, 'late')).userId;
    }),
  );
  await assertWhole(b, [...others, late]);
  assert.deepEqual(await b.items(gone), []);
});

test('of an archive that is shown anew every portion is read', async (t) => {
  const { b, userIds } = await followed(t);
  const old = Array.from({ length: 12 }, (_, index) => ({ n: 100 + index, hoursAgo: 2_000 + index }));
  b.web.serve(FEED, { body: rss([1, ...old]), headers: { etag: 'old' } });
  await visitOn(b, b.store);
  for (const userId of userIds) {
    const items = await b.items(userId);
    assert.deepEqual([items.length, items.filter(({ read }) => !read).length], [13, 1]);
  }
});

test('names that have been seen to change are no names for the portions that follow', async (t) => {
  const b = await bench(t, { limits });
  const known = [1, 2, 3, 4, 5];
  b.web.serve(FEED, { body: unguided(known, 'one') });
  const userIds: number[] = [];
  for (const name of ['ines', 'otto', 'ada']) userIds.push((await b.subscribe(FEED, name)).userId);
  const all = [10, 9, 8, 7, 6, ...known.toReversed()];
  b.web.serve(FEED, { body: unguided(all, 'two') });
  await visitOn(b, killedAfter(b, 2));
  await b.later(HOUR);
  for (const userId of userIds) {
    const titles = (await b.items(userId)).map(({ title }) => title);
    assert.deepEqual(
      titles,
      all.map((n) => `Post ${n}`),
    );
  }
});

test('of what several portions bring, the pages of the newest posts are wanted, and no more than of one visit', async (t) => {
  const { b, sourceId } = await followed(t);
  const feed = await b.subscribe(FEED, 'mo');
  await b.store.write((tx) => wishArticles(tx, { id: feed.feedId, userId: feed.userId }, true));
  const news = Array.from({ length: 25 }, (_, index) => 26 - index);
  b.web.serve(FEED, { body: rss([...news, 1]), headers: { etag: 'much' } });
  await visitOn(b, b.store);
  const [visit] = await b.visits(sourceId);
  assert.equal(visit?.newPosts, news.length);
  const wanted = await b.store.read((tx) =>
    tx.all<{ title: string }>(sql`
      SELECT p.title FROM full_texts f JOIN posts p ON p.id = f.post_id ORDER BY p.id DESC`),
  );
  assert.deepEqual(
    wanted.map(({ title }) => title),
    news.slice(0, articleLimits.perVisit).map((n) => `Post ${n}`),
  );
});

test('what came with another source comes in portions as well, and never with its words of there', async (t) => {
  const { b, userIds, sourceId } = await followed(t);
  const [first = 0] = userIds;
  await b.store.write(async (tx) => {
    for (const n of NEWS) {
      await tx.run(sql`
        INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash, left_at)
        VALUES (${sourceId}, ${`g:guid-${n}`}, ${`https://example.com/${n}`}, ${`Forged ${n}`}, 1, 1, 'forged', ${NEVER_SHOWN})`);
    }
    const feed = await tx.get<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${first}`);
    const post = await tx.get<{ id: number }>(sql`SELECT id FROM posts WHERE identity = 'g:guid-2'`);
    await insertItems(tx, { id: feed?.id ?? 0, userId: first }, [post?.id ?? 0]);
  });
  const perWrite: number[] = [];
  const seen: string[] = [];
  const store = afterPortion(b, async () => {
    for (const userId of userIds) seen.push(...(await b.items(userId)).map(({ title }) => title));
  });
  await visitOn(b, counting({ ...b, store }, perWrite));
  const copies = perWrite.filter((count) => count > 0);
  assert.equal(
    copies.reduce((sum, count) => sum + count, 0),
    userIds.length * NEWS.length - 1,
  );
  assert.ok(copies.length > 1 && Math.max(...copies) <= limits.copiesAtOnce, `${copies}`);
  assert.ok(seen.includes('Post 7') && !seen.some((title) => /Forged [3-7]/.test(title)), `${seen}`);
  for (const userId of userIds) {
    const titles = (await b.items(userId)).map(({ title }) => title);
    assert.deepEqual(titles.toSorted(), [...NEWS, 1].map((n) => `Post ${n}`).toSorted());
  }
  assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
});

test('what came with another source has its own words also where only the news comes in several portions', async (t) => {
  const { b, userIds, sourceId } = await followed(t);
  await b.store.write(async (tx) => {
    for (const n of [2, 3]) {
      await tx.run(sql`
        INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash, left_at)
        VALUES (${sourceId}, ${`g:guid-${n}`}, ${`https://example.com/${n}`}, ${`Forged ${n}`}, 1, 1, 'forged', ${NEVER_SHOWN})`);
    }
  });
  const seen: string[] = [];
  const store = afterPortion(b, async () => {
    for (const userId of userIds) seen.push(...(await b.items(userId)).map(({ title }) => title));
  });
  await visitOn(b, store);
  assert.ok(seen.includes('Post 2') && !seen.includes('Post 7'), `${seen}`);
  assert.ok(!seen.some((title) => title.startsWith('Forged')), `${seen}`);
  for (const userId of userIds) {
    const titles = (await b.items(userId)).map(({ title }) => title);
    assert.deepEqual(titles.toSorted(), [...NEWS, 1].map((n) => `Post ${n}`).toSorted());
  }
});

/** A document without guids whose links contain a session, so that only title and date tell its posts apart. */
function unguided(posts: readonly number[], session: string): string {
  return rss(posts)
    .replace(/<guid[^>]*>[^<]*<\/guid>/g, '')
    .replace(/<link>(https:\/\/example\.com\/\d+)<\/link>/g, `<link>$1?session=${session}</link>`);
}

/** Three people follow a feed with one post, which shows six more posts since. */
async function followed(t: TestContext) {
  const b = await bench(t, { limits });
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'one' } });
  const userIds: number[] = [];
  let sourceId = 0;
  for (const name of ['ines', 'otto', 'ada']) {
    const follower = await b.subscribe(FEED, name);
    userIds.push(follower.userId);
    sourceId = follower.sourceId;
  }
  b.web.serve(FEED, { body: rss([...NEWS, 1]), headers: { etag: 'more' } });
  return { b, userIds, sourceId };
}

async function visitOn(b: Bench, store: Store): Promise<void> {
  const crawler = b.open({ store });
  await b.clock.advance(48 * HOUR);
  await b.wait(crawler.runDue().catch(() => 0));
  await b.wait(crawler.close().catch(() => {}));
}

async function assertWhole(b: Bench, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    const titles = (await b.items(userId)).map(({ title }) => title);
    assert.deepEqual(
      titles,
      [...NEWS, 1].map((n) => `Post ${n}`),
    );
  }
  assert.deepEqual(await b.store.read(feedsWithWrongCount), []);
}

async function countItems({ store }: Bench): Promise<number> {
  const row = await store.read((tx) => tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM items`));
  return Number(row?.n);
}

/** A store that notes how many items each transaction has inserted. */
function counting(b: Bench, perWrite: number[]): Store {
  return {
    ...b.store,
    async write(fn, options) {
      const before = await countItems(b);
      const value = await b.store.write(fn, options);
      perWrite.push((await countItems(b)) - before);
      return value;
    },
  };
}

/** A store that writes nothing any more once so many transactions have inserted items. */
function killedAfter(b: Bench, portions: number): Store {
  let left = portions;
  return {
    ...b.store,
    async write(fn, options) {
      if (left === 0) throw new Error('killed');
      const before = await countItems(b);
      const value = await b.store.write(fn, options);
      if ((await countItems(b)) > before) left--;
      return value;
    },
  };
}

function afterPortion(b: Bench, deed: () => Promise<void>): Store {
  let isDone = false;
  return {
    ...b.store,
    async write(fn, options) {
      const before = await countItems(b);
      const value = await b.store.write(fn, options);
      if (!isDone && (await countItems(b)) > before) {
        isDone = true;
        await deed();
      }
      return value;
    },
  };
}

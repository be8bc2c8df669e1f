// A document with very much text is recorded in several transactions: whatever happens in between, each post is stored once and whole.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { NEVER_SHOWN } from '../store/sources/posts.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import { findSourceAt } from '../store/sources/sources.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { crawlerLimits } from './limits.ts';
import { type Bench, bench, rss } from './testing/bench.ts';
import { killedAfter, texts, watched } from './testing/changed-texts.ts';
import { wordsOnlyBeforehand } from './testing/words-only-beforehand.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
/** Enough for two texts in one transaction. */
const limits = { ...crawlerLimits, textAtOnce: 25 };
const ALL = [7, 6, 5, 4, 3, 2, 1];

test('no transaction stores more new text than it may, and the visit tells of all of it', async (t) => {
  const { b, sourceId, userId } = await followed(t, [1], 'one');
  b.web.serve(FEED, { body: shown(ALL, 'one'), headers: { etag: 'more' } });
  assert.deepEqual(await storedBy(b, sourceId), [20, 20, 20]);
  assert.deepEqual(await titles(b, userId), ALL);
  const [visit] = await b.visits(sourceId);
  assert.deepEqual(visit?.outcome, { kind: 'document', newPosts: 6, editedPosts: 0 });
});

test('no transaction stores more edited text than it may, and the visit tells of all of it', async (t) => {
  const { b, sourceId, userId } = await followed(t, ALL, 'one');
  b.web.serve(FEED, { body: shown(ALL, 'two'), headers: { etag: 'edited' } });
  assert.deepEqual(await storedBy(b, sourceId), [20, 20, 20, 10]);
  assert.deepEqual(
    await texts(b),
    [...ALL].reverse().map((n) => text(n, 'two')),
  );
  assert.deepEqual(await titles(b, userId), ALL);
  const [visit] = await b.visits(sourceId);
  assert.deepEqual(visit?.outcome, { kind: 'document', newPosts: 0, editedPosts: 7 });
});

test('of a new source, too, no transaction stores more text than it may', async (t) => {
  const b = await bench(t, { limits });
  b.web.serve(FEED, shown(ALL, 'one'));
  const perWrite: number[] = [];
  const crawler = b.open({ store: watched({ store: wordsOnlyBeforehand(b.store) }, perWrite) });
  t.after(() => b.wait(crawler.close()));
  assert.equal((await b.wait(crawler.follow(FEED))).kind, 'source');
  assert.deepEqual(
    perWrite.filter((chars) => chars > 0),
    [20, 20, 20, 10],
  );
});

test('a text that is longer by itself than a transaction should store is stored alone', async (t) => {
  const { b, sourceId, userId } = await followed(t, [1], 'one');
  b.web.serve(FEED, { body: shown([4, 3, 2], 'one', 40), headers: { etag: 'more' } });
  assert.deepEqual(await storedBy(b, sourceId), [40, 40, 40]);
  assert.deepEqual(await titles(b, userId), [4, 3, 2, 1]);
});

test('a process that is killed between two portions of a long document has lost nothing of it', async (t) => {
  const { b, userId } = await followed(t, [2, 1], 'one');
  b.web.serve(FEED, { body: shown(ALL, 'two'), headers: { etag: 'more' } });
  for (let portions = 1; portions <= 3; portions++) {
    const crawler = b.open({ store: killedAfter(b, portions) });
    await b.clock.advance(DAY);
    await b.wait(crawler.runDue().catch(() => 0));
    await b.wait(crawler.close().catch(() => {}));
    if (portions === 1) assert.deepEqual(await titles(b, userId), [4, 3, 2, 1]);
  }
  await b.later(DAY);
  assert.deepEqual(await titles(b, userId), ALL);
  assert.deepEqual(
    await texts(b),
    [...ALL].reverse().map((n) => text(n, 'two')),
  );
});

test('a process that is killed between two portions of a new source leaves one that can be followed, and none of its posts is missing', async (t) => {
  const b = await bench(t, { limits });
  b.web.serve(FEED, { body: shown(ALL, 'one'), headers: { etag: 'first' } });
  const crawler = b.open({ store: killedAfter(b, 1) });
  await assert.rejects(b.wait(crawler.follow(FEED)), /killed/);
  await b.wait(crawler.close().catch(() => {}));
  assert.equal((await texts(b)).length, 2);
  await b.clock.advance(DAY);
  const { userId, sourceId } = await b.subscribe(FEED);
  assert.deepEqual(await titles(b, userId), ALL);
  b.web.serve(FEED, { body: shown([8, ...ALL], 'one'), headers: { etag: 'more' } });
  await b.later(DAY);
  assert.deepEqual(await titles(b, userId), [8, ...ALL]);
  assert.equal((await b.visits(sourceId)).length, 2);
});

test('the plan of a new source can be locked between two portions: who comes then has what both bring', async (t) => {
  const b = await bench(t, { limits });
  b.web.serve(FEED, { body: shown(ALL, 'one'), headers: { etag: 'first' } });
  const locked: boolean[] = [];
  const write: Store['write'] = async (fn, options) => {
    const value = await b.store.write(fn, options);
    const source = await b.store.read((tx) => findSourceAt(tx, FEED));
    if (source !== undefined) locked.push(await b.store.write((tx) => lockSchedule(tx, source)));
    return value;
  };
  const crawler = b.open({ store: { ...b.store, write } });
  t.after(() => b.wait(crawler.close()));
  await b.wait(crawler.follow(FEED));
  assert.ok(locked.length >= 4 && locked.every((isLocked) => isLocked), `${locked}`);
});

test('whoever has lost the lease between two portions stores nothing more, and the next visit brings the rest', async (t) => {
  const { b, sourceId, userId } = await followed(t, [1], 'one');
  b.web.serve(FEED, { body: shown(ALL, 'one'), headers: { etag: 'more' } });
  const steal = (): Promise<number> =>
    b.store.write((tx) => tx.run(sql`UPDATE hosts SET lease = 'of another' WHERE lease IS NOT NULL`));
  const crawler = b.open({ store: afterPortion(b, steal) });
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  await b.wait(crawler.close());
  assert.deepEqual(await titles(b, userId), [3, 2, 1]);
  assert.equal((await b.visits(sourceId)).length, 1);
  assert.equal((await b.source(sourceId)).validators?.etag, 'first');
  await b.later(DAY);
  assert.deepEqual(await titles(b, userId), ALL);
});

test('each portion begins the time of the lease anew', async (t) => {
  const { b, userId } = await followed(t, [1], 'one');
  b.web.serve(FEED, { body: shown(ALL, 'one'), headers: { etag: 'more' } });
  let left: number | undefined;
  const look = async (): Promise<void> => {
    const end = await b.store.read((tx) =>
      tx.get<{ at: number }>(sql`SELECT ready_at AS at FROM hosts WHERE lease IS NOT NULL`),
    );
    left = (end?.at ?? 0) - b.clock.now();
  };
  const web = {
    ...b.web,
    fetch: async (request: Parameters<typeof b.web.fetch>[0]) => {
      const answer = await b.web.fetch(request);
      await b.clock.advance(1_000);
      return answer;
    },
  };
  const crawler = b.open({ web, store: afterPortion(b, look) });
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  await b.wait(crawler.close());
  assert.equal(left, limits.leaseMs);
  assert.deepEqual(await titles(b, userId), ALL);
});

for (const portions of [Number.POSITIVE_INFINITY, 1, 4]) {
  test(`posts with one title and date prove nothing about guids in the portions that follow (killed after ${portions})`, async (t) => {
    const b = await bench(t, { limits });
    const all = Array.from({ length: 12 }, (_, index) => index + 1);
    const posts = all.map((n) => ({ n, title: 'Photo', hoursAgo: 1, text: text(n, 'one') }));
    const body = rss(posts).replace(/<link>[^<]*\d<\/link>/g, '');
    b.web.serve(FEED, { body, headers: { etag: 'first' } });
    const crawler = b.open({ store: killedAfter(b, portions) });
    await b.wait(crawler.follow(FEED).catch(() => {}));
    await b.wait(crawler.close().catch(() => {}));
    await b.clock.advance(DAY);
    const { sourceId } = await b.subscribe(FEED);
    assert.deepEqual((await texts(b)).toSorted(), all.map((n) => text(n, 'one')).toSorted());
    assert.equal((await b.source(sourceId)).memory.identity, undefined);
  });
}

test('of what came with another source, too, no transaction stores more text than it may, and each is told of once', async (t) => {
  const { b, sourceId, userId } = await followed(t, [1], 'one');
  await b.store.write(async (tx) => {
    for (const n of [2, 3, 4, 5]) {
      const post = await tx.get<{ id: number }>(sql`
        INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash, left_at)
        VALUES (${sourceId}, ${`g:guid-${n}`}, ${`https://example.com/${n}`}, ${`Forged ${n}`}, ${n}, 1, 'forged', ${NEVER_SHOWN}) RETURNING id`);
      await tx.run(
        sql`INSERT INTO post_contents (post_id, content, details, sanitiser) VALUES (${post?.id ?? 0}, 'forged', '{}', 1)`,
      );
    }
  });
  b.web.serve(FEED, { body: shown([5, 4, 3, 2, 1], 'two'), headers: { etag: 'more' } });
  assert.deepEqual(await storedBy(b, sourceId), [20, 20, 10]);
  assert.deepEqual((await titles(b, userId)).toSorted(), [1, 2, 3, 4, 5]);
  const [visit] = await b.visits(sourceId);
  assert.deepEqual(visit?.outcome, { kind: 'document', newPosts: 0, editedPosts: 5 });
  const told = await b.store.read((tx) =>
    tx.all<{ ids: string }>(sql`SELECT ids FROM changes WHERE kind = 'items.edited' AND user_id = ${userId}`),
  );
  assert.equal(told.flatMap(({ ids }) => JSON.parse(ids)).length, 5);
});

async function followed(t: TestContext, posts: readonly number[], words: string) {
  const b = await bench(t, { limits });
  b.web.serve(FEED, { body: shown(posts, words), headers: { etag: 'first' } });
  return { b, ...(await b.subscribe(FEED)) };
}

/** A document whose posts have texts of 10 characters. */
function shown(posts: readonly number[], words: string, length = 10): string {
  return rss(posts.map((n) => ({ n, text: text(n, words, length) })));
}

function text(n: number, words: string, length = 10): string {
  return `${words} ${n}`.padEnd(length, 'x');
}

/** How many characters each transaction of the next visit stores, of those that store any. */
async function storedBy(b: Bench, sourceId: number): Promise<number[]> {
  const perWrite: number[] = [];
  const crawler = b.open({ store: watched({ store: wordsOnlyBeforehand(b.store) }, perWrite) });
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  await b.wait(crawler.close());
  assert.equal((await b.visits(sourceId)).length, 2);
  return perWrite.filter((chars) => chars > 0);
}

/** A store that does something after the first transaction that has changed texts. */
function afterPortion(b: Bench, deed: () => Promise<unknown>): Store {
  let isDone = false;
  return {
    ...b.store,
    async write(fn, options) {
      const before = await texts(b);
      const value = await b.store.write(fn, options);
      if (!isDone && `${await texts(b)}` !== `${before}`) {
        isDone = true;
        await deed();
      }
      return value;
    },
  };
}

async function titles(b: Bench, userId: number): Promise<number[]> {
  return (await b.items(userId)).map(({ title }) => Number(title.replace('Post ', '')));
}

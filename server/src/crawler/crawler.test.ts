import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { changesAfter } from '../store/changes.ts';
import { setMark } from '../store/items/marks.ts';
import { openStore } from '../store/open.ts';
import { findSchedule } from '../store/sources/schedules.ts';
import { sql } from '../store/sql.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Two visits are at most this far apart as long as all is well. */
const SOON = 8 * HOUR;

test('a new post reaches every follower once, unread, with a place in the order of changes', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([3, 2, 1]), headers: { etag: 'F' } },
  );
  const ada = await b.subscribe(FEED);
  const bob = await b.subscribe(FEED, 'bob');
  await b.later(SOON);
  await b.later(SOON);
  for (const { userId, feedId } of [ada, bob]) {
    const items = await b.items(userId);
    assert.deepEqual(
      items.map((item) => [item.title, item.read, item.feedId]),
      ['Post 3', 'Post 2', 'Post 1'].map((title) => [title, false, feedId]),
    );
    const changes = await b.store.read((tx) => changesAfter(tx, userId, 0, 10));
    assert.deepEqual(
      changes.at(-1)?.ids,
      items
        .slice(0, 2)
        .map((item) => item.id)
        .reverse(),
    );
    assert.deepEqual(await b.store.read((tx) => feedsWithWrongCount(tx, userId)), []);
  }
  assert.deepEqual(b.changed, [[ada.userId, bob.userId]]);
});

test('row 37: an edited post keeps its first text, stays read, and is told as edited', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([{ n: 1, text: 'First' }]), headers: { etag: 'E' } },
    { body: rss([{ n: 1, text: 'Second' }]), headers: { etag: 'F' } },
  );
  const { userId } = await b.subscribe(FEED);
  const [item] = await b.items(userId);
  assert.ok(item);
  await b.store.write((tx) => setMark(tx, userId, [item.id], 'read'));
  await b.later(SOON);
  const [edited] = await b.items(userId);
  assert.deepEqual([edited?.id, edited?.read], [item.id, true]);
  assert.match(edited?.content ?? edited?.summary ?? '', /Second/);
  const changes = await b.store.read((tx) => changesAfter(tx, userId, 0, 10));
  assert.deepEqual([changes.at(-1)?.kind, changes.at(-1)?.ids], ['items.edited', [item.id]]);
});

test('row 41: an archive that is shown anew arrives read', async (t) => {
  const b = await bench(t);
  const archive = Array.from({ length: 20 }, (_, i) => ({
    n: 500 + i,
    guid: `old-${i}`,
    hoursAgo: 2_000 + i,
  }));
  b.web.serve(
    FEED,
    { body: rss([{ n: 1, hoursAgo: 1 }]), headers: { etag: 'E' } },
    { body: rss([{ n: 2, hoursAgo: 0 }, ...archive]), headers: { etag: 'F' } },
  );
  const { userId } = await b.subscribe(FEED);
  await b.later(SOON);
  const items = await b.items(userId);
  assert.equal(items.length, 22);
  assert.deepEqual(
    items.filter((item) => !item.read).map((item) => item.title),
    ['Post 2', 'Post 1'],
  );
  assert.deepEqual(await b.store.read((tx) => feedsWithWrongCount(tx, userId)), []);
});

test('row 43: another feed at the address brings nothing, until a person wants it', async (t) => {
  const b = await bench(t);
  const sold = rss([901, 902], { title: 'Casino', site: 'https://casino.test/' });
  b.web.serve(FEED, { body: rss([3, 2, 1]), headers: { etag: 'E' } }, { body: sold, headers: { etag: 'S' } });
  const { userId, sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.equal((await b.items(userId)).length, 3);
  assert.deepEqual((await b.visits(sourceId))[0]?.outcome, { kind: 'not-a-feed', why: 'another-feed' });
  assert.equal((await b.source(sourceId)).title, 'The feed');
  assert.equal(await b.later(DAY / 4 - 60_000 * 30), 0, 'not asked again at once');
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal((await b.items(userId)).length, 5);
  assert.equal((await b.source(sourceId)).title, 'Casino');
});

test('a visit whose lease was lost records nothing', async (t) => {
  const b = await bench(t);
  const other = b.open();
  const late = async () => {
    await b.store.write((tx) => tx.run(sql`UPDATE hosts SET ready_at = 0`));
    assert.equal(await other.runDue(), 1, 'the lease has ended, another node takes over');
    return { body: rss([2, 1]) };
  };
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, late, { status: 304 });
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.clock.advance(SOON);
  assert.equal(await b.wait(b.crawler.runDue()), 0);
  assert.deepEqual(
    (await b.visits(sourceId)).map(({ outcome }) => outcome.kind),
    ['unchanged', 'document'],
  );
  assert.equal((await b.items(userId)).length, 1);
  await other.close();
});

test('several crawlers on one store never visit a host at once, and miss none', async (t) => {
  const b = await bench(t);
  const urls = Array.from({ length: 15 }, (_, i) => `https://s${i % 3}.host${i % 5}.com/${i}`);
  for (const url of urls) b.web.serve(url, () => ({ body: rss([1]), headers: { etag: url }, afterMs: 400 }));
  for (const url of urls) await b.subscribe(url);
  b.web.forget();
  const stores = await Promise.all([1, 2].map(() => openStore(b.address, b.clock)));
  const crawlers = [b.crawler, ...stores.map((store) => b.open({ store }))];
  await b.clock.advance(SOON);
  for (const crawler of crawlers) crawler.start();
  await b.clock.advance(60_000);
  assert.deepEqual(new Set(b.web.requests.map((request) => request.url)), new Set(urls));
  for (const [, requests] of Map.groupBy(b.web.requests, ({ url }) => new URL(url).hostname.split('.')[1])) {
    const inOrder = requests.sort((x, y) => x.at - y.at);
    for (const [index, request] of inOrder.slice(1).entries()) {
      assert.ok(request.at - (inOrder[index]?.endedAt ?? Number.POSITIVE_INFINITY) >= 1_000);
    }
  }
  await Promise.all(crawlers.slice(1).map((crawler) => crawler.close()));
  await Promise.all(stores.map((store) => store.close()));
});

test('a document that cannot be recorded costs the visit, and the source is not due again at once', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), headers: { etag: 'F' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await breakPosts(b);
  try {
    await b.later(SOON);
  } finally {
    await mendPosts(b);
  }
  const [last] = await b.visits(sourceId);
  assert.ok(last?.outcome.kind === 'unreachable' && last.outcome.reason === 'our-fault');
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? 0) >= b.clock.now() + HOUR / 2);
});

/** Makes the database refuse a second post of a source. */
function breakPosts({ store }: Bench): Promise<number> {
  return store.write((tx) => tx.run(sql`CREATE UNIQUE INDEX broken ON posts (source_id)`));
}

function mendPosts({ store }: Bench): Promise<number> {
  return store.write((tx) => tx.run(sql`DROP INDEX broken`));
}

test('the sources of one host follow each other as soon as its pause is over', async (t) => {
  const b = await bench(t);
  const urls = [1, 2, 3, 4, 5].map((n) => `https://example.com/${n}`);
  for (const url of urls) b.web.serve(url, { body: rss([1]), headers: { etag: url }, afterMs: 200 });
  for (const url of urls) await b.subscribe(url);
  await b.clock.advance(SOON);
  b.web.forget();
  b.crawler.start();
  await b.clock.advance(7_000);
  assert.equal(b.web.requests.length, 5);
});

test('the loop sleeps until the next visit, and makes it', {
  skip: isOnPostgres ? 'it looks for work thousands of times' : false,
}, async (t: TestContext) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  await b.subscribe(FEED);
  b.crawler.start();
  await b.clock.advance(SOON);
  assert.equal(b.web.requests.length, 2);
  await b.crawler.close();
  await b.clock.advance(SOON);
  assert.equal(b.web.requests.length, 2);
});

test('a source whose posts are of days to come, as of a calendar, is no dead one', async (t) => {
  const b = await bench(t);
  const calendar = rss([
    { n: 1, hoursAgo: -2_000 },
    { n: 2, hoursAgo: -1_000 },
  ]);
  b.web.serve(FEED, { body: calendar, headers: { etag: 'E' } }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.equal(b.web.requests.length, 2);
  assert.equal((await b.source(sourceId)).memory.newestPostAt, Date.UTC(2026, 0, 5, 12));
});

test('a source without any post so far, as of a new blog, is no dead one', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([]), headers: { etag: 'E' } }, { body: rss([1]), headers: { etag: 'F' } });
  const { userId } = await b.subscribe(FEED);
  await b.later(SOON);
  assert.equal((await b.items(userId)).length, 1);
});

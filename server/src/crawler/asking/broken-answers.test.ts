// What an answer asks for in its headers is kept to, also if its body is too long, breaks off, or cannot be stored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { deleteFeed } from '../../store/feeds/feeds.ts';
import { backoffOf, hostNamed, type Lease, releaseHost, renewLease } from '../../store/sources/hosts.ts';
import { findSource } from '../../store/sources/sources.ts';
import { removeUnfollowed } from '../../store/sources/unfollowed-sources.ts';
import { sql } from '../../store/sql.ts';
import type { Store } from '../../store/store.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { advance, page, someSite } from '../testing/icon-site.ts';

const SITE = 'https://example.com';
const FEED = `${SITE}/feed`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800' };
const tooLong: FakeAnswer = { fails: 'too-large', headers: spent };

async function restOf(b: Bench, host = 'example.com'): Promise<number> {
  const until = await b.store.read((tx) => backoffOf(tx, host));
  return Math.max(0, Math.round((until - b.clock.now()) / MINUTE));
}

test('a visit whose answer breaks off lets the host rest that has said so', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { fails: 'reset', headers: spent });
  await b.subscribe(FEED);
  await b.later(24 * HOUR);
  assert.equal(await restOf(b), 30);
});

test('a feed that says when to come again is not visited before, though its document broke off; how long that is fresh says nothing', async (t) => {
  const b = await bench(t);
  const headers = { 'retry-after': '172800', 'cache-control': 'max-age=345600' };
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { fails: 'body-timeout', headers });
  const { sourceId } = await b.subscribe(FEED);
  await b.later(24 * HOUR);
  const { memory } = await b.source(sourceId);
  assert.deepEqual([memory.retryAt, memory.hints.freshUntil], [b.clock.now() + 48 * HOUR, undefined]);
});

test('a search whose answer breaks off does so, too', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, tooLong);
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'refused');
  assert.equal(await restOf(b), 30);
});

test('so do a robots.txt, a page and a picture', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, rss([1]));
  const { userId } = await b.subscribe(FEED);
  const [item] = await b.items(userId);
  assert.ok(item);
  b.web.serve(`${SITE}/robots.txt`, tooLong);
  await b.wait(b.crawler.fetchArticle(item.postId));
  assert.equal(await restOf(b), 30);
  await b.clock.advance(HOUR);
  b.web.serve(`${SITE}/robots.txt`, { status: 404 });
  b.web.serve(`${SITE}/1`, tooLong);
  await b.wait(b.crawler.fetchArticle(item.postId));
  assert.equal(await restOf(b), 30);
  await b.clock.advance(HOUR);
  b.web.serve(`${SITE}/1.png`, tooLong);
  await b.wait(b.crawler.fetchImage({ key: '1', url: `${SITE}/1.png` }));
  assert.equal(await restOf(b), 30);
});

test('so does an icon', async (t) => {
  const { b } = await someSite(t, {});
  b.web.serve('https://courier.com/', { ...page(''), ...tooLong });
  await advance(b, 11 * MINUTE);
  assert.equal(await restOf(b, 'courier.com'), 30);
});

test('a refusal that has just begun when the service closes is heard', async (t) => {
  const b = await bench(t);
  const others = ['https://other.org/feed', 'https://picture.net/1.png'] as const;
  for (const url of [FEED, others[0]]) {
    b.web.serve(url, { body: rss([1]), headers: { etag: 'E' } });
    await b.subscribe(url);
  }
  const headers = { 'retry-after': '172800' };
  const during = async (): Promise<FakeAnswer> => {
    // All three together take less than the picture may take, and each more than closing waits.
    await b.clock.sleep(5_000);
    return { status: 429, headers, fails: 'aborted' };
  };
  for (const url of [FEED, ...others]) b.web.serve(url, during);
  const node = b.open();
  await b.clock.advance(24 * HOUR);
  b.web.forget();
  const asking = [node.runDue(), node.fetchImage({ key: '1', url: others[1] })];
  await b.clock.settle();
  assert.equal(b.web.requests.length, 3);
  await b.wait(Promise.all([node.close(), ...asking]));
  for (const host of ['example.com', 'other.org', 'picture.net'])
    assert.ok((await restOf(b, host)) > 47 * 60, host);
  assert.equal((await b.visits(1)).length, 2, 'what the site has said is a visit');
});

test('so is one to a feed that everybody leaves while it is being visited', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  b.web.serve(FEED, async () => {
    await b.store.write(async (tx) => {
      await deleteFeed(tx, userId, feedId);
      await removeUnfollowed(tx, sourceId, 10);
    });
    return { status: 429, headers: { 'retry-after': '172800' } };
  });
  await b.later(24 * HOUR);
  assert.equal(await b.store.read((tx) => findSource(tx, sourceId)), undefined);
  assert.equal(await restOf(b), 48 * 60);
});

test('what nothing is left of is said by an answer that closing breaks off', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, async () => {
    await b.clock.sleep(10_000);
    return { ...tooLong, fails: 'aborted' };
  });
  const { sourceId } = await b.subscribe(FEED);
  const node = b.open();
  await b.clock.advance(24 * HOUR);
  const asking = node.runDue();
  await b.clock.settle();
  await b.wait(Promise.all([node.close(), asking]));
  assert.equal((await b.visits(sourceId)).length, 1, 'a visit that was broken off is none');
  assert.ok((await restOf(b)) >= 29);
});

test('what is asked for with a document that cannot be stored is kept to', async (t) => {
  const b = await bench(t);
  const headers = { etag: 'F', ...spent, 'retry-after': '172800' };
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { body: rss([2, 1]), headers });
  const { sourceId } = await b.subscribe(FEED);
  let left = 1;
  const store: Store = {
    ...b.store,
    write: (fn, options) =>
      b.store.write(async (tx) => {
        const before = await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM posts`);
        const value = await fn(tx);
        const after = await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM posts`);
        if (after?.n !== before?.n && left-- > 0) throw new Error('the disk is full');
        return value;
      }, options),
  };
  const node = b.open({ store });
  t.after(() => b.wait(node.close()));
  await b.clock.advance(24 * HOUR);
  assert.equal(await b.wait(node.runDue()), 1);
  const [last] = await b.visits(sourceId);
  assert.deepEqual(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'our-fault');
  assert.equal(await restOf(b), 30);
  assert.equal((await b.source(sourceId)).memory.retryAt, b.clock.now() + 48 * HOUR);
});

test('and so is what is asked for with the document of a feed that becomes one with another', async (t) => {
  const b = await bench(t);
  const there = 'https://example.org/feed';
  b.web.serve(FEED, rss([1]));
  b.web.serve(there, rss([1]));
  const { sourceId } = await b.subscribe(FEED);
  await b.subscribe(there, 'bob');
  b.web.serve(FEED, { status: 301, headers: { location: there } });
  await b.later(30 * HOUR);
  await b.clock.advance(48 * HOUR);
  b.web.serve(there, { body: rss([1]), headers: spent });
  assert.equal((await b.wait(b.crawler.refresh(sourceId))).code, 'moved');
  assert.equal(await restOf(b, 'example.org'), 30);
});

for (const what of ['visit', 'search', 'robots.txt', 'page'] as const) {
  test(`a ${what} whose lease has run out lets the host rest all the same, and whoever holds it now gives it back so`, async (t) => {
    const b = await bench(t);
    b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
    const { userId } = await b.subscribe(FEED);
    const [item] = await b.items(userId);
    assert.ok(item);
    await b.clock.advance(24 * HOUR);
    b.web.forget();
    const url = {
      visit: FEED,
      search: `${SITE}/other`,
      'robots.txt': `${SITE}/robots.txt`,
      page: `${SITE}/1`,
    }[what];
    const other: Lease = { hostId: (await b.source(1)).hostId, token: 'another node' };
    b.web.serve(url, async () => {
      await b.store.write((tx) => renewLease(tx, other, HOUR));
      return { status: 429, headers: { 'retry-after': '172800' } };
    });
    if (what === 'visit') assert.equal(await b.wait(b.crawler.runDue()), 0);
    else if (what === 'search') await b.wait(b.crawler.follow(url));
    else void (await b.wait(b.crawler.fetchArticle(item.postId)));
    assert.equal(b.web.requestsFor(url).length, 1);
    assert.ok((await restOf(b)) > 47 * 60);
    assert.ok(await b.store.write((tx) => releaseHost(tx, other, { gapMs: 1_000 })));
    assert.ok((await restOf(b)) > 47 * 60);
  });
}

test('a search that has found the feed, but whose lease has run out, does so, too', async (t) => {
  const b = await bench(t);
  const hostId = await b.store.write((tx) => hostNamed(tx, 'example.com'));
  b.web.serve(FEED, async () => {
    await b.store.write((tx) => renewLease(tx, { hostId, token: 'another node' }, HOUR));
    return { body: rss([1]), headers: spent };
  });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'refused');
  assert.equal(await restOf(b), 30);
});

test('an icon whose lease has run out does so, too', async (t) => {
  const { b } = await someSite(t, {});
  await b.clock.advance(11 * MINUTE);
  const hostId = await b.store.write((tx) => hostNamed(tx, 'courier.com'));
  b.web.serve('https://courier.com/', async () => {
    await b.store.write((tx) => renewLease(tx, { hostId, token: 'another node' }, HOUR));
    return { status: 429, headers: { 'retry-after': '172800' } };
  });
  for (let round = 0; round < 3; round++) await b.later(2_000);
  assert.equal(b.web.requestsFor('https://courier.com/').length, 1);
  assert.ok((await restOf(b, 'courier.com')) > 47 * 60);
});

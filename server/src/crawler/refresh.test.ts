// A refresh by hand that had to wait for its turn: whoever had it before may have been to the same feed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss, type Subscribed } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const MINUTE = 60_000;

/** A feed that answers slowly, and was visited so long ago that it may be refreshed. */
async function slowFeed(t: TestContext): Promise<{ b: Bench } & Subscribed> {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' }, afterMs: 3_000 });
  const subscribed = await b.subscribe(FEED);
  await b.clock.advance(20 * MINUTE);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' }, afterMs: 3_000 });
  b.web.forget();
  return { b, ...subscribed };
}

/** One at whose address another feed is now. */
async function soldFeed(t: TestContext) {
  const b = await bench(t);
  b.web.serve(FEED, rss([5, 4, 3, 2, 1]));
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.clock.advance(20 * MINUTE);
  const posts = [1, 2, 3, 4, 5].map((n) => ({
    n,
    guid: `other-${n}`,
    title: `Offer ${n}`,
    text: `Bet ${n}`,
  }));
  b.web.serve(FEED, { body: rss(posts, { title: 'Offers', site: 'https://casino.org/' }), afterMs: 3_000 });
  b.web.forget();
  return { b, userId, refresh: async () => (await b.crawler.refresh(sourceId)).code };
}

test('of several people who refresh a feed at once the first has it visited, and all are told what came of it', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  const all = [0, 1, 2].map(() => b.crawler.refresh(sourceId));
  const said = await b.wait(Promise.all(all));
  assert.deepEqual(
    said.map(({ code }) => code),
    ['new-posts', 'new-posts', 'new-posts'],
  );
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('nor do people of two nodes have it visited twice', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  const other = b.open();
  t.after(() => b.wait(other.close()));
  await b.wait(Promise.all([b.crawler.refresh(sourceId), other.refresh(sourceId)]));
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('who refreshes a feed while it is being visited is told what that visit brings', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  await b.clock.advance(24 * 60 * MINUTE);
  const visiting = b.crawler.runDue();
  await b.clock.settle();
  assert.equal((await b.wait(b.crawler.refresh(sourceId))).code, 'new-posts');
  assert.equal(await b.wait(visiting), 1);
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('so is who refreshes it when the computer has slept during that visit, for longer than a host is leased', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  await b.clock.advance(24 * 60 * MINUTE);
  const visiting = b.crawler.runDue();
  await b.clock.settle();
  b.clock.set(b.clock.now() + 5 * MINUTE);
  assert.equal((await b.wait(b.crawler.refresh(sourceId))).code, 'new-posts');
  assert.equal(await b.wait(visiting), 1);
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('whoever refreshes a feed while another one is found at its address is told so, and accepts nothing by that', async (t) => {
  const { b, userId, refresh } = await soldFeed(t);
  const said = await b.wait(Promise.all([refresh(), refresh()]));
  assert.deepEqual(said, ['another-feed', 'another-feed']);
  assert.deepEqual([(await b.items(userId)).length, b.web.requestsFor(FEED).length], [5, 1]);
  assert.deepEqual(await b.wait(Promise.all([refresh(), refresh()])), ['new-posts', 'new-posts']);
  assert.deepEqual([(await b.items(userId)).length, b.web.requestsFor(FEED).length], [10, 2]);
});

test('whoever has been told of another feed accepts it, though a visit finds it once more meanwhile', async (t) => {
  const { b, userId, refresh } = await soldFeed(t);
  assert.equal(await b.wait(refresh()), 'another-feed');
  await b.clock.advance(24 * 60 * MINUTE);
  const visiting = b.crawler.runDue();
  await b.clock.settle();
  assert.equal(await b.wait(refresh()), 'new-posts');
  await b.wait(visiting);
  assert.equal((await b.items(userId)).length, 10);
});

test('whoever waits while the feed becomes one with the feed to which it has moved is told so', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  const there = 'https://example.org/feed';
  b.web.serve(there, rss([2, 1]));
  await b.subscribe(there, 'bob');
  b.web.serve(FEED, { status: 301, headers: { location: there }, afterMs: 3_000 });
  await b.later(24 * 60 * MINUTE);
  await b.clock.advance(48 * 60 * MINUTE);
  b.web.forget();
  const refresh = () => b.crawler.refresh(sourceId);
  const said = await b.wait(Promise.all([refresh(), refresh()]));
  assert.deepEqual(said[0].code, 'moved');
  assert.deepEqual(said[1], said[0]);
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('a feed that has asked for a rest meanwhile is left alone', async (t) => {
  const { b, sourceId } = await slowFeed(t);
  b.web.serve(FEED, { status: 404, headers: { 'retry-after': '86400' }, afterMs: 3_000 });
  await b.clock.advance(24 * 60 * MINUTE);
  const visiting = b.crawler.runDue();
  await b.clock.settle();
  assert.equal((await b.wait(b.crawler.refresh(sourceId))).code, 'site-not-found');
  await b.wait(visiting);
  assert.equal(b.web.requestsFor(FEED).length, 1);
  assert.equal((await b.wait(b.crawler.refresh(sourceId))).code, 'site-wants-rest');
});

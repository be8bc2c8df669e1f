// A refresh by hand that had to wait for its turn: whoever had it before may have been to the same feed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const MINUTE = 60_000;

/** A feed that answers slowly, and was visited so long ago that it may be refreshed. */
async function slowFeed(t: TestContext): Promise<{ b: Bench; sourceId: number }> {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' }, afterMs: 3_000 });
  const { sourceId } = await b.subscribe(FEED);
  await b.clock.advance(20 * MINUTE);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' }, afterMs: 3_000 });
  b.web.forget();
  return { b, sourceId };
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

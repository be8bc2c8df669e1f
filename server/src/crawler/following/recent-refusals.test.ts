import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';

test('an address that gives no feed is not asked again for a minute, whoever follows or discovers it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403 });
  const first = await b.wait(b.crawler.follow(FEED));
  const asked = b.web.requests.length;
  assert.ok(first.kind === 'refused' && asked > 0);
  assert.deepEqual(await b.wait(b.crawler.discover(FEED)), first);
  assert.deepEqual(await b.wait(b.crawler.follow(` ${FEED} `)), first);
  assert.equal(b.web.requests.length, asked);
  b.web.serve(FEED, { body: rss([1]) });
  await b.clock.advance(60_000);
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
});

test('an address that was not asked to the end is asked as soon as somebody wants', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), afterMs: 120_000 });
  const first = await b.wait(b.crawler.follow(FEED));
  assert.equal(first.kind === 'refused' && first.reason, 'site-slow');
  b.web.serve(FEED, { body: rss([1]) });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
});

test('an address that is typed with more behind it than any has is not remembered: a thousand of them would be gigabytes', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 403 });
  const typed = `${FEED}#${'a'.repeat(100_000)}`;
  assert.equal((await b.wait(b.crawler.follow(typed))).kind, 'refused');
  const asked = b.web.requests.length;
  assert.equal((await b.wait(b.crawler.follow(typed))).kind, 'refused');
  assert.ok(b.web.requests.length > asked);
});

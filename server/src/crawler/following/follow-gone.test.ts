import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss, type Subscribed } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const PAGE = 'https://example.com/';
const DAY = 86_400_000;

/** A source that is gone, and a page that announces it. */
async function gone(t: TestContext): Promise<{ b: Bench; ada: Subscribed }> {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { status: 410 });
  b.web.serve(PAGE, {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Site</title><link rel="alternate" type="application/rss+xml" href="/feed">',
  });
  const ada = await b.subscribe(FEED);
  for (let visit = 0; visit < 3; visit++) await b.later(1.5 * DAY);
  assert.equal((await b.source(ada.sourceId)).memory.state, 'gone');
  return { b, ada };
}

test('a feed that is gone and that a page announces is asked once more, and visited again when it is there', async (t) => {
  const { b, ada } = await gone(t);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' } });
  const bob = await b.subscribe(PAGE, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  b.web.serve(FEED, { body: rss([3, 2, 1]), headers: { etag: 'G' } });
  await b.later(DAY);
  assert.deepEqual([(await b.items(ada.userId)).length, (await b.items(bob.userId)).length], [3, 3]);
});

test('a feed that is gone is refused by way of the page, too', async (t) => {
  const { b } = await gone(t);
  const refused = await b.wait(b.crawler.follow(PAGE));
  assert.match(refused.kind === 'refused' ? refused.sentence : '', /gone for good/);
});

test('a feed that still names an address as its own that is gone is a source by itself', async (t) => {
  const { b, ada } = await gone(t);
  const extra = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${FEED}"/>`;
  const other = 'https://example.com/rss';
  b.web.serve(other, { body: rss([2, 1], { extra }), headers: { etag: 'O' } });
  const bob = await b.subscribe(other, 'bob');
  assert.notEqual(bob.sourceId, ada.sourceId);
  b.web.serve(other, { body: rss([3, 2, 1], { extra }), headers: { etag: 'P' } });
  for (let visit = 0; visit < 3; visit++) await b.later(2 * DAY);
  assert.equal((await b.items(bob.userId)).length, 3);
});

test('a feed that is gone is asked once in ten minutes, however many want to follow it', async (t) => {
  const { b } = await gone(t);
  await b.clock.advance(DAY);
  b.web.forget();
  const other = b.open();
  t.after(() => b.wait(other.close()));
  const both = await b.wait(Promise.all([b.crawler.follow(FEED), other.follow(FEED)]));
  for (let minute = 0; minute < 8; minute++) {
    await b.clock.advance(61_000);
    both.push(await b.wait(b.crawler.follow(FEED)));
  }
  assert.ok(both.every((answer) => answer.kind === 'refused' && answer.reason === 'site-gone'));
  assert.equal(b.web.requests.length, 1);
  await b.clock.advance(3 * 60_000);
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' } });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
});

test('a feed that is gone and has said when to come again is not asked before', async (t) => {
  const { b } = await gone(t);
  b.web.serve(FEED, { status: 410, headers: { 'retry-after': '86400' } });
  await b.clock.advance(DAY);
  b.web.forget();
  await b.wait(b.crawler.follow(FEED));
  await b.clock.advance(0.9 * DAY);
  const answer = await b.wait(b.crawler.follow(FEED));
  assert.equal(answer.kind === 'refused' && answer.reason, 'site-wants-rest');
  assert.equal(b.web.requests.length, 1);
});

test('a feed that is gone is asked again after a minute where our own network was away', async (t) => {
  const { b } = await gone(t);
  await b.clock.advance(DAY);
  b.web.serve(FEED, { fails: 'no-network' });
  b.web.serve(PAGE, { fails: 'no-network' });
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'refused');
  b.web.serve(FEED, { body: rss([2, 1]), headers: { etag: 'F' } });
  await b.clock.advance(61_000);
  assert.equal((await b.wait(b.crawler.follow(FEED))).kind, 'source');
});

test('nobody who wants to follow an address that is gone is promised another visit to it', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 410 });
  const refused = await b.wait(b.crawler.follow(FEED));
  assert.equal(refused.kind === 'refused' ? refused.sentence : '', 'The site says that this feed is gone');
});

// How long a follow or a refresh may take in all: apps give up after a minute, and no feed must be created after that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffOf, hostNamed, tryLease } from '../../store/sources/hosts.ts';
import { findSourceAt } from '../../store/sources/sources.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const PAGE = 'https://example.com/';
const FEED = 'https://example.com/feed';
const SECOND = 1_000;
const PATIENCE_MS = 50 * SECOND;
const page = {
  body: '<!doctype html><title>Site</title><link rel="alternate" type="application/rss+xml" href="/feed">',
  headers: { 'content-type': 'text/html' },
};

for (const way of ['follow', 'discover'] as const) {
  test(`a slow page and a slow feed: ${way} is refused before anybody gives up, and nothing is stored then or later`, async (t) => {
    const { web, wait, crawler, clock, store } = await bench(t);
    web.serve(PAGE, { ...page, afterMs: 25 * SECOND });
    web.serve(FEED, { body: rss([1]), afterMs: 40 * SECOND });
    const began = clock.now();
    const found = await wait(crawler[way](PAGE));
    assert.deepEqual(found.kind === 'refused' && [found.reason, found.sentence], [
      'site-slow',
      'The site took too long to answer',
    ]);
    assert.ok(clock.now() - began <= PATIENCE_MS + SECOND, `${clock.now() - began} ms`);
    await clock.advance(60 * SECOND);
    assert.equal(await store.read((tx) => findSourceAt(tx, FEED)), undefined);
    web.serve(PAGE, page);
    web.serve(FEED, rss([1]));
    assert.equal((await wait(crawler[way](PAGE))).kind, 'source', 'the host was given back');
  });
}

test('a feed that comes slowly, but in time, is followed', async (t) => {
  const { web, wait, crawler } = await bench(t);
  web.serve(PAGE, { ...page, afterMs: 31 * SECOND });
  web.serve(FEED, { body: rss([1]), afterMs: 10 * SECOND });
  assert.equal((await wait(crawler.follow(PAGE))).kind, 'source');
});

test('the turn at a busy host is waited for no longer than the patience lasts', async (t) => {
  const b = await bench(t);
  const { web, wait, crawler, clock } = b;
  web.serve('https://www.example.net/', {
    body: page.body.replace('/feed', FEED),
    headers: page.headers,
    afterMs: 29 * SECOND,
  });
  web.serve(FEED, { body: rss([1]), afterMs: 20 * SECOND });
  await occupy(b, 'example.com', 47 * SECOND);
  const began = clock.now();
  const found = await wait(crawler.follow('https://www.example.net/'));
  assert.equal(found.kind, 'refused');
  assert.ok(clock.now() - began <= PATIENCE_MS + SECOND, `${clock.now() - began} ms`);
});

test('a turn that comes just before nobody waits any more is given back, and the site is not asked in vain', async (t) => {
  const b = await bench(t);
  const { web, wait, crawler, store } = b;
  web.serve('https://www.example.net/', {
    body: page.body.replace('/feed', FEED),
    headers: page.headers,
    afterMs: 30 * SECOND,
  });
  web.serve(FEED, rss([1]));
  await occupy(b, 'example.com', 49 * SECOND);
  assert.equal((await wait(crawler.follow('https://www.example.net/'))).kind, 'refused');
  assert.equal(web.requestsFor(FEED).length, 0);
  await occupy(b, 'example.com', 1);
  assert.equal(await store.read((tx) => findSourceAt(tx, FEED)), undefined);
});

const SPENT = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800' };
const onward: Readonly<Record<string, object>> = {
  redirect: { status: 302, headers: { location: FEED, ...SPENT } },
  'document that only says where the feed is': {
    body: `<?xml version="1.0"?><redirect><newLocation>${FEED}</newLocation></redirect>`,
    headers: SPENT,
  },
};

for (const [what, answer] of Object.entries(onward)) {
  test(`nor is the host asked in vain to which a ${what} leads so late, nor does it get the rest of the one that leads there`, async (t) => {
    const b = await bench(t);
    const { web, wait, crawler, store, clock } = b;
    web.serve('https://www.example.net/', { ...answer, afterMs: 35 * SECOND });
    web.serve(FEED, rss([1]));
    await occupy(b, 'example.com', 49 * SECOND);
    const found = await wait(crawler.follow('https://www.example.net/'));
    assert.equal(found.kind === 'refused' && found.reason, 'site-slow');
    assert.equal(web.requestsFor(FEED).length, 0);
    const rests = async (host: string): Promise<boolean> =>
      (await store.read((tx) => backoffOf(tx, host))) > clock.now();
    assert.deepEqual([await rests('example.net'), await rests('example.com')], [true, false]);
  });
}

test('nor is the second turn of a follow, whose host would be free a little later', async (t) => {
  const b = await bench(t);
  const { web, wait, crawler, clock } = b;
  web.serve('https://www.example.net/', {
    body: page.body.replace('/feed', FEED),
    headers: page.headers,
    afterMs: 29 * SECOND,
  });
  web.serve(FEED, rss([1]));
  await occupy(b, 'example.net', 12 * SECOND);
  await occupy(b, 'example.com', 55 * SECOND);
  const began = clock.now();
  assert.equal((await wait(crawler.follow('https://www.example.net/'))).kind, 'refused');
  assert.ok(clock.now() - began <= PATIENCE_MS + SECOND, `${clock.now() - began} ms`);
});

test('a feed that was given up is believed in no longer than that either', async (t) => {
  const b = await bench(t);
  const { web, wait, crawler, clock, subscribe, later, source } = b;
  web.serve(FEED, rss([1]), { status: 410 });
  const { sourceId } = await subscribe(FEED);
  for (let day = 0; day < 4; day++) await later(86_400_000);
  assert.equal((await source(sourceId)).memory.state, 'gone');
  web.serve(FEED, { body: rss([1]), afterMs: 44 * SECOND });
  await clock.advance(60 * SECOND);
  await occupy(b, 'example.com', 19 * SECOND);
  const began = clock.now();
  assert.equal((await wait(crawler.follow(FEED))).kind, 'refused');
  assert.ok(clock.now() - began <= PATIENCE_MS + SECOND, `${clock.now() - began} ms`);
});

test('who refreshes a feed by hand is told what came of it before anybody gives up', async (t) => {
  const b = await bench(t);
  const { web, wait, crawler, clock, subscribe } = b;
  web.serve(FEED, rss([1]));
  const { sourceId } = await subscribe(FEED);
  await clock.advance(15 * 60 * SECOND);
  web.serve(FEED, { body: rss([1, 2]), afterMs: 44 * SECOND });
  await occupy(b, 'example.com', 19 * SECOND);
  const began = clock.now();
  assert.equal((await wait(crawler.refresh(sourceId))).code, 'site-unreachable');
  assert.ok(clock.now() - began <= PATIENCE_MS + SECOND, `${clock.now() - began} ms`);
});

/** Lets another node occupy the host for so long. */
async function occupy({ store }: Bench, host: string, ms: number): Promise<void> {
  const attempt = await store.write(async (tx) => {
    const hostId = await hostNamed(tx, host);
    return tryLease(tx, { hostId, token: 'another node' }, ms);
  });
  assert.equal(attempt.kind, 'leased');
}

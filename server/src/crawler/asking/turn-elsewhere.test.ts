// Visits that redirects lead to another host have their turn there, too: our page for publishers says "one visit at a time".
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import type { SeenRequest } from '../../../test/fake-web.ts';
import { silentLog } from '../../log.ts';
import { withoutReleases } from '../../store/testing/interrupted-store.ts';
import { crawlerLimits } from '../limits.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { openQueues } from './turn-elsewhere.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const PLATFORM = 'https://feeds.platform.example.org';

/** Blogs at names of their own whose feeds a platform serves, each taking three seconds; one reader follows them. */
async function platform(
  t: TestContext,
  count: number,
  { areFollowed = true } = {},
): Promise<{ b: Bench; sourceIds: number[] }> {
  const b = await bench(t);
  const sourceIds: number[] = [];
  for (let n = 0; n < count; n++) {
    b.web.serve(blog(n), { status: 302, headers: { location: `${PLATFORM}/${n}` } });
    b.web.serve(`${PLATFORM}/${n}`, {
      body: rss([1], { title: `Blog ${n}` }),
      headers: { etag: 'E' },
      afterMs: 3 * SECOND,
    });
    if (areFollowed) sourceIds.push((await b.subscribe(blog(n))).sourceId);
  }
  b.web.forget();
  return { b, sourceIds };
}

/** Two blogs of a platform, of which the second was gone for days and is back. `slowly`: the first is refreshed, and takes so many seconds. */
async function oneGone(t: TestContext): Promise<{ b: Bench; slowly(seconds: number): Promise<unknown> }> {
  const { b, sourceIds } = await platform(t, 2);
  const [first = 0] = sourceIds;
  b.web.serve(`${PLATFORM}/1`, { status: 410 });
  await days(b, 4);
  await b.clock.advance(HOUR / 2);
  b.web.serve(`${PLATFORM}/1`, rss([1]));
  b.web.forget();
  const slowly = (seconds: number): Promise<unknown> => {
    b.web.serve(`${PLATFORM}/0`, { body: rss([1]), afterMs: seconds * SECOND });
    return b.crawler.refresh(first);
  };
  return { b, slowly };
}

/** Feeds of the platform itself, as slow as the others. */
async function followOwn(b: Bench, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const url = `${PLATFORM}/own/${n}`;
    b.web.serve(url, { body: rss([1], { title: url }), headers: { etag: 'E' }, afterMs: 3 * SECOND });
    await b.subscribe(url);
  }
  b.web.forget();
}

function blog(n: number): string {
  return `https://blog${n}.example/feed`;
}

async function days(b: Bench, count: number): Promise<void> {
  for (let hour = 0; hour < count * 24; hour += 2) await b.later(2 * HOUR);
}

function there({ web }: Bench): SeenRequest[] {
  return web.requests
    .filter(({ url }) => url.startsWith(PLATFORM))
    .toSorted((one, other) => one.at - other.at);
}

function assertInTurn(requests: readonly SeenRequest[]): void {
  for (const [n, { at }] of requests.entries()) {
    const { endedAt = at } = requests[n - 1] ?? {};
    assert.ok(n === 0 || at - endedAt >= crawlerLimits.gapMs, `${at - endedAt} ms after the one before`);
  }
}

test('blogs of one platform are visited there one after the other, and nobody else is asked in vain', async (t) => {
  const { b } = await platform(t, 12);
  await days(b, 2);
  const requests = there(b);
  assert.equal(new Set(requests.map(({ url }) => url)).size, 12, 'all are visited');
  assertInTurn(requests);
  assert.equal(b.web.requests.length, 2 * requests.length);
});

test('the feeds of the platform itself and those that lead there take turns', async (t) => {
  const { b } = await platform(t, 3);
  await followOwn(b, 3);
  await days(b, 2);
  const requests = there(b);
  assert.equal(new Set(requests.map(({ url }) => url)).size, 6, 'all are visited');
  assertInTurn(requests);
});

test('a blog does not wait until the platform has nothing of its own to be asked for', async (t) => {
  const { b } = await platform(t, 1);
  await followOwn(b, 24);
  await b.clock.advance(10 * HOUR);
  const begun: Promise<number>[] = [];
  for (let steps = 0; steps < 1_200; steps++) {
    begun.push(b.crawler.runDue());
    await b.clock.settle();
    await b.clock.advance(SECOND / 10);
  }
  await b.wait(Promise.all(begun));
  const requests = there(b);
  const place = requests.findIndex(({ url }) => url === `${PLATFORM}/0`);
  assert.ok(place !== -1 && place < 12, `${place} of ${requests.length} come before it`);
  assertInTurn(requests);
});

test('what was put off holds up nothing else at its own host', async (t) => {
  const b = await bench(t);
  const neighbour = 'https://blog0.example/other';
  b.web.serve(neighbour, { body: rss([1], { title: 'Neighbour' }), headers: { etag: 'E' } });
  b.web.serve(blog(0), { status: 302, headers: { location: `${PLATFORM}/0` } });
  const slow = { body: rss([1]), headers: { etag: 'E' } };
  b.web.serve(`${PLATFORM}/0`, slow);
  // The platform is busy for a minute with a feed of its own.
  b.web.serve(`${PLATFORM}/own`, slow, { ...slow, afterMs: 40 * SECOND });
  await b.subscribe(`${PLATFORM}/own`);
  await b.subscribe(blog(0));
  await b.subscribe(neighbour);
  b.web.forget();
  // All three are due.
  await b.clock.advance(10 * HOUR);
  const round = b.crawler.runDue();
  await b.clock.settle();
  for (let seconds = 0; seconds < 10; seconds++)
    await Promise.all([b.clock.advance(SECOND), b.crawler.runDue()]);
  assert.deepEqual(
    there(b).map(({ url }) => url),
    [`${PLATFORM}/own`],
    'the platform is still busy',
  );
  assert.equal(b.web.requestsFor(neighbour).length, 1);
  assert.equal(b.web.requestsFor(blog(0)).length, 0);
  await b.wait(round);
  for (let seconds = 0; seconds < 10; seconds++) await b.later(SECOND);
  assert.equal(b.web.requestsFor(blog(0)).length, 1, 'it comes once the platform is free');
  assertInTurn(there(b));
});

test('two that are due at once at hosts which lead to each other do not keep each other waiting', async (t) => {
  let asked = 0;
  const b = await bench(t, { chance: () => (asked++ % 7) / 7 });
  const [east, west] = ['https://east.example', 'https://west.example'];
  for (const [from, to] of [
    [east, west],
    [west, east],
  ]) {
    b.web.serve(`${from}/feed`, { status: 302, headers: { location: `${to}/moved` } });
    b.web.serve(`${to}/moved`, { body: rss([1], { title: `${from}` }), headers: { etag: 'E' } });
    await b.subscribe(`${from}/feed`);
  }
  b.web.forget();
  await b.clock.advance(10 * HOUR);
  for (let seconds = 0; seconds < 60; seconds++) {
    await b.wait(b.crawler.runDue());
    await b.clock.advance(SECOND);
  }
  const visits = [east, west].map((host) => b.web.requestsFor(`${host}/moved`).length);
  assert.deepEqual(visits, [1, 1]);
});

test('a person who refreshes a feed waits for its turn at the platform', async (t) => {
  const { b, sourceIds } = await platform(t, 2);
  await b.clock.advance(HOUR / 2);
  const said = await b.wait(Promise.all(sourceIds.map((id) => b.crawler.refresh(id))));
  assert.deepEqual(
    said.map(({ code }) => code),
    ['unchanged', 'unchanged'],
  );
  assertInTurn(there(b));
});

test('so does a person who follows a feed that was gone', async (t) => {
  const { b, sourceIds } = await platform(t, 2);
  for (const n of sourceIds.keys()) b.web.serve(`${PLATFORM}/${n}`, { status: 410 });
  await days(b, 4);
  for (const n of sourceIds.keys()) b.web.serve(`${PLATFORM}/${n}`, { body: rss([1]), afterMs: 3 * SECOND });
  b.web.forget();
  const found = await b.wait(Promise.all([b.crawler.follow(blog(0)), b.crawler.follow(blog(1))]));
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['source', 'source'],
  );
  assertInTurn(there(b));
  assert.equal(there(b).length, 2);
});

test('a person who follows a feed that was gone is told when the platform has no time, and nobody is asked', async (t) => {
  const { b, slowly } = await oneGone(t);
  const slow = slowly(40);
  await b.clock.advance(SECOND);
  const refused = await b.wait(b.crawler.follow(blog(1)));
  assert.equal(refused.kind === 'refused' && refused.reason, 'site-wants-rest');
  assert.equal(b.web.requestsFor(blog(1)).length, 0);
  await b.wait(slow);
  assert.equal((await b.wait(b.crawler.follow(blog(1)))).kind, 'source');
});

test('so is a person whose turn at the platform would come too late for an answer', async (t) => {
  const { b, slowly } = await oneGone(t);
  const page = 'https://page.example/';
  const link = `<link rel="alternate" type="application/rss+xml" href="${blog(1)}">`;
  b.web.serve(page, { body: `<html><head>${link}</head></html>`, afterMs: 29 * SECOND });
  const following = b.crawler.follow(page);
  await b.clock.advance(8.5 * SECOND);
  const slow = slowly(39);
  const refused = await b.wait(following);
  assert.equal(refused.kind === 'refused' && refused.reason, 'site-wants-rest');
  assert.equal(b.web.requestsFor(blog(1)).length, 0);
  await b.wait(slow);
});

test('a site that asks for a rest while one waits for the platform is not asked before it is over', async (t) => {
  const { b, sourceIds } = await platform(t, 2);
  const [first = 0, second = 0] = sourceIds;
  b.web.serve('https://site.com/feed', { status: 302, headers: { location: `${PLATFORM}/2` } });
  b.web.serve(`${PLATFORM}/2`, { body: rss([1], { title: 'Blog 2' }), headers: { etag: 'E' } });
  const { sourceId } = await b.subscribe('https://site.com/feed');
  b.web.serve('https://site.com/1.png', { status: 429, headers: { 'retry-after': '7200' } });
  await b.clock.advance(HOUR / 2);
  b.web.forget();
  const slow = b.crawler.refresh(first);
  await b.clock.settle();
  const waiting = b.crawler.refresh(sourceId);
  await b.clock.settle();
  await b.crawler.fetchImage({ key: '1', url: 'https://site.com/1.png' });
  assert.notEqual((await b.wait(waiting)).code, 'unchanged');
  await b.wait(slow);
  assert.equal(b.web.requestsFor('https://site.com/feed').length, 0);
  assert.equal((await b.wait(b.crawler.refresh(second))).code, 'unchanged', 'the platform is free');
});

test('a person is told when the platform has no time, and nobody is asked', async (t) => {
  const { b, sourceIds } = await platform(t, 2);
  const [first = 0, second = 0] = sourceIds;
  b.web.serve(`${PLATFORM}/0`, { body: rss([1]), afterMs: 40 * SECOND });
  await b.clock.advance(HOUR / 2);
  const slow = b.crawler.refresh(first);
  await b.clock.advance(SECOND);
  assert.equal((await b.wait(b.crawler.refresh(second))).code, 'visited-for-others');
  assert.equal(b.web.requestsFor(blog(1)).length, 0);
  await b.wait(slow);
  assert.equal((await b.wait(b.crawler.refresh(second))).code, 'unchanged');
});

test('a feed that is redirected no more needs no turn where it was led', async (t) => {
  const { b, sourceIds } = await platform(t, 2);
  const [first = 0, second = 0] = sourceIds;
  b.web.serve(blog(1), { body: rss([1], { title: 'Blog 1' }), headers: { etag: 'F' } });
  await b.clock.advance(HOUR / 2);
  await b.wait(b.crawler.refresh(second));
  assert.equal((await b.source(second)).memory.leadsTo, undefined);
  await b.clock.advance(HOUR / 2);
  b.web.forget();
  await b.wait(Promise.all([b.crawler.refresh(first), b.crawler.refresh(second)]));
  const [one, other] = [b.web.requestsFor(`${PLATFORM}/0`)[0], b.web.requestsFor(blog(1))[0]];
  assert.ok(one && other && other.at < (one.endedAt ?? 0), 'both at once');
});

test('a visit ends well although the store cannot take back its turn at the platform', async (t) => {
  const { b, sourceIds } = await platform(t, 1);
  const errors: string[] = [];
  const node = b.open({
    // The first one gives back the turn at the source's own host.
    store: withoutReleases(b.store, 2),
    log: { ...silentLog, error: (event) => errors.push(event) },
  });
  b.web.serve(`${PLATFORM}/0`, rss([2, 1], { title: 'Blog 0' }));
  await b.clock.advance(HOUR / 2);
  assert.equal((await b.wait(node.refresh(sourceIds[0] ?? 0))).code, 'new-posts');
  assert.deepEqual(errors, ['a turn was not given back']);
  await b.wait(node.close());
});

test('searches that are led to one platform wait for their turn there', async (t) => {
  // Only two, so that none waits for long: on a busy machine the clock may go on while a document is unpacked, and who waits in vain goes on.
  const { b } = await platform(t, 2, { areFollowed: false });
  const found = await b.wait(Promise.all([0, 1].map((n) => b.crawler.follow(blog(n)))));
  assert.deepEqual(new Set(found.map(({ kind }) => kind)), new Set(['source']));
  assert.equal(there(b).length, 2);
  assertInTurn(there(b));
});

test('a search has one turn at a host, however often it is redirected there', async (t) => {
  const { b } = await platform(t, 1, { areFollowed: false });
  b.web.serve(blog(0), { status: 302, headers: { location: `${PLATFORM}/old` } });
  b.web.serve(`${PLATFORM}/old`, { status: 302, headers: { location: `${PLATFORM}/0` } });
  assert.equal((await b.wait(b.crawler.follow(blog(0)))).kind, 'source');
  const [first, second] = there(b);
  assert.ok(first && second && second.at === first.at, 'it does not wait for itself');
  await b.clock.advance(5 * SECOND);
  assert.equal((await b.wait(b.crawler.follow(`${PLATFORM}/0`))).kind, 'source', 'and gives it back');
});

test('a search that waits in vain for the platform goes on', async (t) => {
  const { b, sourceIds } = await platform(t, 1);
  b.web.serve(`${PLATFORM}/0`, { body: rss([1]), afterMs: 40 * SECOND });
  b.web.serve(blog(1), { status: 302, headers: { location: `${PLATFORM}/1` } });
  b.web.serve(`${PLATFORM}/1`, { body: rss([1]) });
  await b.clock.advance(HOUR / 2);
  const slow = b.crawler.refresh(sourceIds[0] ?? 0);
  await b.clock.advance(SECOND);
  assert.equal((await b.wait(b.crawler.follow(blog(1)))).kind, 'source');
  const [first, second] = there(b);
  assert.ok(first && second && second.at - first.at >= crawlerLimits.turnMs / 2);
  await b.wait(slow);
});

test('those that wait for one host come one after the other, and others as soon as theirs is free', async () => {
  const clock = fakeClock();
  const queued = openQueues({ clock, chance: () => 0.5 }, 2 * SECOND);
  const start = clock.now();
  const at = [1, 1, 1, 2].map((hostId, sourceId) => queued(sourceId, { hostId }, SECOND) - start);
  assert.deepEqual(
    at,
    [2, 4, 6, 2].map((seconds) => seconds * SECOND),
  );
  const busy = { hostId: 3, freeAt: start + 300 };
  assert.equal(queued(5, busy, SECOND) - start, 300);
  assert.equal(queued(6, busy, SECOND) - start, 2 * SECOND + 300);
  assert.equal(queued(5, busy, SECOND) - start, 4 * SECOND + 300, 'whoever comes too early is the last');
  await clock.advance(10 * SECOND);
  assert.equal(
    queued(7, { hostId: 1 }, SECOND) - clock.now(),
    2 * SECOND,
    'the queue is forgotten once it is over',
  );
  clock.set(start - 365 * 24 * HOUR);
  assert.equal(
    queued(8, { hostId: 1 }, SECOND) - clock.now(),
    2 * SECOND,
    'as is one of a clock that was ahead',
  );
});

test('those that wait for a host whose calls are spread come as far from each other, and whoever comes too early keeps their place', async () => {
  const clock = fakeClock();
  const queues = openQueues({ clock, chance: () => 0.5 }, 2 * SECOND);
  const start = clock.now();
  const queued = (sourceId: number, freeAt: number): number =>
    (queues(sourceId, { hostId: 1, freeAt: start + freeAt * SECOND }, 100 * SECOND) - start) / SECOND;
  assert.deepEqual(
    [1, 2, 3, 4].map((sourceId) => queued(sourceId, 90)),
    [90, 192, 294, 396],
  );
  await clock.advance(192 * SECOND);
  assert.equal(queued(2, 280), 280);
  assert.equal(queued(5, 280), 280 + 3 * 102, 'who has had their turn is waited for no longer');
  await clock.advance(102 * SECOND);
  assert.equal(queued(3, 390), 390, 'nor is who has it just now');
});

// A visit that tries the address to which a feed says it has moved calls another host, which has its turns and its rests as well.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { crawlerLimits } from '../limits.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const NEW = 'https://platform.example.org';

/** Podcasts at hosts of their own that all move to one platform, which takes three seconds for each. */
async function movers(t: TestContext, count: number): Promise<{ b: Bench; sourceIds: number[] }> {
  const b = await bench(t);
  const sourceIds: number[] = [];
  for (let n = 0; n < count; n++) {
    const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${NEW}/${n}</itunes:new-feed-url>`;
    const body = rss([1], { title: `Podcast ${n}`, extra });
    b.web.serve(old(n), { body, headers: { etag: 'E' } }, { status: 304 });
    b.web.serve(`${NEW}/${n}`, {
      body: rss([1], { title: `Podcast ${n}` }),
      headers: { etag: 'N' },
      afterMs: 3 * SECOND,
    });
    sourceIds.push((await b.subscribe(old(n))).sourceId);
  }
  return { b, sourceIds };
}

function old(n: number): string {
  return `https://podcast${n}.example/feed`;
}

test('feeds that move to one host are tried there one after the other', async (t) => {
  const { b, sourceIds } = await movers(t, 4);
  for (let hour = 0; hour < 96; hour += 2) await b.later(2 * HOUR);
  const there = b.web.requests
    .filter(({ url }) => url.startsWith(NEW))
    .toSorted((one, other) => one.at - other.at);
  assert.equal(new Set(there.map(({ url }) => url)).size, 4, 'all are tried');
  for (const [n, { at }] of there.entries()) {
    const { endedAt = at } = there[n - 1] ?? {};
    assert.ok(n === 0 || at - endedAt >= crawlerLimits.gapMs, `${at - endedAt} ms after the one before`);
  }
  for (const [n, id] of sourceIds.entries()) assert.equal((await b.source(id)).url, `${NEW}/${n}`);
});

test('a host that rests is not tried; the feed is asked where it was until the rest is over', async (t) => {
  const { b, sourceIds } = await movers(t, 1);
  const [sourceId = 0] = sourceIds;
  const followed = `${NEW}/followed`;
  const document = { body: rss([1], { title: 'Followed' }), headers: { etag: 'F' } };
  b.web.serve(
    followed,
    document,
    { status: 429, headers: { 'retry-after': `${(4 * DAY) / SECOND}` } },
    document,
  );
  await b.subscribe(followed);
  await b.later(DAY);
  assert.equal(b.web.requestsFor(followed).length, 2);
  b.web.forget();
  for (let days = 0; days < 3; days++) await b.later(DAY);
  assert.equal(b.web.requests.filter(({ url }) => url.startsWith(NEW)).length, 0);
  assert.equal(b.web.requestsFor(old(0)).length, 3);
  assert.equal((await b.visits(sourceId))[0]?.outcome.kind, 'unchanged');
  for (let days = 0; days < 3; days++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).url, `${NEW}/0`);
});

// Another interval changes when a source is visited next, and nothing else that holds for it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answering } from '../../../test/fake-web.ts';
import { updateInterval } from '../../store/feeds/feeds.ts';
import { findSchedule } from '../../store/sources/schedules.ts';
import { type Bench, bench, rss, type Subscribed } from '../testing/bench.ts';
import { healthOf } from './health.ts';
import { replan } from './replan.ts';

const FEED = 'https://example.com/feed';
const PLATFORM = 'https://platform.net/feed';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const unchanging: Answering[] = [{ body: rss([1]), headers: { etag: 'E' } }, { status: 304 }];

test('a shorter interval brings the next visit although nothing else is due at the host, and people are told when', async (t) => {
  const { b, sourceId, wish } = await followed(t, unchanging);
  await wish(HOUR);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok((health?.nextVisitAt ?? Infinity) <= b.clock.now() + 70 * MINUTE);
  await b.later(70 * MINUTE);
  assert.equal(b.web.requests.length, 2);
});

test('rule 13: without validators a source is visited once a day, whatever interval is chosen later', async (t) => {
  const { b, wish } = await followed(t, [rss([1])]);
  await wish(HOUR);
  await b.later(23 * HOUR);
  assert.equal(b.web.requests.length, 1);
  await b.later(3 * HOUR);
  assert.equal(b.web.requests.length, 2);
});

test('rule 34: a source that is gone for good is not asked again because somebody wants it more often', async (t) => {
  const { b, sourceId, wish } = await followed(t, [rss([1]), { status: 410 }]);
  for (let visit = 0; visit < 3; visit++) await b.later(2 * DAY);
  assert.equal((await b.source(sourceId)).memory.state, 'gone');
  const asked = b.web.requests.length;
  await wish(HOUR);
  assert.equal((await b.store.read((tx) => findSchedule(tx, sourceId)))?.plannedAt, undefined);
  for (let visit = 0; visit < 3; visit++) await b.later(2 * DAY);
  assert.equal(b.web.requests.length, asked);
});

test('a source that nobody follows is planned for its next follower, and not visited until then', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, ...unchanging);
  const found = await b.wait(b.crawler.follow(FEED));
  assert.ok(found.kind === 'source');
  const { sourceId } = found;
  await b.store.write((tx) => replan(tx, sourceId));
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok(schedule?.plannedAt);
  assert.equal(schedule.nextVisitAt, undefined);
});

test('the host to which a source is redirected keeps the longer interval that it was given by its 429', async (t) => {
  const { b, sourceId, wish } = await followed(t, [{ status: 302, headers: { location: PLATFORM } }], {
    [PLATFORM]: [{ body: rss([1]), headers: { etag: 'E' } }, { status: 429 }, { status: 304 }],
  });
  for (let visit = 0; visit < 2; visit++) await b.later(12 * HOUR);
  assert.equal(b.web.requestsFor(PLATFORM).length, 3);
  await wish(HOUR);
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.plannedAt ?? 0) - (schedule?.lastVisitAt ?? 0) >= 2 * HOUR);
});

/** A source with one follower, who may then choose an interval. */
async function followed(
  t: TestContext,
  answers: Answering[],
  elsewhere: Readonly<Record<string, Answering[]>> = {},
): Promise<{ b: Bench; wish(ms: number): Promise<void> } & Subscribed> {
  const b = await bench(t);
  b.web.serve(FEED, ...answers);
  for (const [url, theirs] of Object.entries(elsewhere)) b.web.serve(url, ...theirs);
  const ids = await b.subscribe(FEED);
  const wish = (ms: number): Promise<void> =>
    b.store.write(async (tx) => {
      await updateInterval(tx, ids.userId, ids.feedId, ms);
      await replan(tx, ids.sourceId);
    });
  return { b, ...ids, wish };
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answering } from '../../../test/fake-web.ts';
import { updateInterval } from '../../store/feeds/feeds.ts';
import { findSchedule } from '../../store/sources/schedules.ts';
import { healthOf } from '../schedule/health.ts';
import { bench, rss } from '../testing/bench.ts';
import { replan } from './replan.ts';
import { setPlansBack } from './set-plans-back.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AHEAD = 10 * 365 * DAY;
const document = { body: rss([1]), headers: { etag: 'E' } };

test('a follower who changes the interval gets it, though the freshness of the last answer was noted by a clock that was ahead', async (t) => {
  const { b, sourceId, userId, feedId } = await visitedAhead(t, [
    { ...document, headers: { 'cache-control': 'max-age=600' } },
  ]);
  await b.store.write(async (tx) => {
    await updateInterval(tx, userId, feedId, HOUR);
    await replan(tx, sourceId);
  });
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? Infinity) <= b.clock.now() + 2 * HOUR);
});

test('a person is told what is left of the rest that a site asked for while the clock was ahead', async (t) => {
  const { b, sourceId } = await visitedAhead(t, [{ status: 503, headers: { 'retry-after': '7200' } }]);
  const { sentence } = await b.wait(b.crawler.refresh(sourceId));
  assert.match(sentence, /\b2 hours\b/);
});

test('a move that was first seen while the clock was ahead is believed after a day', async (t) => {
  const to = 'https://new.example/feed';
  const { b, sourceId } = await visitedAhead(t, [{ status: 301, headers: { location: to } }], (web) =>
    web.serve(to, document),
  );
  await b.clock.advance(DAY);
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal((await b.source(sourceId)).url, to);
});

test('a feed that fails has not begun to fail in the future', async (t) => {
  const { b, sourceId } = await visitedAhead(t, [{ status: 404 }]);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok((health?.failingSince ?? Infinity) <= b.clock.now());
  assert.ok((health?.lastSuccessAt ?? Infinity) <= b.clock.now());
  await b.clock.advance(2 * DAY);
  assert.equal((await b.store.read((tx) => healthOf(tx, sourceId)))?.state, 'failing');
});

/** A source that was followed by a clock that was right, was then visited by one that was ahead, and got these answers. */
async function visitedAhead(
  t: TestContext,
  answers: Answering[],
  prepare: (web: Awaited<ReturnType<typeof bench>>['web']) => void = () => {},
) {
  const b = await bench(t);
  prepare(b.web);
  b.web.serve(FEED, document, ...answers);
  const ids = await b.subscribe(FEED);
  const right = b.clock.now();
  b.clock.set(right + AHEAD);
  await b.wait(b.crawler.refresh(ids.sourceId));
  b.clock.set(right + HOUR);
  await setPlansBack(b.store);
  return { b, ...ids };
}

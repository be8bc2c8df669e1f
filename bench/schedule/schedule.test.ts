import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atBudget } from './budget.ts';
import { type Answer, DAY_MS, kinds, START, type SyntheticFeed, syntheticFeeds } from './feeds.ts';
import { delivered, ours, withSettings } from './ours.ts';
import { commaFeed, fixedInterval, miniflux, newsBlur } from './peers.ts';
import type { Sight } from './policy.ts';
import { simulate } from './simulate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const run = { days: 7, seed: 3 };
const feeds = syntheticFeeds(100, run.days, run.seed);

test('the mix holds every kind of feed in its share, and comes out the same for the same seed', () => {
  const counts = kinds.map((kind) => feeds.filter((feed) => feed.kind === kind).length);
  assert.deepEqual(counts, [36, 20, 10, 12, 8, 5, 6, 2, 1]);
  assert.deepEqual(syntheticFeeds(100, run.days, run.seed), feeds);
  assert.notDeepEqual(syntheticFeeds(100, run.days, 4), feeds);
});

test('kinds of feeds publish as often as the mix says', () => {
  const days = 90;
  const perDay = (kind: string): number[] =>
    feeds
      .filter((feed) => feed.kind === kind)
      .map(
        ({ posts }) => posts.filter((time) => time >= START - days * DAY_MS && time < START).length / days,
      );
  for (const rate of perDay('firehose')) assert.ok(rate > 140 && rate < 520, `firehose ${rate}`);
  for (const rate of perDay('news with a cycle')) assert.ok(rate > 4 && rate < 70, `news ${rate}`);
  for (const rate of perDay('dead')) assert.ok(rate < 0.05, `dead ${rate}`);
});

test('fixed intervals spend and wait what arithmetic says', () => {
  const measures = simulate(feeds, fixedInterval(60), run);
  assert.ok(Math.abs(measures.requestsPerFeedDay - 24) < 0.2, `${measures.requestsPerFeedDay}`);
  assert.ok(Math.abs(measures.meanDelay - 30) < 1.5, `${measures.meanDelay}`);
});

for (const [minutes, floorMinutes] of [
  [60, 15],
  [120, 15],
  [240, 60],
] as const) {
  test(`at the requests of a reader that comes every ${minutes} min, posts wait less than half as long`, () => {
    const theirs = simulate(feeds, fixedInterval(minutes), run);
    const bounds = { ...delivered, floorMs: floorMinutes * MINUTE, longestMs: DAY_MS };
    const found = atBudget(feeds, bounds, { budget: theirs.requestsPerFeedDay, run });
    assert.ok(found, 'no price spends that much');
    const { meanDelay, requestsPerFeedDay } = found.measures;
    assert.ok(requestsPerFeedDay < 1.011 * theirs.requestsPerFeedDay, `${requestsPerFeedDay} requests`);
    assert.ok(meanDelay < theirs.meanDelay / 2, `${meanDelay} min against ${theirs.meanDelay} min`);
  });
}

test('as delivered it spends less than a third of an hourly reader, and posts wait five minutes longer at most', () => {
  const mine = withSettings(delivered, () => simulate(feeds, ours, run));
  const hourly = simulate(feeds, fixedInterval(60), run);
  assert.ok(mine.requestsPerFeedDay < hourly.requestsPerFeedDay / 3, `${mine.requestsPerFeedDay} requests`);
  assert.ok(mine.meanDelay < hourly.meanDelay + 5, `${mine.meanDelay} min against ${hourly.meanDelay} min`);
});

test('no feed is ever visited before an hour is over', () => {
  for (const gap of gaps(feeds)) assert.ok(gap.ms >= HOUR, `${gap.feed.kind}: ${gap.ms} ms`);
});

test('no feed is visited before its max-age is over', () => {
  const fresh = answering((visit) =>
    answer(200, { 'cache-control': `max-age=${visit % 2 === 0 ? 7_200 : 18_000}` }),
  );
  for (const gap of gaps(fresh)) {
    assert.ok(gap.ms >= (gap.visit % 2 === 0 ? 2 : 5) * HOUR, `${gap.feed.kind}: ${gap.ms} ms`);
  }
});

test('a max-age below the hour allows visits more often, but none before it is over or within a quarter', () => {
  const eager = answering((visit) =>
    answer(200, { 'cache-control': `max-age=${visit % 2 === 0 ? 60 : 1_800}` }),
  );
  const seen = [...gaps(eager)];
  for (const gap of seen) assert.ok(gap.ms >= (gap.visit % 2 === 0 ? 15 : 30) * MINUTE, `${gap.ms} ms`);
  assert.ok(seen.some((gap) => gap.ms < HOUR));
});

test('nobody is visited before Retry-After is over', () => {
  const angry = answering((visit) =>
    visit % 5 === 1
      ? answer(429, { 'retry-after': '86400' })
      : visit % 5 === 3
        ? answer(503, { 'retry-after': '20000' })
        : undefined,
  );
  const seen = [...gaps(angry)];
  for (const gap of seen) {
    if (gap.answer?.status === 429) assert.ok(gap.ms >= DAY_MS, `${gap.feed.kind}: ${gap.ms} ms`);
    if (gap.answer?.status === 503) assert.ok(gap.ms >= 20_000 * 1_000, `${gap.feed.kind}: ${gap.ms} ms`);
  }
  assert.ok(seen.some((gap) => gap.answer?.status === 429));
});

test('the schedules of others follow their formulas', () => {
  const now = START;
  const daily = Array.from({ length: 20 }, (_, index) => now - (20 - index) * DAY_MS + HOUR);
  const next = (posts: readonly number[], policy = miniflux(5, 1440), at = now): number => {
    const sight: Sight = { now: at, posts, known: posts.length, fresh: 0, shown: 30, answer: undefined };
    return (policy.begin(1, () => 0)(sight) - at) / MINUTE;
  };
  assert.equal(next(daily), 1440);
  assert.equal(next([]), 1440);
  // Four posts, two hours apart: 84 a week.
  const busy = [8, 6, 4, 2].map((hours) => now - hours * HOUR);
  assert.equal(next(busy), 120);
  assert.equal(next(busy, miniflux(150, 1440)), 150);
  assert.equal(next(busy, commaFeed()), 60);
  assert.equal(next([now - 20 * MINUTE, now - 10 * MINUTE], commaFeed()), 5);
  assert.equal(next([now - 20 * DAY_MS], commaFeed()), 120);
  assert.equal(next([now - 40 * DAY_MS], commaFeed()), 240);
  assert.equal(next(daily, newsBlur(1)), 720 - (20 / 30) * 720);
  assert.equal(next(daily, newsBlur(5)), 60 - (20 / 30) * 60);
  assert.equal(next([now - 60 * DAY_MS], newsBlur(5)), 720);
});

interface Gap {
  feed: SyntheticFeed;
  visit: number;
  answer: Answer | undefined;
  ms: number;
}

/** The times between two visits of the same feed in our schedule. */
function gaps(of: readonly SyntheticFeed[]): Gap[] {
  const found: Gap[] = [];
  let before: { feed: SyntheticFeed; at: number; visit: number; answer: Answer | undefined } | undefined;
  const onVisit = (feed: SyntheticFeed, at: number, given: Answer | undefined): void => {
    const same = before?.feed === feed ? before : undefined;
    if (same) found.push({ feed, visit: same.visit, answer: same.answer, ms: at - same.at });
    before = { feed, at, visit: same ? same.visit + 1 : 0, answer: given };
  };
  withSettings(delivered, () => simulate(of, ours, { ...run, onVisit }));
  assert.ok(found.length > of.length);
  return found;
}

function answering(reply: (visit: number) => Answer | undefined): SyntheticFeed[] {
  return feeds.map((feed) => ({ ...feed, answer: reply }));
}

function answer(status: number, headers: Record<string, string>): Answer {
  return { status, headers: new Map(Object.entries(headers)) };
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Answering } from '../../../test/fake-web.ts';
import { updateInterval } from '../../store/feeds/feeds.ts';
import { newestPosts } from '../../store/sources/posts.ts';
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

test('an edit that waits for its hour while the clock is ahead arrives once it is right, though the site says 304', async (t) => {
  const b = await bench(t);
  const headers = { 'cache-control': 'max-age=600' };
  const says = (text: string): Answering => ({
    body: rss([{ n: 1, text }]),
    headers: { etag: text, ...headers },
  });
  b.web.serve(FEED, says('First'), says('Second'), says('Final'), { status: 304, headers });
  const { sourceId, userId } = await b.subscribe(FEED);
  const right = b.clock.now();
  b.clock.set(right + AHEAD);
  await b.wait(b.crawler.refresh(sourceId));
  await b.clock.advance(HOUR / 3);
  await b.wait(b.crawler.refresh(sourceId));
  const text = async (): Promise<string> => JSON.stringify(await b.items(userId));
  assert.match(await text(), /Second/);
  b.clock.set(right + HOUR);
  await setPlansBack(b.store);
  await b.clock.advance(2 * HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  assert.match(await text(), /Final/);
});

test('a feed that fails has not begun to fail in the future', async (t) => {
  const { b, sourceId } = await visitedAhead(t, [{ status: 404 }]);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok((health?.failingSince ?? Infinity) <= b.clock.now());
  assert.ok((health?.lastSuccessAt ?? Infinity) <= b.clock.now());
  await b.clock.advance(2 * DAY);
  assert.equal((await b.store.read((tx) => healthOf(tx, sourceId)))?.state, 'failing');
});

test('a feed that was read while the clock was ahead was not read in the future, and its hours are learnt from now on', async (t) => {
  const undated = (...posts: number[]): string => rss(posts).replaceAll(/<pubDate>.*?<\/pubDate>/g, '');
  const { b, sourceId } = await visitedAhead(t, [undated(2, 1), undated(3, 2, 1)]);
  const health = await b.store.read((tx) => healthOf(tx, sourceId));
  assert.ok((health?.lastSuccessAt ?? Infinity) <= b.clock.now());
  const hours = async (): Promise<number> => {
    const { profile = [] } = (await b.source(sourceId)).memory.rhythm ?? {};
    return profile.reduce((sum, count) => sum + count, 0);
  };
  const before = await hours();
  await b.clock.advance(2 * HOUR);
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal(await hours(), before + 1);
});

for (const [what, answer] of [
  ['could not be fetched while the clock was ahead', { status: 404 }],
  ['a site was too busy for while the clock was ahead', { status: 429, headers: { 'retry-after': '60' } }],
] as const) {
  test(`a picture that ${what} is fetched again a day after`, async (t) => {
    const b = await bench(t);
    const picture = { key: 'k', url: 'https://a.example/p.png' };
    b.web.serve(picture.url, answer, { body: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') });
    const right = b.clock.now();
    b.clock.set(right + AHEAD);
    assert.equal((await b.wait(b.crawler.fetchImage(picture))).kind, 'failed');
    b.clock.set(right);
    await setPlansBack(b.store);
    await b.clock.advance(DAY + HOUR);
    assert.deepEqual(await b.wait(b.crawler.fetchImage(picture)), { kind: 'kept' });
  });
}

test('a site whose robots.txt could not be fetched while the clock was ahead gives its articles two days after', async (t) => {
  const b = await bench(t);
  const page = 'https://courier.com/1';
  const robots = 'https://courier.com/robots.txt';
  const story = `<body><article><p>${'Words of a story, with a comma in it. '.repeat(20)}</p></article></body>`;
  b.web.serve(FEED, rss([1], { site: 'https://courier.com/' }));
  b.web.serve(robots, { status: 500 }, { status: 404 });
  b.web.serve(page, story);
  const { sourceId } = await b.subscribe(FEED);
  const [post] = await b.store.read((tx) => newestPosts(tx, sourceId, 1));
  assert.ok(post);
  const right = b.clock.now();
  b.clock.set(right + AHEAD);
  assert.equal((await b.wait(b.crawler.fetchArticle(post.id))).kind, 'refused');
  b.clock.set(right);
  await setPlansBack(b.store);
  await b.clock.advance(2 * DAY);
  assert.deepEqual(await b.wait(b.crawler.fetchArticle(post.id)), { kind: 'kept' });
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

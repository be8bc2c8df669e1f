import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { openCourtesy } from './courtesy.ts';
import { bench, rss } from './testing/bench.ts';

const limits = { besidePeople: { perSecond: 10, atOnce: 2 } };
const HOUR = 3_600_000;

test('while people are here two begin together, and two more once there is room for both', async () => {
  const clock = fakeClock();
  const courtesy = openCourtesy({ clock, limits, arePeopleHere: () => true });
  assert.equal(courtesy.room(), 2);
  courtesy.began(2);
  assert.deepEqual([courtesy.room(), courtesy.waitMs()], [0, 200]);
  await clock.advance(100);
  assert.deepEqual([courtesy.room(), courtesy.waitMs()], [0, 100]);
  await clock.advance(100);
  assert.deepEqual([courtesy.room(), courtesy.waitMs()], [2, 0]);
  await clock.advance(60_000);
  assert.equal(courtesy.room(), 2);
});

test('while nobody is here as many may begin as anybody likes', () => {
  const courtesy = openCourtesy({ clock: fakeClock(), limits, arePeopleHere: () => false });
  courtesy.began(1_000);
  assert.deepEqual([courtesy.room(), courtesy.waitMs()], [Number.POSITIVE_INFINITY, 0]);
});

test('what began while nobody was here is not held against the rounds', async () => {
  const clock = fakeClock();
  const courtesy = openCourtesy({ clock, limits, arePeopleHere: () => true });
  courtesy.began(50);
  await clock.advance(200);
  assert.equal(courtesy.room(), 2);
});

test('rounds go on slowly beside people, and at once when they have left', async (t) => {
  let areHere = true;
  const b = await bench(t, { limits, arePeopleHere: () => areHere });
  const urls = Array.from({ length: 40 }, (_, n) => `https://host-${n}.example/feed`);
  for (const url of urls) b.web.serve(url, { body: rss([1]), headers: { etag: url } });
  for (const url of urls) await b.subscribe(url);
  await b.clock.sleep(8 * HOUR);
  b.web.forget();
  b.crawler.start();
  await b.clock.advance(1_000);
  const beside = b.web.requests.length;
  assert.ok(beside >= 8 && beside <= 13, `${beside} visits in a second`);
  areHere = false;
  await b.clock.advance(200);
  assert.equal(b.web.requests.length, urls.length);
});

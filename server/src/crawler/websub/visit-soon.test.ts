// What brings a visit forward, against what the host wants to which the address leads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSchedule } from '../../store/sources/schedules.ts';
import { bench, rss } from '../testing/bench.ts';
import { visitSoon } from './visit-soon.ts';

const FEED = 'https://example.com/feed';
const PLATFORM = 'https://platform.net/feed';
const HOUR = 3_600_000;

test('a push keeps to the longer interval that the host of a redirected source was given by its 429', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { status: 302, headers: { location: PLATFORM } });
  b.web.serve(
    PLATFORM,
    { body: rss([1]), headers: { etag: 'E' } },
    { status: 429 },
    { status: 304, headers: { etag: 'E' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  for (let visit = 0; visit < 2; visit++) await b.later(12 * HOUR);
  assert.equal(b.web.requestsFor(PLATFORM).length, 3);
  await b.store.write((tx) => visitSoon(tx, { chance: () => 0.5 }, { sourceId }, { signed: true }));
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? 0) - (schedule?.lastVisitAt ?? 0) >= 2 * HOUR);
});

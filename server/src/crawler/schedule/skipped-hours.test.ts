import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findSchedule } from '../../store/sources/schedules.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { busy, HOUR, host, NOW, plan, withHints } from '../testing/plan.ts';
import { earliestVisit, outsideSkipped } from './schedule.ts';

const FEED = 'https://example.com/feed';

test('rule 22: no visit in the hours and days to skip', () => {
  const skipHours = [13, 14, 15];
  const skipped = plan({ memory: withHints(busy, { skipHours }) }).nextAt ?? 0;
  assert.equal(new Date(skipped).getUTCHours(), 16);
  assert.equal(outsideSkipped(NOW, [], [3, 4]), Date.UTC(2026, 0, 9));
});

test('rule 22: all hours or all days listed are ignored', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  assert.equal(outsideSkipped(NOW, hours, [0, 1, 2, 3, 4, 5, 6]), NOW);
});

/** All hours but one. */
const skipHours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== 16);
const memory = withHints(busy, { skipHours });

test('rule 22: the only hour of the week that is left is waited for', () => {
  const allButEleven = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== 11);
  assert.equal(outsideSkipped(NOW, allButEleven, [0, 1, 2, 4, 5, 6]), Date.UTC(2026, 0, 14, 11));
});

/** The minutes of the one open hour at which visits happen. */
function minutesOf(visits: readonly number[]): Set<number> {
  for (const at of visits) assert.equal(new Date(at).getUTCHours(), 16);
  return new Set(visits.map((at) => new Date(at).getUTCMinutes()));
}

test('rule 27: visits that skipped hours have moved are spread within the first open hour, though it be the only one', () => {
  const sources = Array.from({ length: 200 }, (_, sourceId) => sourceId);
  for (const chance of [0, 0.5, 1]) {
    const minutes = minutesOf(
      sources.map((sourceId) => plan({ memory, sourceId, chance: () => chance }).nextAt ?? 0),
    );
    assert.ok(minutes.size > 15, `${minutes.size} minutes`);
  }
});

test('rule 27: two instances do not visit one source in the same minute after skipped hours, nor one every day', () => {
  const minutes = minutesOf(
    Array.from({ length: 100 }, (_, n) => plan({ memory, chance: () => n / 100 }).nextAt ?? 0),
  );
  assert.ok(minutes.size > 15, `${minutes.size} minutes`);
});

test('rule 27: nor do those whom a hub tells of news within skipped hours', () => {
  const facts = { now: NOW, startedAt: NOW - 6 * HOUR, sourceId: 1, memory, conditional: true, host: host() };
  const minutes = minutesOf(
    Array.from({ length: 100 }, (_, n) => earliestVisit({ ...facts, chance: () => n / 100 }, true)),
  );
  assert.ok(minutes.size > 15, `${minutes.size} minutes`);
});

test('rule 22: a visit that falls into an open hour stays where it is', () => {
  const facts = { now: NOW, startedAt: NOW - 6 * HOUR, sourceId: 1, conditional: true, host: host() };
  const open = withHints(busy, { skipHours: [11, 13] });
  assert.equal(earliestVisit({ ...facts, memory: open, chance: () => 0 }, true), NOW);
});

test('rule 22: a night that is skipped ends at another time each day, and a day that is skipped is kept free', async (t) => {
  let thrown = 0;
  const chance = (): number => {
    thrown = (thrown + 0.618) % 1;
    return thrown;
  };
  const b = await bench(t, { chance });
  const hours = [0, 1, 2, 3, 4, 5, 6];
  const extra = `<skipHours>${hours.map((hour) => `<hour>${hour}</hour>`).join('')}</skipHours>
    <skipDays><day>Sunday</day></skipDays>`;
  b.web.serve(FEED, { body: rss([1], { extra }), headers: { etag: 'E' } }, { status: 304 });
  const { sourceId } = await b.subscribe(FEED);
  for (let visit = 0; visit < 40; visit++) {
    const planned = await b.store.read((tx) => findSchedule(tx, sourceId));
    await b.later((planned?.nextVisitAt ?? Number.NaN) - b.clock.now());
  }
  const dates = b.web.requests.map(({ at }) => new Date(at));
  assert.deepEqual(
    dates.filter((date) => hours.includes(date.getUTCHours()) || date.getUTCDay() === 0),
    [],
  );
  const mornings = dates.filter((date) => date.getUTCHours() === 7).map((date) => date.getUTCMinutes());
  assert.ok(mornings.length > 7 && new Set(mornings).size > 3, `${mornings}`);
});

test('rule 22: a visit that was missed waits for an open hour, too', async (t) => {
  const b = await skippingEvenings(t);
  await b.later(32 * HOUR);
  assert.equal(b.web.requests.length, 1);
  await b.later(5 * HOUR);
  assert.equal(b.web.requests.length, 2);
});

test('rule 22: a machine that is on in skipped hours only visits once a week', async (t) => {
  const b = await skippingEvenings(t);
  await b.clock.advance(8 * HOUR);
  for (let day = 0; day <= 21; day++) await b.later(24 * HOUR);
  assert.equal(b.web.requests.length, 4);
});

/** A feed that was found at noon, and wants no visits from six in the evening. */
async function skippingEvenings(t: TestContext): Promise<Bench> {
  const b = await bench(t);
  const hours = [18, 19, 20, 21, 22, 23].map((hour) => `<hour>${hour}</hour>`);
  const extra = `<skipHours>${hours.join('')}</skipHours>`;
  b.web.serve(FEED, { body: rss([1], { extra }), headers: { etag: 'E' } }, { status: 304 });
  await b.subscribe(FEED);
  return b;
}

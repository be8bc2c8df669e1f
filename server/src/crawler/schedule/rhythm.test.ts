import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstRhythm, nextRhythm, postsPerMinute, worthwhileAfterMs } from './rhythm.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Wednesday, 12:00 UTC. */
const NOW = Date.UTC(2026, 0, 7, 12);
const PRICE = 10;

const every = (gap: number, count: number, from = NOW): number[] =>
  Array.from({ length: count }, (_, index) => from - (index + 1) * gap);

test('the dates of a first document tell how often a source publishes', () => {
  const hourly = firstRhythm(every(HOUR, 500), NOW);
  const rate = postsPerMinute(hourly) * 60;
  assert.ok(rate > 0.7 && rate < 1.3, `${rate} an hour`);
});

test('who has only just begun is not taken for one who seldom publishes', () => {
  const rate = postsPerMinute(firstRhythm(every(HOUR, 24), NOW)) * 60 * 24;
  assert.ok(rate > 6, `${rate} a day`);
});

test('one date for all posts, or none, tells nothing', () => {
  const none = postsPerMinute(firstRhythm([], NOW));
  assert.equal(postsPerMinute(firstRhythm(Array(50).fill(NOW - HOUR), NOW)), none);
  assert.ok(none > 0 && none < 1 / 1_440);
});

test('for a steady source the wait is √(2·price/rate)', () => {
  const rhythm = { ...firstRhythm(every(10 * MINUTE, 5_000), NOW), profile: Array<number>(48).fill(0) };
  const expected = Math.sqrt((2 * PRICE) / postsPerMinute(rhythm)) * MINUTE;
  const wait = worthwhileAfterMs(rhythm, NOW, PRICE);
  assert.ok(Math.abs(wait - expected) <= 10 * MINUTE, `${wait / MINUTE} min, not ${expected / MINUTE}`);
});

test('who publishes in the mornings of working days is awaited then, and not on Saturdays and Sundays', () => {
  const mornings = Array.from({ length: 56 }, (_, day) => Date.UTC(2026, 0, 6 - day, 9, 30)).filter(
    (time) => ![0, 6].includes(new Date(time).getUTCDay()),
  );
  const rhythm = firstRhythm(mornings, NOW);
  const waitAt = (day: number): number => worthwhileAfterMs(rhythm, Date.UTC(2026, 0, day, 8), PRICE / 100);
  const [friday, saturday, sunday, monday] = [9, 10, 11, 12].map(waitAt);
  assert.deepEqual([friday, saturday], [monday, sunday]);
  assert.ok((friday ?? 0) < (saturday ?? 0), `${friday} ms on Fridays, ${saturday} ms on Saturdays`);
});

test('silence makes a source slower, news make it faster', () => {
  const before = firstRhythm(every(HOUR, 200), NOW);
  const silent = nextRhythm(before, [], NOW + 5 * DAY);
  const busy = nextRhythm(before, every(10 * MINUTE, 36, NOW + 6 * HOUR), NOW + 6 * HOUR);
  assert.ok(postsPerMinute(silent) < 0.8 * postsPerMinute(before));
  assert.ok(postsPerMinute(busy) > 1.15 * postsPerMinute(before));
});

test('a source that publishes at eight in the morning is asked soon after eight', () => {
  const mornings = Array.from({ length: 120 }, (_, day) => Date.UTC(2026, 0, 7, 8, 5) - day * DAY);
  const rhythm = firstRhythm(mornings, NOW);
  const asked = (hour: number): number => {
    const at = Date.UTC(2026, 0, 8, hour);
    return at + worthwhileAfterMs(rhythm, at, PRICE);
  };
  assert.ok(asked(7) < Date.UTC(2026, 0, 8, 10), new Date(asked(7)).toISOString());
  assert.ok(asked(10) - Date.UTC(2026, 0, 8, 10) > 3 * (asked(7) - Date.UTC(2026, 0, 8, 7)));
});

test('visits teach the same as a first document that shows what they have found', () => {
  for (const [gap, days] of [
    [3 * HOUR, 20],
    [3 * DAY, 120],
  ] as const) {
    const times = every(gap, (days * DAY) / gap);
    const start = NOW - days * DAY;
    let learnt = firstRhythm([], start);
    for (let at = start + HOUR; at <= NOW; at += HOUR) {
      const news = times.filter((time) => time > at - HOUR - 1 && time < at);
      learnt = nextRhythm(learnt, news, at);
    }
    const [shown, found] = [firstRhythm(times, NOW), learnt].map(postsPerMinute);
    assert.ok(Math.abs((found ?? 0) / (shown ?? 1) - 1) < 0.02, `${found} and ${shown} a minute`);
    assert.deepEqual(learnt.profile, firstRhythm(times, NOW).profile);
  }
});

test('a source that has fallen silent for good is asked ever more seldom', () => {
  let rhythm = firstRhythm(every(HOUR, 500), NOW);
  const busy = postsPerMinute(rhythm);
  for (let day = 1; day <= 180; day++) rhythm = nextRhythm(rhythm, [], NOW + day * DAY);
  assert.ok(postsPerMinute(rhythm) < busy / 50, `${postsPerMinute(rhythm) / busy} of what it was`);
});

test('who publishes at all hours of all days is awaited the same at each', () => {
  const rhythm = firstRhythm(every(HOUR, 14 * 24), NOW);
  const midweek = worthwhileAfterMs(rhythm, Date.UTC(2026, 0, 7), PRICE);
  for (let hour = 0; hour < 7 * 24; hour++) {
    const wait = worthwhileAfterMs(rhythm, Date.UTC(2026, 0, 7, hour), PRICE);
    assert.ok(Math.abs(wait / midweek - 1) < 0.1, `${wait} ms after ${hour} hours, ${midweek} ms at first`);
  }
});

test('an hour early is as likely as an hour late', () => {
  const mornings = Array.from({ length: 120 }, (_, day) => Date.UTC(2026, 0, 6, 8, 30) - day * DAY);
  const rhythm = firstRhythm(mornings, NOW);
  const waitAt = (hour: number): number => worthwhileAfterMs(rhythm, Date.UTC(2026, 0, 8, hour), PRICE / 100);
  assert.equal(waitAt(7), waitAt(9));
  assert.ok(waitAt(7) < HOUR && waitAt(8) < waitAt(7) && waitAt(7) < waitAt(6));
});

test('ten posts at once are one habit', () => {
  const burst = firstRhythm(
    Array.from({ length: 10 }, (_, index) => NOW - HOUR - index * 1_000),
    NOW,
  );
  assert.ok(burst.profile.reduce((sum, count) => sum + count, 0) <= 2);
});

test('an hour counts once, however often its posts are told', () => {
  const times = [NOW - 2 * HOUR, NOW - HOUR];
  const once = firstRhythm(times, NOW);
  assert.deepEqual(nextRhythm(once, times, NOW + HOUR).profile, once.profile);
});

test('habits fade: what four hundred hours have shown counts for no more than half of it', () => {
  const shown = (hours: number): number =>
    firstRhythm(every(HOUR, hours), NOW).profile.reduce((sum, count) => sum + count, 0);
  assert.deepEqual([shown(400), shown(402)], [400, 201]);
});

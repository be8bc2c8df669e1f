import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromNow } from './from-now.ts';

const evening = new Date(2026, 4, 20, 23).getTime();
const night = new Date(2026, 4, 20, 1).getTime();

/** Local times, and how a page says them. */
const said: readonly [now: number, at: [day: number, hour: number], words: string][] = [
  [evening, [20, 22], '1 hour ago'],
  [evening, [19, 23], '24 hours ago'],
  [evening, [19, 10], 'yesterday'],
  [evening, [19, 0], 'yesterday'],
  [evening, [18, 23], '2 days ago'],
  [night, [18, 12], '2 days ago'],
  [night, [18, 1], '2 days ago'],
  [night, [17, 23], '3 days ago'],
  [night, [21, 14], 'tomorrow'],
  [night, [21, 23], 'tomorrow'],
  [evening, [22, 12], 'in 2 days'],
];

for (const [now, [day, hour], words] of said) {
  const at = new Date(2026, 4, day, hour).getTime();
  test(`At ${new Date(now).getHours()}:00 on 20 May, ${hour}:00 on ${day} May is ${words}`, () => {
    assert.equal(fromNow(at, now), words);
  });
}

const MINUTE = 60_000;

/** Times before or after now, in minutes, at noon of 20 May. */
const near: readonly [minutes: number, words: string][] = [
  [0.4, 'this minute'],
  [-1, '1 minute ago'],
  [-59, '59 minutes ago'],
  [59, 'in 59 minutes'],
  [-60, '1 hour ago'],
  [90, 'in 2 hours'],
  [-(36 * 60 - 1), '36 hours ago'],
  [-36 * 60, 'yesterday'],
  [36 * 60, 'in 2 days'],
];

test('what is near is told in minutes and hours, and from a day and a half on in days', () => {
  const noon = new Date(2026, 4, 20, 12).getTime();
  assert.deepEqual(
    near.map(([minutes]) => [minutes, fromNow(noon + minutes * MINUTE, noon)]),
    near,
  );
});

test('a day on which clocks change, which is an hour longer or shorter, counts as one', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Europe/Berlin';
  for (const [now, at, words] of [
    ['2026-03-30T23:00', '2026-03-28T10:00', '2 days ago'],
    ['2026-10-26T23:00', '2026-10-24T10:00', '2 days ago'],
    ['2026-10-24T01:00', '2026-10-26T23:00', 'in 2 days'],
  ] as const) {
    assert.equal(fromNow(new Date(at).getTime(), new Date(now).getTime()), words, now);
  }
});

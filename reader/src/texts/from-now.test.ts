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

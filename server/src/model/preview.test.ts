import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postsPerWeek } from './preview.ts';

const DAY_MS = 86_400_000;
const now = 1_000 * DAY_MS;

test('how often a feed publishes is told of the time that its document shows, a quarter at most', () => {
  const daysAgo = (...days: number[]) =>
    postsPerWeek(
      days.map((each) => now - each * DAY_MS),
      now,
    );
  assert.equal(daysAgo(), 0);
  assert.equal(daysAgo(0, 7, 14), 1.5);
  assert.equal(daysAgo(0, 1, 2, 3), 9.3);
  // A burst of posts long ago does not count as weekly.
  assert.equal(daysAgo(900, 901, 902), 0);
  assert.equal(daysAgo(0, ...Array.from({ length: 100 }, (_, index) => 100 + index)), 0.1);
  // A few posts in one morning are averaged over a day, not over the morning.
  assert.equal(daysAgo(0, 0.01, 0.02), 21);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepingBoth, type RetentionPolicy } from './retention.ts';

const forever: RetentionPolicy = { keep: 'forever' };
const days = (count: number): RetentionPolicy => ({ keep: 'days', count });
const newest = (count: number): RetentionPolicy => ({ keep: 'newest', count });

test('of two policies the one that keeps more keeps what both do, and for ever does where neither always keeps more', () => {
  const rows: [one: RetentionPolicy, other: RetentionPolicy, both: RetentionPolicy][] = [
    [forever, forever, forever],
    [forever, days(7), forever],
    [days(30), days(7), days(30)],
    [newest(50), newest(500), newest(500)],
    [days(30), newest(500), forever],
  ];
  for (const [one, other, both] of rows) {
    assert.deepEqual(keepingBoth(one, other), both);
    assert.deepEqual(keepingBoth(other, one), both);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceOf } from './facts.ts';

test('how often a feed publishes is told by the day, the week or the month, as the number stays small', () => {
  const cases = [
    [70, { per: 'Day', count: 10 }],
    [10, { per: 'Day', count: 1 }],
    [9.9, { per: 'Week', count: 10 }],
    [1, { per: 'Week', count: 1 }],
    [0.5, { per: 'Month', count: 2 }],
    [0.1, { per: 'rarely' }],
    [0, { per: 'rarely' }],
  ] as const;
  for (const [postsPerWeek, expected] of cases) assert.deepEqual(paceOf(postsPerWeek), expected);
});

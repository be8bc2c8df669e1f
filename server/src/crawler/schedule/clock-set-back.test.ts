import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busy, DAY, HOUR, NOW, plan, quiet, withHints } from '../testing/plan.ts';

/** What was noted while the clock was ten years ahead. */
const AHEAD = NOW + 10 * 365 * DAY;

test('an answer that stays fresh for ten more years, by a clock that was ahead, delays no visit', () => {
  const { nextAt } = plan({ memory: withHints(busy, { freshUntil: AHEAD }), outcome: { kind: 'unchanged' } });
  assert.ok(nextAt !== undefined && nextAt <= NOW + 2 * HOUR);
});

test('a 410 that was first seen while the clock was ahead is asked for again after a day', () => {
  const facts = { outcome: { kind: 'gone', confirmed: false }, failures: 1 } as const;
  const { nextAt } = plan({ ...facts, memory: { ...quiet, goneSince: AHEAD } });
  assert.ok(nextAt !== undefined && nextAt <= NOW + 1.1 * DAY);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busy, DAY, HOUR, NOW, plan, quiet, withHints } from '../testing/plan.ts';

/** What was noted while the clock was ten years ahead. */
const AHEAD = NOW + 10 * 365 * DAY;

test('an answer that stays fresh for ten more years, by a clock that was ahead, delays no visit', () => {
  const { nextAt } = plan({ memory: withHints(busy, { freshUntil: AHEAD }), outcome: { kind: 'unchanged' } });
  assert.ok(nextAt !== undefined && nextAt <= NOW + 2 * HOUR);
});

test('a 410 that was first seen while the clock was ahead is asked for again after a day, and believed then', () => {
  const facts = { outcome: { kind: 'gone', confirmed: false }, failures: 1 } as const;
  const { nextAt, memory } = plan({ ...facts, memory: { ...quiet, goneSince: AHEAD } });
  assert.ok(nextAt !== undefined && nextAt <= NOW + 1.1 * DAY);
  assert.deepEqual(plan({ ...facts, memory, now: nextAt }).outcome, { kind: 'gone', confirmed: true });
});

test('a source that first failed while the clock was ahead is asked once a week after two weeks', () => {
  const facts = { outcome: { kind: 'unreachable', reason: 'server-error' }, failures: 5 } as const;
  const { memory } = plan({ ...facts, memory: { ...quiet, failingSince: AHEAD } });
  const now = NOW + 15 * DAY;
  const { nextAt } = plan({ ...facts, memory, now });
  assert.ok(nextAt !== undefined && nextAt >= now + 6 * DAY);
});

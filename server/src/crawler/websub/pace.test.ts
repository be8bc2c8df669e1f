import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyMemory } from '../../model/source.ts';
import { earliestVisit } from '../schedule/schedule.ts';
import { busy, DAY, failing, HOUR, host, MINUTE, NOW, plan, quiet, withHints } from '../testing/plan.ts';

const FAR = NOW + 10 * DAY;
const waited = (facts: Parameters<typeof plan>[0]): number => (plan(facts).nextAt ?? 0) - NOW;
const near = (ms: number, wanted: number): boolean => ms >= wanted * 0.94 && ms <= wanted * 1.06 + 2 * MINUTE;

test('where a hub is relied on visits are twelve times as rare, and once a day at least', () => {
  assert.ok(near(waited({ memory: busy }), HOUR));
  assert.ok(near(waited({ memory: busy, pushedUntil: FAR }), 12 * HOUR));
  assert.ok(near(waited({ memory: quiet }), 6 * HOUR));
  assert.ok(near(waited({ memory: quiet, pushedUntil: FAR }), DAY));
});

test('nobody relies on a hub beyond its lease, nor while the source fails', () => {
  assert.ok(near(waited({ memory: quiet, pushedUntil: NOW + 10 * HOUR }), 10 * HOUR));
  assert.ok(near(waited({ memory: quiet, pushedUntil: NOW + HOUR }), 6 * HOUR));
  const outcome = { kind: 'unreachable', reason: 'connect-timeout' } as const;
  const facts = { memory: failing(busy, HOUR), outcome };
  assert.equal(waited({ ...facts, pushedUntil: FAR }), waited(facts));
});

const ping = {
  now: NOW,
  startedAt: NOW - 5 * MINUTE,
  sourceId: 1,
  memory: busy,
  conditional: true,
  host: host(),
  chance: () => 0.5,
};

test('a ping comes to a visit within half a minute, where one may be made', () => {
  const startedAt = NOW - 2 * HOUR;
  for (const [chance, after] of [
    [0, 0],
    [0.5, 15_000],
    [1, 30_000],
  ] as const) {
    assert.equal(earliestVisit({ ...ping, startedAt, chance: () => chance }, true), NOW + after);
    assert.equal(earliestVisit({ ...ping, startedAt, chance: () => chance }, false), NOW + after);
  }
});

test('a signed ping waits for a quarter of an hour after the last visit, any other for an hour', () => {
  assert.equal(earliestVisit(ping, true), NOW + 10 * MINUTE);
  assert.equal(earliestVisit(ping, false), NOW + 55 * MINUTE);
  assert.equal(earliestVisit({ ...ping, conditional: false }, false), NOW + DAY - 5 * MINUTE);
});

test('what site and publisher ask holds for every ping', () => {
  const later = NOW + 3 * HOUR;
  const raised = { ...host(), floorMs: 4 * HOUR, floorSince: NOW };
  for (const signed of [true, false]) {
    assert.equal(earliestVisit({ ...ping, host: { ...host(), backoffUntil: later } }, signed), later);
    assert.equal(earliestVisit({ ...ping, memory: { ...busy, retryAt: later } }, signed), later);
    assert.equal(earliestVisit({ ...ping, memory: withHints(busy, { freshUntil: later }) }, signed), later);
    assert.equal(earliestVisit({ ...ping, host: raised }, signed), NOW + 4 * HOUR - 5 * MINUTE);
    const silent = withHints(emptyMemory(), { skipHours: [12, 13] });
    const waits = earliestVisit({ ...ping, memory: silent }, signed) - NOW;
    assert.ok(waits > 2 * HOUR && waits < 3 * HOUR);
  }
});

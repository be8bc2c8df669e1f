import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../model/visit.ts';
import { busy, DAY, failing, HOUR, host, MINUTE, NOW, plan } from '../testing/plan.ts';
import { hostBackoff } from './host-pace.ts';
import type { VisitFacts } from './schedule.ts';

test('only another feed is remembered as one, and what a page has suggested until the feed is back', () => {
  const suggestion = 'https://example.com/new';
  const page = plan({ outcome: { kind: 'not-a-feed', why: 'html', suggestion } });
  assert.deepEqual([page.memory.state, page.memory.suggestion], [undefined, suggestion]);
  const other = plan({ memory: page.memory, outcome: { kind: 'not-a-feed', why: 'another-feed' } });
  assert.deepEqual([other.memory.state, other.memory.suggestion], ['another-feed', suggestion]);
  const back = plan({ memory: other.memory });
  assert.deepEqual([back.memory.state, back.memory.suggestion], [undefined, undefined]);
});

test('where another feed is shown, a mistake of an hour costs six hours; what stays is visited once a day, and after a week of it once a week', () => {
  const outcome: Outcome = { kind: 'not-a-feed', why: 'another-feed' };
  const next = (facts: Partial<VisitFacts> = {}): number =>
    ((plan({ outcome, ...facts }).nextAt ?? 0) - NOW) / DAY;
  const expected: [number, number][] = [
    [next(), 0.25],
    [next({ failures: 1, memory: failing(busy, DAY / 4) }), 1],
    [next({ failures: 8, memory: failing(busy, 7.3 * DAY) }), 7],
  ];
  for (const [days, wanted] of expected) assert.ok(days >= wanted * 0.94 && days <= wanted * 1.06, `${days}`);
});

test('whoever sees that a site cannot be reached, or refuses, sees when it is visited again', () => {
  const failures: Outcome[] = [
    { kind: 'unreachable', reason: 'server-error', status: 500 },
    { kind: 'unreachable', reason: 'connect-timeout' },
    { kind: 'refused', why: 'forbidden', status: 403 },
  ];
  for (const outcome of failures) {
    const { nextAt, outcome: told } = plan({ outcome });
    assert.deepEqual(told, { ...outcome, retryAt: nextAt });
  }
  assert.deepEqual(plan({ outcome: { kind: 'not-a-feed', why: 'html' } }).outcome, {
    kind: 'not-a-feed',
    why: 'html',
  });
});

test('a time to come back counts for the whole host with 429 and 503 only', () => {
  const until = (status: number) =>
    hostBackoff({
      outcome: { kind: 'unreachable', reason: 'server-error', status },
      hints: { maxAgeMs: undefined, retryAfterMs: HOUR },
      host: host(),
      now: NOW,
    });
  assert.deepEqual([until(500), until(503)], [undefined, NOW + HOUR]);
});

test('a failure takes back nothing of what the document has stated: without validators, an hour would become a day', () => {
  const stated = { maxAgeMs: HOUR, retryAfterMs: undefined };
  const outcomes: Outcome[] = [
    { kind: 'unreachable', reason: 'server-error', status: 503 },
    { kind: 'unreachable', reason: 'reset' },
    { kind: 'not-a-feed', why: 'html' },
  ];
  for (const outcome of outcomes) {
    for (const maxAgeMs of [undefined, MINUTE]) {
      const read = plan({ conditional: false, hints: stated });
      const hints = { maxAgeMs, retryAfterMs: undefined };
      const failed = plan({ conditional: false, memory: read.memory, outcome, hints });
      const hours = ((failed.nextAt ?? 0) - NOW) / HOUR;
      assert.ok(hours >= 1 && hours < 1.4, `${hours} h after ${JSON.stringify(outcome)}`);
    }
  }
  const again = plan({ conditional: false, memory: plan({ conditional: false, hints: stated }).memory });
  assert.ok(
    (again.nextAt ?? 0) - NOW >= DAY,
    'a document that states nothing any more is fetched once a day',
  );
});

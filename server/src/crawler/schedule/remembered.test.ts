import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, host, NOW, plan } from '../testing/plan.ts';
import { hostBackoff } from './schedule.ts';

test('only another feed is remembered as one, and what a page has suggested until the feed is back', () => {
  const suggestion = 'https://example.com/new';
  const page = plan({ outcome: { kind: 'not-a-feed', why: 'html', suggestion } });
  assert.deepEqual([page.memory.state, page.memory.suggestion], [undefined, suggestion]);
  const other = plan({ memory: page.memory, outcome: { kind: 'not-a-feed', why: 'another-feed' } });
  assert.deepEqual([other.memory.state, other.memory.suggestion], ['another-feed', suggestion]);
  const back = plan({ memory: other.memory });
  assert.deepEqual([back.memory.state, back.memory.suggestion], [undefined, undefined]);
});

test('where another feed is shown the next visit comes in a week, where a page is shown within a day', () => {
  const next = (why: 'another-feed' | 'html'): number =>
    (plan({ outcome: { kind: 'not-a-feed', why } }).nextAt ?? 0) - NOW;
  assert.ok(next('another-feed') >= 7 * DAY && next('another-feed') < 8 * DAY, `${next('another-feed')}`);
  assert.ok(next('html') > 0 && next('html') < DAY, `${next('html')}`);
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

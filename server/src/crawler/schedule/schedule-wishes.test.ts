import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busy, DAY, failing, HOUR, host, MINUTE, NOW, plan, quiet, withHints } from '../testing/plan.ts';
import type { VisitFacts } from './schedule.ts';

interface Case {
  name: string;
  facts: Partial<VisitFacts>;
  /** The time to the next visit, with the least and the greatest chance. */
  least: number;
  most: number;
}

const quarter = [15 * MINUTE];

const cases: Case[] = [
  {
    name: 'a shorter interval brings a quiet source sooner',
    facts: { memory: quiet, wishes: [2 * HOUR] },
    least: 1.9 * HOUR,
    most: 2.2 * HOUR,
  },
  {
    name: 'a longer interval spares a busy source, beyond what would be the longest otherwise',
    facts: { memory: busy, wishes: [3 * DAY] },
    least: 2.8 * DAY,
    most: 3.2 * DAY,
  },
  {
    name: 'of several intervals the shortest counts',
    facts: { memory: quiet, wishes: [DAY, 2 * HOUR, 7 * DAY] },
    least: 1.9 * HOUR,
    most: 2.2 * HOUR,
  },
  {
    name: 'whoever names none is not held up by whoever names a long one',
    facts: { memory: busy, wishes: [7 * DAY, undefined] },
    least: HOUR,
    most: HOUR + 6 * MINUTE,
  },
  {
    name: 'whoever names a short one is served beside whoever names none',
    facts: { memory: quiet, wishes: [undefined, 2 * HOUR] },
    least: 1.9 * HOUR,
    most: 2.2 * HOUR,
  },
  {
    name: 'nobody names one: our own judgement',
    facts: { memory: quiet, wishes: [undefined] },
    least: 5.7 * HOUR,
    most: 6.4 * HOUR,
  },
  {
    name: 'rule 14: never more often than once an hour, whatever is wished',
    facts: { wishes: quarter },
    least: HOUR,
    most: HOUR + 6 * MINUTE,
  },
  {
    name: 'rule 15: more often than once an hour where the publisher allows it too',
    facts: { memory: withHints(quiet, { ttlMs: 20 * MINUTE }), wishes: quarter },
    least: 20 * MINUTE,
    most: 25 * MINUTE,
  },
  {
    name: 'rule 16: not before max-age is over, whatever is wished',
    facts: { hints: { maxAgeMs: 5 * HOUR, retryAfterMs: undefined }, wishes: quarter },
    least: 5 * HOUR,
    most: 5.6 * HOUR,
  },
  {
    name: 'rule 16: not before the last answer is no longer fresh, though the site has failed since',
    facts: {
      memory: withHints(busy, { freshUntil: NOW + 5 * HOUR }),
      outcome: { kind: 'unreachable', reason: 'connect-timeout' },
    },
    least: 5 * HOUR,
    most: 5.6 * HOUR,
  },
  {
    name: 'rule 17: not before Retry-After is over, whatever is wished',
    facts: {
      outcome: { kind: 'refused', why: 'forbidden', status: 403 },
      hints: { maxAgeMs: undefined, retryAfterMs: 3 * DAY },
      wishes: quarter,
    },
    least: 3 * DAY,
    most: 3.1 * DAY,
  },
  {
    name: 'rule 18: a host that has sent 429 keeps its raised floor, whatever is wished',
    facts: { host: { ...host(), floorMs: 8 * HOUR, floorSince: NOW }, wishes: quarter },
    least: 8 * HOUR,
    most: 8.6 * HOUR,
  },
  {
    name: 'rule 19: not while the host is to be left alone, whatever is wished',
    facts: { host: { ...host(), backoffUntil: NOW + 9 * HOUR }, wishes: quarter },
    least: 9 * HOUR,
    most: 9.2 * HOUR,
  },
  {
    name: 'rule 21: not before ttl is over, whatever is wished',
    facts: { memory: withHints(busy, { ttlMs: 4 * HOUR }), wishes: quarter },
    least: 4 * HOUR,
    most: 4.4 * HOUR,
  },
  {
    name: 'rule 22: not in the hours that are to be skipped, whatever is wished',
    facts: { memory: withHints(busy, { skipHours: [12, 13, 14, 15] }), wishes: quarter },
    least: 4 * HOUR,
    most: 5 * HOUR,
  },
  {
    name: 'rule 13: without validators once a day, whatever is wished',
    facts: { conditional: false, wishes: quarter },
    least: DAY,
    most: 1.05 * DAY + 2 * MINUTE,
  },
  {
    name: 'rule 37: what fails is asked ever more rarely, whatever is wished',
    facts: {
      memory: failing(busy, DAY),
      failures: 4,
      outcome: { kind: 'unreachable', reason: 'reset' },
      wishes: quarter,
    },
    least: 15 * HOUR,
    most: 25 * HOUR,
  },
  {
    name: 'a hub that pushes does not hold up whoever names an interval',
    facts: { memory: quiet, pushedUntil: NOW + 9 * DAY, wishes: [undefined, 3 * HOUR] },
    least: 2.8 * HOUR,
    most: 3.3 * HOUR,
  },
];

for (const { name, facts, least, most } of cases) {
  test(name, () => {
    for (const chance of [0, 0.5, 1]) {
      const waits = (plan({ ...facts, chance: () => chance }).nextAt ?? 0) - NOW;
      assert.ok(waits >= least && waits <= most, `${waits / MINUTE} min`);
    }
  });
}

// Bounds of what hints and failures do to the plan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../model/visit.ts';
import { busy, DAY, failing, HOUR, host, MINUTE, NOW, plan, quiet, withHints } from '../testing/plan.ts';
import { firstRhythm } from './rhythm.ts';
import type { VisitFacts } from './schedule.ts';

interface Case {
  name: string;
  facts: Partial<VisitFacts>;
  /** The time to the next visit, with the least and the greatest chance. */
  least: number;
  most: number;
}

const serverError: Outcome = { kind: 'unreachable', reason: 'server-error', status: 500 };
const tooMany: Outcome = { kind: 'refused', why: 'too-many', status: 429 };

const cases: Case[] = [
  {
    name: 'rule 21: an update period of a year counts as a week',
    facts: { memory: withHints(quiet, { updatePeriodMs: 365 * DAY }) },
    least: 7 * DAY,
    most: 7.1 * DAY,
  },
  {
    name: 'rule 15: more often than once an hour where the update period says so',
    facts: { memory: withHints(busy, { updatePeriodMs: 20 * MINUTE }) },
    least: 20 * MINUTE,
    most: 25 * MINUTE,
  },
  {
    name: 'rule 37: after ten failures, too, the next visit is about a day away',
    facts: { memory: failing(busy, 5 * DAY), outcome: serverError, failures: 9 },
    least: 22.8 * HOUR,
    most: 32 * HOUR,
  },
  {
    name: 'rule 18: the visit after a 429 waits for the floor that it has raised',
    facts: {
      memory: busy,
      outcome: tooMany,
      host: { ...host(), floorMs: 20 * HOUR, floorSince: NOW - 9 * DAY },
    },
    least: DAY,
    most: 1.1 * DAY,
  },
  {
    name: 'a document that shows nothing but the newest post is visited before that makes room',
    facts: {
      memory: {
        ...withHints(busy, { ttlMs: 15 * MINUTE }),
        rhythm: firstRhythm(
          Array.from({ length: 1_000 }, (_, index) => NOW - index * 40 * MINUTE),
          NOW,
        ),
        shownPosts: 1,
      },
    },
    least: 20 * MINUTE,
    most: 27 * MINUTE,
  },
];

for (const { name, facts, least, most } of cases) {
  test(name, () => {
    for (const chance of [0, 0.5, 1]) {
      const wait = (plan({ ...facts, chance: () => chance }).nextAt ?? Number.NaN) - NOW;
      assert.ok(wait >= least && wait <= most, `${wait / MINUTE} min`);
    }
  });
}

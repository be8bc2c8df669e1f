import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../model/visit.ts';
import { busy, DAY, failing, HOUR, host, MINUTE, NOW, plan, quiet, withHints } from '../testing/plan.ts';
import { hostFloor, hostGap } from './host-pace.ts';
import type { Plan, VisitFacts } from './schedule.ts';

const refused = (status: number): Outcome => ({
  kind: 'refused',
  why:
    status === 404 ? 'not-found' : status === 429 ? 'too-many' : status === 401 ? 'needs-login' : 'forbidden',
  status,
});
const noResolver: Outcome = { kind: 'unreachable', reason: 'dns-failed' };
const serverError: Outcome = { kind: 'unreachable', reason: 'server-error', status: 500 };

interface Case {
  name: string;
  facts: Partial<VisitFacts>;
  /** The time to the next visit, with the least and the greatest chance. */
  least: number;
  most: number;
}

const cases: Case[] = [
  {
    name: 'rule 14: never more often than once an hour',
    facts: { memory: busy },
    least: HOUR,
    most: HOUR + 6 * MINUTE,
  },
  {
    name: 'rule 14: the hour begins with the request, not with its end',
    facts: { memory: busy, startedAt: NOW - 5 * MINUTE },
    least: 57 * MINUTE,
    most: HOUR + 6 * MINUTE,
  },
  {
    name: 'rule 15: more often than once an hour where the publisher says so',
    facts: { memory: withHints(busy, { ttlMs: 20 * MINUTE }) },
    least: 20 * MINUTE,
    most: 25 * MINUTE,
  },
  {
    name: 'rule 15: never more often than every quarter of an hour',
    facts: { memory: withHints(busy, { ttlMs: MINUTE }) },
    least: 15 * MINUTE,
    most: 25 * MINUTE,
  },
  {
    name: 'rule 13: without validators once a day',
    facts: { memory: busy, conditional: false },
    least: DAY,
    most: 1.05 * DAY + 2 * MINUTE,
  },
  {
    name: 'rule 13: without validators as often as the publisher names',
    facts: { memory: busy, conditional: false, hints: { maxAgeMs: 3 * HOUR, retryAfterMs: undefined } },
    least: 3 * HOUR,
    most: 3.2 * HOUR,
  },
  {
    name: 'rule 16: not before max-age is over',
    facts: { memory: busy, hints: { maxAgeMs: 2 * HOUR, retryAfterMs: undefined } },
    least: 2 * HOUR,
    most: 2 * HOUR + 3 * MINUTE,
  },
  {
    name: 'rule 16: max-age binds on 429 too',
    facts: { memory: busy, outcome: refused(429), hints: { maxAgeMs: 2 * DAY, retryAfterMs: undefined } },
    least: 2 * DAY,
    most: 2 * DAY + 3 * MINUTE,
  },
  ...[86_400, 604_800].map((seconds) => ({
    name: `rule 17: Retry-After of ${seconds} s is honoured in full`,
    facts: {
      memory: busy,
      outcome: refused(429),
      hints: { maxAgeMs: undefined, retryAfterMs: seconds * 1_000 },
    },
    least: seconds * 1_000,
    most: seconds * 1_000 + 3 * MINUTE,
  })),
  {
    name: 'rule 17: Retry-After binds on other answers',
    facts: { memory: busy, outcome: refused(404), hints: { maxAgeMs: undefined, retryAfterMs: 2 * DAY } },
    least: 2 * DAY,
    most: 2 * DAY + 3 * MINUTE,
  },
  {
    name: 'rule 18: 429 without Retry-After waits four hours',
    facts: { memory: busy, outcome: refused(429) },
    least: 4 * HOUR,
    most: 4.3 * HOUR,
  },
  {
    name: 'rule 18: 429 again and again waits no longer',
    facts: { memory: failing(busy, DAY), outcome: refused(429), failures: 4 },
    least: 4 * HOUR,
    most: 4.3 * HOUR,
  },
  {
    name: 'rule 19: a visit is planned for the end of the rest that its host has just asked for',
    facts: {
      memory: busy,
      outcome: refused(429),
      hints: { maxAgeMs: undefined, retryAfterMs: undefined, spentMs: 9 * HOUR },
    },
    least: 9 * HOUR,
    most: 9 * HOUR + 3 * MINUTE,
  },
  {
    name: 'rule 21: ttl is a lower bound',
    facts: { memory: withHints(busy, { ttlMs: 5 * HOUR }) },
    least: 5 * HOUR,
    most: 5.1 * HOUR,
  },
  {
    name: 'rule 21: ttl counts up to a day',
    facts: { memory: withHints(busy, { ttlMs: 90 * DAY }) },
    least: DAY,
    most: 1.01 * DAY,
  },
  {
    name: 'rule 21: the update period is a lower bound only',
    facts: { memory: withHints(quiet, { updatePeriodMs: HOUR }) },
    least: 5.7 * HOUR,
    most: 6.4 * HOUR,
  },
  {
    name: 'a quiet source is visited every six hours',
    facts: { memory: quiet },
    least: 5.7 * HOUR,
    most: 6.4 * HOUR,
  },
  {
    name: 'a source without a post for half a year is visited once a day',
    facts: { memory: { ...quiet, newestPostAt: NOW - 200 * DAY } },
    least: 22 * HOUR,
    most: 26 * HOUR,
  },
  {
    name: 'a source that has shown no post yet, as a new blog or a search, is no dead one',
    facts: { memory: { ...quiet, newestPostAt: 0 }, foundAt: NOW - 100 * DAY },
    least: 5.7 * HOUR,
    most: 6.4 * HOUR,
  },
  {
    name: 'a source that has shown no post for half a year is visited once a day',
    facts: { memory: { ...quiet, newestPostAt: 0 }, foundAt: NOW - 200 * DAY },
    least: 22 * HOUR,
    most: 26 * HOUR,
  },
  {
    name: 'rule 35: 404 waits six hours the first time',
    facts: { memory: busy, outcome: refused(404) },
    least: 5.7 * HOUR,
    most: 6.4 * HOUR,
  },
  {
    name: 'rule 35: 404 again waits a day',
    facts: { memory: failing(busy, DAY), outcome: refused(404), failures: 2 },
    least: 22.8 * HOUR,
    most: 25.3 * HOUR,
  },
  {
    name: 'rule 35: 404 for a week is asked weekly',
    facts: { memory: failing(busy, 8 * DAY), outcome: refused(404), failures: 9 },
    least: 6.6 * DAY,
    most: 7.4 * DAY,
  },
  {
    name: 'rule 35: a name that does not exist waits as long as a 404',
    facts: {
      memory: failing(busy, DAY),
      outcome: { kind: 'unreachable', reason: 'dns-not-found' },
      failures: 1,
    },
    least: 22.8 * HOUR,
    most: 25.3 * HOUR,
  },
  {
    name: 'rule 36: 403 waits four hours',
    facts: { memory: busy, outcome: refused(403) },
    least: 4 * HOUR,
    most: 4.3 * HOUR,
  },
  {
    name: 'rule 36: 401 waits twice as long each time',
    facts: { memory: failing(busy, DAY), outcome: refused(401), failures: 1 },
    least: 8 * HOUR,
    most: 8.5 * HOUR,
  },
  {
    name: 'rule 36: at most a day',
    facts: { memory: failing(busy, DAY), outcome: refused(401), failures: 9 },
    least: DAY,
    most: 25.3 * HOUR,
  },
  {
    name: 'rule 37: a server error waits an hour',
    facts: { memory: busy, outcome: serverError },
    least: HOUR,
    most: 1.4 * HOUR,
  },
  {
    name: 'rule 37: the pause doubles with each failure',
    facts: { memory: failing(busy, DAY), outcome: serverError, failures: 3 },
    least: 7.6 * HOUR,
    most: 10.6 * HOUR,
  },
  {
    name: 'rule 37: while the resolver is away, as in a night without a network, no pause grows',
    facts: { memory: failing(busy, 8 * HOUR), outcome: noResolver, failures: 7 },
    least: HOUR,
    most: 1.4 * HOUR,
  },
  {
    name: 'rule 37: names that cannot be looked up for two weeks: once a week',
    facts: { memory: failing(busy, 15 * DAY), outcome: noResolver, failures: 300 },
    least: 6.6 * DAY,
    most: 7.4 * DAY,
  },
  {
    name: 'rule 37: two weeks of failures only: once a week',
    facts: { memory: failing(busy, 15 * DAY), outcome: serverError, failures: 20 },
    least: 6.6 * DAY,
    most: 7.4 * DAY,
  },
  {
    name: 'rule 34: 410 is asked once more after a day',
    facts: { memory: busy, outcome: { kind: 'gone', confirmed: false } },
    least: DAY,
    most: DAY * 1.06,
  },
  {
    name: 'rule 34: the day begins with the first 410, whoever has asked since',
    facts: {
      memory: { ...failing(busy, HOUR), goneSince: NOW - HOUR },
      outcome: { kind: 'gone', confirmed: false },
      failures: 1,
    },
    least: 23 * HOUR,
    most: DAY * 1.06,
  },
  {
    name: 'rule 18: 429 of a private machine waits four hours',
    facts: { memory: busy, outcome: refused(429), host: { ...host(), name: 'nas.lan:80' } },
    least: 4 * HOUR,
    most: 4.3 * HOUR,
  },
  {
    name: 'rule 36: a wall against robots is left alone for four hours',
    facts: { memory: busy, outcome: { kind: 'refused', why: 'bot-wall', status: 403 } },
    least: 4 * HOUR,
    most: 4.3 * HOUR,
  },
  {
    name: 'a document that shows few posts is visited before it loses some',
    facts: {
      memory: { ...busy, shownPosts: 4, hints: { ttlMs: 15 * MINUTE } },
    },
    least: 15 * MINUTE,
    most: 17 * MINUTE,
  },
];

for (const { name, facts, least, most } of cases) {
  test(name, () => {
    for (const chance of [0, 0.5, 1]) {
      const wait = (plan({ ...facts, chance: () => chance }).nextAt ?? Number.NaN) - NOW;
      assert.ok(
        wait >= least && wait <= most,
        `${wait / HOUR} h is not in ${least / HOUR}..${most / HOUR} h`,
      );
    }
  });
}

test('rule 19: 429 and 503 bind the host, other answers and private machines do not', () => {
  const hints = { maxAgeMs: undefined, retryAfterMs: DAY };
  const unavailable: Outcome = { kind: 'unreachable', reason: 'server-error', status: 503 };
  assert.equal(plan({ outcome: refused(429), hints }).backoffUntil, NOW + DAY);
  assert.equal(plan({ outcome: unavailable, hints }).backoffUntil, NOW + DAY);
  assert.equal(plan({ outcome: refused(429) }).backoffUntil, NOW + 4 * HOUR, 'without Retry-After, too');
  assert.equal(plan({ outcome: unavailable }).backoffUntil, undefined);
  assert.equal(plan({ outcome: refused(404), hints }).backoffUntil, undefined);
  const atHome = plan({ outcome: refused(429), hints, host: { ...host(), name: 'nas.lan:80' } });
  assert.deepEqual([atHome.backoffUntil, atHome.hostFloorMs], [undefined, undefined]);
  assert.ok((atHome.nextAt ?? 0) >= NOW + DAY);
});

test('rule 19: what one site of a shared domain asks for binds that site, and its neighbours for a while', () => {
  const month = { maxAgeMs: undefined, retryAfterMs: 30 * DAY, isShared: true } as const;
  const unavailable: Outcome = { kind: 'unreachable', reason: 'server-error', status: 503 };
  const away = plan({ outcome: unavailable, hints: month });
  const turned = plan({ outcome: refused(429), hints: month });
  assert.deepEqual([away.backoffUntil, turned.backoffUntil], [NOW + 4 * HOUR, NOW + DAY]);
  for (const { nextAt } of [away, turned]) assert.ok((nextAt ?? 0) >= NOW + 30 * DAY);
  const hour = { ...month, retryAfterMs: HOUR };
  assert.equal(plan({ outcome: unavailable, hints: hour }).backoffUntil, NOW + HOUR);
});

test('rule 19: a host that allows nothing more for a while is left alone for so long, whatever it has answered', () => {
  const hints = { maxAgeMs: undefined, retryAfterMs: undefined, spentMs: MINUTE };
  assert.equal(plan({ hints }).backoffUntil, NOW + MINUTE);
  assert.equal(plan({ outcome: refused(404), hints }).backoffUntil, NOW + MINUTE);
  // That says more than our own rule for a 429 without any time.
  assert.equal(plan({ outcome: refused(429), hints }).backoffUntil, NOW + MINUTE);
  const told = { ...hints, retryAfterMs: HOUR };
  assert.equal(plan({ outcome: refused(429), hints: told }).backoffUntil, NOW + HOUR);
  assert.equal(plan({ hints, host: { ...host(), name: 'nas.lan:80' } }).backoffUntil, undefined);
});

test('rule 28: the calls of a host that has sent 429 are spread, and those of one with very many feeds do not take longer', () => {
  const raised = { floorMs: 2 * HOUR, floorSince: NOW };
  const gap = (sources: number, floor = raised): number =>
    hostGap(floor, { now: NOW, sources, gapMs: 1_000 });
  assert.equal(gap(1), 2 * MINUTE);
  assert.equal(gap(30), 2 * MINUTE);
  assert.equal(gap(60), 1.5 * MINUTE);
  assert.equal(gap(600), 9_000);
  assert.equal(gap(1, { ...raised, floorMs: 4 * HOUR }), 4 * MINUTE);
  assert.equal(gap(1, { ...raised, floorMs: DAY }), 10 * MINUTE);
  assert.equal(gap(100_000), 1_000);
  assert.equal(gap(1, { floorMs: 0, floorSince: 0 }), 1_000);
});

test('a visit that was led to a host that rests comes when the rest is over, and after an hour at the soonest', () => {
  const resting = { kind: 'unreachable', reason: 'resting' } as const;
  // The publisher has its pauses from the last document, and this visit has brought none.
  const paused = withHints(busy, { ttlMs: DAY, updatePeriodMs: 7 * DAY });
  for (const restMs of [4 * HOUR, 10 * MINUTE]) {
    for (const chance of [0, 1]) {
      const { nextAt = 0 } = plan({
        outcome: resting,
        hints: { maxAgeMs: undefined, retryAfterMs: restMs },
        host: { ...host(), backoffUntil: NOW + restMs, floorMs: 8 * HOUR, floorSince: NOW },
        memory: paused,
        failures: 4,
        conditional: false,
        first: true,
        chance: () => chance,
      });
      const least = Math.max(restMs, HOUR);
      const isThen = nextAt >= NOW + least && nextAt <= NOW + 1.05 * least + 2 * MINUTE;
      assert.ok(isThen, `${(nextAt - NOW) / HOUR} h after, instead of ${least / HOUR}`);
    }
  }
});

test('rule 18: each 429 doubles the floor of the host, up to a day', () => {
  assert.equal(plan({ outcome: refused(429) }).hostFloorMs, 2 * HOUR);
  const raised = { ...host(), floorMs: 2 * HOUR, floorSince: NOW - DAY };
  assert.equal(plan({ outcome: refused(429), host: raised }).hostFloorMs, 4 * HOUR);
  assert.equal(plan({ outcome: refused(429), host: { ...raised, floorMs: DAY } }).hostFloorMs, DAY);
  assert.ok((plan({ memory: busy, host: raised }).nextAt ?? 0) >= NOW + 2 * HOUR);
});

test('rule 18: the floor of a host falls after seven clean days', () => {
  const raised = { floorMs: 10 * HOUR, floorSince: NOW };
  assert.equal(hostFloor(raised, NOW + 7 * DAY), 10 * HOUR);
  assert.equal(hostFloor(raised, NOW + 9 * DAY), 8.1 * HOUR);
  assert.equal(hostFloor(raised, NOW + 10 * DAY), 7.29 * HOUR);
  assert.equal(hostFloor(raised, NOW + 60 * DAY), 0);
});

test('rule 34: two 410 a day apart are the end', () => {
  const goneAgain = (since: number): Plan =>
    plan({ outcome: { kind: 'gone', confirmed: false }, memory: { ...busy, goneSince: NOW - since } });
  assert.notEqual(goneAgain(DAY - 1).nextAt, undefined);
  const end = goneAgain(DAY);
  assert.deepEqual(
    [end.nextAt, end.outcome, end.memory.state],
    [undefined, { kind: 'gone', confirmed: true }, 'gone'],
  );
});

test('rule 27: sources that were added together are not visited together', () => {
  const minutes = new Set(
    Array.from({ length: 200 }, (_, sourceId) => {
      const at = plan({ memory: quiet, sourceId, first: true }).nextAt ?? 0;
      return Math.floor(at / MINUTE);
    }),
  );
  assert.ok(minutes.size > 60, `${minutes.size} minutes`);
});

test('a success ends the failures in a row and what they left', () => {
  const { failures, memory } = plan({
    memory: { ...failing(busy, DAY), goneSince: NOW - DAY, retryAt: NOW - 1, state: 'another-feed' },
    failures: 7,
  });
  assert.equal(failures, 0);
  assert.deepEqual(
    [memory.failingSince, memory.goneSince, memory.retryAt, memory.state],
    Array(4).fill(undefined),
  );
});

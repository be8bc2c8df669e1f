// Decides when a Source is visited next, from what its publisher asks, how it has behaved so far, and what went wrong.
import type { SourceMemory } from '../../model/source.ts';
import { isOurNetwork, type Outcome, succeeded } from '../../model/visit.ts';
import type { HttpHints } from '../asking/http-hints.ts';
import { pace } from '../limits.ts';
import { hubPace } from '../websub/limits.ts';
import { type HostPace, hostBackoff, hostFloor, isTooMany, raisedFloor } from './host-pace.ts';
import { postsPerMinute, worthwhileAfterMs } from './rhythm.ts';

const HOUR_MS = 3_600_000;

export interface VisitFacts {
  now: number;
  /** When the request went out: gaps are measured from request to request. */
  startedAt: number;
  sourceId: number;
  /** When the source was found. */
  foundAt: number;
  outcome: Outcome;
  /** The name could not be looked up, or no way led to it, so the site knows of no visit. */
  nobodyAsked?: boolean | undefined;
  /** So it was, and no other site has answered lately either: it is our network that is away. */
  isCutOff?: boolean | undefined;
  hints: HttpHints;
  /** Whether the next request will be conditional. */
  conditional: boolean;
  /** Whether it was the first visit. */
  first: boolean;
  /** Failures in a row before this visit. */
  failures: number;
  /** Including what this visit taught about rhythm and publisher. */
  memory: SourceMemory;
  host: HostPace;
  /** Until when a hub is relied on to push new posts; undefined: none is. */
  pushedUntil?: number | undefined;
  /** The different intervals that followers have asked for; `undefined` in it: as often as we find worthwhile. */
  wishes?: readonly (number | undefined)[];
  /** Uniformly distributed from 0 to 1. */
  chance: () => number;
}

export interface Plan {
  outcome: Outcome;
  /** Undefined: never again. */
  nextAt: number | undefined;
  failures: number;
  memory: SourceMemory;
  /** What is stored for the host. */
  backoffUntil: number | undefined;
  hostFloorMs: number | undefined;
}

export function planNext(facts: VisitFacts): Plan {
  const failures = succeeded(facts.outcome) ? 0 : facts.failures + 1;
  const failed: VisitFacts = { ...facts, failures, memory: remembered(facts) };
  const outcome = confirmed(failed);
  const backoffUntil = hostBackoff(failed);
  const hostFloorMs = raisedFloor(facts.outcome, facts.host, facts.now);
  const host = {
    ...facts.host,
    backoffUntil: Math.max(facts.host.backoffUntil, backoffUntil ?? 0),
    ...(hostFloorMs === undefined ? {} : { floorMs: hostFloorMs, floorSince: facts.now }),
  };
  const memory = outcome.kind === 'gone' && outcome.confirmed ? gone(failed.memory) : failed.memory;
  const nextAt = memory.state === 'gone' ? undefined : nextVisit({ ...failed, outcome, memory, host });
  return { outcome: told(outcome, nextAt), nextAt, failures, memory, backoffUntil, hostFloorMs };
}

/** The facts once `remembered` has run: the HTTP hints are in the memory by then. */
type PlanFacts = Omit<VisitFacts, 'hints'>;

type PingFacts = Pick<
  VisitFacts,
  'now' | 'startedAt' | 'sourceId' | 'memory' | 'conditional' | 'host' | 'chance'
>;

/**
 * The earliest time for a visit when somebody says that there is something new. `signed`: the publisher's own hub says so, which
 * counts as the publisher's permission to come more than once an hour.
 */
export function earliestVisit(facts: PingFacts, signed: boolean): number {
  const { now, host, chance } = facts;
  const least = signed ? Math.max(pace.eagerFloorMs, hostFloor(host, now)) : leastMs(facts);
  const at = Math.max(now + chance() * hubPace.pingSpreadMs, notBefore(facts, least));
  return intoOpenHours(at, facts);
}

/** Moves a time out of the hours and days (GMT) in which the publisher wants no visit. A list of all hours or all days is a mistake and ignored. */
export function outsideSkipped(
  time: number,
  skipHours: readonly number[],
  skipDays: readonly number[],
): number {
  const hours = new Set(skipHours.length < 24 ? skipHours : []);
  const days = new Set(skipDays.length < 7 ? skipDays : []);
  let moved = time;
  // Whatever is listed, there is an open hour within a week.
  for (let step = 0; step <= 7 * 24; step++) {
    const date = new Date(moved);
    if (!hours.has(date.getUTCHours()) && !days.has(date.getUTCDay())) return moved;
    moved = (Math.floor(moved / HOUR_MS) + 1) * HOUR_MS;
  }
  return moved;
}

/**
 * Moves a time out of skipped hours, and then some way into the first open one: otherwise all readers that respect a publisher's hours would
 * call at its beginning. How far depends on the source and on chance, so that neither all our sources nor all instances call together.
 */
export function intoOpenHours(
  at: number,
  { sourceId, memory, chance }: Pick<PingFacts, 'sourceId' | 'memory' | 'chance'>,
): number {
  const open = outsideSkipped(at, memory.hints.skipHours ?? [], memory.hints.skipDays ?? []);
  const time = open === at ? at : open + ((phaseOf(sourceId) + chance()) / 2) * pace.skippedSpreadMs;
  return Math.round(time);
}

/** The memory after this visit, independent of the plan that is made from it. */
function remembered({ memory, outcome, nobodyAsked, hints, now }: VisitFacts): SourceMemory {
  const { failingSince, goneSince, retryAt, unasked = 0, ...rest } = withoutLoss(memory, outcome);
  const { maxAgeMs, ...others } = memory.hints;
  const stated = succeeded(outcome) ? hints.maxAgeMs : maxAgeMs;
  const kept: SourceMemory = { ...rest, hints: { ...others, ...(stated && { maxAgeMs: stated }) } };
  // A time further ahead than any answer may name is from a clock that was ahead.
  if ((kept.hints.freshUntil ?? 0) > now + pace.longestFreshMs) delete kept.hints.freshUntil;
  // The freshness of an answer counts also if it is an error (429 with a max-age of two days occurs), but says nothing about the document.
  if (hints.maxAgeMs !== undefined) kept.hints.freshUntil = now + hints.maxAgeMs;
  if (hints.retryAfterMs !== undefined) kept.retryAt = now + hints.retryAfterMs;
  if (succeeded(outcome)) {
    delete kept.state;
    delete kept.suggestion;
  } else {
    // The first failure, too, may have been seen by a clock that was ahead.
    kept.failingSince = Math.min(failingSince ?? now, now);
    const without = unasked + (nobodyAsked ? 1 : 0);
    if (without > 0) kept.unasked = without;
  }
  if (outcome.kind === 'gone') kept.goneSince = Math.min(goneSince ?? now, now);
  if (outcome.kind === 'not-a-feed') {
    if (outcome.why === 'another-feed') kept.state = 'another-feed';
    if (outcome.suggestion !== undefined) kept.suggestion = outcome.suggestion;
  }
  return kept;
}

/** What is recorded of a lost visit says nothing about whether the next will be lost, too. */
function withoutLoss({ lostAt, ...memory }: SourceMemory, outcome: Outcome): SourceMemory {
  const isOurFault = outcome.kind === 'unreachable' && outcome.reason === 'our-fault';
  return isOurFault && lostAt !== undefined ? { ...memory, lostAt } : memory;
}

/** 410 is believed when it is repeated at least a day after the first. */
function confirmed({ outcome, memory, now }: VisitFacts): Outcome {
  if (outcome.kind !== 'gone' || memory.goneSince === undefined) return outcome;
  return { kind: 'gone', confirmed: now - memory.goneSince >= pace.goneConfirmMs };
}

function gone(memory: SourceMemory): SourceMemory {
  return { ...memory, state: 'gone' };
}

export function nextVisit(facts: PlanFacts): number {
  const { now, chance } = facts;
  const least = leastMs(facts);
  const usual = wantedMs(facts, slowedMs(facts, usualMs(facts, least)));
  // A visit for which nobody was asked is still due, and so is one for which only the host was asked that leads to another, which rests.
  const isDue = facts.nobodyAsked || isLedToRest(facts.outcome);
  const wait = isDue ? failureMs(facts, pace.floorMs) : Math.max(usual, failureMs(facts, least));
  // Chance makes a pause longer or shorter; one that is owed in full is only made longer.
  const wished = now + wait * (isOwed(facts.outcome) ? 1 + 0.05 * chance() : 0.95 + 0.1 * chance());
  // Phase: sources that were added together by an import must not be visited together for ever.
  const phase = facts.first && !isDue ? phaseOf(facts.sourceId) * usual * 0.25 : 0;
  const noise = chance() * Math.min(0.05 * usual, 120_000);
  const earliest = notBefore(isDue ? { ...facts, startedAt: 0 } : facts, least);
  const at = Math.max(earliest, wished) + phase + noise;
  return intoOpenHours(at, facts);
}

/** The least time between two visits, by the publisher's hints, the cost of a visit and the host's floor. */
function leastMs({ memory, conditional, host, now }: PingFacts): number {
  const { maxAgeMs, ttlMs, updatePeriodMs } = memory.hints;
  const stated = [maxAgeMs, ttlMs, updatePeriodMs].filter((hint) => hint !== undefined);
  const shortest = Math.min(...stated, pace.floorMs);
  const own = Math.max(pace.eagerFloorMs, shortest);
  // Without validators each visit costs the whole document: once a day, unless the publisher names a shorter time.
  const lifetimes = [maxAgeMs, ttlMs].filter((hint) => hint !== undefined);
  const plain = conditional ? 0 : Math.min(pace.plainFloorMs, ...lifetimes);
  return Math.max(own, plain, hostFloor(host, now));
}

function notBefore({ startedAt, memory, host }: PingFacts, least: number): number {
  const { freshUntil = 0, ttlMs = 0, updatePeriodMs = 0 } = memory.hints;
  return Math.max(
    startedAt + least,
    freshUntil,
    ttlMs > 0 ? startedAt + Math.min(pace.longestTtlMs, Math.max(pace.shortestTtlMs, ttlMs)) : 0,
    startedAt + Math.min(pace.longestUpdatePeriodMs, updatePeriodMs),
    memory.retryAt ?? 0,
    host.backoffUntil,
  );
}

/** The interval that is worthwhile according to the source's rhythm so far. */
function usualMs({ memory, now, foundAt }: PlanFacts, least: number): number {
  // Where no post was ever seen, as of a new blog or of a search, the first may come soon.
  const dead = now - (memory.newestPostAt || foundAt) > pace.deadAfterMs;
  const longest = dead ? pace.longestDeadMs : pace.longestMs;
  if (!memory.rhythm) return Math.max(least, longest);
  const wished = worthwhileAfterMs(memory.rhythm, now, pace.requestPrice);
  const loss = (pace.lossShare * (memory.shownPosts || 1)) / postsPerMinute(memory.rhythm);
  return Math.max(least, Math.min(wished, longest, loss * 60_000));
}

/** While a hub pushes new posts, visits only check that it does and are rarer; when its lease ends they come as often as without it. */
function slowedMs({ pushedUntil, failures, now }: PlanFacts, usual: number): number {
  if (pushedUntil === undefined || failures > 0) return usual;
  return Math.max(usual, Math.min(usual * hubPace.slowdown, hubPace.longestMs, pushedUntil - now));
}

/**
 * The shortest interval that a follower has asked for. A follower without a wish counts as wishing for our own judgement, so one who
 * wants rare visits does not delay the others. The publisher's limits take precedence over both: see `notBefore`.
 */
function wantedMs({ wishes = [] }: PlanFacts, own: number): number {
  const wanted = wishes.map((wish) => wish ?? own);
  return wanted.length === 0 ? own : Math.min(...wanted);
}

function failureMs(facts: PlanFacts, least: number): number {
  const { outcome, memory, now, chance } = facts;
  if (facts.failures === 0) return 0;
  // A pause does not grow by nights without a network.
  const failures = facts.nobodyAsked ? facts.failures : Math.max(1, facts.failures - (memory.unasked ?? 0));
  if (outcome.kind === 'gone') return (memory.goneSince ?? now) + pace.goneConfirmMs - now;
  const failedForMs = failingMs(facts, failures);
  if (failedForMs >= pace.hopelessAfterMs) return pace.hopelessMs;
  if (isMissing(outcome)) {
    if (failedForMs >= pace.missingWeeklyAfterMs) return pace.hopelessMs;
    return failures === 1 ? pace.missingMs : pace.missingLaterMs;
  }
  if (isTooMany(outcome)) return pace.tooManyMs;
  if (isLedToRest(outcome)) return pace.floorMs;
  if (outcome.kind === 'refused' && outcome.why !== 'other') {
    return Math.min(pace.longestFailureMs, pace.forbiddenMs * 2 ** (failures - 1));
  }
  // Once our network is back, no site should wait for the rest of the day.
  const times = outcome.kind === 'unreachable' && isOurNetwork(outcome.reason) ? 1 : 2 ** (failures - 1);
  const pause = Math.min(pace.longestFailureMs, Math.max(least, pace.failureMs) * times);
  const soon = facts.nobodyAsked ? pace.cutOffMs * 2 ** ((memory.unasked ?? 1) - 1) : pause;
  return Math.min(pause, soon) * (1 + 0.25 * chance());
}

/**
 * For how long a source has failed; 0 where that says nothing of it: after few failures, and while our own network is away. No site is asked
 * then, and once it is back, none should wait for a week.
 */
function failingMs({ memory, now, isCutOff }: PlanFacts, failures: number): number {
  if (isCutOff || failures < pace.hopelessFailures) return 0;
  return now - (memory.failingSince ?? now);
}

/**
 * Pauses that must not be shortened: 410 counts only when repeated after a whole day, a host that leads on is asked once an hour at the most, and
 * a site that turns us away is owed its quiet hours.
 */
function isOwed(outcome: Outcome): boolean {
  if (outcome.kind === 'gone' || isLedToRest(outcome)) return true;
  return outcome.kind === 'refused' && outcome.why !== 'not-found' && outcome.why !== 'other';
}

/** Whether a redirect has led to a host that rests: that one knows of no visit. */
function isLedToRest(outcome: Outcome): boolean {
  return outcome.kind === 'unreachable' && outcome.reason === 'resting';
}

/** Another feed at the address may be the mistake of an hour, as of a host that answers for the wrong site: a week of its posts might be lost. */
function isMissing(outcome: Outcome): boolean {
  return (
    (outcome.kind === 'not-a-feed' && outcome.why === 'another-feed') ||
    (outcome.kind === 'refused' && outcome.why === 'not-found') ||
    (outcome.kind === 'unreachable' && outcome.reason === 'dns-not-found')
  );
}

/** A failed outcome tells when we come again: the publisher's hints may have put that days ahead. */
function told(outcome: Outcome, nextAt: number | undefined): Outcome {
  const waits = outcome.kind === 'refused' || outcome.kind === 'unreachable';
  return waits && nextAt !== undefined ? { ...outcome, retryAt: nextAt } : outcome;
}

/** A fixed number between 0 and 1 for each source (Knuth's multiplicative hash). */
function phaseOf(sourceId: number): number {
  return (Math.imul(sourceId, 2_654_435_761) >>> 0) / 2 ** 32;
}

// How a Source is doing, as data: since when it has been failing, why (in a plain sentence), what comes next, and what would fix it.
import type { Said } from '../../model/said.ts';
import type { SourceCondition } from '../../model/source.ts';
import { causeOf, saidOf, succeeded, type Visit } from '../../model/visit.ts';
import { findSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { ReadTx } from '../../store/store.ts';
import { isBelieved } from '../asking/moving.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * `well`; `hiccup`: the last visits failed, but it is too soon to bother anybody; `failing`: somebody should look at it;
 * `gone`: the publisher has ended it; `replaced`: another feed is at the address; `new`: not visited yet.
 */
export type HealthState = 'new' | 'well' | 'hiccup' | 'failing' | 'gone' | 'replaced';

/** `sentence` and `code` tell the result of the last visit. */
export interface SourceHealth extends Said {
  state: HealthState;
  /** When the first of the failures in a row happened. */
  failingSince: number | undefined;
  failures: number;
  /** When the document was last there, changed or not. */
  lastSuccessAt: number | undefined;
  lastVisitAt: number | undefined;
  /** Undefined: never. */
  nextVisitAt: number | undefined;
  /** When the newest post was published. */
  newestPostAt: number | undefined;
  remedy: Remedy | undefined;
  /** Newest first. */
  visits: HealthVisit[];
}

/** `sentence` and `code` tell its result. */
interface HealthVisit extends Said {
  at: number;
  ok: boolean;
  /** For the operator only: see `causeOf`. */
  cause: string | undefined;
  status: number | undefined;
  newPosts: number;
  /** For the operator only, in the data of `courant feed status`. */
  durationMs: number;
}

/** What would fix it. `url` if there is an address to go to. */
export interface Remedy {
  kind:
    | 'moved' //        the feed says that it is elsewhere now
    | 'found-feed' //   the page at the address names another feed
    | 'needs-login' //  the address needs a name and a password in it
    | 'bot-wall' //     only the site's owner can let us in
    | 'accept' //       take the other feed that has come to the address
    | 'unfollow'; //    nothing: it is gone
  sentence: string;
  url?: string;
}

/** Failures are shown as `failing` after so many in a row, or after so long. */
const TROUBLES_AFTER_FAILURES = 3;
const TROUBLES_AFTER_MS = DAY_MS;
/** A page in place of a feed may be today's maintenance; after this time the feed that it names is worth suggesting. */
const SUGGESTS_AFTER_MS = 3 * DAY_MS;
const VISITS_SHOWN = 20;

/** Undefined when there is no such source. */
export async function healthOf(tx: ReadTx, sourceId: number): Promise<SourceHealth | undefined> {
  const source = await findSource(tx, sourceId);
  if (!source) return undefined;
  const visits = await recentVisits(tx, sourceId, VISITS_SHOWN);
  const schedule = await findSchedule(tx, sourceId);
  const condition: SourceCondition = {
    memory: source.memory,
    failures: schedule?.failures ?? 0,
    last: visits[0]?.outcome,
    lastVisitAt: schedule?.lastVisitAt,
    checkedAt: source.checkedAt,
    nextVisitAt: schedule?.plannedAt,
    at: tx.now,
  };
  return judgeHealth(condition, visits);
}

const notVisited: Said = { sentence: 'The feed has not been visited yet', code: 'not-visited' };

/** `visits`: the newest first. */
export function judgeHealth(condition: SourceCondition, visits: readonly Visit[]): SourceHealth {
  const { memory, last } = condition;
  return {
    ...judgeCondition(condition),
    ...(last ? saidOf(last) : notVisited),
    failingSince: memory.failingSince,
    failures: condition.failures,
    lastSuccessAt: condition.checkedAt,
    lastVisitAt: condition.lastVisitAt,
    nextVisitAt: condition.nextVisitAt,
    newestPostAt: memory.newestPostAt || undefined,
    visits: visits.map(({ at, outcome, status, newPosts, durationMs }) => ({
      at,
      ok: succeeded(outcome),
      ...saidOf(outcome),
      cause: causeOf(outcome),
      status,
      newPosts,
      durationMs,
    })),
  };
}

/** Cheap, for lists of many feeds. */
export function judgeCondition(condition: SourceCondition): Pick<SourceHealth, 'state' | 'remedy'> {
  return { state: stateOf(condition), remedy: remedyFor(condition) };
}

/** Whether the passing of time alone may change the judgement. */
export function goesByTime({ memory, failures }: SourceCondition): boolean {
  return failures > 0 || memory.moving !== undefined;
}

function stateOf(condition: SourceCondition): HealthState {
  const { memory, failures, lastVisitAt } = condition;
  if (memory.state === 'gone') return 'gone';
  if (memory.state === 'another-feed') return 'replaced';
  if (lastVisitAt === undefined) return 'new';
  if (failures === 0) return 'well';
  // A night without a network is no trouble of the source.
  const asked = failures - (memory.unasked ?? 0);
  const isLong = asked >= TROUBLES_AFTER_FAILURES || failingMs(condition) >= TROUBLES_AFTER_MS;
  return isLong ? 'failing' : 'hiccup';
}

function failingMs({ memory, at }: SourceCondition): number {
  return at - (memory.failingSince ?? at);
}

function remedyFor(condition: SourceCondition): Remedy | undefined {
  const { memory, last, at } = condition;
  if (memory.state === 'gone') {
    return { kind: 'unfollow', sentence: 'Nothing can be done: stop following it, or keep it for its posts' };
  }
  if (memory.state === 'another-feed') {
    return {
      kind: 'accept',
      sentence: 'Refresh it to accept the feed that is there now, or stop following it',
    };
  }
  const { moving, suggestion } = memory;
  if (moving && !isBelieved(moving, at)) {
    const sentence = 'The feed says that it has moved; after a day it will be read from there';
    return { kind: 'moved', sentence, url: moving.to };
  }
  if (suggestion !== undefined && failingMs(condition) >= SUGGESTS_AFTER_MS) {
    return { kind: 'found-feed', sentence: 'Follow the feed that the page names instead', url: suggestion };
  }
  if (last?.kind !== 'refused') return undefined;
  if (last.why === 'needs-login') {
    return { kind: 'needs-login', sentence: 'Follow it with the name and password in its address' };
  }
  if (last.why === 'bot-wall') {
    return { kind: 'bot-wall', sentence: 'Ask the owner of the site to let feed readers in' };
  }
  return undefined;
}

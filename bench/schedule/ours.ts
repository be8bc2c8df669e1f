// Our own schedule: the crawler's own code, with settings that the simulation chooses.
import { httpHints } from '../../server/src/crawler/asking/http-hints.ts';
import { pace } from '../../server/src/crawler/limits.ts';
import type { HostPace } from '../../server/src/crawler/schedule/host-pace.ts';
import { firstRhythm, nextRhythm } from '../../server/src/crawler/schedule/rhythm.ts';
import { planNext } from '../../server/src/crawler/schedule/schedule.ts';
import { emptyMemory, type SourceMemory } from '../../server/src/model/source.ts';
import type { Outcome } from '../../server/src/model/visit.ts';
import type { Policy, Sight } from './policy.ts';

/** The limits of the crawler that the simulation varies. */
export interface Settings {
  /** The price of a request in minutes that posts wait. */
  requestPrice: number;
  /** The least time between two visits. */
  floorMs: number;
  /** The longest, and the longest for a feed that has been silent for half a year. */
  longestMs: number;
  longestDeadMs: number;
}

const noHeaders: ReadonlyMap<string, string> = new Map();

/** The crawler's default settings. */
export const delivered: Settings = {
  requestPrice: pace.requestPrice,
  floorMs: pace.floorMs,
  longestMs: pace.longestMs,
  longestDeadMs: pace.longestDeadMs,
};

/** The limits of the crawler are constants of its room: they are replaced while `work` runs. */
export function withSettings<T>(settings: Settings, work: () => T): T {
  const { requestPrice, floorMs, eagerFloorMs, longestMs, longestDeadMs } = pace;
  Object.assign(pace, settings, { eagerFloorMs: Math.min(eagerFloorMs, settings.floorMs) });
  try {
    return work();
  } finally {
    Object.assign(pace, { requestPrice, floorMs, eagerFloorMs, longestMs, longestDeadMs });
  }
}

export const ours: Policy = {
  name: 'ours',
  begin(feedId, chance) {
    let memory = emptyMemory();
    let host: HostPace = { name: 'example.com', backoffUntil: 0, floorMs: 0, floorSince: 0 };
    let first = true;
    let foundAt: number | undefined;
    let failures = 0;
    return (sight) => {
      const { now, answer } = sight;
      foundAt ??= now;
      const outcome = outcomeOf(sight);
      if (outcome.kind === 'document') memory = learnt(memory, sight);
      const hints = httpHints(
        { url: 'https://example.com/feed', headers: answer?.headers ?? noHeaders },
        now,
      );
      const visit = {
        now,
        startedAt: now,
        sourceId: feedId,
        foundAt,
        outcome,
        hints,
        conditional: true,
        first,
      };
      const plan = planNext({ ...visit, failures, memory, host, chance });
      if (plan.nextAt === undefined) throw new Error('Cannot go on: a simulated feed is never gone');
      ({ memory, failures } = plan);
      if (plan.backoffUntil !== undefined) host = { ...host, backoffUntil: plan.backoffUntil };
      if (plan.hostFloorMs !== undefined) host = { ...host, floorMs: plan.hostFloorMs, floorSince: now };
      first = false;
      return plan.nextAt;
    };
  },
};

/** What the crawler learns from a document: the part of learnFromDocument in learn.ts that is about time. */
function learnt(memory: SourceMemory, { now, posts, known, fresh, shown }: Sight): SourceMemory {
  const seen = memory.rhythm ? posts.slice(known - Math.min(fresh, shown), known) : posts.slice(0, known);
  return {
    ...memory,
    rhythm: memory.rhythm ? nextRhythm(memory.rhythm, seen, now) : firstRhythm(seen, now),
    newestPostAt: posts[known - 1] ?? 0,
    shownPosts: Math.min(known, shown),
  };
}

function outcomeOf({ answer, fresh }: Sight): Outcome {
  if (answer === undefined || answer.status === 200) {
    return { kind: 'document', newPosts: fresh, editedPosts: 0 };
  }
  if (answer.status === 429) return { kind: 'refused', why: 'too-many', status: 429 };
  return { kind: 'unreachable', reason: 'server-error', status: answer.status };
}

// Plans the next visit, for tests: from the facts of an ordinary visit, some of which the test replaces.
import { emptyMemory, type SourceMemory } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { firstRhythm } from '../schedule/rhythm.ts';
import { type Plan, planNext, type VisitFacts } from '../schedule/schedule.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A Wednesday. */
export const NOW = Date.UTC(2026, 0, 7, 12);

const read: Outcome = { kind: 'document', newPosts: 0, editedPosts: 0 };
/** Publishes every five minutes. */
export const busy: SourceMemory = {
  ...emptyMemory(),
  rhythm: firstRhythm(
    Array.from({ length: 1_000 }, (_, index) => NOW - index * 5 * MINUTE),
    NOW,
  ),
  newestPostAt: NOW,
  shownPosts: 1_000,
};
/** Publishes every month. */
export const quiet: SourceMemory = {
  ...emptyMemory(),
  rhythm: firstRhythm([NOW - 40 * DAY, NOW - 70 * DAY], NOW),
  newestPostAt: NOW - 40 * DAY,
  shownPosts: 10,
};

export function plan(facts: Partial<VisitFacts>): Plan {
  return planNext({
    now: NOW,
    startedAt: NOW,
    sourceId: 1,
    foundAt: NOW - 300 * DAY,
    outcome: read,
    hints: { maxAgeMs: undefined, retryAfterMs: undefined },
    conditional: true,
    first: false,
    failures: 0,
    memory: busy,
    host: host(),
    chance: () => 0.5,
    ...facts,
  });
}

export function host(): VisitFacts['host'] {
  return { name: 'example.com', backoffUntil: 0, floorMs: 0, floorSince: 0 };
}

export function withHints(memory: SourceMemory, hints: SourceMemory['hints']): SourceMemory {
  return { ...memory, hints };
}

export function failing(memory: SourceMemory, since: number): SourceMemory {
  return { ...memory, failingSince: NOW - since };
}

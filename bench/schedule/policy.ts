// What a polling schedule may know when it decides: the past of one feed, and what the visit has just brought.
import type { Answer } from './feeds.ts';
import type { Chance } from './random.ts';

export interface Sight {
  now: number;
  /** Times of publishing. Only the first `known` of them have been seen; a schedule must not look at others. */
  posts: readonly number[];
  known: number;
  /** How many of the known ones this visit brought. */
  fresh: number;
  /** How many posts the document shows. */
  shown: number;
  answer: Answer | undefined;
}

/** Is told of a visit, and returns the time of the next one. */
type Visitor = (sight: Sight) => number;

export interface Policy {
  name: string;
  /** A visitor for one feed, which may keep state about it. */
  begin(feedId: number, chance: Chance): Visitor;
}

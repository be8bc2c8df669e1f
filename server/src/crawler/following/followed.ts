// What following an address comes to: a source, or a sentence that says why not.
import type { SiteReason } from '../../model/refusal-reason.ts';
import { type Outcome, reasonOf, refusalSentenceOf } from '../../model/visit.ts';
import { importing } from '../limits.ts';

/** The result of following an address. The sentence is for the person who typed it. */
export type Followed = FollowedSource | Refused;

export interface FollowedSource {
  kind: 'source';
  sourceId: number;
  /** It took a request that the next one who asks would cause anew. */
  askedAgain?: true;
}

export interface Refused {
  kind: 'refused';
  sentence: string;
  reason: SiteReason;
  /** When another attempt may succeed. */
  againInMs?: number;
  /** For how long the address itself is not to be asked again (Retry-After). */
  restMs?: number;
  /** The site was not asked: it is busy with others, or rests from them. */
  unasked?: true;
}

export function found(sourceId: number): Followed & { kind: 'source' } {
  return { kind: 'source', sourceId };
}

export function refusedBy(outcome: Outcome): Refused {
  return refused(reasonOf(outcome) ?? 'not-a-feed', refusalSentenceOf(outcome));
}

export function tooSlow(): Refused {
  return refused('site-slow', 'The site took too long to answer', importing.againMs);
}

export function refused(reason: SiteReason, sentence: string, againInMs?: number): Refused {
  return { kind: 'refused', reason, sentence, ...(againInMs === undefined ? {} : { againInMs }) };
}

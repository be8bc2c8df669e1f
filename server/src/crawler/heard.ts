// When a site last answered this process: what cannot be looked up for days while others answer is away itself, and not our network.
import { hostKey } from '../net/host-key.ts';
import type { WebAnswer } from '../net/web.ts';
import type { AnswerFacts } from './asking/judge.ts';
import { pace } from './limits.ts';

export interface Heard {
  at: number | undefined;
  /** Hosts that do not exist, as the resolver has said since then. */
  missing: Set<string>;
}

/**
 * An answer in the light of those before it: while the network is away, some systems and routers say of every name that it does not exist. Said of
 * several hosts, and with no answer of any between, it is no word of theirs.
 */
export function asHeard({ missing }: Heard, answer: WebAnswer): WebAnswer {
  const isAnswered = answer.kind === 'response' || answer.redirects.length > 0;
  if (isAnswered) missing.clear();
  if (isAnswered || answer.reason !== 'dns-not-found') return answer;
  if (missing.size < pace.missingInARow) missing.add(hostKey(answer.url));
  return missing.size < pace.missingInARow ? answer : { ...answer, reason: 'dns-failed' };
}

/** Notes whether a site has answered, and returns whether our network is away: nobody was asked, and none has answered for long. */
export function isCutOff(
  heard: Heard,
  { status, nobodyAsked }: Pick<AnswerFacts, 'status' | 'nobodyAsked'>,
  now: number,
): boolean {
  if (status !== undefined) heard.at = now;
  // A time to come is from a clock that was ahead.
  const hasHeard = heard.at !== undefined && Math.abs(now - heard.at) < pace.cutOffAfterMs;
  return nobodyAsked === true && !hasHeard;
}

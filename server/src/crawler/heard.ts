// When a site last answered this process: what cannot be looked up for days while others answer is away itself, and not our network.
import type { AnswerFacts } from './asking/judge.ts';
import { pace } from './limits.ts';

export interface Heard {
  at: number | undefined;
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

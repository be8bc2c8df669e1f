// When a move is believed, for what asks and for what records: both look at what a source has said before.
import type { Moving } from '../../model/source.ts';
import { pace } from '../limits.ts';

/** Whether two visits a day apart were told the same; after trials in vain, longer apart. */
export function isBelieved({ visits, since, failedTrials = 0 }: Moving, now: number): boolean {
  const spanMs = Math.min(pace.longestMoveSpanMs, pace.moveSpanMs * 2 ** failedTrials);
  return visits >= pace.moveVisits && now - since >= spanMs;
}

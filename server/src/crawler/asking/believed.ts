// When a move is believed, for what asks and for what records: both look at what a source has said before.
import type { Moving } from '../../model/source.ts';
import { pace } from '../limits.ts';

/** Whether two visits a day apart were told the same. */
export function isBelieved(moving: Moving, now: number): boolean {
  return moving.visits >= pace.moveVisits && now - moving.since >= pace.moveSpanMs;
}

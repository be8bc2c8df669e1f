// When a source that says it has moved is believed: a captive portal and a mistake of an evening say so too.
import type { SourceMemory } from '../model/source.ts';
import { comparableUrl } from './candidate.ts';
import { pace } from './limits.ts';

export interface MoveSeen {
  /** Where the visit was sent for good, or where the document says that the feed is now; undefined: nowhere. */
  to: string | undefined;
  from: string;
  now: number;
}

export interface MoveJudged {
  moving: SourceMemory['moving'];
  /** Two visits, a day apart, were told the same. */
  believed: boolean;
}

/** Called after a visit that found a feed; a failure says nothing about moving. */
export function judgeMove(before: SourceMemory['moving'], { to, from, now }: MoveSeen): MoveJudged {
  if (to === undefined || !isElsewhere(to, from)) return { moving: undefined, believed: false };
  if (before?.to !== to) return { moving: { to, since: now, visits: 1 }, believed: false };
  const visits = before.visits + 1;
  const believed = visits >= pace.moveVisits && now - before.since >= pace.moveSpanMs;
  return { moving: { ...before, visits }, believed };
}

/** A feed may name itself as its new address; that is no move, but from http to https it is. */
function isElsewhere(to: string, from: string): boolean {
  if (!/^https?:\/\//i.test(to)) return false;
  return to !== from && (comparableUrl(to) !== comparableUrl(from) || !/^https:/i.test(from));
}

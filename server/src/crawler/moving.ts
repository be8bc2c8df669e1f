// When a source that says it has moved is believed: a captive portal and a mistake of an evening say so too.
import type { Moving } from '../model/source.ts';
import { comparableUrl } from './candidate.ts';
import { pace } from './limits.ts';

/** Where a visit was sent for good, or where the document says that the feed is now. */
export interface MoveSeen {
  to: string;
  via: Moving['via'];
}

/** What is remembered after a visit that found a feed. A failure says nothing about moving. */
export function rememberedMove(
  before: Moving | undefined,
  seen: MoveSeen | undefined,
  { from, now }: { from: string; now: number },
): Moving | undefined {
  if (seen === undefined || !isElsewhere(seen.to, from)) return undefined;
  if (before?.to !== seen.to) return { ...seen, since: now, visits: 1 };
  return { ...before, via: seen.via, visits: before.visits + 1 };
}

/** Two visits, a day apart, were told the same. */
export function isBelieved(moving: Moving | undefined, now: number): moving is Moving {
  return moving !== undefined && moving.visits >= pace.moveVisits && now - moving.since >= pace.moveSpanMs;
}

/** A feed may name itself as its new address; that is no move, but from http to https it is. */
function isElsewhere(to: string, from: string): boolean {
  if (!/^https?:\/\//i.test(to)) return false;
  return to !== from && (comparableUrl(to) !== comparableUrl(from) || !/^https:/i.test(from));
}

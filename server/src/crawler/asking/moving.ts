// Decides when to believe a source that says it has moved: captive portals and mistakes of one evening say so too.

import { comparableUrl } from '../../model/comparable-url.ts';
import type { Moving, SourceMemory } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { withCredentialsOf } from '../../net/redirects.ts';
import { maxAddressChars, pace } from '../limits.ts';
import type { Visited } from '../visited.ts';
import type { Found } from './finding.ts';

/** Whether two visits a day apart were told the same; after trials in vain, longer apart. */
export function isBelieved({ visits, since, failedTrials = 0 }: Moving, now: number): boolean {
  const spanMs = Math.min(pace.longestMoveSpanMs, pace.moveSpanMs * 2 ** failedTrials);
  return visits >= pace.moveVisits && now - since >= spanMs;
}

/** What is known about a move of the source after this visit. Not for a failure, which says nothing about it. */
export function moveAfter(visited: Visited, now: number): Moving | undefined {
  const { source, trial, finding } = visited;
  const before = source.memory.moving;
  // The trial itself is no further sign of a move, which was believed before it. But if it redirects back, the source is at home already.
  if (trial) return finding.permanentUrl === source.url ? undefined : before;
  const seen = moveSeen(visited);
  if (seen === undefined || !isElsewhere(seen, source.url)) return undefined;
  if (before?.to !== seen.to) return { ...seen, since: now, visits: 1 };
  return { ...before, via: seen.via, visits: before.visits + 1 };
}

/**
 * What is left of a move after a trial in vain. The new host may only be away, or have nothing yet, and the old document may never change again, so
 * that nobody would look there any more. What is gone, or another feed, is forgotten: an address of somebody's mistake.
 */
export function moveAfterFailedTrial(
  moving: Moving | undefined,
  { outcome, found }: { outcome: Outcome; found: Found },
  now: number,
): Moving | undefined {
  const isAnother = outcome.kind === 'not-a-feed' && outcome.why === 'another-feed';
  const isEmpty = found.kind === 'feed' && found.document.posts.length === 0;
  if (!moving || outcome.kind === 'gone' || (isAnother && !isEmpty)) return undefined;
  return { ...moving, since: now, visits: 1, failedTrials: (moving.failedTrials ?? 0) + 1 };
}

export function withMove(
  { moving: _before, ...memory }: SourceMemory,
  moving: Moving | undefined,
): SourceMemory {
  return moving ? { ...memory, moving } : memory;
}

/** The address to move to after this visit: redirects were seen twice, or the feed was found where its document said it is. */
export function believedMove(visited: Visited, now: number): string | undefined {
  if (visited.held || visited.finding.found.kind === 'failed') return undefined;
  const moving = moveAfter(visited, now);
  if (!moving || !isBelieved(moving, now)) return undefined;
  return moving.via === 'redirect' || visited.trial ? moving.to : undefined;
}

/** Where a visit was redirected permanently, or where the document says that the feed is now. */
function moveSeen({ source, finding }: Visited): { to: string; via: Moving['via'] } | undefined {
  const { permanentUrl, found } = finding;
  if (permanentUrl !== undefined) return { to: permanentUrl, via: 'redirect' };
  const { moving } = source.memory;
  // An unchanged document still says what it said before.
  if (found.kind === 'unchanged') return moving?.via === 'document' ? moving : undefined;
  const named = found.kind === 'failed' ? undefined : found.document.newAddress;
  if (named === undefined) return undefined;
  const to = withCredentialsOf(new URL(source.url), new URL(named)).href;
  return to.length > maxAddressChars ? undefined : { to, via: 'document' };
}

/**
 * Whether an address is really another one. A redirect from www to the bare name, or to a slash at the end, is a move; a document at an
 * https address that names it in another notation has not moved. From http to https is a move in either case; from https to http at the
 * same address never is.
 */
function isElsewhere({ to, via }: Pick<Moving, 'to' | 'via'>, from: string): boolean {
  if (to === from) return false;
  if (comparableUrl(to) !== comparableUrl(from) || !isEncrypted(from)) return true;
  return via === 'redirect' && isEncrypted(to);
}

function isEncrypted(url: string): boolean {
  return url.startsWith('https:');
}

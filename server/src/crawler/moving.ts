// When a source that says it has moved is believed: a captive portal and a mistake of an evening say so too.

import { comparableUrl } from '../model/comparable-url.ts';
import type { Moving } from '../model/source.ts';

import { maxAddressChars, pace } from './limits.ts';
import type { Visited } from './visited.ts';

/** Where the visit leaves the source's word about moving. A failure says nothing about it. */
export function moveAfter(visited: Visited, now: number): Moving | undefined {
  const { source, trial, finding } = visited;
  const before = source.memory.moving;
  if (finding.found.kind === 'failed') return before;
  // The trial itself is no sign of a move: whether it is believed was settled before. But who is sent back is there already.
  if (trial) return finding.permanentUrl === source.url ? undefined : before;
  const seen = moveSeen(visited);
  if (seen === undefined || !isElsewhere(seen, source.url)) return undefined;
  if (before?.to !== seen.to) return { ...seen, since: now, visits: 1 };
  return { ...before, via: seen.via, visits: before.visits + 1 };
}

/** The address to go to for good, after this visit: redirects were seen twice, or the feed was found where its document said. */
export function believedMove(visited: Visited, now: number): string | undefined {
  if (visited.held || visited.finding.found.kind === 'failed') return undefined;
  const moving = moveAfter(visited, now);
  if (!moving || !isBelieved(moving, now)) return undefined;
  return moving.via === 'redirect' || visited.trial ? moving.to : undefined;
}

/** Two visits, a day apart, were told the same. */
export function isBelieved(moving: Moving, now: number): boolean {
  return moving.visits >= pace.moveVisits && now - moving.since >= pace.moveSpanMs;
}

/** Where a visit was sent for good, or where the document says that the feed is now. */
function moveSeen({ source, finding }: Visited): { to: string; via: Moving['via'] } | undefined {
  const { permanentUrl, found } = finding;
  if (permanentUrl !== undefined) return { to: permanentUrl, via: 'redirect' };
  const { moving } = source.memory;
  // A document that has not changed still says what it said.
  if (found.kind === 'unchanged') return moving?.via === 'document' ? moving : undefined;
  const to = found.kind === 'failed' ? undefined : found.document.newAddress;
  return to === undefined || to.length > maxAddressChars ? undefined : { to, via: 'document' };
}

/**
 * A server that sends us from www to the bare name, or to the slash at the end, means it. A document that names itself, however
 * it writes its address, has not moved. Nobody gives up encryption for the same address; to get it is a move in either case.
 */
function isElsewhere({ to, via }: Pick<Moving, 'to' | 'via'>, from: string): boolean {
  if (!/^https?:\/\//i.test(to) || to === from) return false;
  if (comparableUrl(to) !== comparableUrl(from) || !isEncrypted(from)) return true;
  return via === 'redirect' && isEncrypted(to);
}

function isEncrypted(url: string): boolean {
  return /^https:/i.test(url);
}

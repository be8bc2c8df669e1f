// What a host has asked of us as a whole: rests, longer intervals, and pauses between two calls.
import type { Outcome } from '../../model/visit.ts';
import { isPrivateHost } from '../../net/host-key.ts';
import type { Host } from '../../store/sources/hosts.ts';
import type { HttpHints } from '../asking/http-hints.ts';
import { pace } from '../limits.ts';

const DAY_MS = 86_400_000;

export type HostPace = Omit<Host, 'id'>;

/** What is left of a host's raised floor, in whole milliseconds: after a week without another 429 it falls by a tenth a day. */
export function hostFloor(host: { floorMs: number; floorSince: number }, now: number): number {
  const cleanDays = Math.max(0, now - host.floorSince - pace.hostFloorCleanMs) / DAY_MS;
  const left = Math.round(host.floorMs * pace.hostFloorDecay ** Math.floor(cleanDays));
  return left > pace.floorMs ? left : 0;
}

/** Until when nobody calls the host: 429 and 503 count for the whole host, and so does what it allows. No outcome: it has answered what was asked. */
export function hostBackoff({
  outcome,
  hints,
  host,
  now,
}: {
  outcome: Outcome | undefined;
  hints: HttpHints;
  host: Pick<HostPace, 'name'>;
  now: number;
}): number | undefined {
  if (isPrivateHost(host.name)) return undefined;
  const { retryAfterMs, spentMs } = hints;
  const isRefused = outcome !== undefined && isTooMany(outcome);
  const isUnavailable = outcome?.kind === 'unreachable' && outcome.status === 503;
  const saidMs = isRefused || isUnavailable ? retryAfterMs : undefined;
  const restMs = saidMs ?? (isRefused ? (spentMs ?? pace.tooManyMs) : withinReason(spentMs));
  return restMs === undefined ? undefined : now + restOfAll(hints, restMs, { isRefused });
}

/** How long all names of a host rest after what one of them has asked for: of strangers not for as long as it likes. */
export function restOfAll(
  { isShared }: HttpHints,
  restMs: number,
  { isRefused }: { isRefused: boolean },
): number {
  if (!isShared) return restMs;
  return Math.min(restMs, isRefused ? pace.longestSharedRefusalMs : pace.longestSharedAbsenceMs);
}

function withinReason(spentMs: number | undefined): number | undefined {
  return spentMs === undefined ? undefined : Math.min(spentMs, pace.longestAnsweredMs);
}

/** How long the host is left alone after a call: see `fewestSpread`. `sources`: how many of it are visited. */
export function hostGap(
  host: { floorMs: number; floorSince: number },
  { now, sources, gapMs }: { now: number; sources: number; gapMs: number },
): number {
  const spreadMs = (pace.spreadOver * hostFloor(host, now)) / Math.max(pace.fewestSpread, sources);
  return Math.max(gapMs, Math.min(pace.longestHostGapMs, Math.round(spreadMs)));
}

/** The least time between two visits of a source there, as a 429 raises it. */
export function raisedFloor(outcome: Outcome, host: HostPace, now: number): number | undefined {
  if (isPrivateHost(host.name) || !isTooMany(outcome)) return undefined;
  return Math.min(pace.longestHostFloorMs, 2 * Math.max(pace.floorMs, hostFloor(host, now)));
}

export function isTooMany(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.why === 'too-many';
}

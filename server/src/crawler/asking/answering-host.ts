// The host that an answer came from, which after redirects is another than the one whose turn it was: what it asks for counts there.

import type { Outcome } from '../../model/visit.ts';
import {
  findHost,
  findHostNamed,
  type Host,
  hostNamed,
  type Lease,
  releaseHost,
  restHost,
} from '../../store/sources/hosts.ts';
import { countPlanned } from '../../store/sources/schedules.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { type HostPace, hostBackoff, hostFloor, hostGap } from '../schedule/host-pace.ts';
import { type Finding, failureIn } from './finding.ts';
import type { HttpHints } from './http-hints.ts';

/** What a source's own host asks of its visits, and the one that answers them. Whichever of the two rests, nobody calls. */
export async function paceAt(
  tx: ReadTx,
  own: Host,
  answering: string | undefined = own.name,
): Promise<HostPace> {
  if (answering === own.name) return own;
  const unknown = { name: answering, backoffUntil: 0, floorMs: 0, floorSince: 0 };
  const host = (await findHostNamed(tx, answering)) ?? unknown;
  return { ...host, backoffUntil: Math.max(host.backoffUntil, own.backoffUntil) };
}

interface TurnEnd {
  /** Undefined: nobody has answered. */
  answering: string | undefined;
  gapMs: number;
  /** Somebody who waits goes on with the same host, a usual gap later. */
  goesOn?: boolean;
}

/** Ends the turn of a visit that is not recorded. */
export async function endUnrecorded(
  tx: WriteTx,
  { limits }: Equipment,
  { lease, finding }: { lease: Lease; finding: Finding },
): Promise<undefined> {
  const { answeredBy: answering, facts, found } = finding;
  const outcome = failureIn(found);
  await endCall(tx, lease, { answering, outcome, hints: facts.hints, gapMs: limits.gapMs });
  return undefined;
}

/** Ends the turn of a call that is not recorded as a visit: how long the host wants to rest was heard all the same. */
export async function endCall(
  tx: WriteTx,
  lease: Lease,
  { outcome, hints, ...end }: TurnEnd & { outcome: Outcome | undefined; hints: HttpHints },
): Promise<void> {
  const { answering } = end;
  const backoffUntil =
    answering === undefined
      ? undefined
      : hostBackoff({ outcome, hints, host: { name: answering }, now: tx.now });
  await endTurn(tx, lease, { ...end, backoffUntil });
}

/** Ends a turn, and lets the host rest that has asked for it. */
export async function endTurn(
  tx: WriteTx,
  lease: Lease,
  {
    answering,
    gapMs,
    goesOn = false,
    ...rest
  }: TurnEnd & { backoffUntil?: number | undefined; floorMs?: number | undefined },
): Promise<void> {
  const own = await findHost(tx, lease.hostId);
  const isOwn = own?.name === answering;
  const pauseMs = goesOn ? gapMs : await gapAt(tx, own, gapMs);
  const isGivenBack = await releaseHost(tx, lease, { gapMs: pauseMs, ...(isOwn && rest) });
  const asksForNothing = rest.backoffUntil === undefined && rest.floorMs === undefined;
  // A lease that has run out was given to others: they have not heard what the host said.
  if (answering === undefined || asksForNothing || (isOwn && isGivenBack)) return;
  await restHost(tx, await hostNamed(tx, answering), rest);
}

/** What lies between two calls of a host, where it is usually `gapMs`. */
export async function gapAt(tx: ReadTx, host: Host | undefined, gapMs: number): Promise<number> {
  if (!host || hostFloor(host, tx.now) === 0) return gapMs;
  return hostGap(host, { now: tx.now, sources: await countPlanned(tx, host.id), gapMs });
}

// The host that an answer came from, which after redirects is another than the one whose turn it was: what it asks for counts there.

import type { SourceMemory } from '../../model/source.ts';
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
import { type HostPace, hostFloor, hostGap } from '../schedule/host-pace.ts';
import type { Finding } from './finding.ts';

export async function answeringHost(
  tx: ReadTx,
  { answeredBy = '' }: Pick<Finding, 'answeredBy'>,
  own: Host,
): Promise<HostPace> {
  if (answeredBy === '' || answeredBy === own.name) return own;
  const other = await findHostNamed(tx, answeredBy);
  return other ?? { name: answeredBy, backoffUntil: 0, floorMs: 0, floorSince: 0 };
}

/** What its own host asks of a source's visits, and the one to which the last visit was led. */
export async function paceOf(tx: ReadTx, own: Host, { leadsTo }: SourceMemory): Promise<HostPace> {
  return paceAt(tx, own, { ...(leadsTo !== undefined && { answeredBy: leadsTo }) });
}

/** The same for a visit that has just been made. Whichever host rests, nobody calls. */
export async function paceAt(tx: ReadTx, own: Host, finding: Pick<Finding, 'answeredBy'>): Promise<HostPace> {
  const answering = await answeringHost(tx, finding, own);
  return { ...answering, backoffUntil: Math.max(answering.backoffUntil, own.backoffUntil) };
}

async function gapAfter(tx: ReadTx, host: Host | undefined, gapMs: number): Promise<number> {
  // Nobody has called it.
  if (gapMs === 0 || !host || hostFloor(host, tx.now) === 0) return gapMs;
  return hostGap(host, { now: tx.now, sources: await countPlanned(tx, host.id), gapMs });
}

/** Ends a turn, and lets the host rest that has asked for it. `goesOn`: somebody who waits goes on with the same host, a usual gap later. */
export async function endTurn(
  tx: WriteTx,
  lease: Lease,
  {
    answering,
    gapMs,
    goesOn = false,
    ...rest
  }: {
    answering: string;
    gapMs: number;
    goesOn?: boolean;
    backoffUntil?: number | undefined;
    floorMs?: number | undefined;
  },
): Promise<void> {
  const own = await findHost(tx, lease.hostId);
  const isOwn = own?.name === answering;
  const pauseMs = goesOn ? gapMs : await gapAfter(tx, own, gapMs);
  const isGivenBack = await releaseHost(tx, lease, { gapMs: pauseMs, ...(isOwn && rest) });
  // A lease that has run out was given to others: they have not heard what the host said.
  if ((isOwn && isGivenBack) || (rest.backoffUntil === undefined && rest.floorMs === undefined)) return;
  await restHost(tx, await hostNamed(tx, answering), rest);
}

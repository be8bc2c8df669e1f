// The host that an answer came from, which after redirects is another than the one whose turn it was: what it asks for counts there.
import {
  findHost,
  findHostNamed,
  type Host,
  hostNamed,
  type Lease,
  releaseHost,
  restHost,
} from '../../store/sources/hosts.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import type { HostPace } from '../schedule/schedule.ts';
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

/** Ends a turn, and lets the host rest that has asked for it. */
export async function endTurn(
  tx: WriteTx,
  lease: Lease,
  {
    answering,
    gapMs,
    ...rest
  }: { answering: string; gapMs: number; backoffUntil?: number | undefined; floorMs?: number | undefined },
): Promise<void> {
  const own = await findHost(tx, lease.hostId);
  const isOwn = own?.name === answering;
  await releaseHost(tx, lease, { gapMs, ...(isOwn && rest) });
  if (isOwn || (rest.backoffUntil === undefined && rest.floorMs === undefined)) return;
  await restHost(tx, await hostNamed(tx, answering), rest);
}

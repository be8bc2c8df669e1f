// Ends the turn of a visit that is not recorded: how long the host wants to rest was heard all the same.
import { findHost, type Lease } from '../../store/sources/hosts.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { hostBackoff } from '../schedule/host-pace.ts';
import { answeringHost, endTurn } from './answering-host.ts';
import type { Finding } from './finding.ts';

export async function endUnrecorded(
  tx: WriteTx,
  { limits }: Equipment,
  { lease, finding }: { lease: Lease; finding: Finding },
): Promise<undefined> {
  const own = await findHost(tx, lease.hostId);
  if (!own) return undefined;
  const { found, facts } = finding;
  const outcome = found.kind === 'failed' ? found.outcome : undefined;
  const host = await answeringHost(tx, finding, own);
  const backoffUntil = hostBackoff({ outcome, hints: facts.hints, now: tx.now, host });
  await endTurn(tx, lease, { answering: host.name, gapMs: limits.gapMs, backoffUntil });
  return undefined;
}

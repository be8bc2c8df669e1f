// Ends the turn of a visit that is not recorded.
import type { Lease } from '../../store/sources/hosts.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { endCall } from './answering-host.ts';
import { type Finding, failureIn } from './finding.ts';

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

// Visits of which nothing was recorded, because the thread or process that made them has died, or could not write any more.
import type { Source } from '../model/source.ts';
import { holdsLease, type Lease } from '../store/sources/hosts.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import { findSource, updateSource } from '../store/sources/sources.ts';
import { ourFault } from './asking/finding.ts';
import type { Equipment } from './equipment.ts';
import { record } from './record.ts';
import type { Recorded } from './visited.ts';

/**
 * Notes that a visit to a source was lost, and returns whether the one before was, too. A node may be killed for reasons of its own, so the
 * first is just made again. But a document may kill whoever reads it: its site would be asked with each lease, for ever.
 */
export function noteLoss({ store }: Equipment, { id }: Source, lease: Lease): Promise<boolean> {
  return store.write(async (tx) => {
    // What a hub pushes is stored without the lease: the source is read again behind this lock, as when a visit is recorded.
    await lockSchedule(tx, id);
    if (!(await holdsLease(tx, lease))) return false;
    const source = await findSource(tx, id);
    if (source?.memory.lostAt !== undefined) return true;
    if (source) await updateSource(tx, id, { ...source, memory: { ...source.memory, lostAt: tx.now } });
    return false;
  });
}

/** Records a lost visit as a failure, without asking the site once more. */
export async function recordLoss(
  equipment: Equipment,
  source: Source,
  lease: Lease,
): Promise<Recorded | undefined> {
  equipment.log.error('visits are lost again and again', { sourceId: source.id });
  const finding = ourFault(equipment.clock.now());
  const nothing = { sent: undefined, dateOnly: false, trial: false, acceptsAnother: false };
  return record(equipment, { source, lease, finding, ...nothing });
}

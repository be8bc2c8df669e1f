// A Source with its plan, and what the next one is made from between two visits.
import type { Source } from '../../model/source.ts';
import { findHost } from '../../store/sources/hosts.ts';
import { findSchedule, type Schedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import type { ReadTx } from '../../store/store.ts';
import { paceAt } from '../asking/answering-host.ts';
import type { VisitFacts } from './schedule.ts';

interface PlannedSource {
  source: Source;
  schedule: Schedule;
  facts: Pick<VisitFacts, 'sourceId' | 'memory' | 'conditional' | 'host'>;
}

/** Undefined if there is no such source. */
export async function plannedSource(tx: ReadTx, sourceId: number): Promise<PlannedSource | undefined> {
  const source = await findSource(tx, sourceId);
  const schedule = source && (await findSchedule(tx, sourceId));
  const own = schedule && (await findHost(tx, schedule.hostId));
  if (!own) return undefined;
  const { memory, validators } = source;
  const host = await paceAt(tx, own, memory.leadsTo);
  return { source, schedule, facts: { sourceId, memory, conditional: validators !== undefined, host } };
}

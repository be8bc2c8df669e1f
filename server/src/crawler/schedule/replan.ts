// Plans the next visit of a Source again, because its followers have asked for another interval.
import { findHost, replanHost } from '../../store/sources/hosts.ts';
import { findSchedule, keepSchedule, lockSchedule } from '../../store/sources/schedules.ts';
import { findSource, wishedIntervals } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { WriteTx } from '../../store/store.ts';
import { paceAt } from '../asking/answering-host.ts';
import { nextVisit } from './schedule.ts';

/**
 * The interval runs from the last visit. A source that is never to be visited again stays so; if nobody follows the source, only
 * the plan for its next follower changes. A visit that is under way replaces this plan with its own.
 */
export async function replan(tx: WriteTx, sourceId: number): Promise<void> {
  await lockSchedule(tx, sourceId);
  const source = await findSource(tx, sourceId);
  const schedule = await findSchedule(tx, sourceId);
  const [last] = await recentVisits(tx, sourceId, 1);
  const host = schedule && (await findHost(tx, schedule.hostId));
  if (!source || !last || !host || schedule.plannedAt === undefined) return;
  const at = nextVisit({
    now: last.at,
    startedAt: last.at,
    sourceId,
    foundAt: source.createdAt,
    outcome: last.outcome,
    conditional: source.validators !== undefined,
    first: false,
    failures: schedule.failures,
    memory: source.memory,
    host: await paceAt(tx, host, source.memory.leadsTo),
    wishes: await wishedIntervals(tx, sourceId),
    // Only this one source is replanned, so visits cannot bunch: no chance is needed.
    chance: () => 0.5,
  });
  await keepSchedule(tx, {
    ...schedule,
    plannedAt: at,
    ...(schedule.nextVisitAt !== undefined && { nextVisitAt: at }),
  });
  await replanHost(tx, schedule.hostId);
}

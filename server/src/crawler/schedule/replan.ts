// Plans the next visit of a Source again, because its followers have asked for another interval.
import { replanHost } from '../../store/sources/hosts.ts';
import { keepSchedule, lockSchedule } from '../../store/sources/schedules.ts';
import { wishedIntervals } from '../../store/sources/sources.ts';
import { recentVisits } from '../../store/sources/visits.ts';
import type { WriteTx } from '../../store/store.ts';
import { plannedSource } from './planned-source.ts';
import { nextVisit } from './schedule.ts';

/**
 * The interval runs from the last visit. A source that is never to be visited again stays so; if nobody follows the source, only
 * the plan for its next follower changes. A visit that is under way replaces this plan with its own.
 */
export async function replan(tx: WriteTx, sourceId: number): Promise<void> {
  await lockSchedule(tx, sourceId);
  const planned = await plannedSource(tx, sourceId);
  const [last] = await recentVisits(tx, sourceId, 1);
  if (!planned || !last || planned.schedule.plannedAt === undefined) return;
  const { source, schedule, facts } = planned;
  const at = nextVisit({
    ...facts,
    now: last.at,
    startedAt: last.at,
    foundAt: source.createdAt,
    outcome: last.outcome,
    first: false,
    failures: schedule.failures,
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

// How the plan of visits is kept: when each Source is visited next. Sources that nobody follows are not visited.

import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { replanHost } from './hosts.ts';
import { hurryHubs } from './hubs.ts';

export interface Schedule {
  sourceId: number;
  hostId: number;
  /** Undefined: nobody follows it, or it is gone for good. */
  nextVisitAt: number | undefined;
  /** When it is, or would be, visited next by the rules; undefined: never. */
  plannedAt: number | undefined;
  lastVisitAt: number | undefined;
  /** In a row. */
  failures: number;
}

export async function findSchedule(tx: ReadTx, sourceId: number): Promise<Schedule | undefined> {
  const row = await tx.get<ScheduleRow>(sql`
    SELECT source_id, host_id, next_visit_at, planned_at, last_visit_at, failures FROM schedules WHERE source_id = ${sourceId}`);
  if (!row) return undefined;
  return {
    sourceId: row.source_id,
    hostId: row.host_id,
    nextVisitAt: row.next_visit_at ?? undefined,
    plannedAt: row.planned_at ?? undefined,
    lastVisitAt: row.last_visit_at ?? undefined,
    failures: row.failures,
  };
}

/**
 * Keeps everybody else away from the plan of a source until the commit. Recording a visit and following the source both take it
 * first, so that a new feed gets each post once, from the one or the other.
 */
export async function lockSchedule(tx: WriteTx, sourceId: number): Promise<boolean> {
  const row = await tx.get<{ source_id: number }>(
    sql`SELECT source_id FROM schedules WHERE source_id = ${sourceId} ${tx.dialect.forUpdate}`,
  );
  return row !== undefined;
}

/** The same for several sources, the oldest first. */
export async function lockSchedules(tx: WriteTx, sourceIds: Iterable<number>): Promise<void> {
  const ids = tx.dialect.numbers([...sourceIds]);
  await tx.all(
    sql`SELECT source_id FROM schedules WHERE source_id IN (${ids}) ORDER BY source_id ${tx.dialect.forUpdate}`,
  );
}

/** The source at a host that has been due longest, if one is due. */
export async function dueSource(tx: ReadTx, hostId: number): Promise<number | undefined> {
  const row = await tx.get<{ source_id: number }>(sql`
    SELECT source_id FROM schedules WHERE host_id = ${hostId} AND next_visit_at <= ${tx.now}
    ORDER BY next_visit_at, source_id LIMIT 1`);
  return row?.source_id;
}

/** Whether another source of the host is due by then. */
export async function othersDue(
  tx: ReadTx,
  { id, hostId }: { id: number; hostId: number },
  until: number,
): Promise<boolean> {
  const row = await tx.get<{ source_id: number }>(sql`
    SELECT source_id FROM schedules WHERE host_id = ${hostId} AND next_visit_at <= ${until} AND source_id <> ${id} LIMIT 1`);
  return row !== undefined;
}

/** How many sources of a host are visited. */
export async function countPlanned(tx: ReadTx, hostId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM schedules WHERE host_id = ${hostId} AND next_visit_at IS NOT NULL`,
  );
  return row?.count ?? 0;
}

/** The followed sources whose last visits failed, in order of id. */
export async function failingSources(tx: ReadTx): Promise<number[]> {
  const rows = await tx.all<{ source_id: number }>(sql`
    SELECT source_id FROM schedules WHERE failures > 0
      AND EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = schedules.source_id) ORDER BY source_id`);
  return rows.map((row) => row.source_id);
}

/** Writes the plan after a visit. The host is planned when its lease is given back. */
export async function keepSchedule(tx: WriteTx, schedule: Schedule): Promise<void> {
  const { sourceId, hostId, nextVisitAt = null, plannedAt = null, lastVisitAt = null, failures } = schedule;
  await tx.run(sql`
    INSERT INTO schedules (source_id, host_id, next_visit_at, planned_at, last_visit_at, failures)
    VALUES (${sourceId}, ${hostId}, ${nextVisitAt}, ${plannedAt}, ${lastVisitAt}, ${failures})
    ON CONFLICT (source_id) DO UPDATE SET host_id = excluded.host_id, next_visit_at = excluded.next_visit_at,
      planned_at = excluded.planned_at, last_visit_at = excluded.last_visit_at, failures = excluded.failures`);
}

/** To be called when somebody has begun to follow a source: it is visited from now on, at the time that was planned. */
export async function scheduleIfUnscheduled(tx: WriteTx, sourceId: number): Promise<void> {
  const changed = await tx.run(sql`
    UPDATE schedules SET next_visit_at = planned_at WHERE source_id = ${sourceId} AND next_visit_at IS NULL AND planned_at IS NOT NULL`);
  if (changed > 0) await replanHostOf(tx, sourceId);
}

/** To be called when somebody has stopped following a source: one that nobody follows is not visited. */
export async function unscheduleIfUnfollowed(tx: WriteTx, sourceId: number): Promise<void> {
  const changed = await tx.run(sql`
    UPDATE schedules SET next_visit_at = NULL WHERE source_id = ${sourceId} AND next_visit_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM feeds WHERE feeds.source_id = ${sourceId})`);
  if (changed === 0) return;
  await replanHostOf(tx, sourceId);
  await hurryHubs(tx, sourceId);
}

/** Puts a due visit off. The host is planned when its lease is given back. */
export async function putOffVisit(tx: WriteTx, sourceId: number, at: number): Promise<void> {
  await tx.run(sql`
    UPDATE schedules SET next_visit_at = ${at}, planned_at = ${at} WHERE source_id = ${sourceId} AND next_visit_at < ${at}`);
}

/** Brings the next visit forward to a time; one that comes sooner anyway, or that is not planned at all, stays. */
export async function bringForward(tx: WriteTx, sourceId: number, at: number): Promise<void> {
  const changed = await tx.run(sql`
    UPDATE schedules SET next_visit_at = ${at}, planned_at = ${at} WHERE source_id = ${sourceId} AND next_visit_at > ${at}`);
  if (changed > 0) await replanHostOf(tx, sourceId);
}

interface ScheduleRow {
  source_id: number;
  host_id: number;
  next_visit_at: number | null;
  planned_at: number | null;
  last_visit_at: number | null;
  failures: number;
}

async function replanHostOf(tx: WriteTx, sourceId: number): Promise<void> {
  const schedule = await findSchedule(tx, sourceId);
  if (schedule) await replanHost(tx, schedule.hostId);
}

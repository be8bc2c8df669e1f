// How an instance is doing, in numbers that are read every few seconds: two passes over the plan of visits, and nothing that
// takes longer than that as the instance grows.
import { schemaVersion } from './migrate.ts';
import { sql } from './sql.ts';
import type { Store } from './store.ts';

export interface Gauges {
  schemaVersion: number;
  databaseBytes: number;
  /** Sources that are visited, because somebody follows them. */
  sources: number;
  sourcesDue: number;
  sourcesFailing: number;
  /** Since when the most overdue visit could have been made: a site that has asked for a pause gets none before its end. */
  lateSince: number | undefined;
}

interface Row {
  sources: number;
  due: number | null;
  failing: number | null;
}

export function readGauges(store: Store): Promise<Gauges> {
  return store.read(async (tx) => {
    const row = await tx.get<Row>(sql`
      SELECT count(*) AS sources, sum(CASE WHEN next_visit_at <= ${tx.now} THEN 1 ELSE 0 END) AS due,
        sum(CASE WHEN failures > 0 THEN 1 ELSE 0 END) AS failing
      FROM schedules WHERE next_visit_at IS NOT NULL`);
    // Only of what is due, which is little: a look at the host of every source would take several times as long.
    const late = await tx.get<{ since: number | null }>(sql`
      SELECT min(CASE WHEN backoff_until > next_visit_at THEN backoff_until ELSE next_visit_at END) AS since
      FROM schedules JOIN hosts ON hosts.id = schedules.host_id WHERE next_visit_at <= ${tx.now}`);
    const size = await tx.get<{ bytes: number }>(tx.dialect.databaseBytes);
    return {
      schemaVersion: await schemaVersion(tx),
      databaseBytes: size?.bytes ?? 0,
      sources: row?.sources ?? 0,
      sourcesDue: row?.due ?? 0,
      sourcesFailing: row?.failing ?? 0,
      lateSince: late?.since ?? undefined,
    };
  });
}

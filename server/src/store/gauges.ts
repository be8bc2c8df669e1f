// How an instance is doing, in numbers that are read every few seconds: one pass over the plan of visits, and nothing that takes
// longer than that as the instance grows.
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
  /** When the visit that has waited longest was due, or else when the next one is. */
  nextVisitAt: number | undefined;
}

interface Row {
  sources: number;
  due: number | null;
  failing: number | null;
  next_visit_at: number | null;
}

export function readGauges(store: Store): Promise<Gauges> {
  return store.read(async (tx) => {
    const row = await tx.get<Row>(sql`
      SELECT count(*) AS sources, sum(CASE WHEN next_visit_at <= ${tx.now} THEN 1 ELSE 0 END) AS due,
        sum(CASE WHEN failures > 0 THEN 1 ELSE 0 END) AS failing, min(next_visit_at) AS next_visit_at
      FROM schedules WHERE next_visit_at IS NOT NULL`);
    const size = await tx.get<{ bytes: number }>(tx.dialect.databaseBytes);
    return {
      schemaVersion: await schemaVersion(tx),
      databaseBytes: size?.bytes ?? 0,
      sources: row?.sources ?? 0,
      sourcesDue: row?.due ?? 0,
      sourcesFailing: row?.failing ?? 0,
      nextVisitAt: row?.next_visit_at ?? undefined,
    };
  });
}

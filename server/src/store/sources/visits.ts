// How Visits are kept: what the last ones of a Source came to.
import type { Outcome, Visit } from '../../model/visit.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** Enough to see a week of an hourly feed's failures and a year of a dead one's. */
export const VISITS_KEPT = 50;

/** The clock may be set by years meanwhile, and PostgreSQL has four bytes for this. */
const LONGEST_MS = 2 ** 31 - 1;

export async function insertVisit(tx: WriteTx, visit: Visit): Promise<void> {
  const durationMs = Math.max(0, Math.min(Math.round(visit.durationMs), LONGEST_MS));
  await tx.run(sql`
    INSERT INTO visits (source_id, at, outcome, detail, status, duration_ms, new_posts)
    VALUES (${visit.sourceId}, ${visit.at}, ${visit.outcome.kind}, ${JSON.stringify(visit.outcome)},
      ${visit.status ?? null}, ${durationMs}, ${visit.newPosts})`);
  await tx.run(sql`
    DELETE FROM visits WHERE source_id = ${visit.sourceId} AND id <= (
      SELECT id FROM visits WHERE source_id = ${visit.sourceId} ORDER BY id DESC LIMIT 1 OFFSET ${VISITS_KEPT})`);
}

/** The last visits of a source, newest first. */
export async function recentVisits(
  tx: ReadTx,
  sourceId: number,
  limit: number = VISITS_KEPT,
): Promise<Visit[]> {
  const rows = await tx.all<VisitRow>(sql`
    SELECT source_id, at, detail, status, duration_ms, new_posts FROM visits
    WHERE source_id = ${sourceId} ORDER BY id DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    sourceId: row.source_id,
    at: row.at,
    outcome: JSON.parse(row.detail) as Outcome,
    status: row.status ?? undefined,
    durationMs: row.duration_ms,
    newPosts: row.new_posts,
  }));
}

interface VisitRow {
  source_id: number;
  at: number;
  detail: string;
  status: number | null;
  duration_ms: number;
  new_posts: number;
}

// How the Sources of Feeds are doing, and what their users wish for them: columns for every list of feeds.
import type { Feed } from '../../model/feed.ts';
import { emptyMemory } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import { memoryOf } from '../sources/sources.ts';
import { type Sql, sql } from '../sql.ts';

export interface ConditionRow {
  checked_at: number | null;
  /** Only of sources about which there is something to tell. */
  details: string | null;
  failures: number | null;
  last_visit_at: number | null;
  planned_at: number | null;
  last_outcome: string | null;
  gone_kept_at: number | null;
  full_text: number | null;
}

/**
 * For feeds `f` and sources `s`. The outcome of the last visit is looked up for failing sources only, which are few. Reading the
 * memories of 2,000 sources takes longer than listing their feeds, and most have nothing to tell. The LIKE pattern leaves out the
 * opening quote of the name: every name in a memory has one, and the database would start comparing at each.
 */
export const conditionColumns: Sql = sql`
  CASE WHEN c.failures > 0 OR s.details LIKE '%moving":%' THEN s.details END AS details, c.failures, c.last_visit_at, c.planned_at, w.gone_kept_at, w.full_text,
  CASE WHEN c.failures > 0 THEN (
    SELECT v.detail FROM visits v WHERE v.source_id = s.id ORDER BY v.id DESC LIMIT 1) END AS last_outcome`;

export const conditionJoins: Sql = sql`LEFT JOIN schedules c ON c.source_id = s.id LEFT JOIN feed_wishes w ON w.feed_id = f.id`;

export function conditionOf(
  row: ConditionRow,
  now: number,
): Pick<Feed, 'condition' | 'goneKeptAt' | 'fetchesArticles'> {
  return {
    condition: {
      memory: row.details === null ? emptyMemory() : memoryOf(row.details),
      failures: row.failures ?? 0,
      last: row.last_outcome === null ? undefined : (JSON.parse(row.last_outcome) as Outcome),
      lastVisitAt: row.last_visit_at ?? undefined,
      checkedAt: row.checked_at ?? undefined,
      nextVisitAt: row.planned_at ?? undefined,
      at: now,
    },
    goneKeptAt: row.gone_kept_at ?? undefined,
    fetchesArticles: row.full_text === 1,
  };
}

// The plan of visits in order of its sources, without a separate tree: lists of feeds look up a plan for each in one step instead
// of two.
import type { Migration } from './migration.ts';

export const schedulesBySource: Migration = {
  name: 'schedules by source',
  statements: ({ key }) => [
    `CREATE TABLE schedules_by_source (
      source_id ${key} REFERENCES sources (id) ON DELETE CASCADE,
      host_id BIGINT NOT NULL,
      next_visit_at BIGINT,                    -- null: nobody follows it, or it is gone for good
      planned_at BIGINT,                       -- what next_visit_at is, or would be if somebody followed it
      last_visit_at BIGINT,
      failures INTEGER NOT NULL DEFAULT 0      -- in a row
    )`,
    `INSERT INTO schedules_by_source (source_id, host_id, next_visit_at, planned_at, last_visit_at, failures)
      SELECT source_id, host_id, next_visit_at, planned_at, last_visit_at, failures FROM schedules ORDER BY source_id`,
    `DROP TABLE schedules`,
    `ALTER TABLE schedules_by_source RENAME TO schedules`,
    `CREATE INDEX schedules_due ON schedules (host_id, next_visit_at)`,
    `CREATE INDEX schedules_resting ON schedules (source_id) WHERE next_visit_at IS NULL`,
  ],
};

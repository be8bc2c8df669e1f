// Sources that nobody follows: found quickly, and with the time at which that began, so that they do not stay for ever.
import type { Migration } from './migration.ts';

export const restingSources: Migration = {
  name: 'resting sources',
  statements: () => [
    `CREATE TABLE unfollowed_sources (
      source_id BIGINT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
      since BIGINT NOT NULL                    -- when it was first seen that nobody follows it
    )`,
    `CREATE INDEX unfollowed_sources_since ON unfollowed_sources (since)`,
    // What is not visited: sources that nobody follows, or that are gone for good.
    `CREATE INDEX schedules_resting ON schedules (source_id) WHERE next_visit_at IS NULL`,
    `CREATE INDEX sources_host ON sources (host_id)`,
  ],
};

// How often a follower wants a feed to be visited.
import type { Migration } from './migration.ts';

export const feedInterval: Migration = {
  name: 'feed interval',
  // Null: as often as the habits of the source make worthwhile.
  statements: () => [`ALTER TABLE feeds ADD COLUMN interval_ms BIGINT`],
};

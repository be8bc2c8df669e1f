// What only one node does at a time, and which one does it.
import type { Migration } from './migration.ts';

export const duties: Migration = {
  name: 'duties',
  statements: () => [
    `CREATE TABLE duties (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,                    -- a name that the holder has made up
      held_until BIGINT NOT NULL
    )`,
  ],
};

// The index of words in half the room. Posts get their words again, portion by portion, the newest first.
import type { Migration } from './migration.ts';

export const smallerIndex: Migration = {
  name: 'smaller index',
  statements: (_, { schema, takeDown }) => [
    ...takeDown,
    ...schema,
    `DELETE FROM facts WHERE name = 'search-unindexed-below'`,
    `INSERT INTO facts (name, value)
      SELECT 'search-unindexed-below', CAST(max(id) + 1 AS TEXT) FROM posts HAVING max(id) IS NOT NULL`,
  ],
};

// Full-text search: the words of posts. Posts that are there already get theirs later, portion by portion.
import type { Migration } from './migration.ts';

export const search: Migration = {
  name: 'search',
  statements: (_, { schema }) => [
    ...schema,
    `INSERT INTO facts (name, value)
      SELECT 'search-unindexed-below', CAST(max(id) + 1 AS TEXT) FROM posts HAVING max(id) IS NOT NULL`,
    // Tells whether one user has a post, however many others have it.
    `DROP INDEX items_post`,
    `CREATE INDEX items_post ON items (post_id, user_id)`,
  ],
};

// The trees of items hold each id once, not twice.
import type { Migration } from './migration.ts';

/** That is a third less to keep, to read and to write back (docs/notes/marking-in-bulk.md). */
export const narrowTrees: Migration = {
  name: 'narrow trees',
  statements: ({ thenById }) =>
    trees.flatMap(([name, column, where]) => [
      // Early versions made no items_user_read.
      `DROP INDEX IF EXISTS ${name}`,
      `CREATE INDEX ${name} ON items (${column}${thenById}) ${where}`,
    ]),
};

const trees = [
  ['items_feed', 'feed_id', ''],
  ['items_feed_unread', 'feed_id', 'WHERE read = 0'],
  ['items_user', 'user_id', ''],
  ['items_user_unread', 'user_id', 'WHERE read = 0'],
  ['items_user_read', 'user_id', 'WHERE read = 1'],
  ['items_starred', 'user_id', 'WHERE starred = 1'],
] as const;

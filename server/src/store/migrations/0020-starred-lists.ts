// Starred items that are read, and those that are unread, have trees of their own: a list of either looks through nothing else.
import type { Migration } from './migration.ts';

/** Narrow, and touched by hardly any marks, because few items have a star. The conditions are those of `store/items/starred.ts`. */
export const starredLists: Migration = {
  name: 'starred lists',
  statements: ({ thenById }) => [
    `CREATE INDEX items_starred_unread ON items (user_id${thenById}) WHERE starred > read`,
    `CREATE INDEX items_starred_read ON items (user_id${thenById}) WHERE starred + read = 2`,
  ],
};

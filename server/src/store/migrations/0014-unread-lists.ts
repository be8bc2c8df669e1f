// Narrow trees tell whether an item is read or unread, so that no list looks through what it does not show.
import type { Migration } from './migration.ts';

/** What each of them costs when much is marked at once: docs/notes/marking-in-bulk.md. */
export const unreadLists: Migration = {
  name: 'unread lists',
  statements: () => [
    `DROP INDEX items_user`,
    `CREATE INDEX items_user ON items (user_id, id)`,
    `CREATE INDEX items_user_unread ON items (user_id, id) WHERE read = 0`,
    `CREATE INDEX items_user_read ON items (user_id, id) WHERE read = 1`,
    // Few items have a star, so a status among them needs no order of its own.
    `DROP INDEX items_starred`,
    `CREATE INDEX items_starred ON items (user_id, id) WHERE starred = 1`,
  ],
};

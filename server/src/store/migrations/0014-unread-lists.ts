// Whether an item is unread is told by narrow trees of their own, so that marking moves nothing from one place to another.
import type { Migration } from './migration.ts';

/**
 * An item that is marked read leaves two trees and enters none; before, it moved within the tree of the user, which took a
 * third of the time of marking (docs/notes/marking-in-bulk.md).
 */
export const unreadLists: Migration = {
  name: 'unread lists',
  statements: () => [
    `DROP INDEX items_user`,
    `CREATE INDEX items_user ON items (user_id, id)`,
    `CREATE INDEX items_user_unread ON items (user_id, id) WHERE read = 0`,
    // Few items have a star: a status among them needs no order of its own.
    `DROP INDEX items_starred`,
    `CREATE INDEX items_starred ON items (user_id, id) WHERE starred = 1`,
  ],
};

// An import can be undone: what it followed and made is told apart from what was there.
import type { Migration } from './migration.ts';

export const importsUndone: Migration = {
  name: 'imports undone',
  statements: () => [
    // The entry of the journal that an entry is a step of. Null: it stands for itself.
    `ALTER TABLE journal ADD COLUMN parent_id BIGINT`,
    // What is away is looked through for each feed and group that comes back.
    `CREATE INDEX journal_standing ON journal (user_id, action) WHERE undone_by IS NULL`,
    `CREATE INDEX journal_steps ON journal (parent_id) WHERE parent_id IS NOT NULL`,
    // The entry under which an import is at work, a feed was followed, a group was made. Null: by an earlier version, or it was there before.
    `ALTER TABLE imports ADD COLUMN entry_id BIGINT`,
    `ALTER TABLE import_feeds ADD COLUMN entry_id BIGINT`,
    `ALTER TABLE import_groups ADD COLUMN entry_id BIGINT`,
    `CREATE INDEX import_feeds_followed ON import_feeds (feed_id) WHERE feed_id IS NOT NULL`,
  ],
};

// Marking in bulk, stars, the journal of what was done, and the order and titles that a user gives to feeds and groups.
import type { Migration } from './migration.ts';

export const marks: Migration = {
  name: 'marks',
  statements: ({ id, key, clustered }) => [...items(key), ...journal(id, clustered), ...ownOrder()],
};

/**
 * Items are kept in order of id, and only narrow trees hold a status: marking 100,000 of them rewrites a quarter of the pages
 * that it did when the tree of the feeds held the status (docs/notes/marking-in-bulk.md).
 */
const items = (key: string): string[] => [
  `CREATE TABLE items_by_id (
    id ${key},
    feed_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    post_id BIGINT NOT NULL,
    read INTEGER NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
  )`,
  `INSERT INTO items_by_id (id, feed_id, user_id, post_id, read, starred, created_at)
    SELECT id, feed_id, user_id, post_id, read, starred, created_at FROM items ORDER BY id`,
  `DROP TABLE items`,
  `ALTER TABLE items_by_id RENAME TO items`,
  `CREATE INDEX items_user ON items (user_id, read, id)`,
  `CREATE INDEX items_feed ON items (feed_id, id)`,
  `CREATE INDEX items_feed_unread ON items (feed_id, id) WHERE read = 0`,
  `CREATE INDEX items_starred ON items (user_id, read, id) WHERE starred = 1`,
  `CREATE INDEX items_post ON items (post_id)`,
];

/** What was done and can be undone. What an undo needs is in parts, each written with the change that it can undo. */
const journal = (id: string, clustered: string): string[] => [
  `CREATE TABLE journal (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    at BIGINT NOT NULL,
    count INTEGER NOT NULL,                  -- items that were changed
    subject TEXT,                            -- JSON: the feed or the group, as it was
    parts INTEGER NOT NULL DEFAULT 0,
    undoes BIGINT,                           -- the entry that this one takes back
    undone_by BIGINT,                        -- the entry that has taken this one back
    undone_parts INTEGER NOT NULL DEFAULT 0  -- how far that has come
  )`,
  `CREATE INDEX journal_user ON journal (user_id, id)`,
  `CREATE INDEX journal_age ON journal (at)`,
  `CREATE TABLE journal_parts (
    entry_id BIGINT NOT NULL REFERENCES journal (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    seq BIGINT NOT NULL,                     -- the place of its change: what has a later one was changed since
    items TEXT NOT NULL,
    PRIMARY KEY (entry_id, part)
  ) ${clustered}`,
];

const ownOrder = (): string[] => [
  `ALTER TABLE feeds ADD COLUMN custom_title TEXT`,
  `ALTER TABLE feeds ADD COLUMN position DOUBLE PRECISION NOT NULL DEFAULT 0`,
  `ALTER TABLE groups ADD COLUMN position DOUBLE PRECISION NOT NULL DEFAULT 0`,
  // In the order in which they came.
  `UPDATE feeds SET position = id`,
  `UPDATE groups SET position = id`,
];

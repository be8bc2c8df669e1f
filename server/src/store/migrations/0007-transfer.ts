// Imports: what was handed in, how far it has come, and what waits for posts that have not been seen yet.
import type { Migration } from './migration.ts';

export const transfer: Migration = {
  name: 'transfer',
  statements: ({ id, clustered }) => [...imports(id, clustered), ...awaited(id)],
};

const imports = (id: string, clustered: string): string[] => [
  `CREATE TABLE imports (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,                     -- loading, waiting, running, done, cancelled
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    notes TEXT NOT NULL DEFAULT '[]',        -- JSON: what was left out, in words
    first_position DOUBLE PRECISION NOT NULL DEFAULT 0,  -- its feeds stand after those that were there
    items INTEGER NOT NULL DEFAULT 0,
    items_done INTEGER NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX imports_user ON imports (user_id, id)`,
  `CREATE INDEX imports_open ON imports (state, user_id, id) WHERE ended_at IS NULL`,
  `CREATE TABLE import_groups (
    import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    place INTEGER NOT NULL,
    group_id BIGINT,                         -- null: not made yet
    PRIMARY KEY (import_id, title)
  ) ${clustered}`,
  `CREATE TABLE import_feeds (
    import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    url TEXT NOT NULL,
    wishes TEXT NOT NULL,                    -- JSON: title, interval and the like
    groups TEXT NOT NULL,                    -- JSON: titles
    state TEXT NOT NULL DEFAULT 'waiting',   -- waiting, filling, followed, there, failed
    was_there INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    feed_id BIGINT,
    tries INTEGER NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (import_id, place)
  ) ${clustered}`,
  `CREATE INDEX import_feeds_state ON import_feeds (import_id, state, place)`,
  `CREATE TABLE import_items (
    id ${id},
    import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    feed_place INTEGER NOT NULL,
    item TEXT NOT NULL                       -- JSON
  )`,
  `CREATE INDEX import_items_feed ON import_items (import_id, feed_place, id)`,
];

/** What a user has of posts that their feed has not shown here, by the names under which these may arrive. */
const awaited = (id: string): string[] => [
  // Without a foreign key to its feed: ids are never given twice, and whoever undoes an unsubscription finds them again.
  `CREATE TABLE awaited_posts (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    feed_id BIGINT NOT NULL,
    name TEXT,
    link TEXT,
    item_id BIGINT,                          -- the item that shows it meanwhile; null: there is only what follows
    item TEXT NOT NULL                       -- JSON: as it was imported
  )`,
  `CREATE INDEX awaited_posts_name ON awaited_posts (name)`,
  `CREATE INDEX awaited_posts_link ON awaited_posts (link)`,
  `CREATE INDEX awaited_posts_feed ON awaited_posts (feed_id, id)`,
  `CREATE INDEX awaited_posts_user ON awaited_posts (user_id)`,
];

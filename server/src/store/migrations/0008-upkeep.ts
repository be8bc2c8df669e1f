// Upkeep: what a user wishes for a feed, how long items stay, and the articles behind posts.
import type { Migration } from './migration.ts';

export const upkeep: Migration = {
  name: 'upkeep',
  statements: ({ clustered }) => [...wishes(), ...retention(clustered), ...articles()],
};

const wishes = (): string[] => [
  // Without a foreign key to its feed: ids are never given twice, and whoever undoes an unsubscription finds its wishes again.
  `CREATE TABLE feed_wishes (
    feed_id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    full_text INTEGER NOT NULL DEFAULT 0,    -- 1: the articles of new posts are fetched
    gone_kept_at BIGINT,                     -- when the user decided to keep it although it is gone
    keep TEXT,                               -- forever, days, newest; null: as the user's policy says
    keep_count INTEGER                       -- how many days or items
  )`,
  `CREATE INDEX feed_wishes_user ON feed_wishes (user_id)`,
];

const retention = (clustered: string): string[] => [
  `CREATE TABLE retention_policies (
    user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    keep TEXT NOT NULL,
    keep_count INTEGER
  )`,
  // Posts whose item a policy has removed: they never come to that user again.
  `CREATE TABLE removed_items (
    post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (post_id, user_id)
  ) ${clustered}`,
  // When the document of the source stopped showing it; null: it still does, as far as is known.
  `ALTER TABLE posts ADD COLUMN left_at BIGINT`,
  `CREATE INDEX posts_shown ON posts (source_id) WHERE left_at IS NULL`,
  // Posts that no item points to, with the time at which that was first seen.
  `CREATE TABLE unheld_posts (post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE, since BIGINT NOT NULL)`,
  `CREATE INDEX unheld_posts_since ON unheld_posts (since)`,
  // What is left of a removed post: a hash of its looks, so that it is never taken for a new one.
  `CREATE TABLE forgotten_posts (
    source_id BIGINT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    looks TEXT NOT NULL,
    PRIMARY KEY (source_id, looks)
  ) ${clustered}`,
];

const articles = (): string[] => [
  // What the page of a post gave, or why it gave nothing: fetched once for everybody.
  `CREATE TABLE full_texts (
    post_id BIGINT PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    url TEXT NOT NULL,                       -- where it is looked for, after the redirects so far
    hops INTEGER NOT NULL DEFAULT 0,         -- so many redirects
    host_id BIGINT NOT NULL,                 -- the host of url
    due_at BIGINT,                           -- null: no round looks for it
    tries INTEGER NOT NULL DEFAULT 0,
    fetched_at BIGINT,                       -- null: not yet
    content TEXT,                            -- sanitised HTML
    failure TEXT,                            -- why there is no content
    sanitiser INTEGER                        -- version of the allow-list
  )`,
  `CREATE INDEX full_texts_due ON full_texts (host_id, due_at) WHERE due_at IS NOT NULL`,
  // The rules that sites have for robots, by origin.
  `CREATE TABLE robots (
    origin TEXT PRIMARY KEY,
    rules TEXT NOT NULL,                     -- JSON: those for us
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX robots_expiry ON robots (expires_at)`,
];

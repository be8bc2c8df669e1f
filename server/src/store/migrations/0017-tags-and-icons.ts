// Words that people put on items, and the icons of sites.
import type { Migration } from './migration.ts';

export const tagsAndIcons: Migration = {
  name: 'tags and icons',
  statements: ({ id, bytes, clustered }) => [...tags(id, clustered), ...icons(id, bytes)],
};

/**
 * A tag exists as long as an item has it. The tags of items that are away with their feed stay, so that they come back with it:
 * hence no foreign key to items.
 */
const tags = (id: string, clustered: string): string[] => [
  `CREATE TABLE tags (
    id ${id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    UNIQUE (user_id, title)
  )`,
  `CREATE TABLE item_tags (
    tag_id BIGINT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    item_id BIGINT NOT NULL,
    PRIMARY KEY (tag_id, item_id)
  ) ${clustered}`,
  `CREATE INDEX item_tags_item ON item_tags (item_id)`,
];

/** One for each site, however many of its feeds are followed: what is kept, and the state of the search for it. */
const icons = (id: string, bytes: string): string[] => [
  `CREATE TABLE icons (
    id ${id},
    site TEXT NOT NULL UNIQUE,               -- its scheme and host
    step TEXT NOT NULL,                      -- what is asked for next
    url TEXT NOT NULL,                       -- and where
    host_id BIGINT NOT NULL,                 -- the host of url
    hops INTEGER NOT NULL DEFAULT 0,         -- redirects of this step so far
    due_at BIGINT,                           -- null: nobody follows a feed of the site
    asked_at BIGINT,                         -- when the last search ended
    type TEXT,                               -- null: there is no icon
    body ${bytes},
    kept_url TEXT,                           -- where it was found
    etag TEXT,
    last_modified TEXT
  )`,
  `CREATE INDEX icons_due ON icons (host_id, due_at) WHERE due_at IS NOT NULL`,
  `ALTER TABLE sources ADD COLUMN icon_id BIGINT`,
  `CREATE INDEX sources_icon ON sources (icon_id) WHERE icon_id IS NOT NULL`,
];

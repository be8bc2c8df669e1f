// How far people have got in the audio and video of their items.
import type { Migration } from './migration.ts';

/**
 * One row for all files of an item: few have more than one, and an address is too long for a key. The positions in items that are
 * away with their feed stay, so that they come back with it: hence no foreign key to items.
 */
export const playback: Migration = {
  name: 'playback',
  statements: () => [
    `CREATE TABLE played_items (
      item_id BIGINT PRIMARY KEY,
      user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      positions TEXT NOT NULL                  -- JSON
    )`,
    `CREATE INDEX played_items_user ON played_items (user_id)`,
  ],
};

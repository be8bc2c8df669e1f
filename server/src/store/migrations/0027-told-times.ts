// Users with items whose times are not those at which they came, because an import brought them.
import type { Migration } from './migration.ts';

/**
 * One row for each user with such items. Those who imported before this was recorded are found by their imports, and by the
 * shelves of what they brought (docs/notes/first-sync.md).
 */
export const toldTimes: Migration = {
  name: 'told times',
  statements: () => [
    `CREATE TABLE told_times (
      user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      up_to BIGINT NOT NULL,                   -- an id: behind it times grow with ids
      at BIGINT NOT NULL                       -- when the last of them came
    )`,
    `INSERT INTO told_times (user_id, up_to, at)
      SELECT user_id, max(id), max(created_at) FROM items WHERE user_id IN (
        SELECT user_id FROM imports WHERE kind <> 'opml'
        UNION SELECT f.user_id FROM sources s JOIN feeds f ON s.url = 'courant:imported/' || f.id
          WHERE s.url >= 'courant:imported/' AND s.url < 'courant:imported0')
      GROUP BY user_id`,
  ],
};

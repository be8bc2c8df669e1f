// Counts of feeds change without an update of the indexes of feeds.
import type { Migration } from './migration.ts';

/**
 * Every new item changes the count of its feed, and marks in bulk change those of all feeds at once. If a page has no room for
 * that, each changed row moves to another page and is entered into every index again (docs/notes/marking-in-bulk.md).
 */
export const roomyFeeds: Migration = {
  name: 'roomy feeds',
  statements: (_columns, _search, { roomy }) => roomy('feeds'),
};

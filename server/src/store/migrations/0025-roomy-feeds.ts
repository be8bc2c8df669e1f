// Counts of feeds change without a word to the indexes of feeds.
import type { Migration } from './migration.ts';

/**
 * Every new item changes the count of its feed, and marks in bulk those of all feeds at once: where a page has no room for that, each is
 * moved to another one, and entered into every index anew (docs/notes/marking-in-bulk.md).
 */
export const roomyFeeds: Migration = {
  name: 'roomy feeds',
  statements: (_columns, _search, { roomy }) => roomy('feeds'),
};

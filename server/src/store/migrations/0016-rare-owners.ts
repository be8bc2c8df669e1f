// Every list is read from an index of its owner, however much of all items the owner has.
import type { Migration } from './migration.ts';

/**
 * Whoever has a third of all items is found soonest, a counting planner thinks, by walking through everybody's in order of id: which
 * takes seconds where that third is the oldest (docs/notes/lists-on-postgres.md).
 */
export const rareOwners: Migration = {
  name: 'rare owners',
  statements: (_columns, _search, { rare }) => [...rare('items', 'user_id'), ...rare('items', 'feed_id')],
};

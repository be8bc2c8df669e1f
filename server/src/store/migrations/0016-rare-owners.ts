// Every list is read from an index of its owner, however much of all items the owner has.
import type { Migration } from './migration.ts';

/**
 * If somebody has a third of all items, a planner with statistics believes that these are found soonest by walking through
 * everybody's in order of id, which takes seconds if that third is the oldest (docs/notes/lists-on-postgres.md).
 */
export const rareOwners: Migration = {
  name: 'rare owners',
  statements: (_columns, _search, { rare }) => [...rare('items', 'user_id'), ...rare('items', 'feed_id')],
};

// Searches in tests of the index.
import assert from 'node:assert/strict';
import { planSearch } from '../search/search-plan.ts';
import type { Store } from '../store.ts';

/** How many of a user's items have a word, in themselves or in an article that the user has. */
export async function countFound(store: Store, userId: number, word = 'post'): Promise<number> {
  const term = { kind: 'words', field: undefined, words: [word], open: false } as const;
  const plan = await planSearch(store, {
    userId,
    words: [{ any: [term], not: false }],
    facts: [],
    feedIds: undefined,
    tags: [],
    hasArticles: false,
    reach: 'anywhere',
  });
  assert.ok('ids' in plan);
  return plan.ids.length;
}

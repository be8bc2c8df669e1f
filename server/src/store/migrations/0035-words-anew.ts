// All posts get their words again, portion by portion, the newest first: digits of other scripts, apostrophes and the like make
// other words than they did. Until then a post is found by the words that it has.
import type { Migration } from './migration.ts';

export const wordsAnew: Migration = {
  name: 'words anew',
  statements: () => [
    // The pieces of the index are merged afterwards: words that were replaced leave it only then.
    `DELETE FROM facts WHERE name IN ('search-unindexed-below', 'search-merged-at', 'search-merging')`,
    `INSERT INTO facts (name, value)
      SELECT 'search-unindexed-below', CAST(max(id) + 1 AS TEXT) FROM posts HAVING max(id) IS NOT NULL`,
  ],
};

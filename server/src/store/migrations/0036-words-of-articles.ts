// The words of articles, for those who are shown them. Articles that are there already get theirs later, portion by portion.
import type { Migration } from './migration.ts';

export const wordsOfArticles: Migration = {
  name: 'words of articles',
  statements: (_, { full }) => [
    ...full.schema,
    `ALTER TABLE full_texts ADD COLUMN has_words INTEGER NOT NULL DEFAULT 0`,
    // One for each answer, so that the texts between are not read: which still wait, and whether one has them.
    `CREATE INDEX full_texts_waiting ON full_texts (post_id) WHERE has_words = 0 AND content IS NOT NULL`,
    `CREATE INDEX full_texts_worded ON full_texts (post_id) WHERE has_words = 1`,
  ],
};

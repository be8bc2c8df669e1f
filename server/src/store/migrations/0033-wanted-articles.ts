// Who has asked for the article of a post: nobody else is shown it, or told that somebody reads it.
import type { Migration } from './migration.ts';

export const wantedArticles: Migration = {
  name: 'wanted articles',
  statements: ({ clustered }) => [
    `CREATE TABLE wanted_articles (
      post_id BIGINT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (post_id, user_id)
    ) ${clustered}`,
    `CREATE INDEX wanted_articles_user ON wanted_articles (user_id)`,
    // Whatever people have been shown so far, they keep.
    `INSERT INTO wanted_articles (post_id, user_id)
      SELECT DISTINCT i.post_id, i.user_id FROM full_texts t JOIN items i ON i.post_id = t.post_id JOIN users u ON u.id = i.user_id`,
  ],
};

// Whether a source has posts that came with another one is found without looking at all of its posts.
import type { Migration } from './migration.ts';

export const foreignPosts: Migration = {
  name: 'foreign posts',
  // 0: its document has never shown it (`NEVER_SHOWN`).
  statements: () => [`CREATE INDEX posts_foreign ON posts (source_id) WHERE left_at = 0`],
};

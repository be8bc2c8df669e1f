// What the regular duties on a large instance look for is found without looking at everything there is.
import type { Migration } from './migration.ts';

export const foundAtOnce: Migration = {
  name: 'found at once',
  statements: ({ thenById }) => [...ends(), ...few(thenById)],
};

/** What has run out, the oldest first: it is deleted in portions. */
const ends = (): string[] => [
  `CREATE INDEX consents_expiry ON consents (expires_at)`,
  `CREATE INDEX challenges_expiry ON challenges (expires_at)`,
  `CREATE INDEX pending_sign_ins_expiry ON pending_sign_ins (expires_at)`,
  `CREATE INDEX invitations_expiry ON invitations (expires_at)`,
  `CREATE INDEX codes_expiry ON codes (expires_at)`,
  `CREATE INDEX access_tokens_expiry ON access_tokens (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at)`,
  `CREATE INDEX grants_expiry ON grants (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE INDEX grants_revoked ON grants (revoked_at) WHERE revoked_at IS NOT NULL`,
  `CREATE INDEX imports_end ON imports (ended_at) WHERE ended_at IS NOT NULL`,
  `CREATE INDEX throttles_age ON throttles (refilled_at)`,
];

/** A handful of rows among very many. */
const few = (thenById: string): string[] => [
  `CREATE INDEX users_admins ON users (id) WHERE is_admin = 1`,
  // What is deleted along with a user; the key begins with the post.
  `CREATE INDEX removed_items_user ON removed_items (user_id)`,
  // Removed feeds that may come back: their posts may be merged into others meanwhile.
  `CREATE INDEX journal_shelves ON journal (undone_by${thenById}) WHERE action = 'feed.removed' AND undone_by IS NULL`,
  // Users whose accounts are gone, and whose items go portion by portion.
  `CREATE TABLE gone_users (user_id BIGINT PRIMARY KEY)`,
];

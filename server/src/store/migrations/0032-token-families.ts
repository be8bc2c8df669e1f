// Used refresh tokens are recognised by their family, and need not be kept.
import type { Migration } from './migration.ts';

export const tokenFamilies: Migration = {
  name: 'token families',
  statements: () => [
    // What all tokens that were issued one for the other have in common. Null: issued by an earlier version.
    `ALTER TABLE refresh_tokens ADD COLUMN family_hash TEXT`,
    `CREATE INDEX refresh_tokens_family ON refresh_tokens (family_hash) WHERE family_hash IS NOT NULL`,
  ],
};

// Passwords for single apps, and what these marked read a moment ago.
import type { Migration } from './migration.ts';

export const appPasswords: Migration = {
  name: 'app passwords',
  statements: ({ id }) => [
    `CREATE TABLE app_passwords (
      id ${id},
      user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT,
      last_asked TEXT,
      last_agent TEXT,
      items_asked_at BIGINT                    -- Fever: what came later, the app has not seen
    )`,
    `CREATE INDEX app_passwords_user ON app_passwords (user_id)`,
    // Everything that an app may send that is made from its password, as SHA-256.
    `CREATE TABLE app_password_keys (
      hash TEXT PRIMARY KEY,
      app_password_id BIGINT NOT NULL REFERENCES app_passwords (id) ON DELETE CASCADE,
      door TEXT NOT NULL
    )`,
    `CREATE INDEX app_password_keys_owner ON app_password_keys (app_password_id)`,
    // One item, or an entry of the journal where there were many.
    `CREATE TABLE recent_reads (
      id ${id},
      user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      reader TEXT NOT NULL,                    -- the id of the app's password
      at BIGINT NOT NULL,
      item_id BIGINT,
      entry_id BIGINT
    )`,
    `CREATE INDEX recent_reads_reader ON recent_reads (user_id, reader, at)`,
  ],
};

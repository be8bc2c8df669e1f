// Second factors, passkeys, what a session looks like to its owner, and invitations.
import type { Migration } from './migration.ts';

export const accounts: Migration = {
  name: 'accounts',
  statements: ({ bytes }) => [...people(), ...factors(bytes), ...onTheWay()],
};

const people = (): string[] => [
  `ALTER TABLE users ADD COLUMN disabled_at BIGINT`,
  `ALTER TABLE sessions ADD COLUMN user_agent TEXT`,
  // Only the network of the address: enough to recognise one's own, not enough to find a house.
  `ALTER TABLE sessions ADD COLUMN address TEXT`,
  `ALTER TABLE sessions ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0`,
  // When its owner last confirmed who they are.
  `ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0`,
];

const factors = (bytes: string): string[] => [
  `CREATE TABLE totps (
    user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret TEXT NOT NULL,                    -- base32: the server must know it to make the same codes
    created_at BIGINT NOT NULL,
    confirmed_at BIGINT,                     -- null: being set up, and asked of nobody
    last_step BIGINT NOT NULL DEFAULT 0      -- codes up to this step are used up
  )`,
  `CREATE TABLE recovery_codes (
    hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    used_at BIGINT
  )`,
  `CREATE INDEX recovery_codes_user ON recovery_codes (user_id)`,
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,                     -- the credential's own, base64url
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    public_key ${bytes} NOT NULL,            -- COSE
    counter BIGINT NOT NULL,
    transports TEXT NOT NULL,                -- JSON array
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
  )`,
  `CREATE INDEX passkeys_user ON passkeys (user_id)`,
];

const onTheWay = (): string[] => [
  // What an authenticator is asked to sign: once, and only in the browser that was asked.
  `CREATE TABLE challenges (
    hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    purpose TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  // People whose password was right and whose code is still to come.
  `CREATE TABLE pending_sign_ins (
    hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX pending_sign_ins_user ON pending_sign_ins (user_id)`,
  // A link that creates an account, or gives an account a new password.
  `CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,   -- whose password it sets; null: of somebody new
    note TEXT NOT NULL,
    created_by BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE INDEX invitations_user ON invitations (user_id)`,
  `CREATE INDEX invitations_maker ON invitations (created_by)`,
];

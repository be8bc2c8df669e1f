// How users are kept.
import type { Account, ListedUser, User } from '../../model/user.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { deleteInvitationsOf } from './invitations.ts';

interface NewUser {
  name: string;
  /** The name in the form in which names are compared. */
  nameKey: string;
  passwordHash: string;
  isAdmin: boolean;
}

interface Row {
  id: number;
  name: string;
  is_admin: number;
  created_at: number;
  password_hash: string;
  disabled_at: number | null;
}

interface AccountRow extends Row {
  seen_at: number | null;
  feeds: number;
  totp: number;
  passkeys: number;
}

/** Stores a user; undefined if the name is taken. */
export async function insertUser(tx: WriteTx, user: NewUser): Promise<User | undefined> {
  const row = await tx.get<Row>(sql`
    INSERT INTO users (name, name_key, password_hash, is_admin, created_at)
    VALUES (${user.name}, ${user.nameKey}, ${user.passwordHash}, ${Number(user.isAdmin)}, ${tx.now})
    ON CONFLICT (name_key) DO NOTHING
    RETURNING *`);
  if (!row) return undefined;
  await tx.run(sql`INSERT INTO change_counters (user_id, seq) VALUES (${row.id}, 0)`);
  return userOf(row);
}

export async function isAnybody(tx: ReadTx): Promise<boolean> {
  return (await tx.get(sql`SELECT id FROM users LIMIT 1`)) !== undefined;
}

export async function listUsers(tx: ReadTx): Promise<ListedUser[]> {
  const rows = await tx.all<Row>(sql`SELECT * FROM users ORDER BY id`);
  return rows.map((row) => ({ ...userOf(row), isDisabled: row.disabled_at !== null }));
}

export async function findUser(tx: ReadTx, nameKey: string): Promise<User | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM users WHERE name_key = ${nameKey}`);
  return row && userOf(row);
}

/** Undefined if the account is disabled. */
export async function findUserById(tx: ReadTx, userId: number): Promise<User | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM users WHERE id = ${userId} AND disabled_at IS NULL`);
  return row && userOf(row);
}

/** The user and the hash of the password, which stay so until the commit; undefined if the account is gone or disabled. */
export async function lockUser(
  tx: WriteTx,
  userId: number,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await tx.get<Row>(sql`
    SELECT * FROM users WHERE id = ${userId} AND disabled_at IS NULL ${tx.dialect.forNoKeyUpdate}`);
  return row && { user: userOf(row), passwordHash: row.password_hash };
}

/** Accounts as administrators see them, by id: those whose names contain some text, which is compared like a name. */
export async function listAccounts(
  tx: ReadTx,
  { after, named, limit }: { after: number; named: string; limit: number },
): Promise<Account[]> {
  const like = `%${named.replace(/[\\%_]/g, '\\$&')}%`;
  const filter = named === '' ? nothing : sql`AND u.name_key LIKE ${like} ESCAPE '\\'`;
  const rows = await tx.all<AccountRow>(sql`
    SELECT u.*,
      (SELECT max(at) FROM (
        SELECT max(seen_at) AS at FROM sessions s WHERE s.user_id = u.id
        UNION ALL SELECT max(last_used_at) FROM grants g WHERE g.user_id = u.id
        UNION ALL SELECT max(last_used_at) FROM app_passwords a WHERE a.user_id = u.id) AS seen) AS seen_at,
      (SELECT count(*) FROM feeds f WHERE f.user_id = u.id) AS feeds,
      (SELECT count(*) FROM totps t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL) AS totp,
      (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys
    FROM users u WHERE u.id > ${after} ${filter} ORDER BY u.id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...userOf(row),
    disabledAt: row.disabled_at ?? undefined,
    seenAt: row.seen_at ?? undefined,
    feedCount: row.feeds,
    usesCodes: row.totp > 0,
    passkeyCount: row.passkeys,
  }));
}

/** False if there is no such user. */
export async function setDisabled(tx: WriteTx, userId: number, isDisabled: boolean): Promise<boolean> {
  const changed = await tx.run(
    sql`UPDATE users SET disabled_at = ${isDisabled ? tx.now : null} WHERE id = ${userId}`,
  );
  return changed === 1;
}

/** False if there is no such user. */
export async function setAdmin(tx: WriteTx, userId: number, isAdmin: boolean): Promise<boolean> {
  return (await tx.run(sql`UPDATE users SET is_admin = ${Number(isAdmin)} WHERE id = ${userId}`)) === 1;
}

/** Whether it is disabled or not: nobody else makes it an administrator before the commit. */
export async function lockAccount(tx: WriteTx, userId: number): Promise<void> {
  await tx.get(sql`SELECT id FROM users WHERE id = ${userId} ${tx.dialect.forNoKeyUpdate}`);
}

/** The users who can administer the instance. */
export function listAdmins(tx: ReadTx): Promise<number[]> {
  return adminsOf(tx, nothing);
}

/** The same, locked: they can administer it until the commit. */
export function lockAdmins(tx: WriteTx): Promise<number[]> {
  return adminsOf(tx, tx.dialect.forNoKeyUpdate);
}

async function adminsOf(tx: ReadTx, lock: Sql): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM users WHERE is_admin = 1 AND disabled_at IS NULL ORDER BY id ${lock}`);
  return rows.map(({ id }) => id);
}

export async function userName(tx: ReadTx, userId: number): Promise<string | undefined> {
  return (await tx.get<{ name: string }>(sql`SELECT name FROM users WHERE id = ${userId}`))?.name;
}

/** The user and the password hash of a name: what signing in needs. A disabled account has none. */
export async function passwordOf(
  tx: ReadTx,
  nameKey: string,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM users WHERE name_key = ${nameKey} AND disabled_at IS NULL`);
  return row && { user: userOf(row), passwordHash: row.password_hash };
}

/** False if there is no such user. */
export async function updatePassword(tx: WriteTx, userId: number, passwordHash: string): Promise<boolean> {
  const changed = await tx.run(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}`);
  return changed === 1;
}

/**
 * Deletes a user, the invitations that they have made, and what hangs from their row, which is everything else except Items.
 * False if there was no such user.
 */
export async function deleteUser(tx: WriteTx, userId: number): Promise<boolean> {
  // Locked first, so that an invitation which is just being made is there by then.
  await lockUser(tx, userId);
  await deleteInvitationsOf(tx, userId);
  return (await tx.run(sql`DELETE FROM users WHERE id = ${userId}`)) === 1;
}

function userOf(row: Row): User {
  return { id: row.id, name: row.name, isAdmin: row.is_admin === 1, createdAt: row.created_at };
}

// How app passwords are kept: hashes of what an app may send, and when each was last used.
import type { AppPassword, AppPasswordDoor } from '../../model/app-password.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface Row {
  id: number;
  user_id: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
  last_asked: string | null;
  last_agent: string | null;
  items_asked_at: number | null;
}

export async function insertAppPassword(
  tx: WriteTx,
  { userId, name }: Pick<AppPassword, 'userId' | 'name'>,
  keys: readonly { hash: string; door: AppPasswordDoor }[],
): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO app_passwords (user_id, name, created_at) VALUES (${userId}, ${name}, ${tx.now}) RETURNING id`);
  if (!row) throw new Error('Inserting an app password gave no id');
  for (const { hash, door } of keys) {
    await tx.run(sql`
      INSERT INTO app_password_keys (hash, app_password_id, door) VALUES (${hash}, ${row.id}, ${door})
      ON CONFLICT DO NOTHING`);
  }
  return row.id;
}

/** The user's, newest first. */
export async function listAppPasswords(tx: ReadTx, userId: number): Promise<AppPassword[]> {
  const rows = await tx.all<Row>(sql`SELECT * FROM app_passwords WHERE user_id = ${userId} ORDER BY id DESC`);
  return rows.map(appPasswordOf);
}

export async function countAppPasswords(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM app_passwords WHERE user_id = ${userId}`,
  );
  return row?.count ?? 0;
}

/** The app password that a key belongs to, with the name of the account. */
export async function findAppPassword(
  tx: ReadTx,
  door: AppPasswordDoor,
  hash: string,
): Promise<(AppPassword & { userName: string }) | undefined> {
  const row = await tx.get<Row & { user_name: string }>(sql`
    SELECT p.*, u.name AS user_name FROM app_password_keys k JOIN app_passwords p ON p.id = k.app_password_id
    JOIN users u ON u.id = p.user_id WHERE k.hash = ${hash} AND k.door = ${door} AND u.disabled_at IS NULL`);
  return row && { ...appPasswordOf(row), userName: row.user_name };
}

/** Records what it was used for. */
export async function touchAppPassword(
  tx: WriteTx,
  id: number,
  { asked, agent }: { asked: string; agent: string | undefined },
): Promise<void> {
  await tx.run(sql`
    UPDATE app_passwords SET last_used_at = ${tx.now}, last_asked = ${asked}, last_agent = ${agent ?? null}
    WHERE id = ${id}`);
}

/** Records that the app has asked for items. */
export async function setItemsAsked(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`UPDATE app_passwords SET items_asked_at = ${tx.now} WHERE id = ${id}`);
}

/** False if the user has none with this id. */
export async function deleteAppPassword(tx: WriteTx, userId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM app_passwords WHERE id = ${id} AND user_id = ${userId}`)) === 1;
}

export async function deleteAppPasswordsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM app_passwords WHERE user_id = ${userId}`);
}

function appPasswordOf(row: Row): AppPassword {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    lastAsked: row.last_asked ?? undefined,
    lastAgent: row.last_agent ?? undefined,
    itemsAskedAt: row.items_asked_at ?? undefined,
  };
}

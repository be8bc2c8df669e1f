// How passkeys are kept.
import type { Passkey, PasskeyKey } from '../../model/passkey.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface Row {
  id: string;
  user_id: number;
  name: string;
  public_key: Uint8Array;
  counter: number;
  created_at: number;
  last_used_at: number | null;
}

/** False if the credential is known already. */
export async function insertPasskey(
  tx: WriteTx,
  { id, userId, name, publicKey, counter }: Pick<Passkey, 'id' | 'userId' | 'name'> & PasskeyKey,
): Promise<boolean> {
  // What a device says of how to reach it, which was kept in `transports`, is never asked for.
  const inserted = await tx.run(sql`
    INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
    VALUES (${id}, ${userId}, ${name}, ${publicKey}, ${counter}, '[]', ${tx.now})
    ON CONFLICT (id) DO NOTHING`);
  return inserted === 1;
}

export async function findPasskey(tx: ReadTx, id: string): Promise<(Passkey & PasskeyKey) | undefined> {
  const row = await tx.get<Row>(sql`SELECT * FROM passkeys WHERE id = ${id}`);
  return row && { ...passkeyOf(row), publicKey: row.public_key, counter: row.counter };
}

/** The user's, oldest first. */
export async function listPasskeys(tx: ReadTx, userId: number): Promise<Passkey[]> {
  const rows = await tx.all<Row>(
    sql`SELECT * FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`,
  );
  return rows.map(passkeyOf);
}

/** False if it has gone since it was found, or has signed something else. */
export async function touchPasskey(
  tx: WriteTx,
  found: Pick<Passkey & PasskeyKey, 'id' | 'counter'>,
  counter: number,
): Promise<boolean> {
  const touched = await tx.run(sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = ${tx.now}
    WHERE id = ${found.id} AND counter = ${found.counter}`);
  return touched === 1;
}

/** False if the user has none with this id. */
export async function renamePasskey(
  tx: WriteTx,
  userId: number,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const renamed = await tx.run(
    sql`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId}`,
  );
  return renamed === 1;
}

/** False if the user has none with this id. */
export async function deletePasskey(tx: WriteTx, userId: number, id: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`)) === 1;
}

export async function deletePasskeysOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM passkeys WHERE user_id = ${userId}`);
}

function passkeyOf(row: Row): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}

// How the sessions of browsers are kept.
import type { Session } from '../model/session.ts';
import { sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

interface Row {
  user_id: number;
  name: string;
  is_admin: number;
  user_created_at: number;
  signed_in_at: number;
  expires_at: number;
}

export async function insertSession(
  tx: WriteTx,
  idHash: string,
  { userId, expiresAt }: { userId: number; expiresAt: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO sessions (id_hash, user_id, signed_in_at, expires_at)
    VALUES (${idHash}, ${userId}, ${tx.now}, ${expiresAt})`);
}

/** The session, unless it has expired. */
export async function findSession(tx: ReadTx, idHash: string): Promise<Session | undefined> {
  const row = await tx.get<Row>(sql`
    SELECT s.user_id, u.name, u.is_admin, u.created_at AS user_created_at, s.signed_in_at, s.expires_at
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id_hash = ${idHash} AND s.expires_at > ${tx.now}`);
  if (!row) return undefined;
  return {
    user: {
      id: row.user_id,
      name: row.name,
      isAdmin: row.is_admin === 1,
      createdAt: row.user_created_at,
    },
    signedInAt: row.signed_in_at,
    expiresAt: row.expires_at,
  };
}

export async function deleteSession(tx: WriteTx, idHash: string): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE id_hash = ${idHash}`);
}

export async function deleteSessionsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`);
}

export function deleteExpiredSessions(tx: WriteTx): Promise<number> {
  return tx.run(sql`DELETE FROM sessions WHERE expires_at <= ${tx.now}`);
}

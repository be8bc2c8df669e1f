// How the sessions of browsers are kept.
import type { SeenFrom, Session, SessionFacts } from '../../model/session.ts';
import { standingOf } from '../changes.ts';
import { listed, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface Row {
  id_hash: string;
  user_id: number;
  name: string;
  is_admin: number;
  user_created_at: number;
  expires_at: number;
  seen_at: number;
  confirmed_at: number;
  standing: string;
}

interface FactsRow {
  id_hash: string;
  signed_in_at: number;
  expires_at: number;
  seen_at: number;
  user_agent: string | null;
  address: string | null;
}

export async function insertSession(
  tx: WriteTx,
  idHash: string,
  {
    userId,
    expiresAt,
    confirmedAt,
    from,
  }: { userId: number; expiresAt: number; confirmedAt: number; from: SeenFrom },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO sessions (id_hash, user_id, signed_in_at, expires_at, seen_at, confirmed_at, user_agent, address)
    VALUES (${idHash}, ${userId}, ${tx.now}, ${expiresAt}, ${tx.now}, ${confirmedAt}, ${from.userAgent ?? null},
      ${from.address ?? null})`);
}

/** The session, unless it has expired. */
export async function findSession(tx: ReadTx, idHash: string): Promise<Session | undefined> {
  return (await findSessions(tx, [idHash])).get(idHash);
}

/** Those of some sessions that have not expired and whose accounts are not disabled, by their hashes. */
export async function findSessions(tx: ReadTx, idHashes: readonly string[]): Promise<Map<string, Session>> {
  const rows = await tx.all<Row>(sql`
    SELECT s.id_hash, s.user_id, u.name, u.is_admin, u.created_at AS user_created_at, s.expires_at, s.seen_at,
      s.confirmed_at, ${standingOf(sql`s.user_id`)} AS standing
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id_hash IN (${listed(idHashes)}) AND s.expires_at > ${tx.now} AND u.disabled_at IS NULL`);
  return new Map(rows.map((row) => [row.id_hash, sessionOf(row)]));
}

function sessionOf(row: Row): Session {
  return {
    user: {
      id: row.user_id,
      name: row.name,
      isAdmin: row.is_admin === 1,
      createdAt: row.user_created_at,
    },
    expiresAt: row.expires_at,
    seenAt: row.seen_at,
    confirmedAt: row.confirmed_at,
    standing: row.standing,
  };
}

/** The user's sessions, the latest seen first. */
export async function listSessions(tx: ReadTx, userId: number): Promise<SessionFacts[]> {
  const rows = await tx.all<FactsRow>(sql`
    SELECT id_hash, signed_in_at, expires_at, seen_at, user_agent, address
    FROM sessions WHERE user_id = ${userId} AND expires_at > ${tx.now} ORDER BY seen_at DESC, id_hash`);
  return rows.map((row) => ({
    id: shownId(row.id_hash),
    signedInAt: row.signed_in_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent ?? undefined,
    address: row.address ?? undefined,
  }));
}

/** How much of its hash tells a session from the others of its owner. */
const SHOWN_CHARS = 22;

/** The id under which a session is shown to its owner. */
export function shownId(idHash: string): string {
  return idHash.slice(0, SHOWN_CHARS);
}

/**
 * Notes that a session is used: it ends `ttlMs` later than now, but not later than `lifeMs` after the sign-in. Never sooner than
 * before: a machine that keeps no time while it is off is used before it knows what time it is.
 */
export async function touchSession(
  tx: WriteTx,
  idHash: string,
  { ttlMs, lifeMs }: { ttlMs: number; lifeMs: number },
): Promise<void> {
  const end = tx.now + ttlMs;
  await tx.run(sql`
    UPDATE sessions SET seen_at = ${tx.now},
      expires_at = CASE WHEN expires_at > ${end} THEN expires_at
        WHEN signed_in_at + ${lifeMs} < ${end} THEN signed_in_at + ${lifeMs} ELSE ${end} END
    WHERE id_hash = ${idHash} AND expires_at > ${tx.now}`);
}

export async function confirmSession(tx: WriteTx, idHash: string): Promise<void> {
  await tx.run(sql`UPDATE sessions SET confirmed_at = ${tx.now} WHERE id_hash = ${idHash}`);
}

export async function deleteSession(tx: WriteTx, idHash: string): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE id_hash = ${idHash}`);
}

/** False if the user has none that is shown under this id. */
export async function deleteShownSession(tx: WriteTx, userId: number, id: string): Promise<boolean> {
  const deleted = await tx.run(
    sql`DELETE FROM sessions WHERE user_id = ${userId} AND substr(id_hash, 1, ${SHOWN_CHARS}) = ${id}`,
  );
  return deleted > 0;
}

export async function deleteSessionsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM sessions WHERE user_id = ${userId}`);
}

/** Deletes all of the user's sessions but one. Returns how many. */
export function deleteOtherSessions(tx: WriteTx, userId: number, idHash: string): Promise<number> {
  return tx.run(sql`DELETE FROM sessions WHERE user_id = ${userId} AND id_hash <> ${idHash}`);
}

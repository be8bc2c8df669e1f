// How invitations are kept: by the hash of what is in their link.
import type { Invitation } from '../../model/invitation.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface Row {
  id: string;
  user_id: number | null;
  note: string;
  created_at: number;
  expires_at: number;
}

export async function insertInvitation(
  tx: WriteTx,
  invitation: Omit<Invitation, 'createdAt'> & { hash: string; createdBy: number | undefined },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO invitations (id, hash, user_id, note, created_by, created_at, expires_at)
    VALUES (${invitation.id}, ${invitation.hash}, ${invitation.userId ?? null}, ${invitation.note},
      ${invitation.createdBy ?? null}, ${tx.now}, ${invitation.expiresAt})`);
}

/** An invitation that is valid now. */
export async function findInvitation(tx: ReadTx, hash: string): Promise<Invitation | undefined> {
  const row = await tx.get<Row>(
    sql`SELECT * FROM invitations WHERE hash = ${hash} AND expires_at > ${tx.now}`,
  );
  return row && invitationOf(row);
}

/** The same, used up: whoever comes second gets none. */
export async function takeInvitation(tx: WriteTx, hash: string): Promise<Invitation | undefined> {
  const row = await tx.get<Row>(
    sql`DELETE FROM invitations WHERE hash = ${hash} AND expires_at > ${tx.now} RETURNING *`,
  );
  return row && invitationOf(row);
}

/** The invitations that are valid now, newest first. */
export async function listInvitations(tx: ReadTx): Promise<Invitation[]> {
  const rows = await tx.all<Row & { user_name: string | null }>(sql`
    SELECT i.*, u.name AS user_name FROM invitations i LEFT JOIN users u ON u.id = i.user_id
    WHERE i.expires_at > ${tx.now} ORDER BY i.created_at DESC, i.id`);
  return rows.map((row) => ({ ...invitationOf(row), userName: row.user_name ?? undefined }));
}

/** False if there is none with this id. */
export async function deleteInvitation(tx: WriteTx, id: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM invitations WHERE id = ${id}`)) === 1;
}

/**
 * Deletes the invitations that would set this user's password, and those that this user has made: whoever is locked out may hold
 * them.
 */
export async function deleteInvitationsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM invitations WHERE user_id = ${userId} OR created_by = ${userId}`);
}

/** Deletes only those that this user has made. */
export async function deleteInvitationsBy(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM invitations WHERE created_by = ${userId}`);
}

function invitationOf(row: Row): Invitation {
  return {
    id: row.id,
    userId: row.user_id ?? undefined,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

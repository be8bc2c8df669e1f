// How sign-ins under way are kept: challenges for authenticators, and who has still to enter a code.
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

export async function insertChallenge(
  tx: WriteTx,
  { hash, browserHash, purpose, expiresAt }: Challenge & { expiresAt: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO challenges (hash, browser_hash, purpose, expires_at)
    VALUES (${hash}, ${browserHash}, ${purpose}, ${expiresAt})`);
}

interface Challenge {
  hash: string;
  browserHash: string;
  purpose: string;
}

/** Takes a challenge, once; false if this browser was not given it for this purpose, or too long ago. */
export async function takeChallenge(
  tx: WriteTx,
  { hash, browserHash, purpose }: Challenge,
): Promise<boolean> {
  const taken = await tx.run(sql`
    DELETE FROM challenges WHERE hash = ${hash} AND browser_hash = ${browserHash} AND purpose = ${purpose}
    AND expires_at > ${tx.now}`);
  return taken === 1;
}

export async function insertPendingSignIn(
  tx: WriteTx,
  {
    hash,
    browserHash,
    userId,
    expiresAt,
  }: { hash: string; browserHash: string; userId: number; expiresAt: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO pending_sign_ins (hash, browser_hash, user_id, expires_at)
    VALUES (${hash}, ${browserHash}, ${userId}, ${expiresAt})`);
}

/** Uses one try of a sign-in under way, and returns whose it is; undefined if it is over, has no tries left, or is another browser's. */
export async function tryPendingSignIn(
  tx: WriteTx,
  { hash, browserHash, maxTries }: { hash: string; browserHash: string; maxTries: number },
): Promise<number | undefined> {
  const row = await tx.get<{ user_id: number }>(sql`
    UPDATE pending_sign_ins SET tries = tries + 1
    WHERE hash = ${hash} AND browser_hash = ${browserHash} AND tries < ${maxTries} AND expires_at > ${tx.now}
    RETURNING user_id`);
  return row?.user_id;
}

/** True for whoever comes first. */
export async function endPendingSignIn(tx: WriteTx, hash: string): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM pending_sign_ins WHERE hash = ${hash}`)) === 1;
}

export async function deletePendingSignInsOf(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM pending_sign_ins WHERE user_id = ${userId}`);
}

// How one-time codes are kept: the secret of an authenticator app, and hashes of recovery codes.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface Totp {
  secret: string;
  /** Undefined: being set up. */
  confirmedAt: number | undefined;
}

interface Row {
  secret: string;
  confirmed_at: number | null;
}

/** The user's secret, set up or being set up. */
export async function findTotp(tx: ReadTx, userId: number): Promise<Totp | undefined> {
  const row = await tx.get<Row>(sql`SELECT secret, confirmed_at FROM totps WHERE user_id = ${userId}`);
  return row && { secret: row.secret, confirmedAt: row.confirmed_at ?? undefined };
}

/** Begins anew, in place of any secret that the user had. */
export async function beginTotp(tx: WriteTx, userId: number, secret: string): Promise<void> {
  await deleteTotp(tx, userId);
  await tx.run(sql`INSERT INTO totps (user_id, secret, created_at) VALUES (${userId}, ${secret}, ${tx.now})`);
}

/** Uses a step up, in one statement: of two requests with the same code, only one succeeds. */
export async function useTotpStep(tx: WriteTx, userId: number, step: number): Promise<boolean> {
  return (
    (await tx.run(
      sql`UPDATE totps SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}`,
    )) === 1
  );
}

export async function confirmTotp(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`UPDATE totps SET confirmed_at = ${tx.now} WHERE user_id = ${userId}`);
}

export async function deleteTotp(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM totps WHERE user_id = ${userId}`);
}

/** Leaves a confirmed secret alone. */
export async function deleteUnconfirmedTotp(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM totps WHERE user_id = ${userId} AND confirmed_at IS NULL`);
}

/** Puts these in place of all codes that the user had. */
export async function replaceRecoveryCodes(
  tx: WriteTx,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  for (const hash of hashes) {
    await tx.run(sql`INSERT INTO recovery_codes (hash, user_id) VALUES (${hash}, ${userId})`);
  }
}

/** True for the first use of one of this user's codes. */
export async function useRecoveryCode(tx: WriteTx, userId: number, hash: string): Promise<boolean> {
  const used = await tx.run(sql`
    UPDATE recovery_codes SET used_at = ${tx.now} WHERE hash = ${hash} AND user_id = ${userId} AND used_at IS NULL`);
  return used === 1;
}

export async function countRecoveryCodes(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM recovery_codes WHERE user_id = ${userId} AND used_at IS NULL`,
  );
  return row?.count ?? 0;
}

export async function deleteRecoveryCodes(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
}

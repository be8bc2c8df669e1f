// How the buckets of what is limited are kept.
import { sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

export interface Bucket {
  /** How many tries are left; a part of one too. */
  tokens: number;
  refilledAt: number;
}

export async function readBucket(tx: ReadTx, key: string): Promise<Bucket | undefined> {
  const row = await tx.get<{ tokens: number; refilled_at: number }>(
    sql`SELECT tokens, refilled_at FROM throttles WHERE key = ${key} ${tx.dialect.forUpdate}`,
  );
  return row && { tokens: row.tokens, refilledAt: row.refilled_at };
}

/** The same, only to look: nobody else has to wait. */
export async function peekBucket(tx: ReadTx, key: string): Promise<Bucket | undefined> {
  const row = await tx.get<{ tokens: number; refilled_at: number }>(
    sql`SELECT tokens, refilled_at FROM throttles WHERE key = ${key}`,
  );
  return row && { tokens: row.tokens, refilledAt: row.refilled_at };
}

export async function writeBucket(tx: WriteTx, key: string, bucket: Bucket): Promise<void> {
  await tx.run(sql`
    INSERT INTO throttles (key, tokens, refilled_at) VALUES (${key}, ${bucket.tokens}, ${bucket.refilledAt})
    ON CONFLICT (key) DO UPDATE SET tokens = excluded.tokens, refilled_at = excluded.refilled_at`);
}

export async function forgetBucket(tx: WriteTx, key: string): Promise<void> {
  await tx.run(sql`DELETE FROM throttles WHERE key = ${key}`);
}

export function deleteBucketsBefore(tx: WriteTx, time: number): Promise<number> {
  return tx.run(sql`DELETE FROM throttles WHERE refilled_at < ${time}`);
}

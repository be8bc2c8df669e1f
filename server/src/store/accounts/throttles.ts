// How the buckets of rate limits are kept.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

export interface Bucket {
  /** How many tries are left, including fractions. */
  tokens: number;
  refilledAt: number;
}

/** Locks a bucket until the commit; one of which nothing is known is `full`. */
export async function holdBucket(tx: WriteTx, key: string, full: Bucket): Promise<Bucket> {
  const lock = () =>
    tx.get<{ tokens: number; refilled_at: number }>(
      sql`SELECT tokens, refilled_at FROM throttles WHERE key = ${key} ${tx.dialect.forUpdate}`,
    );
  const held = await lock();
  if (held) return { tokens: held.tokens, refilledAt: held.refilled_at };
  // A row that does not exist cannot be locked: many who find none at the same time would each take from a full bucket.
  await tx.run(sql`
    INSERT INTO throttles (key, tokens, refilled_at) VALUES (${key}, ${full.tokens}, ${full.refilledAt})
    ON CONFLICT (key) DO NOTHING`);
  const made = await lock();
  return made ? { tokens: made.tokens, refilledAt: made.refilled_at } : full;
}

/** The same, only to look: nobody has to wait for it. */
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

export function deleteBucketsBefore(tx: WriteTx, time: number, limit: number): Promise<number> {
  return tx.run(sql`
    DELETE FROM throttles WHERE key IN (
      SELECT key FROM throttles WHERE refilled_at < ${time} ORDER BY refilled_at LIMIT ${limit})`);
}

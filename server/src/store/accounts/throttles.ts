// How the buckets of rate limits are kept.
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

export interface Bucket {
  /** How many tries are left, including fractions. */
  tokens: number;
  refilledAt: number;
}

/** Locks a bucket until the commit; one of which nothing is known is `full`. */
export async function holdBucket(tx: WriteTx, key: string, full: Bucket): Promise<Bucket> {
  const held = await readBucket(tx, key, tx.dialect.forUpdate);
  if (held) return held;
  // A row that does not exist cannot be locked: many who find none at the same time would each take from a full bucket.
  await tx.run(sql`
    INSERT INTO throttles (key, tokens, refilled_at) VALUES (${key}, ${full.tokens}, ${full.refilledAt})
    ON CONFLICT (key) DO NOTHING`);
  return (await readBucket(tx, key, tx.dialect.forUpdate)) ?? full;
}

/** The same, only to look: nobody has to wait for it. */
export function peekBucket(tx: ReadTx, key: string): Promise<Bucket | undefined> {
  return readBucket(tx, key, nothing);
}

function readBucket(tx: ReadTx, key: string, lock: Sql): Promise<Bucket | undefined> {
  return tx.get(sql`SELECT tokens, refilled_at AS "refilledAt" FROM throttles WHERE key = ${key} ${lock}`);
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

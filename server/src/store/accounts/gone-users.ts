// Users whose accounts are gone: only their items are left, which are removed portion by portion.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** To be called in the transaction that removes the account: whatever happens afterwards, its items are found. */
export async function noteGone(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`INSERT INTO gone_users (user_id) VALUES (${userId}) ON CONFLICT (user_id) DO NOTHING`);
}

export async function listGone(tx: ReadTx): Promise<number[]> {
  const rows = await tx.all<{ user_id: number }>(sql`SELECT user_id FROM gone_users ORDER BY user_id`);
  return rows.map((row) => row.user_id);
}

/** Removes some of the items of a user who is gone. False if those were the last. */
export async function removeItemsOfGone(tx: WriteTx, userId: number, limit: number): Promise<boolean> {
  const removed = await tx.run(sql`
    DELETE FROM items WHERE id IN (SELECT id FROM items WHERE user_id = ${userId} ORDER BY id LIMIT ${limit})`);
  if (removed === limit) return true;
  await tx.run(sql`DELETE FROM gone_users WHERE user_id = ${userId}`);
  return false;
}

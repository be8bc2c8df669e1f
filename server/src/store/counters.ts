// Numbers that only grow: each user's place in the order of changes, and the ids of Items.
import { sql } from './sql.ts';
import type { WriteTx } from './store.ts';

/**
 * Takes the next place in a user's sequence. The row stays locked until the commit, so places (and the item ids that are taken
 * after them) become visible in the order in which they were given: a reader never has to look back.
 */
export async function takeSeq(tx: WriteTx, userId: number): Promise<number> {
  const row = await tx.get<{ seq: number }>(
    sql`UPDATE change_counters SET seq = seq + 1 WHERE user_id = ${userId} RETURNING seq`,
  );
  if (!row) throw new Error(`User ${userId} has no counter`);
  return row.seq;
}

/**
 * Locks a user's sequence until the commit without taking a place in it: nobody else changes what is read afterwards before this
 * transaction ends.
 */
export async function lockSequence(tx: WriteTx, userId: number): Promise<void> {
  await tx.get(sql`SELECT seq FROM change_counters WHERE user_id = ${userId} ${tx.dialect.forUpdate}`);
}

/**
 * Takes `count` ids for Items and returns the first. Take the places of all users concerned before: it is their locks that make
 * the ids of each user visible in order. The counter itself is shared by everybody and held up by nobody.
 */
export async function takeItemIds(tx: WriteTx, count: number): Promise<number> {
  const row = await tx.getApart<{ value: number }>(
    sql`UPDATE counters SET value = value + ${count} WHERE name = 'item' RETURNING value`,
  );
  if (!row) throw new Error('The counter of items is missing');
  return row.value - count + 1;
}

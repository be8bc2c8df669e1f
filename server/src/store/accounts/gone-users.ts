// Users whose accounts go, and of whom very much is removed portion by portion: first what would go with their row in one statement, in
// the end, once the account is gone, their items.
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/**
 * Removes some of what goes with a user's row and may be very much: a hundred thousand rows keep the thread of a file for a tenth of a
 * second. False if there is no more. PostgreSQL removes them in a process of its own, and would look past those that are removed already
 * for each portion.
 */
export async function removeSomeOfGoing(tx: WriteTx, userId: number, limit: number): Promise<boolean> {
  if (tx.dialect.name !== 'sqlite') return false;
  for (const portion of portionsOfGoing(userId, limit)) {
    if ((await tx.run(portion)) > 0) return true;
  }
  return false;
}

function portionsOfGoing(userId: number, limit: number): Sql[] {
  return [
    sql`
      DELETE FROM changes WHERE user_id = ${userId}
        AND seq IN (SELECT seq FROM changes WHERE user_id = ${userId} LIMIT ${limit})`,
    sql`
      DELETE FROM removed_items WHERE user_id = ${userId}
        AND post_id IN (SELECT post_id FROM removed_items WHERE user_id = ${userId} LIMIT ${limit})`,
    sql`
      DELETE FROM item_tags WHERE (tag_id, item_id) IN (
        SELECT g.tag_id, g.item_id FROM tags t JOIN item_tags g ON g.tag_id = t.id WHERE t.user_id = ${userId} LIMIT ${limit})`,
    // What an import has not done yet, and what it has left to wait for posts: each with a text that may be long.
    sql`
      DELETE FROM import_items WHERE id IN (
        SELECT i.id FROM imports m CROSS JOIN import_items i WHERE i.import_id = m.id AND m.user_id = ${userId} LIMIT ${limit})`,
    sql`
      DELETE FROM awaited_posts WHERE id IN (SELECT id FROM awaited_posts WHERE user_id = ${userId} LIMIT ${limit})`,
    sql`
      DELETE FROM played_items WHERE item_id IN (SELECT item_id FROM played_items WHERE user_id = ${userId} LIMIT ${limit})`,
    sql`
      DELETE FROM wanted_articles WHERE user_id = ${userId}
        AND post_id IN (SELECT post_id FROM wanted_articles WHERE user_id = ${userId} LIMIT ${limit})`,
  ];
}

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

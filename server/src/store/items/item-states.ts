// The states of Items without their posts, for apps that have the posts already, or that only take stock.
import type { ItemState } from '../../model/item.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

/** Those of `ids` that are items of the user, in order of id. */
export function itemStates(tx: ReadTx, userId: number, ids: readonly number[]): Promise<ItemState[]> {
  return selectStates(
    tx,
    sql`SELECT id, feed_id, read, starred FROM items
      WHERE +user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)}) ORDER BY id`,
  );
}

/** The newest items of the user below an id, newest first. */
export function statesBelow(tx: ReadTx, userId: number, below: number, limit: number): Promise<ItemState[]> {
  return selectStates(
    tx,
    sql`SELECT id, feed_id, read, starred FROM items WHERE user_id = ${userId} AND id < ${below}
      ORDER BY id DESC LIMIT ${limit}`,
  );
}

async function selectStates(tx: ReadTx, statement: Sql): Promise<ItemState[]> {
  const rows = await tx.all<{ id: number; feed_id: number; read: number; starred: number }>(statement);
  return rows.map((row) => ({
    id: row.id,
    feedId: row.feed_id,
    read: row.read === 1,
    starred: row.starred === 1,
  }));
}

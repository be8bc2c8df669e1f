// Puts many rows into a table, with few statements: the way to a server is long.
import { slicesOf } from '../model/slices.ts';
import { joined, type Sql, sql } from './sql.ts';
import type { WriteTx } from './store.ts';

/**
 * Rows in one statement: a hundred more make no noticeable difference beside the way to a server, and each number of rows is
 * another text to prepare.
 */
const ROWS_AT_ONCE = 100;

/** `into`: the statement up to its `VALUES`; `rows`: the values of each row, in brackets. */
export async function insertMany(tx: WriteTx, into: Sql, rows: readonly Sql[]): Promise<void> {
  for (const some of slicesOf(rows, ROWS_AT_ONCE)) await tx.run(sql`${into} VALUES ${joined(some, ', ')}`);
}

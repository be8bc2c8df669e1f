// What a table holds, as two numbers by which databases are compared.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadTx } from '../store.ts';
import { type Page, RowSum, readRows } from './rows.ts';
import { ownBooks, type Table, tablesOf } from './tables.ts';

export interface TableSum {
  rows: number;
  /** The sum of a RowSum. */
  sum: string;
}

/** Runs each page in a transaction of its own, or all in one. */
type PageReading = (fn: (tx: ReadTx) => Promise<Page>) => Promise<Page>;

export async function sumOfTable(
  read: PageReading,
  table: Table,
  tell: (rows: number) => void = () => {},
): Promise<TableSum> {
  const found = new RowSum();
  for (let after: Page['last']; ; ) {
    const page = await read((tx) => readRows(tx, table, after));
    found.add(table, page.rows);
    // Lets a request to stop come in.
    await nextTurn();
    tell(found.rows);
    if (page.last === undefined) return { rows: found.rows, sum: found.sum };
    after = page.last;
  }
}

/**
 * Every table but those of the full-text index. All of ours have a key to walk along; one without is another program's (Litestream
 * makes one), and is in a file's backup without being compared.
 */
export async function tablesToSum(tx: ReadTx): Promise<Table[]> {
  return (await tablesOf(tx)).filter(({ key }) => key.length > 0);
}

/** The sums of all those tables. `tell` is called after each page, and ends it if it throws. */
export async function sumsOfAll(
  tx: ReadTx,
  tell: (progress: { table: string; rows: number }) => void = () => {},
): Promise<Map<string, TableSum>> {
  const sums = new Map<string, TableSum>();
  for (const table of await tablesToSum(tx)) {
    const sum = await sumOfTable(
      (fn) => fn(tx),
      table,
      (rows) => tell({ table: table.name, rows }),
    );
    sums.set(table.name, sum);
  }
  return sums;
}

/** The size of an instance, the same in every database: without the tables in which a database describes itself. */
export function totalsOf(sums: ReadonlyMap<string, TableSum>): { tables: number; rows: number } {
  const own = [...sums].filter(([table]) => !ownBooks.has(table));
  return { tables: own.length, rows: own.reduce((all, [, { rows }]) => all + rows, 0) };
}

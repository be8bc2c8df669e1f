// How far a copy has come, kept in the target with the rows themselves, so that it can continue whatever interrupts it.
import { forgetFact, readFact, writeFact } from '../facts.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import type { Key } from './rows.ts';

/** Its value identifies the state of the source. While it exists, the target cannot be used as an instance. */
const UNDER_WAY = 'copy-under-way';
const TABLE = 'copy-table-';
/** The value of a copy that cannot go on: no state of a source is identified by it. */
export const DISTURBED = 'disturbed';

export interface TableProgress {
  after?: Key;
  rows: number;
  /** The sum of a RowSum over what was copied. */
  sum: string;
  done: boolean;
}

export function copyUnderWay(tx: ReadTx): Promise<string | undefined> {
  return readFact(tx, UNDER_WAY);
}

export function beginCopy(tx: WriteTx, source: string): Promise<void> {
  return writeFact(tx, UNDER_WAY, source);
}

export async function progressOf(tx: ReadTx, table: string): Promise<TableProgress> {
  const kept = await readFact(tx, TABLE + table);
  return kept === undefined ? { rows: 0, sum: '0', done: false } : (JSON.parse(kept) as TableProgress);
}

export function keepProgress(tx: WriteTx, table: string, progress: TableProgress): Promise<void> {
  return writeFact(tx, TABLE + table, JSON.stringify(progress));
}

/** Replaces the facts of the copy by those of the source. */
export async function endCopy(tx: WriteTx, facts: readonly { name: string; value: string }[]): Promise<void> {
  await tx.run(sql`DELETE FROM facts`);
  for (const { name, value } of facts) if (!isOfCopy(name)) await writeFact(tx, name, value);
}

export async function forgetCopy(tx: WriteTx): Promise<void> {
  await tx.run(sql`DELETE FROM facts WHERE name LIKE ${`${TABLE}%`}`);
  await forgetFact(tx, UNDER_WAY);
}

function isOfCopy(name: string): boolean {
  return name === UNDER_WAY || name.startsWith(TABLE);
}

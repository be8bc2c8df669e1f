// Rows on their way from one database to the other, and a sum over them that does not depend on their order.
import { createHash } from 'node:crypto';
import { slicesOf } from '../../model/slices.ts';
import { countFirst } from '../count-first.ts';
import { joined, type Sql, type SqlValue, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import type { Table } from './tables.ts';

const MOST_ROWS = 2_000;
/** Texts and bytes of a page, which is in memory on both sides at once. A row that is longer by itself is a page. */
export const MOST_BYTES = 4_000_000;
/** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const MOST_VALUES = 30_000;

export type Row = Record<string, SqlValue>;
export type Key = readonly (string | number)[];

export interface Page {
  rows: Row[];
  /** The key of the last row; undefined if there are no more rows. */
  last: Key | undefined;
}

/** Rows of a table after a key, in order of the key: as many as may be in memory at once. */
export async function readRows(tx: ReadTx, table: Table, after: Key | undefined): Promise<Page> {
  const key = joined(table.key.map(named), ', ');
  const behind = after === undefined ? sql`1 = 1` : sql`(${key}) > (${joined(after.map(bound), ', ')})`;
  const next = sql`FROM ${named(table.name)} WHERE ${behind} ORDER BY ${key}`;
  const limit = await rowsWithin(tx, table, next);
  const found = await tx.all<Row>(
    sql`SELECT ${joined(table.columns.map(named), ', ')} ${next} LIMIT ${limit}`,
  );
  const rows = found.map((row) => portable(table, row));
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { rows, last: last && table.key.map((column) => keyValue(table, last[column])) };
}

/** How many of the next rows are a page. Both databases know how long a value is without reading it. */
async function rowsWithin(tx: ReadTx, { long }: Table, next: Sql): Promise<number> {
  if (long.length === 0) return MOST_ROWS;
  const lengths = long.map((column) => sql`coalesce(octet_length(${named(column)}), 0)`);
  const sizes = await tx.all<{ bytes: number }>(
    sql`SELECT ${joined(lengths, ' + ')} AS bytes ${next} LIMIT ${MOST_ROWS}`,
  );
  const count = countFirst(
    sizes.map(({ bytes }) => bytes),
    MOST_BYTES,
  );
  return count < sizes.length ? count : MOST_ROWS;
}

export async function insertRows(tx: WriteTx, table: Table, rows: readonly Row[]): Promise<void> {
  const { columns, name } = table;
  const portion = Math.max(1, Math.floor(MOST_VALUES / columns.length));
  for (const some of slicesOf(rows, portion)) {
    const values = some.map(
      (row) =>
        sql`(${joined(
          columns.map((column) => bound(row[column] ?? null)),
          ', ',
        )})`,
    );
    await tx.run(sql`
      INSERT INTO ${named(name)} (${joined(columns.map(named), ', ')}) VALUES ${joined(values, ', ')}`);
  }
}

/** A number for a set of rows, whatever their order: the sum, modulo 2^64, of 64 bits of each row's hash. */
export class RowSum {
  rows: number;
  #sum: bigint;

  constructor(from: { rows: number; sum: string } = { rows: 0, sum: '0' }) {
    this.rows = from.rows;
    this.#sum = BigInt(from.sum);
  }

  add(table: Pick<Table, 'columns'>, rows: readonly Row[]): void {
    for (const row of rows) {
      this.#sum = BigInt.asUintN(64, this.#sum + hashOf(table.columns.map((column) => row[column] ?? null)));
    }
    this.rows += rows.length;
  }

  get sum(): string {
    return this.#sum.toString();
  }
}

function hashOf(values: readonly SqlValue[]): bigint {
  const hash = createHash('sha1');
  // Few calls with long texts cost less than many with short ones.
  let text = '';
  for (const value of values) {
    if (value instanceof Uint8Array) {
      hash.update(`${text}bytes ${value.length}:`).update(value);
      text = '';
    } else {
      const kind = value === null ? 'null' : typeof value === 'string' ? 'text' : 'number';
      text += `${kind} ${String(value).length}:${value}`;
    }
  }
  return hash.update(text).digest().readBigUInt64BE();
}

/** The row as both databases can hold it: PostgreSQL allows no NUL in a text, and no feed needs one. */
function portable({ columns }: Table, row: Row): Row {
  const made: Row = {};
  for (const column of columns) {
    const value = row[column] ?? null;
    made[column] = typeof value === 'string' ? value.replaceAll('\0', '') : value;
  }
  return made;
}

function keyValue(table: Table, value: SqlValue | undefined): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`Cannot copy ${table.name}: its key is neither text nor a number`);
}

/** Quotes a name, which comes from the catalog of the database itself. */
export function named(name: string): Sql {
  return { text: `"${name.replaceAll('"', '""')}"`, values: [] };
}

function bound(value: SqlValue): Sql {
  return sql`${value}`;
}

// Moves an instance from one database to another: copies one snapshot of the source, table by table, and then compares every row
// of both.
import { isSqliteError } from '../dialects/sqlite-mistakes.ts';
import { indexAllAnew } from '../search/search-index.ts';
import { shortName } from '../sources/short-names.ts';
import { sql } from '../sql.ts';
import type { ReadTx, Store, WriteTx } from '../store.ts';
import type { LastId } from './catalog.ts';
import * as book from './progress.ts';
import { insertRows, named, type Row, RowSum, readRows } from './rows.ts';
import { sourceMark } from './source-mark.ts';
import { sumOfTable, type TableSum } from './sums.ts';
import { inBoth, inOrder, ownBooks, type Table, tablesOf } from './tables.ts';

const SQLITE_CONSTRAINT = 19;

/** To count the rows of a large table takes longer than other statements may. */
const READING = { isLong: true };

interface Copy {
  from: Pick<Store, 'read'>;
  to: Store;
  /**
   * Empties the target first, whatever an interrupted copy has left there; `after-another`: only if that was the beginning of
   * another copy.
   */
  afresh?: boolean | 'after-another';
  /** Called after each page. */
  tell?: (progress: CopyProgress) => void;
}

/** Names that a file may have from an earlier version at a length that no index of PostgreSQL can hold, by table. */
const longOnce: Readonly<Record<string, readonly string[]>> = {
  posts: ['identity'],
  awaited_posts: ['name', 'link'],
  hosts: ['name'],
  robots: ['origin'],
};

export interface CopyProgress {
  step: 'read' | 'copied' | 'compared';
  table: string;
  rows: number;
}

export interface Copied {
  tables: number;
  rows: number;
  /** What was copied of each table, and found again in the target. */
  sums: ReadonlyMap<string, TableSum>;
}

/**
 * Copies everything but the words of the full-text index, which the target rebuilds from the posts. May be called again, whatever
 * has interrupted it, and continues where it was. Throws with a plain sentence if the target is in use, or if the source has
 * changed since the copy began.
 */
export function copyStore({ from, to, afresh = false, tell = () => {} }: Copy): Promise<Copied> {
  return from.read(async (source) => {
    const tables = await tablesToCopy(source, to);
    await claim(to, tables, { mark: await sourceMark(source, tables), afresh });
    const copying = copyTables(source, to, { tables, tell });
    const sums = await copying.catch(givingUp(to, afresh));
    return { tables: tables.length, rows: [...sums.values()].reduce((all, { rows }) => all + rows, 0), sums };
  }, READING);
}

async function copyTables(
  source: ReadTx,
  to: Store,
  { tables, tell }: { tables: readonly Table[]; tell: Work['tell'] },
): Promise<Map<string, TableSum>> {
  for (const table of tables) await copyTable(source, to, { table, tell });
  // Read before the comparison, during which nothing is asked of the source: a server ends a transaction that is idle for so
  // long.
  const facts = await source.all<{ name: string; value: string }>(sql`SELECT name, value FROM facts`);
  const lastIds = await source.all<LastId>(source.dialect.catalog.lastIds);
  const names = new Set(tables.map(({ name }) => name));
  const sums = new Map<string, TableSum>();
  for (const table of tables) sums.set(table.name, await compareTable(to, { table, tell }));
  await to.write(async (tx) => {
    for (const last of lastIds.filter(({ table }) => names.has(table))) {
      for (const statement of tx.dialect.catalog.setLastId(last)) await tx.run(statement);
    }
    await book.endCopy(tx, facts);
    await indexAllAnew(tx);
  });
  return sums;
}

/** Somebody else has written to the target. */
class Disturbed extends Error {}

/** A copy that was disturbed would meet the same again when it went on, so the next one has to begin afresh. */
function givingUp(to: Store, afresh: Copy['afresh']): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof Disturbed)) throw error;
    await to.write((tx) => book.beginCopy(tx, book.DISTURBED));
    const remedy =
      afresh === 'after-another' ? 'stop every node, and restore once more' : 'copy with --afresh';
    throw new Error(`Cannot end the copy: ${error.message}; ${remedy}`, { cause: error });
  };
}

async function tablesToCopy(source: ReadTx, to: Store): Promise<Table[]> {
  const there = await to.read(tablesOf);
  const here = await tablesOf(source);
  return inOrder(inBoth(here, there)).filter(({ name }) => !ownBooks.has(name));
}

/** Claims the target, which must be empty, or hold the beginning of this copy or (with `afresh`) of any copy. */
async function claim(
  to: Store,
  tables: readonly Table[],
  { mark, afresh }: { mark: string; afresh: boolean | 'after-another' },
): Promise<void> {
  const found = await to.read(book.copyUnderWay);
  if (found === mark && afresh !== true) return;
  if (found === undefined) {
    // Even with `afresh`: what no copy has begun is somebody's instance.
    if (await to.read(isInUse))
      throw new Error(
        'Cannot copy the database: the target holds an instance already; give an empty database',
      );
  } else if (afresh === false) {
    const changed = found === book.DISTURBED ? 'target' : 'source';
    throw new Error(
      `Cannot go on with the copy: the ${changed} has changed since it began; stop the service that writes it, and copy with --afresh`,
    );
  }
  const empty = async (tx: WriteTx): Promise<void> => {
    await book.forgetCopy(tx);
    await book.beginCopy(tx, mark);
    for (const { name } of tables.toReversed()) await tx.run(sql`DELETE FROM ${named(name)}`);
  };
  // An interrupted copy may have left millions of rows.
  await to.write(empty, { isLong: true });
}

/** Whether somebody has begun to use the instance. */
export async function isInUse(tx: ReadTx): Promise<boolean> {
  const used = await tx.get(sql`
    SELECT 1 AS used FROM users UNION ALL SELECT 1 AS used FROM apps UNION ALL SELECT 1 AS used FROM sources LIMIT 1`);
  return used !== undefined;
}

interface Work {
  table: Table;
  tell: (progress: CopyProgress) => void;
}

/** Each page and the progress it makes are written in one transaction of the target. */
async function copyTable(source: ReadTx, to: Store, { table, tell }: Work): Promise<void> {
  let progress = await to.read((tx) => book.progressOf(tx, table.name));
  while (!progress.done) {
    const page = await readRows(source, table, progress.after);
    const rows = page.rows.map((row) => asTaken(table, row));
    const sum = new RowSum(progress);
    sum.add(table, rows);
    progress = {
      rows: sum.rows,
      sum: sum.sum,
      done: page.last === undefined,
      ...(page.last && { after: page.last }),
    };
    await keepPage(to, table, { rows, progress });
    tell({ step: 'copied', table: table.name, rows: progress.rows });
  }
}

/**
 * The row as the target has it. The words of an article stay behind with the index: a sum of rows that say that they are there would not hold
 * once they are made anew. And where an earlier version has written a number between two whole ones, or an endless name, a file has kept it:
 * PostgreSQL would not.
 */
function asTaken({ name, whole }: Table, row: Row): Row {
  const taken: Row = 'has_words' in row ? { ...row, has_words: 0 } : { ...row };
  for (const column of whole) {
    const value = taken[column];
    if (typeof value === 'number') taken[column] = Math.round(value);
  }
  for (const column of longOnce[name] ?? []) {
    const value = taken[column];
    if (typeof value === 'string') taken[column] = shortName(value);
  }
  return taken;
}

async function keepPage(
  to: Store,
  table: Table,
  { rows, progress }: { rows: readonly Row[]; progress: book.TableProgress },
): Promise<void> {
  try {
    await to.write(async (tx) => {
      await insertRows(tx, table, rows);
      await book.keepProgress(tx, table.name, progress);
    });
  } catch (error) {
    throw isInTheWay(error)
      ? new Disturbed(`${table.name} has rows in the target that are not from the source`, { cause: error })
      : error;
  }
}

/** Whether a row breaks a rule of the target. Class 23 of the SQLSTATEs is about that. */
function isInTheWay(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && /^23/.test(String(error.code))) || isSqliteError(error, [SQLITE_CONSTRAINT]);
}

/** Reads the target again, and compares it with what was read from the source. */
async function compareTable(to: Store, { table, tell }: Work): Promise<TableSum> {
  const { rows, sum } = await to.read((tx) => book.progressOf(tx, table.name));
  const found = await sumOfTable(
    (fn) => to.read(fn),
    table,
    (count) => tell({ step: 'compared', table: table.name, rows: count }),
  );
  if (found.rows !== rows || found.sum !== sum) {
    throw new Disturbed(
      `${table.name} has ${found.rows} rows in the target and ${rows} in the source, or other values`,
    );
  }
  return found;
}

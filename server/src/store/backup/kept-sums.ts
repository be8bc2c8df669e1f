// Sums of what a backup holds, written into it when it is made: SQLite does not notice a value in which a bit has flipped.
import type { Clock } from '../../clock.ts';
import { KEPT_SUMS } from '../copy/catalog.ts';
import { named, RowSum } from '../copy/rows.ts';
import { sumOfTable, sumsOfAll, type TableSum, tablesToSum } from '../copy/sums.ts';
import { makeSingleFile } from '../dialects/sqlite-file.ts';
import { connectStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import type { Tell } from './watch.ts';

export type Sums = ReadonlyMap<string, TableSum>;

const table = named(KEPT_SUMS);

/** Writes into a backup what it holds. `sums` are those of the database that it was made from, as far as they were computed there. */
export async function keepSums(path: string, sums: Sums, clock: Clock): Promise<void> {
  const store = await connectStore(`file:${path}`, clock);
  try {
    await store.write(async (tx) => {
      // The copied file may have such a table already: it may be a backup itself.
      await tx.run(sql`DROP TABLE IF EXISTS ${table}`);
      const all = [...sums, ...(await sumsLacking(tx, sums)), ...(await sumsBeside(tx))];
      await tx.run(
        sql`CREATE TABLE ${table} (name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, sum TEXT NOT NULL)`,
      );
      for (const [name, { rows, sum }] of all)
        await tx.run(sql`INSERT INTO ${table} (name, row_count, sum) VALUES (${name}, ${rows}, ${sum})`);
    });
  } finally {
    await store.close();
  }
  makeSingleFile(path);
}

/** The sums of a backup as it is now. Throws with a sentence if it no longer holds what it was made with. */
export async function compareWithKept(
  tx: ReadTx,
  { action, name, tell }: { action: string; name: string; tell: Tell },
): Promise<{ sums: Sums; isCompared: boolean }> {
  const sums = await sumsOfAll(tx, (progress) => tell({ step: 'compared', ...progress }));
  const kept = await keptSums(tx);
  const found = new Map([...sums, ...(await sumsBeside(tx))]);
  for (const [each, { rows, sum }] of kept ?? []) {
    const there = found.get(each);
    if (there?.rows === rows && there.sum === sum) continue;
    throw new Error(`Cannot ${action}: ${name} is damaged: ${each} holds other values than when it was made`);
  }
  return { sums, isCompared: kept !== undefined };
}

/** Undefined if the version that made the backup wrote none, or if an instance was served from it. */
async function keptSums(tx: ReadTx): Promise<Sums | undefined> {
  const there = await tx.get(sql`SELECT 1 AS there FROM sqlite_schema WHERE name = ${KEPT_SUMS}`);
  if (!there) return undefined;
  const rows = await tx.all<{ name: string; row_count: number; sum: string }>(
    sql`SELECT name, row_count, sum FROM ${table}`,
  );
  return new Map(rows.map(({ name, row_count, sum }) => [name, { rows: row_count, sum }]));
}

/** Sums of the tables that were not copied: in a backup made table by table, those in which a database describes itself are its own. */
async function sumsLacking(tx: ReadTx, sums: Sums): Promise<Sums> {
  const own = new Map<string, TableSum>();
  for (const each of await tablesToSum(tx))
    if (!sums.has(each.name)) own.set(each.name, await sumOfTable((fn) => fn(tx), each));
  return own;
}

/** Sums of what is in none of our tables: how the tables are defined, and which ids were given. */
async function sumsBeside(tx: ReadTx): Promise<Sums> {
  const sums = new Map<string, TableSum>();
  for (const [name, columns] of [
    ['sqlite_schema', ['type', 'name', 'tbl_name', 'sql']],
    ['sqlite_sequence', ['name', 'seq']],
  ] as const) {
    const own = name === 'sqlite_schema' ? sql`WHERE tbl_name <> ${KEPT_SUMS}` : sql``;
    const found = new RowSum();
    found.add({ columns }, await tx.all(sql`SELECT * FROM ${named(name)} ${own}`));
    sums.set(name, { rows: found.rows, sum: found.sum });
  }
  return sums;
}

// Brings the schema up to date: each migration once, in order, whichever process starts first.
import { KEPT_SUMS } from './copy/catalog.ts';
import { named } from './copy/rows.ts';
import { tablesOf } from './copy/tables.ts';
import { migrations } from './migrations/in-order.ts';
import type { FoundSchema, Migration } from './migrations/migration.ts';
import { type Sql, sql } from './sql.ts';
import type { Dialect, ReadTx, Store, WriteTx } from './store.ts';

/** The version of the schema that this program works with. */
export const knownSchemaVersion = migrations.length;

/** The first table that an instance gets: which migrations were applied. */
const BOOK = 'schema_versions';

/** Every table that this version or an earlier one has made, except those of the full-text index. */
export function tablesOfAllVersions({ columns, search, rare, roomy }: Dialect): ReadonlySet<string> {
  const texts = migrations.flatMap(({ statements }) => statements(columns, search, { rare, roomy }));
  const made = texts.map((text) => /\b(?:CREATE TABLE|RENAME TO) (\w+)/.exec(text)?.[1]);
  return new Set([BOOK, ...made.filter((name) => name !== undefined)]);
}

/** Called with what is about to be applied to a schema that is there. Nothing is applied before it resolves. */
export type BeforeUpdate = (steps: readonly string[]) => Promise<unknown>;

/** Applies what is missing and returns the names of what was applied. Refuses a schema that is newer than this program. */
export function migrate(store: Store, beforeUpdate: BeforeUpdate = async () => {}): Promise<string[]> {
  // Indexing a large table takes minutes, and a process that starts second waits just as long.
  return store.write((tx) => migrateAll(tx, beforeUpdate), { isLong: true });
}

/** The same as a part of a transaction that does more. */
export async function migrateWithin(tx: WriteTx): Promise<void> {
  await migrateAll(tx, async () => {});
}

/** The version of the schema that is there. Fails if there is none. */
export async function schemaVersion(tx: ReadTx): Promise<number> {
  const row = await tx.get<{ version: number }>(
    sql`SELECT coalesce(max(version), 0) AS version FROM schema_versions`,
  );
  return row?.version ?? 0;
}

async function migrateAll(tx: WriteTx, beforeUpdate: BeforeUpdate): Promise<string[]> {
  await tx.all(tx.dialect.lockSchema);
  await tx.run(
    sql`CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)`,
  );
  await refuseOtherBook(tx);
  // A backup that is opened is an instance from now on: what it says of its contents will soon no longer hold.
  await tx.run(sql`DROP TABLE IF EXISTS ${named(KEPT_SUMS)}`);
  const version = await schemaVersion(tx);
  if (version === 0) await refuseUnfit(tx);
  if (version > migrations.length) {
    throw new Error(
      `Cannot use the database: its schema is version ${version}, this program knows ${migrations.length}; start a newer Courant`,
    );
  }
  const { missing, free, unknown } = await stillToDo(tx);
  if (unknown.length > 0)
    throw new Error(
      `Cannot use the database: its schema has steps that this program does not know (${unknown.join(', ')}); start a newer Courant`,
    );
  const names = missing.map((migration) => migration.name);
  if (version > 0 && names.length > 0) await beforeUpdate(names);
  for (const [index, migration] of missing.entries()) await apply(tx, migration, free[index] ?? 0);
  return names;
}

/** What others call their versions by the same name has other columns, or is a view. */
async function refuseOtherBook(tx: WriteTx): Promise<void> {
  const columns = await tx.all<{ table: string; name: string; type: string }>(tx.dialect.catalog.columns);
  const found = new Map(columns.filter(({ table }) => table === BOOK).map(({ name, type }) => [name, type]));
  const isOurs = [...found.keys()].sort().join() === 'applied_at,name,version';
  if (!isOurs || !found.get('version')?.includes('int')) throw takenBySomebody([BOOK]);
}

/** A new instance needs a database that can hold it. */
async function refuseUnfit(tx: WriteTx): Promise<void> {
  const row = await tx.get<{ encoding: string }>(tx.dialect.encoding);
  // Anything but UTF-8 lacks characters that posts have, or does not know where one ends.
  if (row?.encoding !== 'UTF8')
    throw new Error(`Cannot use the database: its encoding is ${row?.encoding}, must be UTF8`);
  const own = tablesOfAllVersions(tx.dialect);
  const taken = (await tablesOf(tx)).map(({ name }) => name).filter((name) => own.has(name) && name !== BOOK);
  if (taken.length > 0) throw takenBySomebody(taken);
}

function takenBySomebody(names: readonly string[]): Error {
  return new Error(
    `Cannot use the database: another program has tables of these names there: ${names.join(', ')}; give Courant a database or a schema of its own`,
  );
}

/**
 * What has not been applied, and the numbers for it. By name, because early versions had some steps in another order: a number
 * says how many there are, not which. One that was thereby applied twice counts once.
 */
async function stillToDo(tx: WriteTx): Promise<{ missing: Migration[]; free: number[]; unknown: string[] }> {
  await tx.run(sql`
    DELETE FROM schema_versions WHERE version NOT IN (SELECT min(version) FROM schema_versions GROUP BY name)`);
  const applied = await tx.all<{ version: number; name: string }>(
    sql`SELECT version, name FROM schema_versions`,
  );
  const names = new Set(applied.map(({ name }) => name));
  const taken = new Set(applied.map(({ version }) => version));
  return {
    missing: migrations.filter(({ name }) => !names.has(name)),
    free: migrations.map((_, index) => index + 1).filter((number) => !taken.has(number)),
    unknown: [...names].filter((name) => migrations.every((each) => each.name !== name)),
  };
}

async function apply(tx: WriteTx, migration: Migration, version: number): Promise<void> {
  const { columns, search } = tx.dialect;
  for (const text of migration.statements(columns, search, tx.dialect)) await tx.run(raw(text));
  const mending = migration.mend?.(await foundSchema(tx), tx.dialect) ?? [];
  for (const text of mending) await tx.run(raw(text));
  await tx.run(
    sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (${version}, ${migration.name}, ${tx.now})`,
  );
}

async function foundSchema(tx: ReadTx): Promise<FoundSchema> {
  const columns = await tx.all<{ table: string; name: string; type: string }>(tx.dialect.catalog.columns);
  const references = await tx.all<{ table: string; parent: string }>(tx.dialect.catalog.references);
  return {
    columns: new Map(columns.map(({ table, name, type }) => [`${table}.${name}`, type])),
    references: new Set(references.map(({ table, parent }) => `${table} ${parent}`)),
  };
}

function raw(text: string): Sql {
  return { text, values: [] };
}

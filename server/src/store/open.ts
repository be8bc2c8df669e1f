// Opens the store that an address names and brings its schema up to date.
import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { copyUnderWay } from './copy/progress.ts';
import { type Table, tablesOf } from './copy/tables.ts';
import { mistakeOf } from './dialects/postgres-mistakes.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { readSnapshot } from './dialects/sqlite-file.ts';
import { mistakeOfPath } from './dialects/sqlite-mistakes.ts';
import { type BeforeUpdate, migrate } from './migrate.ts';
import type { Store, StoreOptions } from './store.ts';

/** A store whose schema is up to date, and the names of the migrations that made it so. */
type OpenedStore = Store & { readonly migrated: readonly string[] };

interface OpenOptions extends StoreOptions {
  /** For the copy itself: nobody else may use an instance that is not complete yet. */
  isTargetOfCopy?: boolean;
  /** Throws if no instance is there, instead of making one. */
  mustBeThere?: boolean;
  beforeUpdate?: BeforeUpdate;
}

/** Opens `file:PATH` or `postgres://…`, and migrates it. Throws with a plain sentence if the address or the schema is not ours. */
export async function openStore(
  address: string,
  clock: Clock,
  options: OpenOptions = {},
): Promise<OpenedStore> {
  if (options.mustBeThere) await requireFile(address, clock);
  const store = await connectStore(address, clock, options);
  try {
    if (options.mustBeThere && !isFile(address)) requireInstance(await store.read(tablesOf), 'it');
    const migrated = await migrate(store, options.beforeUpdate);
    if (!options.isTargetOfCopy && (await store.read(copyUnderWay)) !== undefined)
      throw new Error(
        'Cannot use the database: a copy into it has not ended; give `courant restore` or `courant database copy` once more',
      );
    return { ...store, migrated };
  } catch (error) {
    await store.close();
    throw explained(address, error);
  }
}

/** Opens a store without migrating it: its schema may be missing or not ours. */
export async function connectStore(
  address: string,
  clock: Clock,
  options: StoreOptions = {},
): Promise<Store> {
  if (/^postgres(ql)?:/.test(address)) {
    // Loaded only here: an instance with a file needs none of PostgreSQL's protocol.
    const { openPostgres } = await import('./dialects/postgres.ts');
    return openPostgres(address, clock, options);
  }
  if (!isFile(address))
    throw new Error('Cannot open the database: the address must begin with file: or postgres:');
  try {
    return await openSqlite(pathOf(address), clock, options);
  } catch (error) {
    throw explained(address, error);
  }
}

/** The file is only looked at: to open a store changes it, and it may be another program's. */
async function requireFile(address: string, clock: Clock): Promise<void> {
  if (!isFile(address)) return;
  const path = pathOf(address);
  if (!isThere(path)) throw new Error(`Cannot use the database: there is none at ${path}`);
  const tables = await readSnapshot(path, clock, tablesOf).catch((error: unknown) => {
    throw explained(address, error);
  });
  requireInstance(tables, path);
}

function requireInstance(tables: readonly Table[], what: string): void {
  if (!tables.some(({ name }) => name === 'schema_versions'))
    throw new Error(`Cannot use the database: ${what} holds no instance of Courant`);
}

/** Throws a sentence if the path cannot be looked at: its folder may be closed to the user who has typed the command. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw mistakeOfPath(path, error) ?? error;
  }
}

function explained(address: string, error: unknown): unknown {
  return (isFile(address) ? mistakeOfPath(pathOf(address), error) : mistakeOf(error)) ?? error;
}

function isFile(address: string): boolean {
  return address.startsWith('file:');
}

function pathOf(address: string): string {
  return address.slice('file:'.length);
}

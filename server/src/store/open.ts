// Opens the store that an address names and brings its schema up to date.
import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { copyUnderWay } from './copy/progress.ts';
import { mistakeOf } from './dialects/postgres-mistakes.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { mistakeOfPath } from './dialects/sqlite-mistakes.ts';
import { type BeforeUpdate, migrate } from './migrate.ts';
import type { Store, StoreOptions } from './store.ts';

/** A store whose schema is up to date, and the names of the migrations that made it so. */
type OpenedStore = Store & { readonly migrated: readonly string[] };

interface OpenOptions extends StoreOptions {
  /** For the copy itself: nobody else may use an instance that is not complete yet. */
  isTargetOfCopy?: boolean;
  /** Throws if the file is not there, instead of making it. */
  mustBeThere?: boolean;
  beforeUpdate?: BeforeUpdate;
}

/** Opens `file:PATH` or `postgres://…`, and migrates it. Throws with a plain sentence if the address or the schema is not ours. */
export async function openStore(
  address: string,
  clock: Clock,
  options: OpenOptions = {},
): Promise<OpenedStore> {
  if (options.mustBeThere) requireThere(address);
  const store = await connectStore(address, clock, options);
  try {
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
  if (!address.startsWith('file:'))
    throw new Error('Cannot open the database: the address must begin with file: or postgres:');
  try {
    return await openSqlite(address.slice('file:'.length), clock, options);
  } catch (error) {
    throw explained(address, error);
  }
}

function requireThere(address: string): void {
  if (!address.startsWith('file:')) return;
  const path = address.slice('file:'.length);
  if (!isThere(path)) throw new Error(`Cannot use the database: there is none at ${path}`);
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
  const mistake = address.startsWith('file:')
    ? mistakeOfPath(address.slice('file:'.length), error)
    : mistakeOf(error);
  return mistake ?? error;
}

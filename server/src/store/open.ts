// Opens the store that an address names and brings its schema up to date.
import type { Clock } from '../clock.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { migrate } from './migrate.ts';
import type { Store, StoreOptions } from './store.ts';

/** A store whose schema is up to date, and the names of the migrations that made it so. */
export type OpenedStore = Store & { readonly migrated: readonly string[] };

/** Opens `file:PATH`, and migrates it. Throws with a plain sentence when the address or the schema is not ours. */
export async function openStore(
  address: string,
  clock: Clock,
  options: StoreOptions = {},
): Promise<OpenedStore> {
  const store = await openSqlite(pathOf(address), clock, options);
  try {
    return { ...store, migrated: await migrate(store) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function pathOf(address: string): string {
  if (/^postgres(ql)?:/.test(address)) {
    throw new Error('Cannot open the database: PostgreSQL is not supported yet, use file:PATH');
  }
  if (!address.startsWith('file:'))
    throw new Error('Cannot open the database: the address must begin with file:');
  return address.slice('file:'.length);
}

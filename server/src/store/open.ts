// Opens the store that an address names and brings its schema up to date.
import type { Clock } from '../clock.ts';
import { openPostgres } from './dialects/postgres.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { migrate } from './migrate.ts';
import type { Store, StoreHooks } from './store.ts';

/** A store whose schema is up to date, and the names of the migrations that made it so. */
export type OpenedStore = Store & { readonly migrated: readonly string[] };

/** Opens `file:PATH` or `postgres://…`, and migrates it. Throws with a plain sentence when the address or the schema is not ours. */
export async function openStore(address: string, clock: Clock, hooks: StoreHooks = {}): Promise<OpenedStore> {
  const store = await connect(address, clock, hooks);
  try {
    return { ...store, migrated: await migrate(store) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function connect(address: string, clock: Clock, hooks: StoreHooks): Promise<Store> {
  if (/^postgres(ql)?:/.test(address)) return openPostgres(address, clock, hooks);
  if (address.startsWith('file:')) return openSqlite(address.slice('file:'.length), clock, hooks);
  throw new Error('Cannot open the database: the address must begin with file: or postgres:');
}

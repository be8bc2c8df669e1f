// A store of its own for each test, which is removed after it: on SQLite, or on the PostgreSQL that COURANT_TEST_POSTGRES names.
import { after, type TestContext } from 'node:test';
import type { Clock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { Store, StoreHooks } from '../src/store/store.ts';
import { postgresSchemas } from './postgres-schemas.ts';
import { keepSessions } from './postgres-sessions.ts';
import { temporaryCopy, temporaryFile } from './temporary-sqlite.ts';

const server = process.env.COURANT_TEST_POSTGRES;
const schemas = server ? postgresSchemas(server) : undefined;

if (schemas) {
  keepSessions();
  after(schemas.close);
}

/** Opens a new store; `address` opens the same one again, as another process would. */
export async function temporaryStore(
  t: TestContext,
  clock: Clock,
  hooks: StoreHooks = {},
): Promise<{ store: Store; address: string }> {
  const address = await temporaryDatabase(t);
  const store = await openStore(address, clock, hooks);
  t.after(() => store.close());
  return { store, address };
}

/** The address of a database that has its schema and nothing else; removed after the test. */
export async function temporaryDatabase(t: TestContext): Promise<string> {
  return schemas ? schemas.take(t) : temporaryCopy(t);
}

/** The address of an empty database, without a schema. */
export async function emptyDatabase(): Promise<string> {
  return schemas ? schemas.makeEmpty() : temporaryFile();
}

/** For what only one of the databases has, or reports in its own way. */
export const isOnPostgres = schemas !== undefined;

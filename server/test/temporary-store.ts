// A store of its own for each test, which goes away with it: on SQLite, or on the PostgreSQL that COURANT_TEST_POSTGRES names.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import pg from 'pg';
import type { Clock } from '../src/clock.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';

/** Cleared away when all tests of the file are over: by then whoever used them has closed them. */
const leftovers: (() => void | Promise<void>)[] = [];
after(async () => {
  for (const clear of leftovers) await clear();
});

/** Opens a new store; `address` opens the same one once more, as another process would. */
export async function temporaryStore(
  t: TestContext,
  clock: Clock,
): Promise<{ store: Store; address: string }> {
  const address = await temporaryDatabase();
  const store = await openStore(address, clock);
  t.after(() => store.close());
  return { store, address };
}

/** The address of a database that is empty, and gone after the tests of the file. */
export async function temporaryDatabase(): Promise<string> {
  const server = process.env.COURANT_TEST_POSTGRES;
  if (server) return temporaryPostgres(server);
  const folder = mkdtempSync(join(tmpdir(), 'courant-test-'));
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }));
  return `file:${join(folder, 'courant.db')}`;
}

/** A schema, not a database: making one copies nothing. */
async function temporaryPostgres(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await statement(server, `CREATE SCHEMA ${name}`);
  leftovers.push(() => statement(server, `DROP SCHEMA ${name} CASCADE`));
  const address = new URL(server);
  address.searchParams.set('options', `-c search_path=${name}`);
  return address.href;
}

async function statement(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

// What many write at the same time on PostgreSQL, and what they tell the other nodes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { isPostgresPacked, startPostgres } from '../../../test/postgres.ts';
import { isOnPostgres } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';

const onOwnPostgres = {
  skip: isOnPostgres && isPostgresPacked ? false : 'there is no PostgreSQL to set up',
  timeout: 600_000,
};

test('nobody waits for the commit of another that waits for its standby', onOwnPostgres, async (t) => {
  const { address, operator } = await someServer(t);
  const [first, second] = [await someStore(t, address), await someStore(t, withoutStandby(address))];
  await operator.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  await operator.query('SELECT pg_reload_conf()');
  // The server takes a setting up when it comes to it: what is written before that is committed at once.
  let held: Promise<unknown> | undefined;
  while (!(await isHeld(operator)))
    held ??= note(first, 'held').finally(() => {
      held = undefined;
    });
  await note(second, 'free');
  await operator.query('ALTER SYSTEM RESET synchronous_standby_names');
  await operator.query('SELECT pg_reload_conf()');
  await held;
  assert.deepEqual([...new Set(await notes(first))], ['free', 'held']);
});

test('a program that hears nothing any more keeps nobody from writing', onOwnPostgres, async (t) => {
  const { address, operator } = await someServer(t, { max_notify_queue_pages: 64 });
  const store = await someStore(t, address);
  // Where it listens, nothing is forgotten that it has not heard.
  await operator.query('LISTEN anything');
  await operator.query('BEGIN');
  await operator.query('SELECT 1');
  const noisy = await operate(t, address);
  const fill = async (): Promise<void> => {
    for (;;) await noisy.query("SELECT pg_notify('anything', repeat('x', 7000))");
  };
  await assert.rejects(fill, /too many notifications/);
  await note(store, 'kept');
  assert.deepEqual(await notes(store), ['kept']);
});

/** A server of its own, with settings that it takes at its start only. */
async function someServer(t: TestContext, settings: Record<string, number> = {}) {
  const server = await startPostgres({ isDurable: true });
  t.after(server.stop);
  if (Object.keys(settings).length > 0) {
    const before = await operate(t, server.address);
    for (const [name, value] of Object.entries(settings))
      await before.query(`ALTER SYSTEM SET ${name} = ${value}`);
    await before.end();
    await server.shutDown();
    await server.startAgain();
  }
  const operator = await operate(t, server.address);
  await operator.query('CREATE TABLE notes (text TEXT)');
  return { address: server.address, operator };
}

async function operate(t: TestContext, address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return client;
}

async function someStore(t: TestContext, address: string): Promise<Store> {
  const store = await connectStore(address, systemClock, { changed: () => {} });
  t.after(() => store.close());
  return store;
}

/** Its commits wait for the disk alone. */
function withoutStandby(address: string): string {
  const local = new URL(address);
  local.searchParams.set('options', '-c synchronous_commit=local');
  return local.href;
}

/** Writes something that the other nodes are to be told of. */
function note(store: Store, text: string): Promise<unknown> {
  return store.write(async (tx) => {
    await tx.run(sql`INSERT INTO notes (text) VALUES (${text})`);
    tx.tellChanged(7);
  });
}

async function notes(store: Store): Promise<string[]> {
  const rows = await store.read((tx) => tx.all<{ text: string }>(sql`SELECT text FROM notes ORDER BY text`));
  return rows.map(({ text }) => text);
}

/** Whether a commit waits for a standby. */
async function isHeld(operator: pg.Client): Promise<boolean> {
  const { rows } = await operator.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  return rows.length > 0;
}

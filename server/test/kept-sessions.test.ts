// What one test has left in a session of PostgreSQL the next one does not find.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { isOnPostgres, temporaryDatabase } from './temporary-store.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no sessions' };

test(
  'a session that is handed on has forgotten what was set, locked and listened to',
  onPostgres,
  async (t) => {
    const connectionString = await temporaryDatabase(t);
    const first = await connect(t, connectionString);
    const { pid } = await session(first);
    await first.query(
      'SET lock_timeout = 5; LISTEN news; SELECT pg_advisory_lock(7); CREATE TEMP TABLE left_over (id int)',
    );
    assert.deepEqual(await session(first), { pid, timeout: '5ms', locks: 1, channels: 1, tables: 1 });
    await first.end();
    const second = await connect(t, connectionString);
    assert.deepEqual(await session(second), { pid, timeout: '0', locks: 0, channels: 0, tables: 0 });
  },
);

test(
  'a session in the midst of a transaction is closed, and its transaction undone',
  onPostgres,
  async (t) => {
    const connectionString = await temporaryDatabase(t);
    const first = await connect(t, connectionString);
    const { pid } = await session(first);
    await first.query('BEGIN');
    await first.query("INSERT INTO facts (name, value) VALUES ('half done', '1')");
    await first.end();
    const second = await connect(t, connectionString);
    assert.notEqual((await session(second)).pid, pid);
    // It waits for whoever still holds the row.
    const { rowCount } = await second.query("INSERT INTO facts (name, value) VALUES ('half done', '2')");
    assert.equal(rowCount, 1);
  },
);

async function connect(t: TestContext, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  t.after(() => client.end());
  return client;
}

interface Known {
  pid: number;
  timeout: string;
  locks: number;
  channels: number;
  tables: number;
}

async function session(client: pg.Client): Promise<Known> {
  const { rows } = await client.query<Known>(
    `SELECT pg_backend_pid() AS pid, current_setting('lock_timeout') AS timeout,
       (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks,
       (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
       (SELECT count(*)::int FROM pg_class WHERE relname = 'left_over' AND pg_table_is_visible(oid)) AS tables`,
  );
  assert.ok(rows[0]);
  return rows[0];
}

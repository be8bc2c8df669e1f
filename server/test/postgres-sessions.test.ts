import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
// Importing it keeps sessions from then on.
import { endKept } from './postgres-sessions.ts';
import { isOnPostgres } from './temporary-store.ts';

const options = { skip: isOnPostgres ? false : 'only on PostgreSQL' };

// Other tests of this process may have left as many as are kept.
beforeEach(endKept);

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: process.env.COURANT_TEST_POSTGRES,
    application_name: name,
  });
  await client.connect();
  return client;
}

async function numberOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: number }>('SELECT pg_backend_pid() AS number');
  return Number(rows[0]?.number);
}

test('a session is used again with the same settings only, and remembers nothing', options, async () => {
  const first = await connect('kept');
  const number = await numberOf(first);
  await first.query("LISTEN news; SET work_mem = '65kB'; SELECT pg_advisory_lock(4711)");
  await first.query({ name: 'named', text: 'SELECT 1 AS one' });
  await first.end();

  const other = await connect('another');
  assert.notEqual(await numberOf(other), number);
  const second = await connect('kept');
  assert.equal(await numberOf(second), number);
  assert.equal(Reflect.get(second, 'processID'), number);
  let heard = 0;
  second.on('notification', () => heard++);
  await other.query('NOTIFY news');
  assert.deepEqual((await second.query('SHOW work_mem')).rows, [{ work_mem: '4MB' }]);
  assert.deepEqual((await other.query('SELECT pg_try_advisory_lock(4711) AS is_free')).rows, [
    { is_free: true },
  ]);
  assert.deepEqual((await second.query({ name: 'named', text: 'SELECT 2 AS two' })).rows, [{ two: 2 }]);
  assert.equal(heard, 0);
  await other.end();
  await second.end();
});

test(
  'a session that is left in a transaction is not used again, nor one that the server has ended',
  options,
  async () => {
    const first = await connect('left');
    const number = await numberOf(first);
    await first.query('BEGIN');
    await first.end();
    const second = await connect('left');
    const next = await numberOf(second);
    assert.notEqual(next, number);
    await second.end();
    const other = await connect('other');
    await other.query('SELECT pg_terminate_backend($1, 10000)', [next]);
    // Its last words have come by now, but this process may have heard the answer first.
    await nextTurn();
    const third = await connect('left');
    assert.notEqual(await numberOf(third), next);
    await third.end();
    await other.end();
  },
);

test('one that is held hears of its end', options, async () => {
  const held = await connect('held');
  const again = await connect('held');
  await again.end();
  const holder = await connect('held');
  const failed = new Promise<Error>((resolve) => void holder.on('error', resolve));
  await held.query('SELECT pg_terminate_backend($1)', [await numberOf(holder)]);
  assert.match((await failed).message, /terminat/);
  await assert.rejects(holder.query('SELECT 1'));
  await held.end();
});

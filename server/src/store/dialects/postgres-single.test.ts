import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDatabase, isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { openConnections } from './postgres-connections.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no connections' };

test('one statement alone is a transaction of its own, for which none is begun', onPostgres, async (t) => {
  const { store } = await temporaryStore(t, systemClock);
  const isolation = (tx: ReadTx) =>
    tx.get<{ level: string }>(sql`SELECT current_setting('transaction_isolation') AS level`);
  assert.deepEqual(await store.read(isolation, { isSingle: true }), { level: 'read committed' });
  assert.deepEqual(await store.read(isolation), { level: 'repeatable read' });
});

test(
  'a write locks rows one after the other, whatever isolation the role has by default',
  onPostgres,
  async (t) => {
    const { address } = await temporaryStore(t, systemClock);
    const store = await connectStore(
      withOption(address, 'default_transaction_isolation=serializable'),
      systemClock,
    );
    t.after(() => store.close());
    const isolation = sql`SELECT current_setting('transaction_isolation') AS level`;
    assert.deepEqual(await store.write((tx) => tx.get(isolation)), { level: 'read committed' });
  },
);

test(
  'only the commit of what is written apart is not waited for, also where a pooler shares its connection',
  onPostgres,
  async (t) => {
    const address = withOption(await emptyDatabase(), 'synchronous_commit=on');
    const store = await connectStore(address, systemClock);
    t.after(() => store.close());
    const waits = sql`SELECT current_setting('synchronous_commit') AS waits`;
    const said = await store.write(async (tx) => [await tx.getApart(waits), await tx.get(waits)]);
    assert.deepEqual(said, [{ waits: 'off' }, { waits: 'on' }]);
    const connections = openConnections(address);
    t.after(() => connections.close());
    const client = await connections.connectApart();
    const { rows } = await client.query('SHOW synchronous_commit');
    client.release();
    assert.deepEqual(rows, [{ synchronous_commit: 'on' }]);
  },
);

test(
  'limits of the role for locks and for transactions do not apply to work that may take long',
  onPostgres,
  async (t) => {
    const { address } = await temporaryStore(t, systemClock);
    const store = await connectStore(withOption(address, 'lock_timeout=2s'), systemClock);
    t.after(() => store.close());
    // Only since version 17 there is a limit for transactions.
    const limits = sql`SELECT string_agg(setting, ' ') AS set FROM pg_settings WHERE name IN ('lock_timeout', 'transaction_timeout')`;
    const isThere = sql`
    SELECT set_config(name, '9s', false) FROM pg_settings WHERE name = 'transaction_timeout'`;
    const { length } = await store.read((tx) => tx.all(isThere), { isSingle: true });
    const set = (isLong: boolean) => store.write((tx) => tx.get(limits), { isLong });
    assert.deepEqual(await set(true), { set: length === 1 ? '0 0' : '0' });
    assert.deepEqual(await set(false), { set: length === 1 ? '2000 9000' : '2000' });
  },
);

test(
  'a second statement, which would see another moment, is refused, and costs nobody anything',
  onPostgres,
  async (t) => {
    const { store } = await temporaryStore(t, systemClock);
    const one = sql`SELECT 1 AS one`;
    const twice = async (tx: ReadTx) => [await tx.get(one), await tx.get(one)];
    await assert.rejects(store.read(twice, { isSingle: true }), /Cannot read more than one statement/);
    assert.deepEqual(await store.read(twice), [{ one: 1 }, { one: 1 }]);
    assert.deepEqual(await store.read((tx) => tx.get(one), { isSingle: true }), { one: 1 });
  },
);

/** The address with one more setting, as a role may have it by default. */
function withOption(address: string, option: string): string {
  const changed = new URL(address);
  changed.searchParams.set('options', `${changed.searchParams.get('options') ?? ''} -c ${option}`);
  return changed.href;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no connections' };

test('one statement alone is a transaction of its own, for which none is begun', onPostgres, async (t) => {
  const { store } = await temporaryStore(t, systemClock);
  const isolation = (tx: ReadTx) =>
    tx.get<{ level: string }>(sql`SELECT current_setting('transaction_isolation') AS level`);
  assert.deepEqual(await store.read(isolation, { isSingle: true }), { level: 'read committed' });
  assert.deepEqual(await store.read(isolation), { level: 'repeatable read' });
});

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

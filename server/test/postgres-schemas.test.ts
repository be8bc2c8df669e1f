// Tests that a schema which another test has used is as good as new.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../src/store/sql.ts';
import { someUser } from '../src/store/testing/rows.ts';
import { fakeClock } from './fake-clock.ts';
import { isOnPostgres, temporaryStore } from './temporary-store.ts';

test('a test finds neither rows nor statistics of the one before it', { skip: !isOnPostgres }, async (t) => {
  const counted = sql`SELECT current_schema() AS schema, (SELECT CAST(count(*) AS INT) FROM users) AS users,
    (SELECT CAST(count(*) AS INT) FROM pg_stats WHERE schemaname = current_schema()) AS statistics,
    (SELECT CAST(reltuples AS INT) FROM pg_class WHERE oid = 'users'::regclass) AS size`;
  type Counted = { schema: string; users: number; statistics: number; size: number };
  let schema = '';
  await t.test('one', async (one) => {
    const { store } = await temporaryStore(one, fakeClock());
    await store.write(async (tx) => {
      for (let user = 0; user < 10; user++) await someUser(tx, `user ${user}`);
      await tx.run(sql`ANALYZE users`);
      const now = await tx.get<Counted>(counted);
      assert.ok(now && now.users === 10 && now.statistics > 0 && now.size === 10);
      schema = now.schema;
    });
  });
  await t.test('another', async (another) => {
    const { store } = await temporaryStore(another, fakeClock());
    const now = await store.read((tx) => tx.get<Counted>(counted));
    assert.deepEqual(now, { schema, users: 0, statistics: 0, size: -1 });
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';

const counts = { skip: isOnPostgres ? false : 'SQLite counts nothing' };

test('nobody is believed to have much of all items, whatever is counted', counts, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const userId = await store.write(async (tx) => {
    const only = await someUser(tx, 'ines');
    await someFeed(tx, only, { url: 'https://one.example/', count: 400 });
    await tx.run(sql`ANALYZE items`);
    return only;
  });
  for (const owner of [sql`user_id = ${userId}`, sql`feed_id = 1`]) {
    const plan = await store.read((tx) =>
      tx.all<Record<string, string>>(sql`EXPLAIN SELECT id FROM items WHERE ${owner}`),
    );
    const believed = Number(/rows=(\d+)/.exec(Object.values(plan[0] ?? {})[0] ?? '')?.[1]);
    assert.ok(believed < 20, `${believed} of 400`);
  }
});

test('a walk is not gathered and sorted, however short it seems', counts, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const plan = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await someFeed(tx, userId, { url: 'https://one.example/', count: 3_000 });
    await tx.run(sql`ANALYZE items`);
    return tx.all(
      sql`EXPLAIN SELECT id, read FROM items WHERE user_id = ${userId} ORDER BY id DESC LIMIT 2000`,
    );
  });
  assert.doesNotMatch(JSON.stringify(plan), /Sort/);
});

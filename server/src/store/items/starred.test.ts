import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { setMark } from './marks.ts';
import { starredOnly } from './starred.ts';

const explain = isOnPostgres ? sql`EXPLAIN` : sql`EXPLAIN QUERY PLAN`;

test('a list of stars of one status is walked in a tree that holds nothing else, whether items were counted or not', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const userId = await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, ines, { url: 'https://one.example/', count: 1_000 });
    await setMark(tx, ines, itemIds.slice(200), 'starred');
    await setMark(tx, ines, itemIds.slice(400), 'read');
    return ines;
  });
  for (const counted of [false, true]) {
    if (counted) await store.write((tx) => tx.run(sql`ANALYZE items`));
    for (const [status, condition] of Object.entries(starredOnly)) {
      const plan = await store.read((tx) =>
        tx.all(sql`
          ${explain} SELECT id, feed_id, read FROM items WHERE user_id = ${userId} AND ${condition} ORDER BY id DESC LIMIT 20`),
      );
      assert.match(JSON.stringify(plan), new RegExp(`items_starred_${status}`));
      assert.doesNotMatch(JSON.stringify(plan), /sort|b-tree/i);
    }
  }
});

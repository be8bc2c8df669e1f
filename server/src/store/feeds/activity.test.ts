import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { listPulses, postsByDay, postsByHour } from './activity.ts';

test('whether a user has a post that came with another feed is found without a look at all who have it', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const steps = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { sourceId, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 3 });
    await tx.run(sql`UPDATE posts SET left_at = 0`);
    await tx.run(sql`DELETE FROM items WHERE id = ${itemIds[0] ?? 0}`);
    const told: string[] = [];
    const all: WriteTx['all'] = async ({ text, values }) => {
      const plan = await tx.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values });
      told.push(...plan.map(({ detail }) => detail));
      return tx.all({ text, values });
    };
    const get: WriteTx['get'] = async (statement) => (await all(statement))[0] as never;
    const explaining: ReadTx = { now: tx.now, dialect: tx.dialect, get, all };
    assert.deepEqual(
      (await listPulses(explaining, userId, 0)).map(({ posts }) => posts),
      [2],
    );
    await postsByDay(explaining, [sourceId], { userId, since: 0, offsetMs: 0 });
    await postsByHour(explaining, sourceId, { userId, since: 0, offsetMs: 0 });
    return told;
  });
  const ofItems = steps.filter((step) => step.startsWith('SEARCH i ') || step.startsWith('SCAN i'));
  assert.equal(ofItems.length, 7, steps.join('\n'));
  for (const step of ofItems) assert.match(step, /items_post \(post_id=\? AND user_id=\?\)/);
});

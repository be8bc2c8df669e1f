import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { listPulses, postsByDay, postsByHour } from './activity.ts';

test('whether a user has a post that came with another feed is found without a look at all who have it', async (t) => {
  const { store: real } = await temporarySqlite(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { userId, sourceId } = await real.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { sourceId, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 3 });
    await tx.run(sql`UPDATE posts SET left_at = 0`);
    await tx.run(sql`DELETE FROM items WHERE id = ${itemIds[0] ?? 0}`);
    return { userId, sourceId };
  });
  await store.read(async (tx) => {
    assert.deepEqual(
      (await listPulses(tx, userId, 0)).map(({ posts }) => posts),
      [2],
    );
    await postsByDay(tx, [sourceId], { userId, since: 0, offsetMs: 0 });
    await postsByHour(tx, sourceId, { userId, since: 0, offsetMs: 0 });
  });
  const steps = await stepsOf(real, spied);
  const ofItems = steps.filter((step) => step.startsWith('SEARCH i ') || step.startsWith('SCAN i'));
  // One is asked both by day and by hour.
  assert.equal(ofItems.length, 6, steps.join('\n'));
  for (const step of ofItems) assert.match(step, /items_post \(post_id=\? AND user_id=\?\)/);
});

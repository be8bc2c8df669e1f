import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { spiedStore } from '../testing/spied-store.ts';
import { joinDoubles } from './join-items.ts';

const ITEMS = 2_000;

test('whether a feed has a post twice is found without a comparison of each of its items with each', {
  skip: isOnPostgres ? false : 'SQLite looks each up',
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const feed = await real.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://many.example/', count: 1 });
    // What the server knows is from when the feed was away: it expects next to nothing.
    await tx.run(sql`ANALYZE items`);
    await insertItems(tx, { id, userId }, await somePosts(tx, sourceId, ITEMS));
    return { id, userId };
  });
  await store.write((tx) => joinDoubles(tx, feed));
  const [looking] = spied.statements.values();
  assert.ok(looking);
  const plan = await real.write((tx) =>
    tx.all<Record<string, string>>(sql`EXPLAIN (ANALYZE, TIMING OFF) ${looking}`),
  );
  const lines = plan.flatMap((line) => Object.values(line));
  const read = lines
    .map((line) => /actual rows=([\d.]+) loops=(\d+)/.exec(line))
    .reduce((sum, found) => sum + Number(found?.[1] ?? 0) * Number(found?.[2] ?? 0), 0);
  assert.ok(read <= 5 * ITEMS, `${read} rows for ${ITEMS} items:\n${lines.join('\n')}`);
});

// Retention by age after an import that dated items before their arrival, and retention that stops when the policy is dropped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteToldTimes } from '../store/items/item-times.ts';
import { findItems } from '../store/items/items.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { someFeed } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { retentionSteps } from './limits.ts';
import { markItem } from './marks.ts';
import { applyRetention, previewPolicy, setPolicy } from './retention.ts';
import { someLibrary } from './testing/some-library.ts';

const DAY = 86_400_000;

test('items that were imported go by their age, however many behind items that are young enough', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const feedId = await store.write(async (tx) => {
    const { id, itemIds } = await someFeed(tx, userId, { url: 'https://i.example/', count: 5_000 });
    await tx.run(sql`UPDATE items SET read = 1 WHERE feed_id = ${id}`);
    await tx.run(sql`
      UPDATE items SET created_at = ${tx.now - 400 * DAY} WHERE feed_id = ${id} AND id > ${itemIds[9] ?? 0}`);
    await noteToldTimes(tx, userId, itemIds.at(-1) ?? 0);
    return id;
  });
  const policy = { keep: 'days', count: 30 } as const;
  const previews = await previewPolicy(library, userId, { feedId, policy });
  assert.deepEqual(
    previews.map(({ count }) => count),
    [4_990],
  );
  await setPolicy(library, userId, { feedId, policy });
  await applyRetention(library);
  assert.equal(await countIn(store, feedId), 10);
});

test('a feed with fewer items than are kept loses none, and holds up no other feed', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const feedIds = await store.write(async (tx) => {
    const few = await someFeed(tx, ines.userId, { url: 'https://few.example/', count: 1 });
    const many = await someFeed(tx, ines.userId, { url: 'https://many.example/', count: 3 });
    await tx.run(sql`UPDATE items SET read = 1 WHERE user_id = ${ines.userId}`);
    return [few.id, many.id];
  });
  await setPolicy(library, ines.userId, { feedId: undefined, policy: { keep: 'newest', count: 2 } });
  await applyRetention(library);
  assert.deepEqual(await Promise.all(feedIds.map((id) => countIn(store, id))), [1, 2]);
});

test('a sweep that is under way removes nothing more by a policy that has been given up', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const feedId = await store.write(async (tx) => {
    const { id } = await someFeed(tx, userId, { url: 'https://i.example/', count: 3 });
    await tx.run(sql`UPDATE items SET read = 1, created_at = ${tx.now - 400 * DAY} WHERE feed_id = ${id}`);
    return id;
  });
  await setPolicy(library, userId, { feedId: undefined, policy: { keep: 'days', count: 30 } });
  const giveUp = () => setPolicy(library, userId, { feedId, policy: { keep: 'days', count: 500 } });
  await applyRetention({ store: overtaken(store, giveUp) });
  assert.equal(await countIn(store, feedId), 3);
});

test('what is marked while it is about to be removed stays', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const { id: feedId, itemIds } = await store.write(async (tx) => {
    const feed = await someFeed(tx, userId, { url: 'https://i.example/', count: 3 });
    await tx.run(
      sql`UPDATE items SET read = 1, created_at = ${tx.now - 400 * DAY} WHERE feed_id = ${feed.id}`,
    );
    return feed;
  });
  await setPolicy(library, userId, { feedId, policy: { keep: 'days', count: 30 } });
  const [slip = 0] = itemIds;
  // Somebody stars it, and takes that back at once.
  const slipOnce = async (): Promise<void> => {
    await markItem(library, userId, slip, 'starred');
    await markItem(library, userId, slip, 'unstarred');
  };
  await applyRetention({ store: overtaken(store, slipOnce) });
  const left = await store.read((tx) => findItems(tx, userId, itemIds));
  assert.deepEqual(
    left.map(({ id }) => id),
    [slip],
  );
});

test('a preview says when the first and the last of what would go have come', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const [at, feedId] = await store.write(async (tx) => {
    const { id, itemIds } = await someFeed(tx, userId, { url: 'https://i.example/', count: 3 });
    for (const [place, days] of [400, 500, 300].entries())
      await tx.run(sql`
        UPDATE items SET read = 1, created_at = ${tx.now - days * DAY} WHERE id = ${itemIds[place] ?? 0}`);
    return [tx.now, id];
  });
  const wish = { feedId, policy: { keep: 'days', count: 30 } } as const;
  const preview = { feedId, count: 3, oldest: at - 500 * DAY, newest: at - 300 * DAY };
  assert.deepEqual(await previewPolicy(library, userId, wish), [preview]);
});

test('of feeds of which nothing is old enough hardly anything is looked at, however much they hold', async (t) => {
  const { library, ines } = await someLibrary(t);
  await library.store.write(async (tx) => {
    const { id } = await someFeed(tx, ines.userId, { url: 'https://i.example/', count: 3_000 });
    await tx.run(sql`UPDATE items SET read = 1 WHERE feed_id = ${id}`);
  });
  await setPolicy(library, ines.userId, { feedId: undefined, policy: { keep: 'days', count: 30 } });
  const { store, spied } = spiedStore(library.store);
  await applyRetention({ store });
  assert.ok(spied.rowsRead <= 3 * retentionSteps.lookedFirst, `${spied.rowsRead} rows are read`);
});

async function countIn(store: Store, feedId: number): Promise<number> {
  const left = await store.read((tx) =>
    tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM items WHERE feed_id = ${feedId}`),
  );
  return Number(left?.count);
}

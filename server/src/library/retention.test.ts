// What is removed by its age where an import has told of times before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteToldTimes } from '../store/item-times.ts';
import { sql } from '../store/sql.ts';
import { someFeed } from '../store/testing/rows.ts';
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
  const left = await store.read((tx) =>
    tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM items WHERE feed_id = ${feedId}`),
  );
  assert.equal(Number(left?.count), 10);
});

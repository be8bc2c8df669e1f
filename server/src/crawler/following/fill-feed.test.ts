import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listIds } from '../../store/items/item-lists.ts';
import { findItems } from '../../store/items/items.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';

/** The numbers from `first` down to `last`. */
function down(first: number, last: number): number[] {
  return Array.from({ length: first - last + 1 }, (_, index) => first - index);
}

async function titlesOf({ store }: Bench, userId: number): Promise<string[]> {
  const items = await store.read(async (tx) => {
    const { ids } = await listIds(tx, userId, { of: 'user' }, { limit: 1_000 });
    return findItems(tx, userId, ids);
  });
  return items.map((item) => item.title);
}

test('a new feed gets an item of every post that the document shows, the newest first, whoever follows it', async (t) => {
  const house = await bench(t);
  house.web.serve(FEED, rss(down(300, 1)));
  const expected = down(300, 1).map((n) => `Post ${n}`);
  for (const user of ['ada', 'bob']) {
    const { userId } = await house.subscribe(FEED, user);
    assert.deepEqual(await titlesOf(house, userId), expected);
  }
});

test('a new feed of a source with a long history gets its 200 newest posts, though the document shows fewer now', async (t) => {
  const house = await bench(t);
  house.web.serve(FEED, rss(down(300, 1)));
  const { sourceId } = await house.subscribe(FEED);
  house.web.serve(FEED, rss(down(301, 300)));
  await house.later(7 * 24 * 3_600_000);
  assert.equal((await house.source(sourceId)).memory.shownPosts, 2);
  const { userId } = await house.subscribe(FEED, 'bob');
  assert.deepEqual(
    await titlesOf(house, userId),
    down(301, 102).map((n) => `Post ${n}`),
  );
});

test('a new feed of a document that shows more than a visit stores gets the 500 newest posts', async (t) => {
  const house = await bench(t);
  house.web.serve(FEED, rss(down(500, 1)));
  const { sourceId } = await house.subscribe(FEED);
  house.web.serve(FEED, rss(down(600, 1)));
  await house.later(7 * 24 * 3_600_000);
  assert.equal((await house.source(sourceId)).memory.shownPosts, 600);
  const { userId } = await house.subscribe(FEED, 'bob');
  assert.deepEqual(
    await titlesOf(house, userId),
    down(600, 101).map((n) => `Post ${n}`),
  );
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { removedToExport } from '../transfer/exports.ts';
import { insertItems } from './items.ts';
import { editedByTheirSite, itemAges, postsWithoutItem, removedPosts, removeItems } from './removed-items.ts';
import { putTag, tagTitled } from './tags.ts';

test('of read items, a policy may remove those that are neither starred nor tagged, and of the feed alone', async (t) => {
  await withItems(t, async (tx, { feed, items, others }) => {
    const [plain, another, starred, tagged, unread] = items;
    const ages = await itemAges(tx, feed.id, { after: 0, below: 1_000_000, limit: 100 });
    assert.deepEqual(
      ages.map(({ id, isRemovable }) => [id, isRemovable]),
      [
        [plain, true],
        [another, true],
        [starred, false],
        [tagged, false],
        [unread, false],
      ],
    );
    // As if all of them had been found removable before they were starred, tagged or kept unread.
    await removeItems(tx, feed, [...items.slice(1), ...others]);
    assert.deepEqual(await itemsIn(tx), [plain, starred, tagged, unread, ...others]);
  });
});

test('what a policy has removed for one user is remembered for no other, and only while the feed has it not again', async (t) => {
  await withItems(t, async (tx, { feed, items, posts, otto }) => {
    const removed = posts[1] ?? 0;
    await removeItems(tx, feed, items.slice(1, 2));
    const elsewhere = { id: await insertFeed(tx, otto, feed.sourceId), userId: otto };
    assert.deepEqual(await removedPosts(tx, feed, posts), new Set([removed]));
    assert.deepEqual(await removedPosts(tx, feed, posts.slice(2)), new Set());
    assert.deepEqual(await removedPosts(tx, elsewhere, posts), new Set());
    assert.deepEqual(await postsWithoutItem(tx, feed, posts), []);
    assert.deepEqual(
      (await postsWithoutItem(tx, elsewhere, posts)).sort((a, b) => a - b),
      posts,
    );
    await insertItems(tx, elsewhere, [removed]);
    assert.deepEqual(await removedPosts(tx, feed, posts), new Set([removed]));
    const again = await insertItems(tx, feed, [removed]);
    assert.deepEqual(await removedPosts(tx, feed, posts), new Set());
    await tx.run(sql`UPDATE items SET read = 1 WHERE feed_id = ${feed.id}`);
    await removeItems(tx, feed, again);
    assert.deepEqual(await removedPosts(tx, feed, posts), new Set([removed]), 'it may go a second time');
  });
});

test('whether a feed has a post is found by the post, and not among all that the feed has', {
  skip: isOnPostgres ? 'it counts how many there are' : false,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const feed = { id: 1, userId: 1, sourceId: 1 };
  await store.read(async (tx) => {
    await postsWithoutItem(tx, feed, [1]);
    await removedPosts(tx, feed, [1]);
    await removedToExport(tx, feed, { after: 0, limit: 100 });
  });
  assert.deepEqual(
    (await stepsOf(real, spied)).filter((step) => /^(SEARCH|SCAN) i /.test(step)),
    Array(3).fill('SEARCH i USING INDEX items_post (post_id=? AND user_id=?)'),
  );
});

test('which of some items their site has edited since then is told, and of no others', async (t) => {
  await withItems(t, async (tx, { items, posts }) => {
    for (const [place, at] of [500, 1_000, 2_000, 3_000].entries())
      await tx.run(sql`UPDATE posts SET edited_at = ${at} WHERE id = ${posts[place] ?? 0}`);
    const edited = await editedByTheirSite(tx, items.slice(0, 3), 1_000);
    assert.deepEqual(
      [...edited].sort((a, b) => a - b),
      items.slice(1, 3),
    );
  });
});

interface World {
  feed: { id: number; userId: number; sourceId: number };
  /** Two that are only read, then one that is starred, one that is tagged and one that is unread. */
  items: number[];
  posts: number[];
  /** Read items of another feed. */
  others: number[];
  otto: number;
}

async function withItems(t: TestContext, fn: (tx: WriteTx, world: World) => Promise<void>): Promise<void> {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const {
      id,
      sourceId,
      itemIds: items,
    } = await someFeed(tx, ines, { url: 'https://a.example/', count: 5 });
    const { itemIds: others } = await someFeed(tx, ines, { url: 'https://b.example/', count: 1 });
    const [, , starred = 0, tagged = 0, unread = 0] = items;
    await tx.run(sql`UPDATE items SET read = 1 WHERE id <> ${unread}`);
    await tx.run(sql`UPDATE items SET starred = 1 WHERE id = ${starred}`);
    await putTag(tx, ines, await tagTitled(tx, ines, 'Kept'), [tagged]);
    const all = await tx.all<{ id: number }>(
      sql`SELECT id FROM posts WHERE source_id = ${sourceId} ORDER BY id`,
    );
    const feed = { id, userId: ines, sourceId };
    await fn(tx, { feed, items, posts: all.map((post) => post.id), others, otto });
  });
}

async function itemsIn(tx: ReadTx): Promise<number[]> {
  return (await tx.all<{ id: number }>(sql`SELECT id FROM items ORDER BY id`)).map(({ id }) => id);
}

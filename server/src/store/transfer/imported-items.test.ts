import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { toldUpTo } from '../items/item-times.ts';
import { findItems, insertItems } from '../items/items.ts';
import { wantArticle } from '../sources/articles.ts';
import { sql } from '../sql.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import {
  dateBack,
  deleteEmptyShelves,
  giveShelf,
  itemsOfPosts,
  ownShelf,
  showInstead,
} from './imported-items.ts';

test('whoever has asked for the article of an imported post is shown that of the real one', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 0 });
    const feed = { id, userId };
    const shelf = await ownShelf(tx, id, { title: 'A', siteUrl: 'https://a.example/' });
    const imported = await somePosts(tx, shelf, 2);
    const real = await somePosts(tx, sourceId, 2);
    const items = await insertItems(tx, feed, imported);
    for (const post of real)
      await tx.run(sql`
        INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
        VALUES (${post}, 'https://example.org/', (SELECT host_id FROM sources WHERE id = ${sourceId}), 1, 'The article')`);
    await wantArticle(tx, userId, imported[0] ?? 0);
    for (const [place, kept] of items.entries())
      await showInstead(tx, feed, { kept, gone: undefined, postId: real[place] ?? 0 });
    const found = new Map(
      (await findItems(tx, userId, items)).map((item) => [item.id, item.fullText?.content]),
    );
    assert.deepEqual(
      items.map((item) => found.get(item)),
      ['The article', undefined],
    );
  });
});

test('an item is dated back and never forth, and then its id says nothing about times', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const [id = 0] = (await someFeed(tx, userId, { url: 'https://a.example/', count: 2 })).itemIds;
    const dated = async () => {
      const item = await tx.get<{ at: number }>(sql`SELECT created_at AS at FROM items WHERE id = ${id}`);
      return [item?.at, await toldUpTo(tx, userId)];
    };
    await dateBack(tx, id, tx.now + 1);
    assert.deepEqual(await dated(), [tx.now, 0]);
    await dateBack(tx, id, tx.now - 1_000);
    assert.deepEqual(await dated(), [tx.now - 1_000, id]);
  });
});

test('shelves go once nothing is on them, and what is on others stays', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 1 });
    const another = await someFeed(tx, userId, { url: 'https://b.example/', count: 0 });
    const face = { title: 'A', siteUrl: 'https://a.example/' };
    const [full, empty] = [await ownShelf(tx, id, face), await ownShelf(tx, another.id, face)];
    const imported = await insertItems(tx, { id, userId }, await somePosts(tx, full, 2));
    await deleteEmptyShelves(tx);
    const all = [...itemIds, ...imported];
    assert.equal((await findItems(tx, userId, all)).length, all.length);
    const sources = await tx.all<{ id: number }>(sql`SELECT id FROM sources ORDER BY id`);
    assert.deepEqual(
      sources.map((source) => source.id),
      [sourceId, another.sourceId, full],
    );
    assert.notEqual(empty, full);
  });
});

test('a shelf on which somebody is just putting something does not go', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const shelf = await store.write((tx) => ownShelf(tx, 1, { title: 'A', siteUrl: 'https://a.example/' }));
  const put = Promise.withResolvers<number>();
  const commit = Promise.withResolvers<void>();
  const putting = store.write(async (tx) => {
    const posts = await somePosts(tx, shelf, 1);
    put.resolve(await pidOf(tx));
    await commit.promise;
    return posts;
  });
  const pid = await put.promise;
  const deleted = store.write(deleteEmptyShelves);
  await Promise.race([deleted, blockedBy(store, pid)]);
  commit.resolve();
  const [posts] = await Promise.all([putting, deleted]);
  const left = await store.read((tx) => tx.all<{ id: number }>(sql`SELECT id FROM posts`));
  assert.deepEqual(
    left.map(({ id }) => id),
    posts,
  );
});

test('the shelf of a feed that goes into another one without a shelf is that of the other', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const face = { title: 'A', siteUrl: 'https://a.example/' };
    const shelf = await ownShelf(tx, 1, face);
    const others = await ownShelf(tx, 3, face);
    await giveShelf(tx, 1, 2);
    assert.deepEqual([await ownShelf(tx, 2, face), await ownShelf(tx, 3, face)], [shelf, others]);
  });
});

test('what a feed has of some posts is found by the posts and the user', async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { feed, posts, items, strange } = await real.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const { id, sourceId } = await someFeed(tx, ines, { url: 'https://a.example/', count: 0 });
    const other = await someFeed(tx, ines, { url: 'https://b.example/', count: 1 });
    const posts = await somePosts(tx, sourceId, 3);
    const feed = { id, userId: ines };
    const items = await insertItems(tx, feed, posts.slice(0, 2));
    await insertItems(tx, { id: await insertFeed(tx, otto, sourceId), userId: otto }, posts);
    const [strange] = await tx.all<{ id: number }>(sql`
      SELECT post_id AS id FROM items WHERE feed_id = ${other.id}`);
    return { feed, posts, items, strange: strange?.id ?? 0 };
  });
  const asked = [...posts, strange, posts[0] ?? 0];
  const held = await store.read((tx) => itemsOfPosts(tx, feed, asked));
  assert.deepEqual(
    held,
    items.map((id, place) => ({ id, postId: posts[place], read: false, starred: false })),
  );
  if (isOnPostgres) return;
  const steps = await stepsOf(real, spied);
  // Without the user, everybody's items of the posts are read; by the user or the feed, all that they have.
  assert.deepEqual(
    steps.filter((step) => step.startsWith('SEARCH')),
    ['SEARCH i USING INDEX items_post (post_id=? AND user_id=?)'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { itemsToExport, removedToExport } from './exports.ts';

test('of what a policy has removed and what has come back since, each post is exported once', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    await somePosts(tx, sourceId, 1);
    await tx.run(sql`INSERT INTO removed_items (post_id, user_id)
      SELECT id, ${userId} FROM posts WHERE source_id = ${sourceId} AND identity <> '1'`);
    const feed = { id, userId, sourceId };
    const removed = await removedToExport(tx, feed, { after: 0, limit: 10 });
    const page = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10, mostBytes: undefined };
    const items = await itemsToExport(tx, feed, page);
    const names = (all: typeof items) => all.map(({ item }) => item.identity);
    assert.deepEqual([names(removed), names(items)], [['3'], ['1', '2']]);
  });
});

test('of all that a feed shows, items are looked up only for what a policy has removed', {
  skip: isOnPostgres,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  await store.read((tx) => removedToExport(tx, { id: 1, userId: 1, sourceId: 1 }, { after: 0, limit: 10 }));
  assert.deepEqual(await stepsOf(real, spied), [
    'SEARCH p USING INDEX posts_shown (source_id=? AND rowid>?)',
    'SEARCH r USING COVERING INDEX removed_items_user (user_id=? AND post_id=?)',
    'CORRELATED SCALAR SUBQUERY 1',
    'SEARCH i USING INDEX items_post (post_id=? AND user_id=?)',
  ]);
});

test('of what policies have removed, a user takes along page by page what is their own and is still shown', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [userId, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 0 });
    const [first = 0, second = 0, left = 0, ottos = 0] = await somePosts(tx, sourceId, 4);
    for (const postId of [second, first, left])
      await tx.run(sql`INSERT INTO removed_items (post_id, user_id) VALUES (${postId}, ${userId})`);
    await tx.run(sql`INSERT INTO removed_items (post_id, user_id) VALUES (${ottos}, ${otto})`);
    await tx.run(sql`UPDATE posts SET left_at = ${tx.now} WHERE id = ${left}`);
    const pages: (string | undefined)[][] = [];
    for (
      let after = 0, page = [{ id: 0 }];
      page.length > 0 && pages.length < 4;
      after = page.at(-1)?.id ?? 0
    ) {
      const found = await removedToExport(tx, { id, userId, sourceId }, { after, limit: 1 });
      pages.push(found.map(({ item }) => item.identity));
      page = found;
    }
    assert.deepEqual(pages, [['1'], ['2'], []]);
  });
});

test('a guid that several posts share leaves the house as the publisher wrote it', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 1 });
    const identity = 'g:always\na.example/1';
    await tx.run(sql`UPDATE posts SET identity = ${identity} WHERE source_id = ${sourceId}`);
    const page = { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 10, mostBytes: undefined };
    const [exported] = await itemsToExport(tx, { id, userId }, page);
    assert.deepEqual([exported?.item.guid, exported?.item.identity], ['always', identity]);
  });
});

// Nobody loses their position in a file: not when items are replaced by others, nor while a removed feed can come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { changesAfter } from '../changes.ts';
import { insertEntry } from '../journal.ts';
import { joinFeeds } from '../sources/merge-sources.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { showInstead } from '../transfer/imported-items.ts';
import { forgetPlayed, keepPositions, ownPositions, positionsOfItems } from './playback.ts';

const url = 'https://a.example/1.mp3';

test('where two feeds become one, of an item in both the later position stands, and apps are told', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const a = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const b = await someFeed(tx, userId, { url: 'https://b.example/', count: 2 });
    const [old = 0, other = 0] = a.itemIds;
    const [kept = 0, second = 0] = b.itemIds;
    for (const [from, to] of [
      [old, kept],
      [other, second],
    ] as const) {
      await tx.run(
        sql`UPDATE items SET post_id = (SELECT post_id FROM items WHERE id = ${to}) WHERE id = ${from}`,
      );
    }
    const keep = (id: number, seconds: number, at: number) =>
      keepPositions(tx, { userId, id }, [{ url, seconds, at }]);
    await keep(old, 90, 2);
    await keep(kept, 30, 1);
    await keep(other, 10, 1);
    await keep(second, 20, 2);
    const before = (await changesAfter(tx, userId, 0, 100)).length;
    await joinFeeds(tx, { id: a.id, userId, intervalMs: undefined }, b.id);
    const positions = await positionsOfItems(tx, [old, other, kept, second]);
    assert.deepEqual(
      [...positions],
      [
        [kept, [{ url, seconds: 90, at: 2 }]],
        [second, [{ url, seconds: 20, at: 2 }]],
      ],
    );
    const told = (await changesAfter(tx, userId, 0, 100)).slice(before);
    assert.deepEqual(
      told.filter(({ kind }) => kind === 'items.edited').map(({ ids }) => ids),
      [[kept]],
    );
    assert.equal(
      (await tx.all(sql`SELECT 1 FROM played_items WHERE item_id IN (${old}, ${other})`)).length,
      0,
    );
  });
});

test('an imported item that comes to show the post itself takes over how far one has come in that', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id: feedId, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const [kept = 0, gone = 0] = itemIds;
    const row = await tx.get<{ post_id: number }>(sql`SELECT post_id FROM items WHERE id = ${gone}`);
    const postId = row?.post_id ?? 0;
    await keepPositions(tx, { userId, id: gone }, [{ url, seconds: 90, at: 2 }]);
    const held = { id: gone, postId, read: false, starred: false };
    await showInstead(tx, { id: feedId, userId }, { kept, gone: held, postId });
    assert.deepEqual(
      [...(await positionsOfItems(tx, [kept, gone]))],
      [[kept, [{ url, seconds: 90, at: 2 }]]],
    );
    await tx.run(sql`INSERT INTO post_contents (post_id, details, sanitiser) VALUES (${postId}, ${'{}'}, 1)`);
    assert.deepEqual(
      await ownPositions(tx, userId, [kept]),
      [],
      'an item without files shows no place in one',
    );
    const details = JSON.stringify({ enclosures: [{ url }] });
    await tx.run(sql`UPDATE post_contents SET details = ${details} WHERE post_id = ${postId}`);
    assert.equal((await ownPositions(tx, userId, [kept])).length, 1);
    const otto = await someUser(tx, 'otto');
    assert.deepEqual(await ownPositions(tx, otto, [kept]), [], 'nobody is told of another');
  });
});

test('positions in items that are gone are forgotten, but not where a removed feed of the same user may come back', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    await insertEntry(tx, ines, { action: 'group.removed' });
    await insertEntry(tx, otto, { action: 'feed.removed' });
    const { itemIds } = await someFeed(tx, ines, { url: 'https://a.example/', count: 1 });
    const [here = 0] = itemIds;
    const [gone, away] = [here + 1, here + 2];
    const heard = [{ url, seconds: 90, at: 1 }];
    for (const id of [here, gone]) await keepPositions(tx, { userId: ines, id }, heard);
    await keepPositions(tx, { userId: otto, id: away }, heard);
    await forgetPlayed(tx, [here, gone, away]);
    assert.deepEqual([...(await positionsOfItems(tx, [here, gone, away])).keys()], [here, away]);
  });
});

test('positions are found by the items, and what the user has done is looked through once', {
  skip: isOnPostgres ? 'it counts how many there are' : false,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  await store.read((tx) => ownPositions(tx, 1, [1, 2]));
  await store.write((tx) => forgetPlayed(tx, [1, 2]));
  const steps = await stepsOf(real, spied);
  assert.deepEqual(
    steps
      .filter((step) => / p | played_items |CORRELATED/.test(step))
      .map((step) => step.replace(/\d+$/, '')),
    [
      'SEARCH p USING INDEX sqlite_autoindex_played_items_1 (item_id=?)',
      'SEARCH played_items USING INDEX sqlite_autoindex_played_items_1 (item_id=?)',
      'SEARCH p USING INDEX sqlite_autoindex_played_items_1 (item_id=?)',
      // Whether the item is there; the journal is not looked through for each item.
      'CORRELATED SCALAR SUBQUERY ',
    ],
  );
});

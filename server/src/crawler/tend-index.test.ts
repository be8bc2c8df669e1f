import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporarySqlite } from '../../test/temporary-sqlite.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { silentLog } from '../log.ts';
import { inStrings } from '../model/post-words.ts';
import { readFact, writeFact } from '../store/facts.ts';
import { migrate } from '../store/migrate.ts';
import { indexPosts } from '../store/search/search-index.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { countFound } from '../store/testing/count-found.ts';
import { someFeed, somePosts, someSource, someUser } from '../store/testing/rows.ts';
import { openIndexing } from './tend-index.ts';

test('posts that were there before the search are found after a while, the newest first, across a restart', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write(async (tx) => {
    const id = await someUser(tx, 'ines');
    await someFeed(tx, id, { url: 'https://a.example/', count: 170 });
    await writeFact(tx, 'search-unindexed-below', '171');
    return id;
  });
  assert.equal(await countFound(store, userId), 0);

  const first = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => false });
  first.start();
  await clock.settle();
  await first.stop();
  const found = await countFound(store, userId);
  assert.ok(found >= 10 && found < 170, `${found} posts were found`);
  assert.equal(await countFound(store, userId, '170'), 1);

  const second = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => false });
  second.start();
  for (let turn = 0; turn < 20; turn++) await clock.advance(25);
  await second.stop();
  assert.equal(await countFound(store, userId), 170);
  assert.equal(clock.pending, 0);
});

test('after an upgrade that makes other words, posts are found by those that they have until they get the others', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write(async (tx) => {
    const id = await someUser(tx, 'ines');
    await someFeed(tx, id, { url: 'https://a.example/', count: 2 });
    await tx.run(sql`UPDATE posts SET title = ${'سنة ٢٠٢٤'}`);
    const words = inStrings({ title: ['سنه', '٢٠٢٤'], author: [], body: [], subjects: [] });
    for (const post of [1, 2])
      for (const statement of tx.dialect.search.put(post, words)) await tx.run(statement);
    await writeFact(tx, 'search-merged-at', '2');
    await tx.run(sql`DELETE FROM schema_versions WHERE name = 'words anew'`);
    return id;
  });
  assert.deepEqual(await migrate(store), ['words anew']);
  assert.deepEqual([await countFound(store, userId, 'سنه'), await countFound(store, userId, '2024')], [2, 0]);
  const tending = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => false });
  tending.start();
  await clock.settle();
  await tending.stop();
  assert.deepEqual([await countFound(store, userId, 'سنه'), await countFound(store, userId, '2024')], [2, 2]);
  assert.equal(await countFound(store, userId, '٢٠٢٤'), 0, 'nothing is left of the words before');
  assert.equal(await store.read((tx) => readFact(tx, 'search-merged-at')), undefined);
});

test('where posts have grown, the pieces of the index are merged in the background, and looked after again hours later', async (t) => {
  const clock = fakeClock();
  const { store } = await temporarySqlite(t, clock);
  const add = (id: number): Promise<void> =>
    store.write(async (tx) => {
      const [made = 0] = await somePosts(tx, await someSource(tx, `https://${id}.example/`), 1);
      await tx.run(sql`UPDATE posts SET id = ${id} WHERE id = ${made}`);
      const post = { title: `Post ${id}`, author: undefined, content: '<p>wind</p>', summary: undefined };
      indexPosts(tx, [{ id, post }]);
    });
  for (const id of [30_001, 30_002]) await add(id);
  assert.equal(await countPieces(store), 2);
  const tending = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => false });
  tending.start();
  for (let turn = 0; turn < 10; turn++) await clock.advance(100);
  assert.equal(await countPieces(store), 1);
  await add(40_000);
  await clock.advance(3_600_000);
  assert.equal(await countPieces(store), 2);
  await clock.advance(6 * 3_600_000);
  assert.equal(await countPieces(store), 1);
  await tending.stop();
  assert.equal(clock.pending, 0);
});

test('merging waits until nobody is being answered, but no longer than an hour', async (t) => {
  const clock = fakeClock();
  const { store } = await temporarySqlite(t, clock);
  let areHere = true;
  const isOne = async (): Promise<boolean> => (await countPieces(store)) === 1;
  // Too much to be merged in one transaction.
  const add = (from: number): Promise<void> => addLongPosts(store, { from, count: 60 });
  await add(30_000);
  const tending = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => areHere });
  tending.start();
  await clock.advance(60_000);
  assert.equal(await isOne(), false);
  areHere = false;
  await clock.advance(10_000);
  assert.equal(await isOne(), true);
  areHere = true;
  await add(40_000);
  await clock.advance(6 * 3_600_000);
  assert.equal(await isOne(), false);
  await clock.advance(3_600_000);
  assert.equal(await isOne(), true);
  await tending.stop();
  assert.equal(clock.pending, 0);
});

test('tending that is stopped in the midst of a portion does not sleep first', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const tending = openIndexing({ store, clock, log: silentLog, arePeopleHere: () => false });
  tending.start();
  await tending.stop();
  assert.equal(clock.pending, 0);
});

/** In one transaction; each has words that no other has. */
async function addLongPosts(store: Store, { from, count }: { from: number; count: number }): Promise<void> {
  await store.write(async (tx) => {
    const made = await somePosts(tx, await someSource(tx, `https://${from}.example/`), count);
    for (const [place, post] of made.entries())
      await tx.run(sql`UPDATE posts SET id = ${from + place} WHERE id = ${post}`);
    const posts = made.map((_, place) => ({
      id: from + place,
      post: {
        title: 'Long',
        author: undefined,
        content: Array.from({ length: 400 }, (__, word) => `${from + place}x${word}`.padEnd(60, 'z')).join(
          ' ',
        ),
        summary: undefined,
      },
    }));
    indexPosts(tx, posts);
  });
}

async function countPieces(store: Store): Promise<number | undefined> {
  const row = await store.read((tx) =>
    tx.get<{ count: number }>(sql`SELECT count(DISTINCT segid) AS count FROM post_words_idx`),
  );
  return row?.count;
}

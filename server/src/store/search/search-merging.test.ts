import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import type { SoughtText } from './search-dialect.ts';
import { indexAllAnew, indexPosts, lookIntoIndex } from './search-index.ts';
import { mergeIndex } from './search-merging.ts';

/** Large pieces take a million posts; what counts here is the number of pieces. */
const tables = ['post_words', 'post_words_full'].flatMap((name) => [name, `${name}_heads`, `${name}_starts`]);

test('the pieces of the index become one, and what is found stays the same, also on the way', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  // Enough for several portions.
  await fill(store, { count: 63, from: 1_000, words: 1_200 });
  const all = await found(store);
  assert.equal(all.length, 63);
  assert.ok(
    (await pieces(store)).every((count) => count > 1),
    String(await pieces(store)),
  );
  let portions = 0;
  for (; await store.write(mergeIndex); portions++) assert.deepEqual(await found(store), all);
  assert.ok(portions > tables.length, `${portions} portions`);
  assert.deepEqual(await pieces(store), [1, 1, 1, 1, 1, 1]);
});

test('the index is merged once until posts have grown by a quarter, or were indexed anew', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const merges = async (): Promise<boolean> => {
    const begins = await store.write(mergeIndex);
    while (await store.write(mergeIndex));
    return begins;
  };
  await fill(store, { count: 2, from: 998 });
  assert.equal(await merges(), false);
  await fill(store, { count: 1, from: 1_000 });
  assert.equal(await merges(), true);
  assert.equal(await merges(), false);
  await fill(store, { count: 1, from: 1_249 });
  assert.equal(await merges(), false);
  await fill(store, { count: 1, from: 1_250 });
  assert.equal(await merges(), true);
  await store.write(indexAllAnew);
  assert.equal(await merges(), true);
});

test('a database that sees to it itself is left alone', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await fill(store, { count: 1, from: 30_000 });
  const sees = await store.read(async (tx) => tx.dialect.search.merged.length === 0);
  assert.equal(await store.write(mergeIndex), !sees);
});

/** Each post in a transaction of its own, as visits are. */
async function fill(
  store: Store,
  { count, from, words = 1 }: { count: number; from: number; words?: number },
): Promise<void> {
  const sourceId = await store.write((tx) => someSource(tx, `https://${from}.example/`));
  const step = Math.ceil(30_000 / count);
  for (let place = 0; place < count; place++) {
    await store.write(async (tx) => {
      const [made = 0] = await somePosts(tx, sourceId, 1);
      const id = count < 10 ? from + place : from + place * step;
      await tx.run(sql`UPDATE posts SET id = ${id} WHERE id = ${made}`);
      const text = Array.from({ length: words }, (_, index) => `word${(place * 7 + index * 13) % 5_000}`);
      const post = {
        title: `Solar ${place}`,
        author: undefined,
        content: text.join(' '),
        summary: undefined,
      };
      indexPosts(tx, [{ id, post }]);
      await tx.run(
        sql`INSERT INTO full_texts (post_id, url, host_id, fetched_at, content) VALUES (${id}, '', 1, 1, '<p>Sun.</p>')`,
      );
    });
  }
}

async function found(store: Store): Promise<number[]> {
  const solar = { kind: 'words', field: undefined, words: ['solar'], open: false } as const;
  const sought: SoughtText = { clauses: [{ any: [solar], not: false }], reach: 'anywhere' };
  const rows = await store.read((tx) =>
    lookIntoIndex(tx, tx.dialect.search.findBetween(sought, 0, 1_000_000)),
  );
  return rows.map((row) => row.post_id);
}

async function pieces(store: Store): Promise<number[]> {
  return store.read(async (tx) => {
    const counts: number[] = [];
    for (const table of tables) {
      const text = `SELECT count(DISTINCT segid) AS count FROM ${table}_idx`;
      counts.push((await tx.get<{ count: number }>({ text, values: [] }))?.count ?? 0);
    }
    return counts;
  });
}

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { indexPosts } from '../search/search-index.ts';
import { deletePosts } from '../sources/posts.ts';
import { sql } from '../sql.ts';
import { somePosts, someSource } from '../testing/rows.ts';

const VISITS = 300;
const PAGE_BYTES = 4_096;

test('the upkeep of the index is done a little with each visit, and is not put off', async (t) => {
  const { store, address } = await temporarySqlite(t, fakeClock());
  const log = `${address.slice('file:'.length)}-wal`;
  const ids = await store.write(async (tx) =>
    somePosts(tx, await someSource(tx, 'https://a.example/'), VISITS),
  );
  const pages: number[] = [];
  for (const id of ids) {
    const before = statSync(log).size;
    await store.write(async (tx) => indexPosts(tx, [{ id, post: post(id) }]));
    pages.push((statSync(log).size - before) / PAGE_BYTES);
  }
  const pieces = await store.read((tx) =>
    tx.get<{ count: number }>(sql`SELECT count(DISTINCT segid) AS count FROM post_words_idx`),
  );
  // Left to itself, FTS5 writes two hundred in one go.
  assert.ok(Math.max(...pages) < 100, `${Math.max(...pages)} pages in one visit`);
  assert.ok((pieces?.count ?? 0) < 14, `${pieces?.count} pieces`);
});

test('the words of a post that goes in the transaction in which it came are not kept', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const [, stays] = await store.write(async (tx) => {
    const ids = await somePosts(tx, await someSource(tx, 'https://a.example/'), 2);
    indexPosts(
      tx,
      ids.map((id) => ({ id, post: post(id) })),
    );
    await deletePosts(tx, ids.slice(0, 1));
    return ids;
  });
  const kept = await store.read((tx) =>
    tx.all<{ rowid: number }>(sql`SELECT rowid FROM post_words WHERE post_words MATCH 'post'`),
  );
  assert.deepEqual(
    kept.map(({ rowid }) => rowid),
    [stays],
  );
});

/** Three hundred words, most of them seldom. */
function post(id: number) {
  const words = Array.from({ length: 300 }, (_, place) => `word${(id * 7_919 + place * 104_729) % 20_000}`);
  return { title: `Post ${id}`, author: undefined, content: `<p>${words.join(' ')}</p>`, summary: undefined };
}

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { wordsOfPost } from '../../model/post-words.ts';
import type { SoughtText } from '../search/search-dialect.ts';
import { indexPosts, lookIntoIndex } from '../search/search-index.ts';
import { deletePosts } from '../sources/posts.ts';
import { sql } from '../sql.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import { sqliteSearch } from './sqlite-search.ts';

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

test('long texts get as much upkeep as they are long', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const ids = await store.write(async (tx) =>
    somePosts(tx, await someSource(tx, 'https://a.example/'), VISITS),
  );
  for (const id of ids) {
    // A few words again and again, and most of them seldom.
    const words = Array.from({ length: 2_000 }, (_, place) => `w${(place * id * id) % 7_919}`);
    const content = `<p>${words.join(' ')}</p>`;
    await store.write(async (tx) => indexPosts(tx, [{ id, post: { ...post(id), content } }]));
  }
  for (const table of ['post_words', 'post_words_starts']) {
    const statement = `SELECT count(DISTINCT segid) AS count FROM ${table}_idx`;
    const pieces = await store.read((tx) => tx.get<{ count: number }>({ text: statement, values: [] }));
    assert.ok((pieces?.count ?? 0) < 20, `${pieces?.count} pieces in ${table}`);
  }
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

test('a look for a phrase that nobody wrote ends soon after its range, though all posts have the words', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const content = `<p>${'to be or not to be that is '.repeat(20)}</p>`;
  const last = await store.write(async (tx) => {
    const ids = await somePosts(tx, await someSource(tx, 'https://a.example/'), 8_192);
    const written = { title: 'Question', author: undefined, content, summary: undefined };
    const words = wordsOfPost(written);
    indexPosts(
      tx,
      ids.map((id) => ({ id, post: { ...written, words } })),
    );
    return ids.at(-1) ?? 0;
  });
  const phrase = (words: readonly string[]): SoughtText => ({
    clauses: [{ any: [{ kind: 'words', field: undefined, words, open: false }], not: false }],
    reach: 'anywhere',
  });
  const found = (words: readonly string[], from: number, to: number): Promise<number[]> =>
    store.read(async (tx) =>
      (await lookIntoIndex(tx, sqliteSearch.findBetween(phrase(words), from, to))).map((row) => row.post_id),
    );
  // What ends the look, a word that lies behind it, is not found.
  for (const [from, to] of [
    [1, 3],
    [1_020, 1_030],
    [2_047, 2_048],
    [last - 1, last],
  ] as const)
    assert.deepEqual(
      await found(['be', 'or'], from, to),
      Array.from({ length: to - from + 1 }, (_, place) => from + place),
    );
  const cost = async (to: number): Promise<number> => {
    const before = process.cpuUsage();
    for (let each = 0; each < 20; each++) assert.deepEqual(await found(['be', 'be', 'be'], 1, to), []);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const [whole, little] = [await cost(last), await cost(100)];
  assert.ok(little < whole / 2, `${little} of ${whole} µs for an eightieth of the posts`);
});

/** Three hundred words, most of them seldom. */
function post(id: number) {
  const words = Array.from({ length: 300 }, (_, place) => `word${(id * 7_919 + place * 104_729) % 20_000}`);
  return { title: `Post ${id}`, author: undefined, content: `<p>${words.join(' ')}</p>`, summary: undefined };
}

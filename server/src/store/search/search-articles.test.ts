import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { wantArticle, wantsAnyArticle } from '../sources/articles.ts';
import { deletePosts } from '../sources/posts.ts';
import { sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';
import { somePosts, someSource, someUser } from '../testing/rows.ts';
import type { SoughtText } from './search-dialect.ts';
import {
  indexAllAnew,
  indexArticle,
  indexArticles,
  indexOlderPosts,
  indexPosts,
  lookIntoIndex,
} from './search-index.ts';

test('articles that wait for their words get them, the newest first, a portion at a time', async (t) => {
  const { store, ids } = await withArticles(t, 3);
  assert.deepEqual(await holding(store), []);
  const portions: number[][] = [];
  while (await store.write((tx) => indexArticles(tx, 2))) portions.push(await holding(store));
  assert.deepEqual(portions, [ids.slice(1), ids]);
  assert.deepEqual(await worded(store), ids);
});

test('several portions of one transaction are different ones', async (t) => {
  const { store, ids } = await withArticles(t, 3);
  const more = await store.write(async (tx) => [
    await indexArticles(tx, 2),
    await indexArticles(tx, 2),
    await indexArticles(tx, 2),
  ]);
  assert.deepEqual(more, [true, true, false]);
  assert.deepEqual(await holding(store), ids);
});

test('when all posts get their words again, articles do as well', async (t) => {
  const { store, ids } = await withArticles(t, 3);
  await store.write((tx) => indexArticles(tx, 3));
  await store.write(indexAllAnew);
  assert.deepEqual(await worded(store), []);
  await store.write((tx) => indexOlderPosts(tx, 2));
  assert.deepEqual(await worded(store), ids.slice(1));
  await store.write((tx) => indexArticles(tx, 3));
  assert.deepEqual(await worded(store), ids);
  assert.deepEqual(await holding(store), ids);
});

test('the words of an article go with it, with its post, and when another post is given it', async (t) => {
  const { store, ids } = await withArticles(t, 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  await store.write((tx) => indexArticles(tx, 4));
  await store.write(async (tx) => {
    await tx.run(sql`DELETE FROM full_texts WHERE post_id IN (${second}, ${third})`);
    await deletePosts(tx, [first]);
    await tx.run(sql`UPDATE full_texts SET post_id = ${second} WHERE post_id = ${fourth}`);
    indexArticle(tx, second);
  });
  assert.deepEqual(await holding(store), [second]);
});

test('the words of an article that goes in the transaction in which it came are not kept', async (t) => {
  const { store, ids } = await withArticles(t, 1);
  await store.write(async (tx) => {
    indexArticle(tx, ids[0] ?? 0);
    await tx.run(sql`DELETE FROM full_texts`);
  });
  assert.deepEqual(await holding(store), []);
});

test('however many articles others want, who wants none is told so at once', {
  skip: isOnPostgres ? false : 'SQLite always takes the index',
}, async (t) => {
  const { store, ids } = await withArticles(t, 1_000);
  const [much, none] = await store.write(async (tx) => {
    const users = [await someUser(tx, 'much'), await someUser(tx, 'none')] as const;
    for (const id of ids) await wantArticle(tx, users[0], id);
    return users;
  });
  await store.write((tx) => tx.run(sql`ANALYZE wanted_articles`));
  const read = await store.write(async (tx) => {
    await tx.run(sql`SET LOCAL plan_cache_mode = force_generic_plan`);
    assert.deepEqual([await wantsAnyArticle(tx, much), await wantsAnyArticle(tx, none)], [true, false]);
    return tx.get(
      sql`SELECT seq_tup_read AS rows FROM pg_stat_xact_user_tables WHERE relname = 'wanted_articles'`,
    );
  });
  assert.deepEqual(read, { rows: 0 });
});

const hedge: SoughtText = {
  clauses: [{ any: [{ kind: 'words', field: undefined, words: ['hedge'], open: false }], not: false }],
  reach: 'anywhere',
};

/** Posts that hold the word together with their articles. None does by itself. */
async function holding(store: Store): Promise<number[]> {
  const { full, plain } = await store.read(async (tx) => {
    const { search } = tx.dialect;
    return {
      full: await lookIntoIndex(tx, search.full.findBetween(hedge, 0, 1_000)),
      plain: await lookIntoIndex(tx, search.findBetween(hedge, 0, 1_000)),
    };
  });
  assert.deepEqual(plain, []);
  return full.map((row) => row.post_id).sort((a, b) => a - b);
}

async function worded(store: Store): Promise<number[]> {
  const rows = await store.read((tx) =>
    tx.all<{ post_id: number }>(sql`SELECT post_id FROM full_texts WHERE has_words = 1 ORDER BY post_id`),
  );
  return rows.map((row) => row.post_id);
}

/** Posts with an article each, as an earlier version kept them. */
async function withArticles(t: TestContext, count: number): Promise<{ store: Store; ids: number[] }> {
  const { store } = await temporaryStore(t, fakeClock());
  const ids = await store.write(async (tx) => {
    const posts = await somePosts(tx, await someSource(tx, 'https://a.example/'), count);
    for (const id of posts) await keepArticle(tx, id);
    return posts;
  });
  return { store, ids };
}

async function keepArticle(tx: WriteTx, id: number): Promise<void> {
  indexPosts(tx, [{ id, post: titled('Post') }]);
  // After its words: what the post is given with it would be the words of both.
  tx.beforeCommit(putArticle, [id]);
}

async function putArticle(tx: WriteTx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content) VALUES (${id}, '', 1, 1, '<p>Behind the hedge.</p>')`);
  }
}

function titled(title: string) {
  return { title, author: undefined, content: undefined, summary: undefined };
}

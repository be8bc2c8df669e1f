// Articles get their words while their posts are edited, joined and removed: nobody waits for what the other one holds, which PostgreSQL
// would end after a second by having one of them begin again.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { deleteOtherArticles } from '../sources/articles.ts';
import { mergeSources } from '../sources/merge-sources.ts';
import { editPosts, rewritePosts } from '../sources/posts.ts';
import { sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import { indexArticle, indexArticles } from './search-index.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };
const PAGE = 'https://example.org/';

for (const [name, deed] of [
  ['edited', editPosts],
  ['read anew', rewritePosts],
] as const)
  test(`a post is ${name} while its article gets its words in the background`, onPostgres, async (t) => {
    const { store, old, attempts } = await twoSources(t);
    let done: Promise<unknown> | undefined;
    await attempts.write(async (tx) => {
      await indexArticles(tx, 2);
      done ??= attempts.write<unknown>((other) => deed(other, [{ id: old.post, post: otherPost }], 1));
      await Promise.race([done, blockedBy(store, await pidOf(tx))]);
    });
    await done;
    assert.equal(attempts.count(), 2);
    const words = await store.read((tx) => tx.all(sql`SELECT body FROM post_words_full`));
    assert.deepEqual(words, [{ body: ' behind the hedge a kestrel ' }]);
  });

for (const [name, deed] of [
  [
    'becomes one with another',
    async (tx: WriteTx, { old, kept }: TwoSources) => {
      await mergeSources(tx, { id: old.id, url: '' }, kept.id);
    },
  ],
  [
    'turns out to lead to another page',
    async (tx: WriteTx, { old }: TwoSources) => {
      await deleteOtherArticles(tx, new Map([[old.post, `${PAGE}other`]]));
      await editPosts(tx, [{ id: old.post, post: otherPost }], 1);
    },
  ],
] as const)
  test(`a post ${name} while its article gets its words`, onPostgres, async (t) => {
    const two = await twoSources(t);
    const { store, old, attempts } = two;
    const holds = Promise.withResolvers<number>();
    const letGo = Promise.withResolvers<void>();
    const holding = store.write(async (tx) => {
      await tx.all(sql`SELECT 1 AS one FROM post_contents WHERE post_id = ${old.post} FOR UPDATE`);
      holds.resolve(await pidOf(tx));
      await letGo.promise;
    });
    const holder = await holds.promise;
    const gives = Promise.withResolvers<number>();
    const given = attempts.write(async (tx) => {
      gives.resolve(await pidOf(tx));
      indexArticle(tx, old.post);
    });
    await blockedBy(store, holder);
    const done = attempts.write((tx) => deed(tx, two));
    await blockedBy(store, await gives.promise);
    letGo.resolve();
    await Promise.all([holding, given, done]);
    assert.equal(attempts.count(), 2);
  });

const otherPost = {
  title: 'Post 1',
  url: PAGE,
  author: undefined,
  content: '<p>A kestrel</p>',
  summary: undefined,
  identity: '1',
  publishedAt: undefined,
  sortAt: 1,
  textHash: '',
  details: { enclosures: [], categories: [] },
};

interface Some {
  id: number;
  post: number;
}

interface TwoSources {
  store: Store;
  old: Some;
  kept: Some;
  /** The store, with a count of how often something was begun in it. */
  attempts: { write<T>(fn: (tx: WriteTx) => Promise<T>): Promise<T>; count(): number };
}

/** Two sources with the same post each, of which the old one has an article. */
async function twoSources(t: TestContext): Promise<TwoSources> {
  const { store } = await temporaryStore(t, fakeClock());
  const some = async (tx: WriteTx, url: string): Promise<Some> => {
    const id = await someSource(tx, url);
    const [post = 0] = await somePosts(tx, id, 1);
    await tx.run(sql`INSERT INTO post_contents (post_id, details, sanitiser) VALUES (${post}, '{}', 1)`);
    return { id, post };
  };
  const two = await store.write(async (tx) => {
    const [old, kept] = [await some(tx, 'https://a.example/'), await some(tx, 'https://b.example/')];
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, fetched_at, content)
      VALUES (${old.post}, ${PAGE}, 1, 1, '<p>Behind the hedge.</p>')`);
    return { old, kept };
  });
  let count = 0;
  const write: TwoSources['attempts']['write'] = (fn) =>
    store.write((tx) => {
      count++;
      return fn(tx);
    });
  return { store, ...two, attempts: { write, count: () => count } };
}

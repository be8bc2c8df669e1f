import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { FeedPost } from '../../formats/feed-document.ts';
import type { SoughtText } from '../../store/search/search-dialect.ts';
import { lookIntoIndex } from '../../store/search/search-index.ts';
import { insertPosts } from '../../store/sources/posts.ts';
import type { Store } from '../../store/store.ts';
import { someSource } from '../../store/testing/rows.ts';
import { wordsBefore } from '../limits.ts';
import { bench, rss } from '../testing/bench.ts';
import { wordsOnlyBeforehand } from '../testing/words-only-beforehand.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { withWords } from './with-words.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
const SITE = 'https://site.example/';

test('words are made beforehand of what looks new or edited, and of nothing that is known', async (t) => {
  const { store, sourceId } = await source(t);
  await keep(store, sourceId, shown([{ title: 'One' }, { title: 'Two' }]));
  const candidates = shown([
    { title: 'One' },
    { title: 'Two', content: 'edited' },
    { title: 'Three' },
    { title: 'Four', known: 'left unread' },
  ]);
  assert.deepEqual(titled(await withWords(store, sourceId, candidates)), ['Two', 'Three']);
  assert.deepEqual(titled(await withWords(store, undefined, candidates)), ['One', 'Two', 'Three']);
});

test('words are taken from what is stored by now, and kept for what is not', async (t) => {
  const { store, sourceId } = await source(t);
  const given = await withWords(store, sourceId, shown([{ title: 'One' }, { title: 'Two' }]));
  await keep(store, sourceId, given.slice(0, 1));
  const again = await withWords(store, sourceId, given);
  assert.deepEqual(titled(again), ['Two']);
  assert.equal(again[1]?.post.words, given[1]?.post.words, 'they are not made once more');
});

test('posts are found alike, whether their words were made beforehand or when they were stored', async (t) => {
  const { store, sourceId } = await source(t);
  const content = 'word '.repeat(wordsBefore.mostChars / 8);
  const given = await withWords(
    store,
    sourceId,
    shown([{ title: 'One', content }, { title: 'Two', content }, { title: 'Three' }]),
  );
  assert.deepEqual(titled(given), ['One', 'Three'], 'there is no room for the second');
  const ids = await keep(store, sourceId, given);
  for (const [index, title] of ['one', 'two', 'three'].entries())
    assert.deepEqual(await found(store, title), [ids[index]]);
});

test('a visit makes the words of its posts before it holds the lock', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    ...[rss([1]), rss([2, 1])].map((body, index) => ({ body, headers: { etag: `${index}` } })),
  );
  const { sourceId, userId } = await b.subscribe(FEED);
  const crawler = b.open({ store: wordsOnlyBeforehand(b.store) });
  t.after(() => b.wait(crawler.close()));
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue());
  const [last] = await b.visits(sourceId);
  assert.equal(last?.outcome.kind, 'document');
  assert.equal((await b.items(userId)).length, 2);
});

async function source(t: TestContext): Promise<{ store: Store; sourceId: number }> {
  const { store } = await temporaryStore(t, fakeClock());
  return { store, sourceId: await store.write((tx) => someSource(tx, SITE)) };
}

/** The posts of a document that shows the oldest last. */
function shown(posts: readonly Partial<FeedPost>[]): Candidate[] {
  return candidatesOf(posts.map((post) => ({ categories: [], enclosures: [], ...post })).reverse(), {
    siteUrl: SITE,
    now: 0,
  });
}

function titled(candidates: readonly Candidate[]): string[] {
  return candidates.filter(({ post }) => post.words !== undefined).map(({ post }) => post.title);
}

function keep(store: Store, sourceId: number, candidates: readonly Candidate[]): Promise<number[]> {
  const posts = candidates.map(({ post }) => ({ ...post, identity: post.title }));
  return store.write(async (tx) => (await insertPosts(tx, sourceId, posts, 1)).map(({ id }) => id));
}

async function found(store: Store, word: string): Promise<number[]> {
  const sought: SoughtText = {
    clauses: [{ any: [{ kind: 'words', field: undefined, words: [word], open: false }], not: false }],
    reach: 'anywhere',
  };
  return store.read(async (tx) => {
    const posts = await lookIntoIndex(tx, tx.dialect.search.findBetween(sought, 0, 1_000));
    return posts.map(({ post_id }) => post_id);
  });
}

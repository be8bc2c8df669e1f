// However little time a page has, all pages together give every result once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { insertFeed } from '../store/feeds/feeds.ts';
import { noteToldTimes } from '../store/items/item-times.ts';
import { insertItems } from '../store/items/items.ts';
import { indexPosts } from '../store/search/search-index.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { somePosts, someSource, someUser } from '../store/testing/rows.ts';
import { searchBest, searchInLines, searchNewest } from './search.ts';

const POSTS = 300;
const LIMIT = 7;

for (const [pace, stepMs] of [
  ['as quick as can be', 0],
  ['slow', 1_000],
] as const) {
  test(`pages give every item once, the newest first, where looking is ${pace}`, async (t) => {
    const { store, userId } = await filled(t, stepMs);
    const pages = await newestPages(store, userId, '-wind');
    assert.deepEqual(pages.flat(), numbers(isWithout).reverse());
    assert.equal(
      pages.slice(0, -1).every(({ length }) => length === LIMIT),
      stepMs === 0,
    );
  });

  test(`pages of lines give every item once, and go on where others are short, where looking is ${pace}`, async (t) => {
    const { store, userId } = await filled(t, stepMs);
    const pages: number[][] = [];
    for (let next: number | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const page = await searchInLines({ store }, userId, { text: '-wind', limit: LIMIT }, next);
      pages.push(page.items.map(({ id }) => id));
      next = page.next;
    }
    assert.deepEqual(pages.flat(), numbers(isWithout).reverse());
    assert.ok(pages.slice(0, -1).every(({ length }) => length === LIMIT));
  });

  test(`pages give every item once, the best first, where looking is ${pace}`, async (t) => {
    const { store, userId } = await filled(t, stepMs);
    const pages: number[][] = [];
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const page = await searchBest({ store }, userId, { text: 'solar', limit: LIMIT }, next);
      pages.push(page.ids);
      next = page.next;
    }
    const [heads, subjects, rest] = ranks;
    assert.deepEqual(
      pages.flat(),
      [heads, subjects, rest].flatMap((isOf) => numbers(isOf).reverse()),
    );
    // The three of the first rank are a page if there is no time to look for more.
    assert.equal(pages[0]?.length, stepMs === 0 ? LIMIT : 3);
  });
}

test('items that came while the clock was wrong hide none of those before them', async (t) => {
  const { store, userId } = await filled(t, 0);
  await store.write((tx) => tx.run(sql`UPDATE items SET created_at = 1 WHERE id % 2 = 1`));
  const found = (await newestPages(store, userId, '-wind after:2026')).flat();
  assert.deepEqual(found, numbers((id) => isWithout(id) && id % 2 === 0).reverse());
});

test('what an import has dated back hides nothing that came before it', async (t) => {
  const { store, userId } = await filled(t, 0);
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE items SET created_at = 1 WHERE id > ${POSTS / 3}`);
    await noteToldTimes(tx, userId, POSTS);
  });
  const found = (await newestPages(store, userId, '-wind after:2026')).flat();
  assert.deepEqual(found, numbers((id) => isWithout(id) && id <= POSTS / 3).reverse());
});

async function newestPages(store: Store, userId: number, text: string): Promise<number[][]> {
  const pages: number[][] = [];
  for (let maxId: number | undefined, hasOlder = true; hasOlder; ) {
    const bounds = maxId === undefined ? {} : { maxId };
    const page = await searchNewest({ store }, userId, { text, limit: LIMIT }, bounds);
    pages.push(page.ids);
    maxId = page.edge ?? page.ids.at(-1);
    hasOlder = page.hasOlder;
  }
  return pages;
}

/** Rare among the newest, so that a first portion has less than a page of them. */
function isWithout(id: number): boolean {
  return id % (id > POSTS / 2 ? 60 : 3) === 0;
}

/** Whether an item has the word in its title, as a subject, or anywhere else. */
const ranks = [
  (id: number) => id % 100 === 0,
  (id: number) => id % 20 === 0 && id % 100 !== 0,
  (id: number) => id % 6 === 0 && id % 20 !== 0,
] as const;

/** A store in which each query takes `stepMs`. */
async function filled(
  t: Parameters<typeof temporaryStore>[0],
  stepMs: number,
): Promise<{ store: Store; userId: number }> {
  const clock = fakeClock();
  let passed = 0;
  const slow = {
    ...clock,
    now() {
      passed += stepMs;
      return clock.now() + passed;
    },
  };
  const { store } = await temporaryStore(t, slow);
  const userId = await store.write(async (tx) => {
    const id = await someUser(tx, 'ines');
    const sourceId = await someSource(tx, 'https://a.example/');
    const feed = { id: await insertFeed(tx, id, sourceId), userId: id };
    const posts = await somePosts(tx, sourceId, POSTS);
    const written = posts.map((post) => ({
      id: post,
      post: { ...textOf(post), author: undefined, summary: undefined },
    }));
    indexPosts(tx, written);
    await insertItems(tx, feed, posts);
    return id;
  });
  return { store, userId };
}

function textOf(id: number): { title: string; content: string } {
  const [isHead, isSubject, isMentioned] = ranks.map((isOf) => isOf(id));
  const words = [
    isWithout(id) ? 'sea' : 'wind',
    ...Array<string>(isSubject ? 3 : isMentioned ? 1 : 0).fill('solar'),
  ];
  return { title: isHead ? 'Solar' : 'Post', content: `<p>${words.join(' ')}</p>` };
}

function numbers(isOf: (id: number) => boolean): number[] {
  return Array.from({ length: POSTS }, (_, index) => index + 1).filter(isOf);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../model/item.ts';
import { countTurns } from '../../store/testing/count-turns.ts';
import { writeInPortions } from './item-pages.ts';
import { presentItem } from './present.ts';
import type { ImageProxy } from './present-images.ts';
import { presentChanges } from './present-sync.ts';

const base = 'https://courant.example';
const proxy: ImageProxy = { html: (html) => html.replaceAll('<img>', '<hr>'), address: (url) => url };
const ITEMS = 5;

test('a page of items with very many pictures is written in turns, and says of each item what it says by itself', async () => {
  const heavy = items('<img>'.repeat(40_000));
  const { value, turns } = await countTurns(() => written(heavy));
  assert.ok(turns >= ITEMS - 1, `${turns} turns`);
  assert.equal(value, JSON.stringify(heavy.map((item) => presentItem(item, base, proxy))));
});

test('new and edited items with very many pictures are presented in turns in an answer about changes', async () => {
  const heavy = items('<img>'.repeat(40_000));
  const none = { changed: [], removed: [] };
  const rest = { read: [], unread: [], starred: [], unstarred: [], played: [], removed: [] };
  const news = {
    groups: none,
    feeds: none,
    items: { new: heavy, edited: heavy, ...rest },
    counts: undefined,
  };
  const { value, turns } = await countTurns(() =>
    presentChanges({ cursor: '1', more: false, snapshot: undefined, news }, { base, images: proxy }),
  );
  assert.ok(turns >= 2 * (ITEMS - 1), `${turns} turns`);
  const presented = heavy.map((item) => presentItem(item, base, proxy));
  assert.deepEqual(value.items, { new: presented, edited: presented });
});

test('a page of short items is written at once', async () => {
  const { value, turns } = await countTurns(() => written(items('<p>Words')));
  assert.equal(turns, 0);
  assert.equal(JSON.parse(value).length, ITEMS);
  assert.equal(await written([]), '[]');
});

/** A page of one portion. */
async function written(page: readonly Item[]): Promise<string> {
  return (await Array.fromAsync(writeInPortions(only(page), base, proxy))).join('');
}

async function* only(page: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield page;
}

function items(content: string): Item[] {
  return Array.from({ length: ITEMS }, (_, place) => ({
    id: place + 1,
    feedId: 1,
    postId: place + 1,
    title: `Story ${place}`,
    url: 'https://site.example/',
    author: undefined,
    read: false,
    starred: false,
    tags: [],
    createdAt: 0,
    published: undefined,
    editedAt: undefined,
    details: {},
    positions: [],
    content,
    summary: undefined,
    fullText: undefined,
  }));
}

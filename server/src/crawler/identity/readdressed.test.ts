import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { bench, rss } from '../testing/bench.ts';
import { shelfPost as post, Shelf, unguidedPost as unguided } from '../testing/shelf.ts';

const SITE = 'https://site.example/';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The post at another address, with a guid that is made of it. */
function moved(n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  return post(n, { guid: `${SITE}new/${n}`, url: `${SITE}new/${n}`, ...more });
}

test('a post whose page is renamed, and its guid with it, comes once: title, date and words are the same', () => {
  const shelf = new Shelf();
  shelf.visit([post(1), post(2), post(3)]);
  assert.deepEqual(shelf.fresh([post(1), moved(2), post(3)]), []);
  const bare = new Shelf();
  bare.visit([unguided(1), unguided(2), unguided(3)]);
  assert.deepEqual(bare.fresh([unguided(1), unguided(2, { url: `${SITE}new/2` }), unguided(3)]), []);
});

for (const [what, other] of [
  ['title', { title: 'Post two' }],
  ['date', { publishedAt: Shelf.NOW - 1 }],
  ['words', { content: '<p>Other text</p>' }],
] as const) {
  test(`a post with another guid, another link and another ${what} is another post`, () => {
    const shelf = new Shelf();
    shelf.visit([post(1), post(2), post(3)]);
    assert.equal(shelf.fresh([post(1), moved(2, other), post(3)]).length, 1);
  });
}

test('posts of one title, date and words are as many as the document shows', () => {
  const same = { title: 'Link', publishedAt: Shelf.NOW - HOUR, content: '<p>Read on</p>' };
  const shelf = new Shelf();
  shelf.visit([post(1, same), post(2), post(3)]);
  assert.equal(shelf.fresh([moved(4, same), post(1, same), post(2)]).length, 1, 'the old one is still shown');
  const late = new Shelf();
  late.visit([post(1, same), post(2), post(3)]);
  assert.equal(late.fresh([moved(5, same), moved(4, same), post(2)]).length, 2, 'which of two is not clear');
});

test('a post without words is another post at another address, whatever its title and date', () => {
  const shelf = new Shelf();
  const comic = { title: 'Comic', publishedAt: Shelf.NOW - HOUR, content: '' };
  shelf.visit([post(1, comic), post(2), post(3)]);
  assert.equal(shelf.fresh([moved(1, comic), post(2), post(3)]).length, 1);
});

test('a post that was read stays read where its page and guid are renamed, leads to its new page, and can be edited there', async (t) => {
  const b = await bench(t);
  const at = (guid: string, text = 'Text 2') => ({ n: 2, guid, text, hoursAgo: 2 });
  const renamed = (text?: string) =>
    rss([3, at('new-guid', text), 1]).replace('https://example.com/2', 'https://example.com/two');
  const feed = 'https://example.com/feed';
  b.web.serve(feed, rss([3, at('guid-2'), 1]), renamed(), renamed('Better'));
  const { userId } = await b.subscribe(feed);
  const titles = async () => (await b.items(userId)).map(({ title }) => title);
  const before = await titles();
  for (const _visit of [1, 2]) {
    await b.later(2 * DAY);
    assert.deepEqual(await titles(), before);
  }
  const item = (await b.items(userId)).find(({ title }) => title === 'Post 2');
  assert.deepEqual([item?.url, item?.content], ['https://example.com/two', 'Better']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { bench, rss } from '../testing/bench.ts';
import { shelfPost as post, Shelf } from '../testing/shelf.ts';

const DAY = 24 * 3_600_000;
const TODAY = Shelf.NOW - (Shelf.NOW % DAY);

/** One of several that have the same title, words and day. */
function twin(link: string, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  const url = `https://site.example/${link}`;
  return { guid: url, url, title: 'News', publishedAt: TODAY, content: '<p>On air</p>', ...more };
}

test('a feed that shows its newest post alone shows each, though title, words and day are the same', () => {
  const shelf = new Shelf();
  shelf.visit([twin('at-noon')]);
  assert.deepEqual(shelf.fresh([twin('in-the-evening')]), ['News']);
});

test('a post that has made room for newer ones is not taken for one of them with its title, words and day', () => {
  const shelf = new Shelf();
  const of = (name: string) => twin(name, { title: name, content: `<p>${name}</p>` });
  shelf.visit([of('sport'), of('weather'), twin('at-noon')]);
  assert.deepEqual(shelf.fresh([twin('in-the-evening'), of('traffic'), of('sport')]).toSorted(), [
    'News',
    'traffic',
  ]);
});

for (const [one, other] of [
  ['job/123', 'job/124'],
  ['item.php?id=123', 'item.php?id=124'],
  ['on-air', 'on-air-2'],
  ['ad/5f3c9a10-8d1e-4f6a-9a52-1c2b3d4e5f60', 'ad/0b7d2c44-11aa-4c0e-8f77-aabbccddeeff'],
] as const) {
  test(`a post at ${other} is not the one that was at ${one}, though title, words and day are the same`, () => {
    const shelf = new Shelf();
    shelf.visit([twin(one), post(30), post(31), post(32)]);
    assert.deepEqual(shelf.fresh([twin(other), post(30), post(31), post(32)]), ['News']);
  });
}

test('a post is neither of two that are gone, whose title, words and day it has', () => {
  const shelf = new Shelf();
  shelf.visit([twin('at-dawn'), twin('at-noon'), post(30), post(31)]);
  assert.deepEqual(shelf.fresh([twin('in-the-evening'), post(30), post(31)]), ['News']);
});

test('a document of new posts only tells of no other that it is no longer shown', () => {
  const shelf = new Shelf();
  shelf.visit([twin('at-noon'), post(30), post(31)]);
  assert.deepEqual(shelf.fresh([twin('in-the-evening'), post(30)], Shelf.NOW, false), ['News']);
});

test('a document that breaks off tells of no post that it is no longer shown', async (t) => {
  const b = await bench(t);
  const news = (name: string) =>
    rss([{ n: 9, guid: name, title: 'News', text: 'On air', hoursAgo: 12 }, 8, 7]).replace(
      /9(?=<\/link>)/,
      name,
    );
  const broken = news('in-the-evening');
  const feed = 'https://example.com/feed';
  b.web.serve(feed, news('at-noon'), broken.slice(0, broken.lastIndexOf('<description>')));
  const { userId } = await b.subscribe(feed);
  await b.later(2 * DAY);
  const shown = (await b.items(userId)).filter(({ title }) => title === 'News');
  assert.equal(shown.length, 2);
});

test('comparing posts that all have one date reads each of their addresses a few times', () => {
  const shelf = new Shelf();
  const many = (name: string) =>
    Array.from({ length: 300 }, (_, n) => twin(`${name}/${n}`, { title: `${name} ${n}` }));
  shelf.visit(many('old'));
  let reads = 0;
  for (const known of shelf.known) {
    const { url } = known;
    Object.defineProperty(known, 'url', { get: () => ++reads && url });
  }
  assert.equal(shelf.fresh(many('new')).length, 300);
  assert.ok(reads <= 20 * 300, `${reads} reads`);
});

// What comes again is not what came before: words on another day, and headlines that are edited at a link that stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { Shelf, unguidedPost as unguided } from '../testing/shelf.ts';

const DAY = 86_400_000;
const { NOW } = Shelf;
const SITE = 'https://site.example/';

/** What a visit brings: how many new posts, and the titles of those that are edited. */
function brought(shelf: Shelf, posts: readonly Partial<FeedPost>[]): [number, string[]] {
  const { fresh, edited } = shelf.visit(posts);
  return [fresh.length, edited.map((each) => each.post.title)];
}

for (const guid of [undefined, `${SITE}weather`]) {
  test(`a day with the words of a day before arrives under the same link and title (${guid ? 'and guid' : 'without guid'})`, () => {
    const shelf = new Shelf();
    const days = (...words: string[]): Partial<FeedPost>[] =>
      words.map((each) => ({
        ...(guid && { guid }),
        url: `${SITE}weather`,
        title: 'The weather',
        publishedAt: NOW - (10 - Number(each.slice(-1))) * DAY,
        content: `<p>${each.slice(0, -1)}</p>`,
      }));
    assert.equal(shelf.fresh(days('rain 1', 'sun 2', 'snow 3')).length, 3);
    assert.deepEqual(brought(shelf, days('sun 2', 'snow 3', 'rain 4')), [1, []]);
    assert.deepEqual(brought(shelf, days('snow 3', 'rain 4', 'rain 5')), [1, []]);
    assert.deepEqual(brought(shelf, days('snow 3', 'rain 4', 'rain 5')), [0, []]);
  });
}

test('without guids, a headline that is edited at its link is an edit, with a date or without, or with one that comes or goes', () => {
  const dates = [undefined, NOW - DAY];
  for (const before of dates)
    for (const after of dates) {
      const shelf = new Shelf();
      const shown = (publishedAt: number | undefined, title: string): Partial<FeedPost>[] =>
        [1, 2, 3].map((n) => {
          const { publishedAt: _date, ...undated } = unguided(n, n === 1 ? { title } : {});
          return publishedAt === undefined ? undated : { ...undated, publishedAt: publishedAt - n };
        });
      shelf.visit(shown(before, 'A headline'));
      const what = `${before} ${after}`;
      assert.deepEqual(brought(shelf, shown(after, 'A better one')), [0, ['A better one']], what);
    }
});

test('of posts that all look alike, each title is read once, though it is compared with all others', () => {
  const count = 200;
  const shelf = new Shelf();
  const posts = (words: string): Partial<FeedPost>[] =>
    Array.from({ length: count }, (_, n) => ({
      title: 'Today',
      publishedAt: NOW,
      content: `<p>${words} ${n}</p>`,
    }));
  shelf.visit(posts('some'));
  let reads = 0;
  shelf.known = shelf.known.map(({ title, ...post }) => ({
    ...post,
    get title() {
      reads++;
      return title;
    },
  }));
  assert.equal(shelf.visit(posts('other')).edited.length, count);
  // And once more where the edit is stored.
  assert.ok(reads <= 2 * count, `${reads} reads`);
});

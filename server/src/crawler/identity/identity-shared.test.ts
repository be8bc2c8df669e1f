// Names that several posts share, or that come again: they must neither hide a new post nor make two of one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { shelfPost as post, Shelf } from '../testing/shelf.ts';

const DAY = 86_400_000;
const { NOW } = Shelf;
const SITE = 'https://site.example/';

test('under a guid that several posts share, a title that comes again each week is a new post each week', () => {
  const shelf = new Shelf();
  const week = (n: number): Partial<FeedPost>[] =>
    ['Recipe', 'Walk'].map((title, index) => ({
      guid: 'always',
      title: `${title} of the week`,
      url: `${SITE}${title}-${n}`,
      publishedAt: NOW - (10 - n) * 7 * DAY - index,
      content: '<p>Read it on our site.</p>',
    }));
  for (const n of [1, 2, 3]) {
    assert.deepEqual(shelf.fresh(week(n)), ['Walk of the week', 'Recipe of the week'], `week ${n}`);
  }
  assert.deepEqual(shelf.fresh(week(3)), []);
});

test('under a guid that several posts share, another title of the same day is another post', () => {
  const shelf = new Shelf();
  const of = (n: number, publishedAt: number) => post(n, { guid: 'always', publishedAt });
  shelf.visit([of(1, NOW - DAY)]);
  assert.deepEqual(shelf.fresh([of(2, NOW - DAY), of(3, NOW)]), ['Post 2', 'Post 3']);
});

test('a headline that is edited with its date is an edit of the post with its guid and link', () => {
  const shelf = new Shelf();
  shelf.visit([post(1), post(2), post(3)]);
  const renamed = post(1, { title: 'A better title', publishedAt: NOW });
  const { fresh, edited } = shelf.visit([renamed, post(2), post(3)]);
  assert.deepEqual([fresh.length, edited.map((each) => each.post.title)], [0, ['A better title']]);
});

test('where all guids but one are made anew, that one comes no second time either', () => {
  const shelf = new Shelf();
  shelf.visit([1, 2, 3, 4, 5].map((n) => post(n)));
  const { fresh, byLink } = shelf.visit([post(1), ...[2, 3, 4, 5].map((n) => post(n, { guid: `new-${n}` }))]);
  assert.deepEqual([fresh.length, byLink], [0, true]);
});

test('new posts are no proof against guids, though one of them repeats a known one', () => {
  const shelf = new Shelf();
  shelf.visit([1, 2, 3, 4, 5].map((n) => post(n)));
  const repeated = post(1, { guid: 'once more' });
  const { byLink } = shelf.visit([...[6, 7, 8, 9].map((n) => post(-n)), repeated]);
  assert.equal(byLink, false);
});

test('where guids change, another post at the place of a known one is a new post', () => {
  const shelf = new Shelf();
  const list = (visit: number, numbers: number[]): string[] =>
    shelf.fresh(
      numbers.map((n, place) => post(n, { guid: `${visit}-${n}`, url: `${SITE}list#${place + 1}` })),
    );
  assert.equal(list(1, [5, 6, 7]).length, 3);
  assert.deepEqual(list(2, [5, 6, 7]), []);
  assert.equal(shelf.byLink, true);
  assert.deepEqual(list(3, [2, 3, 4]), ['Post 4', 'Post 3', 'Post 2']);
});

test('where guids change, a post with a link of its own takes no place of one with its title and day', () => {
  const shelf = new Shelf();
  const list = (visit: number, numbers: number[]): string[] => {
    const shown = { title: 'Notes', publishedAt: NOW - DAY };
    return shelf.fresh(numbers.map((n) => post(n, { ...shown, guid: `${visit}-${n}` })));
  };
  assert.equal(list(1, [4, 3, 2, 1]).length, 4);
  assert.deepEqual([list(2, [4, 3, 2, 1]), shelf.byLink], [[], true]);
  assert.deepEqual(list(3, [5, 4, 3, 2]), ['Notes']);
  assert.deepEqual(list(4, [5, 4, 3, 2]), []);
});

test('where guids and links change, strips of one title come once, each on its day', () => {
  const shelf = new Shelf();
  const list = (visit: number, numbers: number[]): string[] =>
    shelf.fresh(
      numbers.map((n) =>
        post(n, {
          guid: `${visit}-${n}`,
          url: `${SITE}${n}?session=${visit}`,
          title: 'Strip',
          publishedAt: NOW - 30 * DAY + n * DAY,
          content: `<img src="${SITE}${n}.png">`,
        }),
      ),
    );
  assert.equal(list(1, [5, 4, 3, 2, 1]).length, 5);
  assert.deepEqual([list(2, [5, 4, 3, 2, 1]), shelf.byLink], [[], true]);
  assert.equal(list(3, [6, 5, 4, 3, 2]).length, 1);
});

test('where guids and links change, two strips of one title and day do not bring the others again', () => {
  const shelf = new Shelf();
  const list = (visit: number) =>
    [6, 5, 4, 3, 2, 2].map((day, n) =>
      post(n, {
        guid: `${visit}-${n}`,
        url: `${SITE}${n}?session=${visit}`,
        title: 'Strip',
        publishedAt: NOW - 30 * DAY + day * DAY,
        content: `<img src="${SITE}${n}.png">`,
      }),
    );
  assert.equal(shelf.fresh(list(1)).length, 6);
  assert.equal(shelf.fresh(list(2)).length, 2);
});

test('a page for each sign, under whose guid and title each day has its words, loses no day', () => {
  const shelf = new Shelf();
  const signs = (...days: number[]): Partial<FeedPost>[] =>
    days.flatMap((day) =>
      ['Aries', 'Leo'].map((sign) => ({
        guid: `${SITE}${sign}`,
        url: `${SITE}${sign}`,
        title: sign,
        publishedAt: NOW - (10 - day) * DAY,
        content: `<p>What day ${day} brings to ${sign}</p>`,
      })),
    );
  assert.equal(shelf.fresh(signs(3, 2, 1)).length, 6);
  assert.equal(shelf.fresh(signs(3, 2, 1)).length, 0);
  assert.equal(shelf.fresh(signs(1, 2, 3)).length, 0);
  const next = shelf.visit(signs(4, 3, 2));
  assert.deepEqual([next.fresh.length, next.edited.length], [2, 0]);
  const last = shelf.visit(signs(6, 5, 4, 3));
  assert.deepEqual([last.fresh.length, last.edited.length], [4, 0]);
  const fewer = shelf.visit(signs(5));
  assert.deepEqual([fewer.fresh.length, fewer.edited.length], [0, 0]);
});

test('versions of a post with its guid are one post, the newer of the two, unless both say when they were published', () => {
  const version = (content: string, publishedAt?: number) => {
    const { publishedAt: _date, ...undated } = post(1, { content, updatedAt: NOW - DAY });
    return publishedAt === undefined ? undated : { ...undated, publishedAt };
  };
  const shown = (...versions: Partial<FeedPost>[]) =>
    new Shelf().visit(versions).fresh.map(({ content }) => content);
  for (const [newer, older] of [
    [NOW - DAY, NOW - DAY],
    [undefined, undefined],
    [NOW - DAY, undefined],
    [undefined, NOW - DAY],
  ])
    assert.deepEqual(
      shown(version('<p>New</p>', newer), version('<p>Old</p>', older)),
      ['<p>New</p>'],
      `${newer} ${older}`,
    );
  assert.equal(shown(version('<p>New</p>', NOW - DAY), version('<p>Old</p>', NOW - 2 * DAY)).length, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../formats/feed-document.ts';
import { Shelf } from './testing/shelf.ts';

const { NOW } = Shelf;
const LOG = 'https://site.example/log';

/** A post without a guid that stands at a place on a page. */
function entry(place: string, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  return { url: `${LOG}${place}`, title: `Version ${place}`, content: `<p>Notes on ${place}</p>`, ...more };
}

test('posts of one title and day on one page are as many as their places', () => {
  const shelf = new Shelf();
  const fixes = ['#1', '#2', '#3'].map((place) => entry(place, { title: 'Fixes', publishedAt: NOW - 1 }));
  assert.equal(shelf.fresh(fixes).length, 3);
  assert.equal(shelf.fresh(fixes).length, 0);
  const next = entry('#4', { title: 'Fixes', publishedAt: NOW - 1 });
  assert.equal(shelf.fresh([next, ...fixes]).length, 1);
  const alone = new Shelf();
  for (const each of fixes) assert.equal(alone.fresh([each]).length, 1);
});

test('posts that stand on one page one after the other all arrive, and none takes the place of another', () => {
  for (const places of [
    ['#v1', '#v2', '#v3', '#v4'],
    ['#!/post?id=1', '#!/post?id=2', '#!/post?id=3'],
    ['#/1', '#/2', '#/3'],
  ]) {
    for (const dates of [{}, { publishedAt: NOW - 1 }]) {
      const shelf = new Shelf();
      for (const place of places) {
        const { fresh, edited } = shelf.visit([entry(place, dates)]);
        assert.deepEqual([fresh.length, edited.length], [1, 0]);
      }
    }
  }
});

test('an edit of a post at its place is an edit', () => {
  const shelf = new Shelf();
  shelf.visit([entry('#v1'), entry('#v2')]);
  const { fresh, edited } = shelf.visit([entry('#v1'), entry('#v2', { content: '<p>Better notes</p>' })]);
  assert.deepEqual([fresh.length, edited.map(({ id }) => id)], [0, [1]]);
});

test('posts that are known by their page are found, and give no name to others of the page', () => {
  for (const shown of [['#v1'], ['#v2', '#v1']]) {
    const shelf = new Shelf();
    shelf.visit([entry('#v1')]);
    shelf.known = shelf.known.map((post) => ({ ...post, identity: 'u:site.example/log' }));
    const titles = shelf.fresh(shown.map((place) => entry(place)));
    assert.deepEqual(
      titles,
      shown.slice(0, -1).map((place) => `Version ${place}`),
    );
    assert.deepEqual(shelf.fresh([entry('#v3')]), ['Version #v3']);
    assert.deepEqual(shelf.fresh([entry('#v1')]), []);
  }
});

test('what campaigns write behind an address is no place', () => {
  const post = (fragment: string, more: Partial<FeedPost> = {}) =>
    entry('', { url: `https://site.example/1${fragment}`, title: 'One', ...more });
  for (const [before, after] of [
    ['', '#xtor=RSS-1'],
    ['#xtor=RSS-1', '#xtor=RSS-2'],
    ['#xtor=RSS-1', ''],
    ['', '#comments'],
    ['#comments', '#comments'],
    ['', '#:~:text=One'],
  ] as const) {
    const shelf = new Shelf();
    assert.equal(shelf.fresh([post(before)]).length, 1);
    assert.equal(shelf.fresh([post(after)]).length, 0);
    const { fresh, edited } = shelf.visit([post(after, { content: 'Edited' })]);
    assert.deepEqual([fresh.length, edited.length], [0, 1], `${before} and ${after}`);
  }
});

test('a fragment that comes and goes with all links of a site brings nothing twice', () => {
  const shelf = new Shelf();
  const posts = (fragment: string) =>
    [1, 2, 3].map((n) => ({
      url: `https://site.example/${n}${fragment}`,
      title: `Post ${n}`,
      publishedAt: NOW - n,
      content: `Text ${n}`,
    }));
  assert.equal(shelf.fresh(posts('#comments')).length, 3);
  for (const fragment of ['', '#comments', '#respond', ''])
    assert.equal(shelf.fresh(posts(fragment)).length, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { Shelf, unguidedPost } from '../testing/shelf.ts';

const SITE = 'https://site.example/';

function unlinked(n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  const { url: _url, ...rest } = unguidedPost(n, more);
  return rest;
}

const numbers = [3, 2, 1, 0];
const onOnePage = (n: number, more: Partial<FeedPost> = {}) => unguidedPost(n, { url: SITE, ...more });

for (const [what, post] of [
  ['without a link', unlinked],
  ['with the link of all', onOnePage],
] as const) {
  test(`a post ${what} that is read with another title by a newer version comes no second time`, () => {
    const shelf = new Shelf();
    shelf.visit(numbers.map((n) => post(n, { title: `Picture ${n}` })));
    shelf.isReadAnew = true;
    const again = numbers.map((n) => post(n));
    const { fresh, edited } = shelf.visit(again);
    assert.deepEqual(fresh, []);
    assert.deepEqual(
      edited.map(({ post }) => post.title),
      ['Post 3', 'Post 2', 'Post 1', 'Post 0'],
    );
    shelf.isReadAnew = false;
    assert.deepEqual(shelf.fresh(again), []);
  });
}

test('a picture that is named by a newer version comes no second time', () => {
  const shelf = new Shelf();
  const nameless = { title: '', content: '<img src="https://site.example/a.png" alt="">' };
  shelf.visit(numbers.map((n) => unlinked(n, nameless)));
  shelf.isReadAnew = true;
  assert.deepEqual(shelf.fresh(numbers.map((n) => unlinked(n, { ...nameless, text: `Sea ${n}` }))), []);
});

const same = { title: 'Before', content: '<p>Said</p>' };
for (const [what, before, after] of [
  ['of another date', unlinked(1, same), unlinked(2, { ...same, title: 'After' })],
  ['with other words', unlinked(1, same), unlinked(1, { title: 'After' })],
  ['of another page', onOnePage(1, same), onOnePage(1, { ...same, title: 'After', url: `${SITE}other` })],
  ['with a guid', onOnePage(1, same), { ...onOnePage(1, { ...same, title: 'After' }), guid: 'other' }],
  ['of pictures alone', unlinked(1, { content: '' }), unlinked(1, { title: 'After', content: '' })],
] as const) {
  test(`a post ${what} is another post, though a newer version reads it`, () => {
    const shelf = new Shelf();
    shelf.visit([before]);
    shelf.isReadAnew = true;
    assert.deepEqual(shelf.fresh([after]), ['After']);
  });
}

test('of several posts with one date, none is known by its words alone', () => {
  const shelf = new Shelf();
  const at = { publishedAt: Shelf.NOW, content: '<p>Said</p>' };
  shelf.visit([unlinked(1, at)]);
  shelf.isReadAnew = true;
  const now = [unlinked(2, at), unlinked(3, at)];
  assert.equal(shelf.fresh(now).length, 2);
});

test('a post that the publisher names otherwise is another post', () => {
  const shelf = new Shelf();
  shelf.visit([unlinked(1)]);
  assert.deepEqual(shelf.fresh([unlinked(1, { title: 'After' })]), ['After']);
});

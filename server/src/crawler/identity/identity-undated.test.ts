// Posts without dates whose links, and perhaps guids, are made anew on each visit: their words are all that stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { Shelf } from '../testing/shelf.ts';

const post = (visit: number, n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> => ({
  url: `https://site.example/${n}?session=${visit}`,
  title: `Post ${n}`,
  content: `<p>Text ${n}</p>`,
  ...more,
});

for (const [what, guid] of [
  ['links with a session', () => ({})],
  ['links with a session and guids of the visit', (visit: number, n: number) => ({ guid: `${visit}-${n}` })],
] as const) {
  test(`undated posts that have ${what} come once`, () => {
    const shelf = new Shelf();
    const list = (visit: number, ...numbers: number[]) =>
      shelf.fresh(numbers.map((n) => post(visit, n, guid(visit, n))));
    assert.equal(list(1, 5, 4, 3, 2, 1).length, 5);
    assert.deepEqual(list(2, 5, 4, 3, 2, 1), []);
    assert.deepEqual(list(3, 6, 5, 4, 3, 2), ['Post 6']);
    assert.deepEqual(list(4, 7, 6, 5, 4, 3), ['Post 7']);
  });

  test(`undated posts that have ${what} and one title for all come each with its words, and without words each`, () => {
    for (const content of [
      (n: number) => `<p>Text ${n}</p>`,
      (n: number) => `<img src="https://site.example/${n}.png">`,
    ]) {
      const shelf = new Shelf();
      const list = (visit: number, ...numbers: number[]) => {
        const said = (n: number) => ({ title: 'Daily', content: content(n), ...guid(visit, n) });
        const { fresh } = shelf.visit(numbers.map((n) => post(visit, n, said(n))));
        return fresh.map((each) => each.content);
      };
      list(1, 4, 3, 2, 1);
      list(2, 4, 3, 2, 1);
      assert.ok(list(3, 5, 4, 3, 2).includes(content(5)));
      assert.ok(list(4, 6, 5, 4, 3).includes(content(6)));
    }
  });
}

test('undated posts whose words come again at other addresses are new, unless most of the document does', () => {
  const shelf = new Shelf();
  shelf.visit([5, 4, 3, 2, 1].map((n) => post(0, n)));
  const again = post(1, 1, { url: 'https://site.example/again' });
  assert.deepEqual(shelf.fresh([again, ...[5, 4, 3, 2].map((n) => post(0, n))]), ['Post 1']);
});

for (const [what, guid] of [
  ['guids of the visit', (visit: number, n: number) => ({ guid: `${visit}-${n}` })],
  ['no guids', (): { guid?: string } => ({})],
] as const) {
  test(`undated posts with ${what} that all say the same lose none, once their links have changed`, () => {
    const shelf = new Shelf();
    const list = (visit: number, ...numbers: number[]) =>
      shelf.visit(
        numbers.map((n) =>
          post(visit, n, { title: 'Daily', content: '<p>New today</p>', ...guid(visit, n) }),
        ),
      );
    shelf.byLink = guid(1, 1).guid !== undefined;
    shelf.byLooks = !shelf.byLink;
    list(1, 4, 3, 2, 1);
    assert.equal(list(2, 8, 7, 6, 5).fresh.length, 4);
  });

  test(`undated posts with ${what} whose words come again are new where the other links hold`, () => {
    const shelf = new Shelf();
    const list = (visit: number, ...posts: [n: number, says: number][]) =>
      shelf.visit(
        posts.map(([n, says]) =>
          post(0, n, {
            url: `https://site.example/${n}`,
            title: `Post ${says}`,
            content: `<p>Text ${says}</p>`,
            ...guid(visit, n),
          }),
        ),
      );
    shelf.byLooks = guid(1, 1).guid === undefined;
    list(1, [4, 4], [3, 3], [2, 2], [1, 1]);
    list(2, [4, 4], [3, 3], [2, 2], [1, 1]);
    assert.ok(shelf.byLink || shelf.byLooks);
    const { fresh } = list(3, [5, 1], [4, 4], [3, 3], [2, 2]);
    assert.deepEqual(
      fresh.map(({ url }) => url),
      ['https://site.example/5'],
    );
  });
}

test('undated posts that all have one page for a link, under new guids each visit, lose none when one comes alone', () => {
  const shelf = new Shelf();
  const list = (visit: number, ...numbers: number[]) =>
    shelf.visit(numbers.map((n) => post(0, n, { guid: `${visit}-${n}`, url: 'https://site.example/log' })));
  assert.equal(list(1, 4, 3, 2, 1).fresh.length, 4);
  assert.equal(list(2, 4, 3, 2, 1).fresh.length, 0);
  assert.deepEqual([list(3, 5, 4, 3, 2).fresh.length, list(4, 6).fresh.length], [1, 1]);
});

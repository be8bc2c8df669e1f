import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { Shelf } from '../testing/shelf.ts';

const { NOW } = Shelf;
const LOG = 'https://site.example/log';

/** A post without a guid, with a place on a page. */
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
    ['#from=feed/1', '#from=feed/2'],
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

/** Posts with pages of their own, whose links end in a fragment that is generated anew at each build. */
function built(visit: number, count: number, more: (n: number) => Partial<FeedPost> = () => ({})) {
  return Array.from({ length: count }, (_, n) => ({
    url: `https://site.example/p${n}#${1_700_000_000 + visit}`,
    title: `Post ${n}`,
    content: `<p>Text ${n}</p>`,
    ...more(n),
  }));
}

for (const [what, count, more] of [
  ['undated', 4, () => ({})],
  ['undated and few', 1, () => ({})],
  ['undated and nothing but titles', 4, () => ({ content: '' })],
  ['dated and few', 2, (n: number) => ({ publishedAt: NOW - n })],
  ['dated', 4, (n: number) => ({ publishedAt: NOW - n })],
  ['of one day', 4, () => ({ publishedAt: NOW - 1 })],
] as const) {
  test(`links that end in the time of the build bring posts once: ${what}`, () => {
    const shelf = new Shelf();
    const numbers = [0, 1, 2, 3].map((visit) => shelf.fresh(built(visit, count, more)).length);
    assert.deepEqual(numbers, [count, 0, 0, 0]);
    const upgraded = new Shelf();
    upgraded.visit(built(0, count, more));
    upgraded.known = upgraded.known.map((post, n) => ({ ...post, identity: `u:site.example/p${n}` }));
    assert.deepEqual(upgraded.fresh(built(1, count, more)), []);
  });
}

test('links that end in the time of the build bring posts once where guids change as well', () => {
  const shelf = new Shelf();
  const at = (visit: number, count: number) => built(visit, count, (n) => ({ guid: `guid-${visit}-${n}` }));
  const numbers = [0, 1, 2, 3].map((visit) => shelf.fresh(at(visit, 4)).length);
  assert.deepEqual([...numbers, shelf.byLink], [4, 0, 0, 0, true]);
  assert.deepEqual(shelf.fresh(at(4, 2)), []);
});

test('an edit of a post whose link ends in the time of the build is an edit, or comes once', () => {
  for (const [dates, expected] of [
    [() => ({}), [1, 0, 0]],
    [(n: number) => ({ publishedAt: NOW - n }), [0, 0, 0]],
  ] as [(n: number) => Partial<FeedPost>, number[]][]) {
    const shelf = new Shelf();
    for (const visit of [0, 1]) shelf.visit(built(visit, 4, dates));
    const edited = (n: number) => ({ ...dates(n), ...(n === 2 && { content: '<p>Better</p>' }) });
    assert.deepEqual(
      [2, 3, 4].map((visit) => shelf.fresh(built(visit, 4, edited)).length),
      expected,
    );
  }
});

test('another title of a post whose link ends in the time of the build comes once', () => {
  const shelf = new Shelf();
  const dated = (n: number) => ({ publishedAt: NOW - n });
  for (const visit of [0, 1]) shelf.visit(built(visit, 4, dated));
  const renamed = (n: number) => ({ ...dated(n), ...(n === 2 && { title: 'A better title' }) });
  assert.deepEqual(
    [2, 3, 4, 5].map((visit) => shelf.fresh(built(visit, 4, renamed)).length),
    [1, 0, 0, 0],
  );
});

test('places of a page that several posts have had stay apart, though they say the same', () => {
  for (const proven of [false, true]) {
    const shelf = new Shelf();
    shelf.byLooks = proven;
    const said = { title: 'Fixes', content: '<p>No notes</p>' };
    assert.equal(shelf.fresh([entry('#1', said), entry('#2', { title: 'More' })]).length, 2);
    assert.equal(shelf.fresh([entry('#3', said)]).length, 1);
    assert.equal(shelf.fresh([entry('#4', said), entry('#5', said)]).length, 2);
  }
});

test('one place after the other on one page is a post of its own where words, day or guid are others', () => {
  for (const more of [
    (n: number) => ({ title: 'Fixes', content: `<p>Fix ${n}</p>` }),
    (n: number) => ({ title: 'Fixes', content: '<p>Fix</p>', publishedAt: NOW - n }),
    (n: number) => ({ title: 'Fixes', content: '<p>Fix</p>', guid: `guid-${n}` }),
    (n: number) => ({ title: 'Comic', content: `<img src="https://site.example/${n}.png">` }),
    (n: number) => ({
      title: 'Comic',
      content: `<img src="https://site.example/${n}.png">`,
      publishedAt: NOW - 1,
    }),
  ] as ((n: number) => Partial<FeedPost>)[]) {
    const shelf = new Shelf();
    for (const n of [1, 2, 3]) assert.equal(shelf.fresh([entry(`#${n}`, more(n))]).length, 1);
  }
});

test('under the guid of a log, each new place with another title is a post, and an edit at its place is not', () => {
  for (const date of [() => undefined, (n: number) => NOW - 1_000_000 + n]) {
    const version = (n: number, more: Partial<FeedPost> = {}) => {
      const publishedAt = date(n);
      return entry(`#v${n}`, { guid: LOG, ...(publishedAt !== undefined && { publishedAt }), ...more });
    };
    const shelf = new Shelf();
    for (const n of [1, 2, 3, 4]) {
      const { fresh, edited } = shelf.visit([version(n)]);
      assert.deepEqual([fresh.length, edited.length], [1, 0]);
      assert.deepEqual(shelf.fresh([version(n)]), []);
    }
    const { fresh, edited } = shelf.visit([version(4, { content: '<p>Better notes</p>' })]);
    assert.deepEqual([fresh.length, edited.map(({ id }) => id)], [0, [4]]);
  }
});

test('under guids of their own, an edited headline is no new post because all places are written anew', () => {
  for (const pageOf of [(n: number) => `https://site.example/${n}`, () => LOG]) {
    const shelf = new Shelf();
    const list = (visit: number, title = 'Post 2'): Partial<FeedPost>[] =>
      [1, 2, 3].map((n) => ({
        guid: `guid-${n}`,
        url: `${pageOf(n)}#${visit + n}`,
        title: n === 2 ? title : `Post ${n}`,
        content: `<p>Text ${n}</p>`,
      }));
    assert.equal(shelf.fresh(list(1)).length, 3);
    const { fresh, edited } = shelf.visit(list(2, 'Better title'));
    assert.deepEqual([fresh.length, edited.map(({ post }) => post.title)], [0, ['Better title']]);
  }
});

test('places that are known by names from before are found, and prove nothing of names', () => {
  const shelf = new Shelf();
  const log = ['#v1', '#v2', '#v3', '#v4'].map((place, n) => entry(place, { publishedAt: NOW - n }));
  shelf.visit(log);
  shelf.known = shelf.known.map((post) => ({ ...post, identity: `t:before-${post.id}` }));
  assert.deepEqual(shelf.fresh(log), []);
  assert.equal(shelf.byLooks, false);
});

test('a new place takes no post of another place, whatever has been proven', () => {
  const shelf = new Shelf();
  shelf.byLooks = true;
  const fixes = (place: string) => entry(place, { title: 'Fixes', publishedAt: NOW - 1 });
  shelf.visit([fixes('#a'), entry('#v1', { publishedAt: NOW - 2 })]);
  const { fresh, edited } = shelf.visit([fixes('#b'), entry('#v1', { publishedAt: NOW - 2 })]);
  assert.deepEqual([fresh.length, edited.length], [1, 0]);
});

/** A log of versions, all on one page, whose guids and dates are generated anew at each build. */
function log(build: number, versions: number): Partial<FeedPost>[] {
  return Array.from({ length: versions }, (_, n) =>
    entry(`#v${versions - n}`, {
      guid: `${LOG}#v${versions - n}#${build}`,
      publishedAt: NOW - n * 1_000_000 - build,
    }),
  );
}

test('posts of one page come once, each at its place, where guids and dates are made anew on each visit', () => {
  const shelf = new Shelf();
  assert.equal(shelf.fresh(log(0, 5)).length, 5);
  assert.deepEqual([shelf.fresh(log(1, 5)), shelf.byLink], [[], true]);
  assert.deepEqual(shelf.fresh(log(2, 6)), ['Version #v6']);
  const [newest = {}, ...others] = log(3, 6);
  const { fresh, edited } = shelf.visit([{ ...newest, content: '<p>More notes</p>' }, ...others]);
  assert.deepEqual([fresh.length, edited.map(({ id }) => id)], [0, [6]]);
  assert.deepEqual(shelf.fresh(log(4, 6)), []);
});

test('posts of one page that have come on each visit so far come no more', () => {
  const shelf = new Shelf();
  shelf.visit(log(0, 5));
  const again = shelf.known.map((post) => ({ ...post, id: post.id + 5, identity: `${post.identity}-again` }));
  shelf.known = [...shelf.known, ...again];
  assert.deepEqual(shelf.fresh(log(1, 5)), []);
  assert.deepEqual(shelf.fresh(log(2, 5)), []);
});

test('a place that is the number in a list takes no new post for an old one, though guids change', () => {
  const shelf = new Shelf();
  const list = (build: number, words: string[]) =>
    words.map((title, n) => entry(`#${n + 1}`, { title, guid: `guid-${build}-${n}` }));
  shelf.visit(list(0, ['Three', 'Two', 'One']));
  assert.ok(shelf.fresh(list(1, ['Four', 'Three', 'Two', 'One'])).includes('Four'));
});

test('posts of each day at the places of one page come each day, though their titles are the same', () => {
  const signs = ['aries', 'taurus', 'gemini', 'cancer'];
  const day = (n: number) =>
    signs.map((sign) =>
      entry(`#${sign}`, {
        title: sign,
        guid: `${sign}-${n}`,
        publishedAt: NOW - 100_000_000 + n * 86_400_000,
        content: `<p>Day ${n} of ${sign}</p>`,
      }),
    );
  const shelf = new Shelf();
  shelf.visit(day(0));
  assert.deepEqual([shelf.fresh(day(1)).length, shelf.byLink], [4, false]);
});

test('of two posts of one page with the same words and day, none takes the place of one that has left it', () => {
  const shelf = new Shelf();
  const said = { title: 'Notes', content: '<p>Read them on our site.</p>', publishedAt: NOW };
  assert.equal(shelf.fresh([entry('#a', said)]).length, 1);
  assert.equal(shelf.fresh([entry('#c', said), entry('#b', said)]).length, 2);
});

test('where links do not hold, a place of another page takes no post of a page on which places count', () => {
  const shelf = new Shelf();
  const said = { title: 'Notes', publishedAt: NOW };
  shelf.byLooks = true;
  assert.equal(shelf.fresh([entry('#a', said), entry('#b', { publishedAt: NOW })]).length, 2);
  assert.equal(shelf.fresh([entry('#c', { ...said, url: 'https://site.example/other#c' })]).length, 1);
});

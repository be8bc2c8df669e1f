import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { bench, rss } from '../testing/bench.ts';
import { shelfPost as post, Shelf } from '../testing/shelf.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { NOW } = Shelf;
const SITE = 'https://site.example/';

const five = [1, 2, 3, 4, 5].map((n) => post(n));

test('posts are stored in order of publication, the oldest first', () => {
  assert.deepEqual(new Shelf().fresh([post(2), post(1), post(3)]), ['Post 3', 'Post 2', 'Post 1']);
});

test('row 39: posts without a date are first-seen, in the order of the document, whose first is the newest', () => {
  const shelf = new Shelf();
  const undated = [3, 2, 1].map((n) => {
    const { publishedAt, ...rest } = post(n);
    return n === 2 ? { ...rest, publishedAt: 0 } : rest;
  });
  const { fresh } = shelf.visit(undated);
  assert.deepEqual(
    fresh.map((each) => [each.title, each.sortAt, each.publishedAt]),
    ['Post 1', 'Post 2', 'Post 3'].map((title) => [title, NOW, undefined]),
  );
});

test('row 38: a date in the future keeps its word and loses its place', () => {
  const { fresh } = new Shelf().visit([post(1, { publishedAt: NOW + 400 * DAY })]);
  assert.deepEqual([fresh[0]?.publishedAt, fresh[0]?.sortAt], [NOW + 400 * DAY, NOW]);
});

test('a document that is shown again has nothing new', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  const again = shelf.visit(five);
  assert.deepEqual([again.fresh, again.edited, again.shown], [[], [], [1, 2, 3, 4, 5]]);
});

test('without a guid the link tells posts apart, without a link title and date', () => {
  for (const missing of [{ guid: '' }, { guid: '', url: undefined }]) {
    const shelf = new Shelf();
    const posts = five.map((each) => bare({ ...each, ...missing }));
    assert.equal(shelf.fresh(posts).length, 5);
    assert.equal(shelf.fresh(posts).length, 0);
    assert.deepEqual(shelf.fresh([bare({ ...post(0), ...missing }), ...posts]), ['Post 0']);
  }
});

test('links of one site for all posts, without guids: title and date tell them apart', () => {
  const shelf = new Shelf();
  const posts = five.map((each) => bare({ ...each, guid: '', url: SITE }));
  assert.equal(shelf.fresh(posts).length, 5);
  assert.equal(shelf.fresh(posts).length, 0);
  assert.deepEqual(shelf.fresh([bare({ ...post(0), guid: '', url: SITE }), ...posts]), ['Post 0']);
});

test('links of one site for all posts, without guids and dates: a new post in the place of an old one is no edit', () => {
  const shelf = new Shelf();
  const plain = (n: number): Partial<FeedPost> =>
    bare({ ...post(n), guid: '', url: SITE, publishedAt: undefined });
  assert.equal(shelf.fresh([1, 2, 3].map(plain)).length, 3);
  const next = shelf.visit([0, 1, 2].map(plain));
  assert.deepEqual([next.fresh.map((each) => each.title), next.edited], [['Post 0'], []]);
});

test('row 35: a guid that repeats with the same content is one post', () => {
  assert.equal(new Shelf().fresh([post(1), post(1)]).length, 1);
});

test('row 35: a guid that repeats for several articles gives each its place, and nothing twice', () => {
  const shelf = new Shelf();
  const same = [1, 2, 3].map((n) => post(n, { guid: 'always' }));
  assert.equal(shelf.fresh(same).length, 3);
  assert.equal(shelf.fresh(same).length, 0);
  assert.deepEqual(shelf.fresh([post(0, { guid: 'always' }), ...same]), ['Post 0']);
  assert.equal(shelf.fresh([...same].reverse()).length, 0);
});

test('row 36: a guid that is used again for another article is a new post', () => {
  const shelf = new Shelf();
  shelf.visit([post(1, { guid: 'always' })]);
  assert.deepEqual(shelf.fresh([post(2, { guid: 'always' })]), ['Post 2']);
  assert.deepEqual(shelf.fresh([post(3, { guid: 'always' })]), ['Post 3']);
  assert.equal(shelf.fresh([post(3, { guid: 'always' })]).length, 0);
});

test('row 34: guids that change on every visit bring nothing twice, and are given up for good', () => {
  const shelf = new Shelf();
  const at = (visit: number, numbers: number[]): Partial<FeedPost>[] =>
    numbers.map((n) =>
      post(n, { guid: `visit-${visit}-${n}`, title: `Post ${n}${visit > 1 ? ', edited' : ''}` }),
    );
  assert.equal(shelf.fresh(at(1, [1, 2, 3, 4, 5])).length, 5);
  assert.equal(shelf.fresh(at(2, [1, 2, 3, 4, 5])).length, 0);
  assert.equal(shelf.byLink, true);
  assert.deepEqual(shelf.fresh(at(3, [0, 1, 2, 3, 4])), ['Post 0, edited']);
  assert.equal(shelf.fresh(at(4, [0, 1, 2])).length, 0);
});

test('row 34: where guids are given up, what is edited at its link, or under its title and date, is an edit', () => {
  for (const more of [
    (n: number) => ({ title: `Story ${n}`, publishedAt: NOW - n }),
    (n: number) => ({ url: `${SITE}moved/${n}`, content: `<p>Better ${n}</p>` }),
  ]) {
    const shelf = new Shelf();
    shelf.byLink = true;
    const posts = five.map((each) => ({ ...each, publishedAt: NOW - DAY }));
    shelf.visit(posts);
    const { fresh, edited } = shelf.visit(
      posts.map((each, index) => ({ ...each, guid: `new-${index}`, ...more(index + 1) })),
    );
    assert.deepEqual([fresh.length, edited.length], [0, 5]);
  }
});

test('row 34: two posts whose guids change are the same while link, title and date are', () => {
  const shelf = new Shelf();
  shelf.visit([post(1), post(2)]);
  assert.equal(shelf.fresh([post(1, { guid: 'x' }), post(2, { guid: 'y' })]).length, 0);
  assert.equal(shelf.byLink, false);
});

test('new posts are no proof against guids', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  assert.equal(shelf.fresh([6, 7, 8, 9, 10].map((n) => post(-n))).length, 5);
  assert.equal(shelf.byLink, false);
});

test('a site that changes to https and its guids with it brings nothing twice', () => {
  const shelf = new Shelf();
  const under = (scheme: string): Partial<FeedPost>[] =>
    five.map(
      (each) =>
        ({
          ...each,
          guid: `${scheme}://${each.guid}`,
          url: each.url?.replace('https', scheme),
        }) as Partial<FeedPost>,
    );
  shelf.visit(under('http'));
  assert.equal(shelf.fresh(under('https')).length, 0);
});

test('row 37: an edit is stored, at most once an hour, and is no new post', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  const edited = shelf.visit([post(1, { content: '<p>Better text</p>' })]);
  assert.deepEqual([edited.fresh.length, edited.edited.length], [0, 1]);
  const minutes = (n: number, text: string): number =>
    shelf.visit([post(1, { content: text })], NOW + n * 60_000).edited.length;
  assert.equal(minutes(59, '<p>Yet another</p>'), 0);
  assert.equal(minutes(60, '<p>Yet another</p>'), 1);
});

test('row 37: of edits that have to wait, the one that may be stored first says when', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  const edit = (minute: number, ...texts: string[]): number | undefined =>
    shelf.visit(
      texts.map((text, n) => post(n + 1, { content: text })),
      NOW + minute * 60_000,
    ).editsDueAt;
  assert.equal(edit(0, '<p>Text 1</p>', '<p>Other 2</p>'), undefined);
  assert.equal(edit(30, '<p>Other 1</p>', '<p>Other 2</p>'), undefined);
  assert.equal(edit(40, '<p>Third 1</p>', '<p>Third 2</p>'), NOW + HOUR);
});

test('row 37: markup, addresses in it and blanks are no edit', () => {
  const shelf = new Shelf();
  shelf.visit([post(1, { content: '<p>One <img src="https://ad.example/1"> text</p>' })]);
  const again = shelf.visit([post(1, { content: '<div>One  <img src="https://ad.example/2"> text</div>' })]);
  assert.deepEqual([again.fresh, again.edited], [[], []]);
});

test('row 41: an archive that is shown anew under other names is no news', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  const archive = Array.from({ length: 20 }, (_, n) =>
    post(n, {
      guid: `moved-${n}`,
      url: `https://new.example/${n}`,
      title: `Old ${n}`,
      publishedAt: NOW - (30 + n) * DAY,
    }),
  );
  const { fresh, archive: old } = shelf.visit([post(0), ...archive]);
  assert.deepEqual([fresh.length, old.size], [21, 20]);
  assert.equal(old.has('g:guid-0'), false);
});

test('row 41: a single post with an old date is news', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  assert.equal(shelf.visit([post(9, { publishedAt: NOW - 90 * DAY }), ...five]).archive.size, 0);
  assert.equal(new Shelf().visit(five).archive.size, 0);
});

test('row 41: it takes ten old posts, and more of them than of others', () => {
  const archived = (oldPosts: number, newPosts: number): number => {
    const shelf = new Shelf();
    shelf.visit(five);
    const dated = (count: number, publishedAt: number) =>
      Array.from({ length: count }, (_, n) =>
        post(n, { guid: `${publishedAt}-${n}`, url: `${SITE}${publishedAt}/${n}`, publishedAt }),
      );
    return shelf.visit([...dated(newPosts, NOW), ...dated(oldPosts, NOW - 30 * DAY)]).archive.size;
  };
  assert.deepEqual([archived(9, 0), archived(10, 0), archived(10, 9), archived(10, 10)], [0, 10, 10, 0]);
});

test('row 41: posts of the last days are news, however many come at once', () => {
  const shelf = new Shelf();
  shelf.visit(five);
  const late = Array.from({ length: 20 }, (_, n) =>
    post(n, { guid: `late-${n}`, url: `${SITE}late/${n}`, publishedAt: NOW - 6 * DAY - n }),
  );
  const { fresh, archive } = shelf.visit([...five, ...late]);
  assert.deepEqual([fresh.length, archive.size], [20, 0]);
});

test('row 40: of a long document the newest five hundred are taken', () => {
  const titles = new Shelf().fresh(Array.from({ length: 700 }, (_, n) => post(n)));
  assert.deepEqual([titles.length, titles.at(-1), titles[0]], [500, 'Post 0', 'Post 499']);
});

/** Leaves out fields that are undefined. */
function bare(post: { [Key in keyof FeedPost]?: FeedPost[Key] | undefined }): Partial<FeedPost> {
  return Object.fromEntries(Object.entries(post).filter(([, value]) => value !== undefined));
}

test('row 40: what moves up in a long document because a newer post is taken away is no news', async (t) => {
  const b = await bench(t);
  const feed = 'https://site.example/feed';
  const upTo = (newest: number) =>
    rss(
      Array.from({ length: newest }, (_, index) => ({ n: newest - index, hoursAgo: 700 - newest + index })),
    );
  b.web.serve(feed, { body: upTo(600) }, { body: upTo(598) }, { body: upTo(601) });
  const { userId } = await b.subscribe(feed);
  const newest = async () => (await b.items(userId))[0]?.title;
  assert.equal(await newest(), 'Post 600');
  await b.later(2 * DAY);
  assert.equal(await newest(), 'Post 600');
  await b.later(2 * DAY);
  assert.equal(await newest(), 'Post 601');
});

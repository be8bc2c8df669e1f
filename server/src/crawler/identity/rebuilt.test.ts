// Links that have the time of the build in their query.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { setMark } from '../../store/items/marks.ts';
import { bench } from '../testing/bench.ts';
import { Shelf } from '../testing/shelf.ts';

const DAY = 86_400_000;
const SITE = 'https://site.example/';
const FIRST = Shelf.NOW / 1_000 - 30 * 86_400 + 7;

/** The time of a build, of which there is one a day. */
const built = (day: number): number => FIRST + day * 86_400;

/** A post without guid, date or words. */
const essay = (n: number, at: number | string, more: Partial<FeedPost> = {}): Partial<FeedPost> => ({
  url: `${SITE}${n}.html?t=${at}`,
  title: `Essay ${n}`,
  ...more,
});
const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index);
const plain = (n: number): Partial<FeedPost> => ({ url: `${SITE}${n}.html`, title: `Essay ${n}` });
const asGuid = (post: Partial<FeedPost>): Partial<FeedPost> => ({ ...post, guid: `${post.url}` });

const said: readonly [string, (n: number) => Partial<FeedPost>][] = [
  ['titles alone', () => ({})],
  ['titles and words', (n) => ({ content: `<p>Text ${n}</p>` })],
  ['titles and dates', (n) => ({ publishedAt: Shelf.NOW - (90 - n) * DAY })],
  ['titles, words and dates', (n) => ({ content: `<p>${n}</p>`, publishedAt: Shelf.NOW - (90 - n) * DAY })],
];
for (const [what, more] of said) {
  for (const [named, name] of [
    ['no guids', (post: Partial<FeedPost>) => post],
    ['their links as guids', asGuid],
  ] as const) {
    if (what !== 'titles alone')
      test(`posts with ${what} and ${named} come once, though all links have the time of the build`, () => {
        const shelf = new Shelf();
        const list = (day: number, count: number) =>
          shelf.fresh(upTo(count).map((n) => name(essay(n, built(day), more(n)))));
        assert.equal(list(0, 11).length, 11);
        assert.deepEqual([list(1, 11), list(2, 12), list(3, 12)], [[], ['Essay 12'], []]);
      });

    test(`posts with ${what} and ${named} come once, though two links of many have the time of the build`, () => {
      const shelf = new Shelf();
      const list = (day: number, count: number) =>
        shelf.fresh(
          upTo(count).map((n) => name({ ...(n < 3 ? essay(n, built(day)) : plain(n)), ...more(n) })),
        );
      list(0, 12);
      assert.deepEqual([list(1, 12), list(2, 13)], [[], ['Essay 13']]);
    });
  }
}

/** Two posts at a time. */
const two = (at: number | string, more: (n: number) => Partial<FeedPost> = () => ({})) =>
  [2, 1].map((n) => essay(n, at, more(n)));
const [early, late] = [built(0), built(1)];
/** A document with these posts and some that stay. */
const among = (posts: readonly Partial<FeedPost>[]) => [...posts, ...upTo(10).map((n) => plain(n + 10))];

for (const [what, more] of [
  ['in milliseconds', '700'],
  ['before other parameters', '&lang=en'],
  ['before a fragment', '#text'],
] as const) {
  test(`the time of the build may be ${what}`, () => {
    const shelf = new Shelf();
    shelf.visit(among(two(`${early}${more}`)));
    assert.deepEqual(shelf.fresh(among(two(`${late}${more}`))), []);
  });
}

const dated = (day: number) => () => ({ publishedAt: Shelf.NOW - 9 * DAY + day });
const file = () => ({ content: 'Listen', enclosures: [{ url: `${SITE}now.mp3` }] });
const picture = () => ({ content: `<img src="${SITE}radar.png">` });
const pages = (at: number): Partial<FeedPost>[] =>
  two(at, (n) => ({ url: `${SITE}viewtopic?t=${at + n}`, title: 'Question' }));
for (const [what, before, after] of [
  ['no time is in the links', two(1_001), two(1_002)],
  ['the times are earlier than they were', two(late), two(early)],
  ['the times are of full minutes, as those of editions', two(early - 7), two(late - 7)],
  ['the times are to come', two(early), two(Shelf.NOW / 1_000 + 2 * 86_400)],
  ['the times are of long ago', two('0683312440'), two('0683398840')],
  ['the titles are others', two(early), two(late, (n) => ({ title: `Another ${n}` }))],
  ['the words are others', two(early, () => ({ content: 'One' })), two(late, () => ({ content: 'Two' }))],
  ['the dates are others', two(early, dated(0)), two(late, dated(1))],
  ['the pages are others', two(early), two(late, (n) => ({ url: `${SITE}${n + 2}.html?t=${late}` }))],
  ['the parameters are others', two(early), two(late, (n) => ({ url: `${SITE}${n}.html?u=${late}` }))],
  ['they have files', two(early, file), two(late, file)],
  ['they are pictures without words', two(early, picture), two(late, picture)],
  [
    'they have guids of their own',
    two(early, (n) => ({ guid: `one ${n}` })),
    two(late, (n) => ({ guid: `other ${n}` })),
  ],
  ['the numbers tell the topics of a forum apart', pages(early), pages(late)],
  ['each had a time of its own', [essay(2, early), essay(1, early + 1)], two(late)],
  ['each has a time of its own', two(early), [essay(2, late), essay(1, late + 1)]],
  ['a third has a time of its own', [...two(early), essay(3, early)], [...two(late), essay(3, early)]],
  ['they are at other places', two(`${early}#one`), two(`${late}#other`)],
  ['they are only two of four on their pages', two(early), [...two(late), ...two(late + 1)]],
  ['they were two of four on their pages', [...two(early), ...two(early + 1)], two(late)],
  ['the old ones are shown as well', two(early), [...two(late), ...two(early)]],
] as const) {
  test(`posts whose links differ in a time are new if ${what}`, () => {
    const shelf = new Shelf();
    const { length } = shelf.visit(among(before)).fresh;
    assert.equal(length, among(before).length);
    const known = new Set(before.map(({ url }) => url));
    assert.equal(shelf.fresh(among(after)).length, after.filter(({ url }) => !known.has(url)).length);
  });
}

test('a single post whose link has another time is new', () => {
  const shelf = new Shelf();
  shelf.visit(among([essay(2, early)]));
  assert.deepEqual(shelf.fresh(among([essay(2, late)])), ['Essay 2']);
});

for (const [what, stay] of [
  ['none', 0],
  ['few', 9],
] as const) {
  test(`all posts with a new time in their links may be new editions if ${what} stay beside them`, () => {
    const shelf = new Shelf();
    const editions = (at: number) => [
      ...upTo(20).map((n) => essay(n, at)),
      ...upTo(stay).map((n) => plain(n + 20)),
    ];
    shelf.visit(editions(early));
    assert.equal(shelf.fresh(editions(late)).length, 20);
  });
}

test('a document that is not whole does not tell that links have the time of the build', () => {
  const shelf = new Shelf();
  shelf.visit(among(two(early)));
  assert.equal(shelf.fresh(among(two(late)), Shelf.NOW, false).length, 2);
});

test('posts that have come with the time of another build are found by their links, beside those that they are', () => {
  const shelf = new Shelf();
  shelf.visit(among(two(early)));
  const brought = shelf.visit(among(two(late)), Shelf.NOW, false).fresh;
  const { fresh, shown } = shelf.visit(among(two(late)));
  assert.deepEqual(fresh, []);
  const links = new Set(shelf.known.filter(({ id }) => shown.includes(id)).map(({ url }) => url));
  assert.ok(brought.every(({ url }) => links.has(url)));
});

for (const [what, state] of [
  ['had left the document', { leftAt: Shelf.NOW - DAY }],
  ['came from another source', { isForeign: true as const }],
] as const) {
  test(`posts whose links differ in a time are new if the known ones ${what}`, () => {
    const shelf = new Shelf();
    shelf.visit(among(two(early)));
    shelf.known = shelf.known.map((known) => ({ ...known, ...state }));
    assert.equal(shelf.fresh(among(two(late))).length, 2);
  });
}

/** As paulgraham.com has it: two of many links lead to files, and have the time at which the shop was published last. */
function essays(day: number, ...more: string[]): string {
  const file = (n: number) => `https://cdn.example.com/chapter${n}.txt?t=${built(day)}&amp;`;
  const links = [...more, 'j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', file(1), file(2), 'a'];
  const items = links.map(
    (link) => `<item><link>https://example.com/${link}</link><title>${titleOf(link)}</title></item>`,
  );
  return `<rss version="0.91"><channel><title>Essays</title>${items.join('')}</channel></rss>`;
}
const titleOf = (link: string): string => link.replace(/\?.*/, '');

test('two files that were read stay read whenever their site is built, and what is new comes', async (t) => {
  const b = await bench(t);
  const feed = 'https://example.com/feed';
  b.web.serve(feed, essays(0), essays(1), essays(2, 'k'), essays(3, 'k'), essays(1, 'k'));
  const { userId } = await b.subscribe(feed);
  const before = await b.items(userId);
  await b.store.write((tx) =>
    setMark(
      tx,
      userId,
      before.map(({ id }) => id),
      'read',
    ),
  );
  for (const unread of [[], ['k'], ['k'], ['k']]) {
    await b.later(2 * DAY);
    const items = await b.items(userId);
    assert.deepEqual(
      items.flatMap(({ title, read }) => (read ? [] : [title])),
      unread,
    );
    assert.equal(items.length, before.length + unread.length);
  }
});

test('files that were away, and are linked again with another time, are shown again', async (t) => {
  const b = await bench(t);
  const feed = 'https://example.com/feed';
  const away = essays(1).replaceAll(/<item><link>[^<]*chapter.*?<\/item>/g, '');
  b.web.serve(feed, essays(0), away, essays(2), essays(3));
  const { userId } = await b.subscribe(feed);
  const counts: number[] = [];
  for (const _visit of [1, 2, 3]) {
    await b.later(2 * DAY);
    counts.push((await b.items(userId)).length);
  }
  assert.deepEqual(counts, [12, 14, 14]);
});

for (const [what, link] of [
  ['times', (day: number) => `?t=${built(day)}`],
  ['places', (day: number) => `#${built(day)}`],
] as const) {
  test(`pictures without words come each time that the ${what} in their links are others, though they are written as before`, async (t) => {
    const b = await bench(t);
    const feed = 'https://example.com/feed';
    const picture = '<description>&lt;img src="https://example.com/radar.png"></description>';
    const radar = (day: number): string =>
      essays(day)
        .replaceAll(/\?t=\d+&amp;/g, link(day))
        .replaceAll(/chapter.*?<\/title>/g, (end) => `${end}${picture}`);
    b.web.serve(feed, radar(0), radar(1));
    const { userId } = await b.subscribe(feed);
    const { length } = await b.items(userId);
    await b.later(2 * DAY);
    assert.equal((await b.items(userId)).length, length + 2);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeedPost } from '../../formats/feed-document.ts';
import { bench, rss } from '../testing/bench.ts';
import { unguidedPost as post, Shelf } from '../testing/shelf.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { NOW } = Shelf;
const SITE = 'https://site.example/';

function unlinked(n: number, more: Partial<FeedPost> = {}): Partial<FeedPost> {
  const { url: _url, ...rest } = post(n, more);
  return rest;
}

function upTo(newest: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => newest + index);
}

test('links that bear a session bring nothing twice, and each new post once', () => {
  const shelf = new Shelf();
  const at = (visit: number) =>
    upTo(10 - 2 * visit, 6).map((n) => post(n, { url: `${SITE}${n}?session=${visit}` }));
  assert.equal(shelf.fresh(at(0)).length, 6);
  for (const visit of [1, 2, 3]) {
    assert.deepEqual(shelf.fresh(at(visit)), [`Post ${11 - 2 * visit}`, `Post ${10 - 2 * visit}`]);
  }
});

test('a new post at the link of an older one arrives, though links are known to be made anew', () => {
  const shelf = new Shelf();
  shelf.byLooks = true;
  shelf.visit(upTo(1, 5).map((n) => post(n)));
  const next = [post(0, { url: `${SITE}1` }), ...upTo(2, 3).map((n) => post(n))];
  assert.deepEqual(shelf.fresh(next), ['Post 0']);
});

for (const [what, address] of [
  ['another site', (n: number) => `https://new.example/${n}`],
  ['other paths', (n: number) => `${SITE}2026/${n}`],
] as const) {
  test(`posts that move to ${what} come once, and so do those after them`, () => {
    const shelf = new Shelf();
    shelf.visit(upTo(5, 6).map((n) => post(n, { url: `${SITE}?p=${n}` })));
    const moved = (newest: number) => upTo(newest, 6).map((n) => post(n, { url: address(n) }));
    assert.deepEqual(shelf.fresh(moved(4)), ['Post 4']);
    assert.deepEqual(shelf.fresh(moved(2)), ['Post 3', 'Post 2']);
    assert.deepEqual(shelf.fresh(moved(0)), ['Post 1', 'Post 0']);
  });
}

test('guids that are no longer given, with dates an hour off, bring nothing twice', () => {
  const shelf = new Shelf();
  shelf.visit(upTo(5, 8).map((n) => post(n, { guid: `guid-${n}` })));
  const bare = (newest: number) =>
    upTo(newest, 8).map((n) => post(n, { publishedAt: NOW - n * HOUR + HOUR }));
  assert.deepEqual(shelf.fresh(bare(5)), []);
  assert.deepEqual(shelf.fresh(bare(2)), ['Post 4', 'Post 3', 'Post 2']);
  assert.deepEqual(shelf.fresh(bare(0)), ['Post 1', 'Post 0']);
});

test('dates that are made anew on each visit, without links, are seen through at the third', () => {
  const shelf = new Shelf();
  const at = (hours: number, numbers: number[]) =>
    shelf.fresh(
      numbers.map((n) => unlinked(n, { publishedAt: NOW + hours * HOUR - n })),
      NOW + hours * HOUR,
    );
  assert.equal(at(0, [1, 2, 3, 4]).length, 4);
  assert.equal(at(6, [1, 2, 3, 4]).length, 4, 'they may be posts that say the same once more');
  assert.deepEqual(at(12, [1, 2, 3, 4]), []);
  assert.deepEqual(at(18, [0, 1, 2, 3]), ['Post 0']);
  assert.deepEqual(at(24, [0, 1, 2, 3]), []);
});

const weekly = (week: number, more: (n: number) => Partial<FeedPost> = () => ({})) =>
  ['Links of the week', 'Music of the week', 'Words of the week'].map((title, n) =>
    post(n, {
      title,
      url: `${SITE}${week}/${n}`,
      publishedAt: NOW + week * 7 * DAY - n * HOUR,
      content: `<p>What week ${week} has brought</p>`,
      ...more(n),
    }),
  );

test('posts that bear their titles each week all arrive, whatever else is the same', () => {
  const same = '<p>As every week</p>';
  for (const more of [
    () => ({}),
    () => ({ content: same }),
    () => ({ content: '<img src="https://site.example/x.png">' }),
  ]) {
    for (const proven of [false, true]) {
      const shelf = new Shelf();
      shelf.byLooks = proven;
      for (let week = 0; week < 4; week++) {
        assert.equal(shelf.fresh(weekly(week, more), NOW + week * 7 * DAY).length, 3);
      }
    }
  }
});

test('notes of one title, one day and one link all arrive, each once, and an edit of one is an edit', () => {
  for (const place of [{ url: SITE }, { url: `${SITE}notes#today` }, undefined]) {
    const shelf = new Shelf();
    const note = (n: number, content = `<p>Text ${n}</p>`) => {
      const more = { title: 'Note', publishedAt: NOW - DAY, content };
      return place ? post(n, { ...more, ...place }) : unlinked(n, more);
    };
    const hashes = () => shelf.known.map(({ textHash }) => textHash).toSorted();
    assert.equal(shelf.fresh([note(1), note(2), note(2)]).length, 2);
    for (const again of [[note(2), note(1)], [note(1), note(2)], [note(2)], [note(1)]])
      assert.equal(shelf.fresh(again).length, 0);
    assert.equal(shelf.fresh([note(3), note(2), note(1)]).length, 1);
    const before = hashes();
    const { fresh, edited } = shelf.visit([note(1), note(3), note(2, '<p>Better</p>')]);
    assert.deepEqual([fresh.length, edited.length], [0, 1]);
    assert.equal(new Set([...before, ...hashes()]).size, 4);
  }
});

test('courses that are announced each week in the same words, without links, all arrive', () => {
  const shelf = new Shelf();
  for (let week = 0; week < 4; week++) {
    const posts = weekly(week, () => ({ content: '<p>Bring a mat</p>' })).map(
      ({ url: _url, ...rest }) => rest,
    );
    assert.equal(shelf.fresh(posts, NOW + week * 7 * DAY).length, 3);
  }
});

test('two of three posts that give way to others of the same titles arrive', () => {
  const shelf = new Shelf();
  const [first, second, third] = weekly(0);
  const [newFirst, newSecond] = weekly(1);
  assert.ok(first && second && third && newFirst && newSecond);
  shelf.visit([first, second, third]);
  assert.equal(shelf.fresh([newFirst, newSecond, third], NOW + 7 * DAY).length, 2);
});

test('pictures without words arrive, though they bear one title, one day and no guid', () => {
  const comics = (from: number, linked: boolean): Partial<FeedPost>[] =>
    [0, 1, 2].map((n) => {
      const picture = `<img src="${SITE}${from + n}.png">`;
      const given = { title: 'Untitled', publishedAt: NOW - 12 * HOUR, content: picture };
      return linked
        ? post(from + n, given)
        : unlinked(from + n, { ...given, publishedAt: NOW + from * HOUR + n });
    });
  for (const linked of [true, false]) {
    for (const proven of [false, true]) {
      const shelf = new Shelf();
      shelf.byLooks = proven;
      for (const from of [0, 3, 6, 9]) assert.equal(shelf.fresh(comics(from, linked)).length, 3);
    }
  }
});

test('three comics, each with its title, arrive each day anew without words, links and guids', () => {
  const shelf = new Shelf();
  for (let day = 0; day < 5; day++) {
    const comics = ['Cat', 'Dog', 'Penguin'].map((title, n) =>
      unlinked(n, { title, publishedAt: NOW + day * DAY + n, content: `<img src="${SITE}${day}.png">` }),
    );
    assert.equal(shelf.fresh(comics, NOW + day * DAY).length, 3);
  }
});

test('three columns of a day are others at noon: same titles, same day, other links', () => {
  const shelf = new Shelf();
  for (const time of ['morning', 'noon', 'evening']) {
    const columns = ['Sport', 'Weather', 'Traffic'].map((title, n) =>
      post(n, {
        title,
        url: `${SITE}${time}/${n}`,
        publishedAt: NOW - 12 * HOUR,
        content: `<p>${title}, ${time}</p>`,
      }),
    );
    assert.equal(shelf.fresh(columns).length, 3);
  }
});

test('posts of few titles and their own links and dates all arrive, each once, as the document moves on', () => {
  const titles = ['Links', 'Notes', 'Untitled', 'Links, again'];
  const texts = ['', '<p>One</p>', '<p>Two</p>'];
  const choices = fc.array(fc.tuple(fc.nat(titles.length - 1), fc.nat(texts.length - 1)), {
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      choices,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      (all, shown, step, proven) => {
        const shelf = new Shelf();
        shelf.byLooks = proven;
        const posts = all.map(([title, text], n) =>
          post(n, {
            title: titles[title] ?? '',
            content: texts[text] ?? '',
            publishedAt: NOW - (40 - n) * DAY,
          }),
        );
        let arrived = 0;
        for (let first = 0; first < posts.length; first += step) {
          arrived += shelf.fresh(posts.slice(first, first + Math.max(shown, step))).length;
        }
        assert.equal(arrived, posts.length);
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test('a source whose links bear a session brings nothing twice, over many visits', async (t) => {
  const b = await bench(t);
  const feed = 'https://site.example/feed';
  const answers = Array.from({ length: 6 }, (_, visit) => {
    const document = rss(upTo(1 + 2 * visit, 6).map((n) => ({ n, hoursAgo: 100 - 2 * n })));
    const body = document
      .replaceAll(/<guid.*?<\/guid>/g, '')
      .replaceAll('</link><pubDate>', `?session=${visit}</link><pubDate>`);
    return { body, headers: { etag: `${visit}` } };
  });
  b.web.serve(feed, ...answers);
  const { sourceId, userId } = await b.subscribe(feed);
  for (let visit = 1; visit < answers.length; visit++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).memory.identity, 'looks');
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
});

test('links that bear a session bring nothing twice where titles come again in a document, as answers of a forum', () => {
  const shelf = new Shelf();
  const at = (visit: number) =>
    upTo(10 - visit, 8).map((n) =>
      post(n, { url: `${SITE}${n}?sid=${visit}`, title: n % 3 ? 'Re: Bread' : 'Re: Cake' }),
    );
  assert.deepEqual(
    [0, 1, 2, 3].map((visit) => shelf.fresh(at(visit)).length),
    [8, 1, 1, 1],
  );
});

test('pictures of one title come once, each on its day, though their addresses are signed anew', () => {
  const shelf = new Shelf();
  const list = (visit: number, ...numbers: number[]): number =>
    shelf.visit(
      numbers.map((n) => {
        const url = `https://site.example/${n}.png?signature=${visit}`;
        return { url, publishedAt: Shelf.NOW - (30 - n) * 86_400_000, content: `<img src="${url}">` };
      }),
    ).fresh.length;
  assert.equal(list(1, 5, 4, 3, 2, 1), 5);
  assert.equal(list(2, 5, 4, 3, 2, 1), 0);
  assert.equal(list(3, 7, 6, 5, 4, 3), 2);
});

test('what has the title and day of a post that is shown no longer is new: two pictures, one where links hold, and other words', () => {
  const day = (n: number): number => NOW - (30 - n) * DAY;
  const anew = (n: number, visit: number): string => `${SITE}${n}?sid=${visit}`;
  for (const [news, isWordless, link] of [
    [[5], true, (n: number) => `${SITE}${n}`],
    [[6, 5], true, anew],
    [[5], false, anew],
  ] as const) {
    const shelf = new Shelf();
    shelf.byLooks = true;
    const at = (visit: number, n: number, publishedAt = day(n)): Partial<FeedPost> => {
      const content = isWordless ? `<img src="${n}.png">` : `Words ${n}`;
      return post(n, { url: link(n, visit), title: 'Today', publishedAt, content });
    };
    assert.equal(shelf.visit([4, 3, 2, 1].map((n) => at(1, n))).fresh.length, 4);
    const next = [...news.map((n) => at(2, n, day(1))), ...[4, 3, 2].map((n) => at(2, n))];
    assert.equal(shelf.visit(next).fresh.length, news.length);
  }
});

test('what has the title and day of two known posts is one of them only by its words', () => {
  const shelf = new Shelf();
  shelf.byLooks = true;
  const at = (visit: number, n: number): Partial<FeedPost> =>
    post(n, { url: `${SITE}${n}?sid=${visit}`, title: 'Today', publishedAt: NOW, content: `Words ${n}` });
  assert.equal(shelf.visit([at(1, 2), at(1, 1)]).fresh.length, 2);
  assert.equal(shelf.visit([at(2, 3)]).fresh.length, 1);
  const again = shelf.visit([at(3, 2)]);
  assert.deepEqual([again.fresh.length, again.edited.length], [0, 0]);
});

test('a post that has neither guid nor link, but the title of an older one, is new with words of its own', () => {
  const shelf = new Shelf();
  shelf.byLooks = true;
  const at = (day: number, content: string) =>
    unlinked(day, { title: 'Today', content, publishedAt: NOW + day * DAY });
  for (const [day, words] of ['Rain', 'Sun', 'Rain'].entries())
    assert.equal(shelf.visit([at(day, words)]).fresh.length, 1);
});

test('what says again what an older post said is new, without guid and link too, where the rest of the document is known by its names', () => {
  const shelf = new Shelf();
  const at = (day: number) => [
    unlinked(day, { title: 'Today', content: 'Rain', publishedAt: NOW + day * DAY }),
    ...upTo(10, 4).map((n) => post(n)),
  ];
  assert.deepEqual(
    [0, 1].map((day) => shelf.visit(at(day)).fresh.length),
    [5, 1],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { shelfPost as post, Shelf, unguidedPost as unguided } from '../testing/shelf.ts';

const HOUR = 3_600_000;
const { NOW } = Shelf;
const SITE = 'https://site.example/';

/** How many posts are new on each of six visits. The first of five posts has another title from the third visit on. */
function newOnEach(at: (visit: number, n: number) => Partial<FeedPost>): number[] {
  const shelf = new Shelf();
  return [0, 1, 2, 3, 4, 5].map((visit) => {
    const posts = [1, 2, 3, 4, 5].map((n) => {
      const title = n === 1 && visit > 1 ? 'A better title' : `Post ${n}`;
      return { ...at(visit, n), title };
    });
    return shelf.fresh(posts, NOW + visit * 2 * HOUR).length;
  });
}

test('a headline that changes, and the link with it, is an edit of the post with its guid and date', () => {
  const shelf = new Shelf();
  shelf.visit([1, 2, 3].map((n) => post(n)));
  const renamed = post(1, { title: 'A better title', url: `${SITE}1-a-better-title` });
  const { fresh, edited } = shelf.visit([renamed, post(2), post(3)]);
  assert.deepEqual([fresh.length, edited.map((each) => each.post.title)], [0, ['A better title']]);
});

test('a post that is edited comes once more at the most, though its link or its date is made anew on each visit', () => {
  const session = (visit: number, n: number) => ({ url: `${SITE}${n}?session=${visit}` });
  const anew = (visit: number, n: number) => ({ publishedAt: NOW + visit * 2 * HOUR - n });
  assert.deepEqual(
    newOnEach((visit, n) => post(n, session(visit, n))),
    [5, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(
    newOnEach((visit, n) => post(n, { ...session(visit, n), ...anew(visit, n) })),
    [5, 0, 1, 0, 0, 0],
  );
  assert.deepEqual(
    newOnEach((visit, n) => unguided(n, anew(visit, n))),
    [5, 0, 1, 0, 0, 0],
  );
});

test('posts that all bear one guid, and their titles again and again, all arrive', () => {
  const shelf = new Shelf();
  const titles = ['Links', 'Open thread', 'Photo'];
  const at = (n: number) => post(-n, { guid: SITE, title: titles[n % 3] ?? '' });
  for (let newest = 4; newest < 30; newest++) {
    const shown = [0, 1, 2, 3, 4].map((back) => at(newest - back));
    assert.equal(shelf.fresh(shown).length, newest === 4 ? 5 : 1, `post ${newest}`);
  }
});

test('posts that all bear one guid and one link, and titles that come again, are known by title and date', () => {
  const shelf = new Shelf();
  const at = (n: number) => post(-n, { guid: SITE, url: SITE, title: n % 2 ? 'Storm' : 'Flood' });
  for (let newest = 4; newest < 20; newest++) {
    const shown = [0, 1, 2, 3, 4].map((back) => at(newest - back));
    assert.equal(shelf.fresh(shown).length, newest === 4 ? 5 : 1, `post ${newest}`);
    assert.deepEqual(shelf.fresh(shown), []);
  }
});

test('posts that all bear one guid, one link and one title are as many as their words, if nothing says when each was published', () => {
  for (const changed of [() => ({}), (n: number) => ({ updatedAt: NOW - n * HOUR })]) {
    const shelf = new Shelf();
    const note = (n: number): Partial<FeedPost> => {
      const { publishedAt: _, ...rest } = post(n, { guid: SITE, url: SITE, title: 'Note', ...changed(n) });
      return rest;
    };
    assert.equal(shelf.fresh([2, 3, 4].map(note)).length, 3);
    assert.equal(shelf.fresh([1, 2, 3].map(note)).length, 1);
    assert.equal(shelf.fresh([1, 2, 3].map(note)).length, 0);
  }
});

test('posts that all bear one guid and one link come once, though their date is that of the build', () => {
  const shelf = new Shelf();
  for (let newest = 5; newest < 15; newest++) {
    const publishedAt = NOW + newest * HOUR;
    const shown = [0, 1, 2, 3, 4].map((back) => post(newest - back, { guid: SITE, url: SITE, publishedAt }));
    assert.equal(shelf.fresh(shown, publishedAt).length, newest === 5 ? 5 : 1, `post ${newest}`);
  }
});

test('what was stored under the guid that all posts bear is found when it counts no longer, and one that is edited', () => {
  const shelf = new Shelf();
  const posts = [1, 2, 3].map((n) => post(n, { guid: SITE }));
  shelf.visit(posts);
  const names = [`g:${SITE}`, `g:${SITE}\nsite.example/2`, `g:${SITE}\nsite.example/3`];
  shelf.known = shelf.known.map((known, index) => ({ ...known, identity: names[index] ?? '' }));
  assert.deepEqual(shelf.fresh(posts), []);
  const [first = {}, ...others] = posts;
  const { fresh, edited } = shelf.visit([{ ...first, content: '<p>Better</p>' }, ...others]);
  assert.deepEqual([fresh.length, edited.length], [0, 1]);
});

test('posts of each day at the same addresses come each day, where guid, date and words are new, whatever their titles', () => {
  const day = (n: number) =>
    ['aries', 'taurus', 'gemini', 'leo'].map((sign) => ({
      guid: `${sign}-${n}`,
      url: `https://site.example/${sign}`,
      title: sign,
      publishedAt: Shelf.NOW + (n - 5) * 86_400_000,
      content: `<p>Day ${n} of ${sign}</p>`,
    }));
  const shelf = new Shelf();
  shelf.visit(day(0));
  for (const n of [1, 2]) assert.deepEqual([shelf.fresh(day(n)).length, shelf.byLink], [4, false]);
});

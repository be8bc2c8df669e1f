// Documents that show what came in one day, and that very long: those of archives for papers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedPost } from '../../formats/feed-document.ts';
import { bench, rss } from '../testing/bench.ts';
import { Shelf, shelfPost } from '../testing/shelf.ts';

const DAY = 86_400_000;

/** The papers of a day, all with one date. */
function papers(day: number, count: number): Partial<FeedPost>[] {
  const publishedAt = Shelf.NOW + day * DAY;
  return Array.from({ length: count }, (_, n) =>
    shelfPost(n, { guid: `${day}-${n}`, url: `https://site.example/${day}/${n}`, publishedAt }),
  );
}

test('row 40: of what a long document has published in these days nothing is left out', () => {
  const shelf = new Shelf();
  assert.equal(shelf.fresh(papers(0, 1_100)).length, 1_100);
  assert.equal(shelf.fresh(papers(0, 1_100)).length, 0);
  assert.equal(shelf.fresh(papers(1, 1_100), Shelf.NOW + DAY).length, 1_100);
});

test('row 40: what a long document has published before these days is left out beyond the newest five hundred', () => {
  const shelf = new Shelf();
  const shown = [...papers(0, 20), ...papers(-8, 600)];
  assert.equal(shelf.fresh(shown).length, 500);
  assert.equal(shelf.fresh([...papers(0, 20), ...papers(9, 600)]).length, 480, 'dates to come say nothing');
});

test('row 40: each of the papers of a day is an item, and comes once', async (t) => {
  const b = await bench(t);
  const feed = 'https://papers.example/rss';
  const day = (n: number) =>
    rss(
      Array.from({ length: 900 }, (_, index) => ({ n: n * 1_000 + index, hoursAgo: -24 * n })),
      { title: `Papers`, extra: `<lastBuildDate>${n}</lastBuildDate>` },
    );
  b.web.serve(feed, { body: day(0), headers: { etag: '0' } }, { body: day(1), headers: { etag: '1' } });
  const { sourceId } = await b.subscribe(feed);
  await b.later(DAY);
  await b.later(DAY);
  const brought = (await b.visits(sourceId)).map(({ newPosts }) => newPosts);
  assert.deepEqual(brought, [0, 900, 900]);
});

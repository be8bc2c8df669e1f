import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;

const moves: [what: string, known: number[], shown: { title?: string; site?: string }][] = [
  ['of another site, under its old title', [3, 2, 1], { site: 'https://moved.test/' }],
  ['under another title, of its old site', [3, 2, 1], { title: 'Renamed' }],
  [
    'when two posts of it were known, of another site and title',
    [2, 1],
    { title: 'Renamed', site: 'https://moved.test/' },
  ],
];
for (const [what, known, shown] of moves) {
  test(`a feed that shows nothing known, ${what}, is the same feed`, async (t) => {
    const b = await bench(t);
    b.web.serve(
      FEED,
      { body: rss(known), headers: { etag: 'one' } },
      { body: rss([5, 4], shown), headers: { etag: 'two' } },
    );
    const { userId } = await b.subscribe(FEED);
    await b.later(DAY);
    assert.equal((await b.items(userId)).length, known.length + 2);
  });
}

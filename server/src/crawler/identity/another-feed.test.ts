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

test('a feed that shows something known is the same feed, though it has moved to another site and has another title', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([3, 2, 1]), headers: { etag: 'one' } },
    { body: rss([5, 4, 3], { title: 'Renamed', site: 'https://moved.test/' }), headers: { etag: 'two' } },
  );
  const { userId, sourceId } = await b.subscribe(FEED);
  await b.later(DAY);
  assert.equal((await b.items(userId)).length, 5);
  assert.equal((await b.source(sourceId)).memory.state, undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../../server/src/formats/read-feed.ts';
import { hostKey } from '../../server/src/net/host-key.ts';
import { documentOf, postsNew, postsShown } from './documents.ts';
import { median, percentile, ratioOfMedians, spreadOf } from './figures.ts';
import { editionKnown, urlOf } from './hosts.ts';

test('the median is the middle, or the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([1, 9, 5, 6]), 5.5);
  assert.equal(median([4]), 4);
  assert.ok(Number.isNaN(median([])));
});

test('a percentile is one of the numbers, by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual(spreadOf(hundred), { count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
  assert.equal(percentile([1, 2, 3], 0.99), 3);
  assert.equal(percentile([1, 2, 3], 0), 1);
});

test('one odd round moves no ratio', () => {
  assert.equal(ratioOfMedians([10, 11, 900], [22, 1, 22]), 0.5);
});

test('every host is one of its own to the crawler', () => {
  const keys = new Set(Array.from({ length: 70_000 }, (_, index) => hostKey(urlOf(index, 8_000))));
  assert.equal(keys.size, 70_000);
  assert.ok(urlOf(0, 8_000).startsWith('http://127.1.0.0:8000/'));
});

test('of a mixed refresh 7 of 100 hosts have something new, wherever one counts', () => {
  for (const start of [0, 100, 4_200]) {
    const editions = Array.from({ length: 100 }, (_, index) => editionKnown('mixed', start + index));
    assert.equal(editions.filter((edition) => edition === 'known').length, 7);
  }
});

test('between the two editions of the document lie five posts of 2 kB', () => {
  const [known, fresh] = (['known', 'new'] as const).map((edition) => {
    const reading = readFeed(Buffer.from(documentOf(edition)), { url: 'https://posts.example/feed.xml' });
    assert.ok(reading.kind === 'feed');
    return reading.document.posts;
  });
  assert.deepEqual([known?.length, fresh?.length], [postsShown, postsShown]);
  const guids = new Set(known?.map(({ guid }) => guid));
  const news = fresh?.filter(({ guid }) => !guids.has(guid)) ?? [];
  assert.equal(news.length, postsNew);
  // The sanitiser adds words to links.
  for (const { content = '', summary = '' } of news) {
    const bytes = Math.max(content.length, summary.length);
    assert.ok(bytes >= 1_900 && bytes < 2_900, `${bytes} bytes`);
  }
});

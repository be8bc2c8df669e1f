import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../../server/src/formats/read-feed.ts';
import { hostKey } from '../../server/src/net/host-key.ts';
import { documentOf, postsNew, postsShown } from './documents.ts';
import { median, percentile, ratioOfMedians, spreadOf } from './figures.ts';
import { editionKnown, urlOf } from './hosts.ts';
import { bounds, verdictOf } from './verdict.ts';

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
  // The sanitiser adds attributes to links.
  for (const { content = '', summary = '' } of news) {
    const bytes = Math.max(content.length, summary.length);
    assert.ok(bytes >= 1_900 && bytes < 2_900, `${bytes} bytes`);
  }
});

test('each bound is said to be kept or missed, with what was measured', () => {
  const answers = (p99: number) => ({ all: { p99 } });
  const lines = verdictOf(
    [
      { workload: 'same', memory: { residentMb: bounds.residentMb - 1, ownMb: 200 } },
      { workload: 'new', memory: { residentMb: bounds.residentMb, ownMb: 210 } },
    ],
    [
      {
        workload: 'mixed',
        hosts: 10_000,
        quiet: answers(7),
        refreshing: answers(bounds.apiP99Ms),
        memory: { residentMb: 250, ownMb: 150 },
      },
    ],
  );
  assert.deepEqual(
    lines.map((line) => line.slice(0, 10)),
    ['kept   mem', 'MISSED mem', 'MISSED API', 'kept   mem'],
  );
  assert.match(lines[1] ?? '', /300 MB resident at the most \(210 MB without pages of files\)/);
  assert.match(lines[2] ?? '', /25\.0 ms, must be below 25 ms; without a refresh 7\.0 ms/);
});

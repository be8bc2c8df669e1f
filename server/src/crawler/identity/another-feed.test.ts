import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteFeed } from '../../store/feeds/feeds.ts';
import { unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const sold = rss([903, 902, 901], { title: 'Casino', site: 'https://casino.test/' });

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

test('another feed that is empty at first is another feed once it has posts', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([3, 2, 1]), headers: { etag: 'one' } },
    { body: rss([], { title: 'Casino', site: 'https://casino.test/' }), headers: { etag: 'two' } },
    { body: sold, headers: { etag: 'three' } },
  );
  const { userId, sourceId } = await b.subscribe(FEED);
  for (let day = 0; day < 3; day++) await b.later(DAY);
  assert.equal((await b.source(sourceId)).memory.state, 'another-feed');
  assert.equal((await b.items(userId)).length, 3);
});

const elsewhere = 'https://example.net/feed';

for (const [what, { title, site }, there, expected] of [
  [
    'a feed that leaves an empty document behind, of another title and site, which says where it is now, is followed there',
    { title: 'We have moved', site: 'https://host.test/' },
    rss([4, 3, 2, 1]),
    { url: elsewhere, items: 4 },
  ],
  [
    'another feed that is empty, and names another address, brings nothing of that either',
    { title: 'Casino', site: 'https://casino.test/' },
    sold,
    { url: FEED, items: 3 },
  ],
] as const)
  test(what, async (t) => {
    const b = await bench(t);
    const extra = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${elsewhere}</itunes:new-feed-url>`;
    b.web.serve(
      FEED,
      { body: rss([3, 2, 1]), headers: { etag: 'one' } },
      { body: rss([], { title, site, extra }) },
    );
    b.web.serve(elsewhere, { body: there });
    const { userId, sourceId } = await b.subscribe(FEED);
    for (let day = 0; day < 9; day++) await b.later(DAY);
    assert.equal((await b.source(sourceId)).url, expected.url);
    assert.equal((await b.items(userId)).length, expected.items);
  });

test('a feed that was accepted in the place of another has nothing of that one, and is not taken for it when it is back', async (t) => {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([3, 2, 1]), headers: { etag: 'one' } },
    { body: sold, headers: { etag: 'two' } },
  );
  const { sourceId } = await b.subscribe(FEED);
  await b.later(DAY);
  await b.wait(b.crawler.refresh(sourceId));
  const { userId } = await b.subscribe(FEED, 'bob');
  const titles = async (): Promise<string[]> => (await b.items(userId)).map(({ title }) => title).sort();
  assert.deepEqual(await titles(), ['Post 901', 'Post 902', 'Post 903']);
  b.web.serve(FEED, { body: rss([4, 3, 2, 1]), headers: { etag: 'three' } });
  await b.later(DAY);
  assert.equal((await b.source(sourceId)).memory.state, 'another-feed');
  assert.equal((await titles()).length, 3);
  await b.wait(b.crawler.refresh(sourceId));
  assert.equal((await titles()).length, 7);
});

test('a feed that was accepted in the place of one whose guids had changed is known by its own', async (t) => {
  const b = await bench(t);
  const daily = (n: number) =>
    rss([{ n: 0, guid: `day ${n}`, hoursAgo: 90 - 24 * n, title: 'Daily', text: `Day ${n}` }], {
      title: 'Daily',
      site: 'https://daily.test/',
    });
  let answer = 0;
  b.web.serve(FEED, () => ({
    body: rss([4, 3, 2, 1].map((n) => ({ n, guid: `${n} in answer ${++answer}` }))),
  }));
  const { userId, sourceId } = await b.subscribe(FEED);
  await b.later(2 * DAY);
  assert.equal((await b.source(sourceId)).memory.identity, 'link');
  for (const day of [1, 2, 3]) {
    b.web.serve(FEED, { body: daily(day) });
    await b.later(2 * DAY);
    if (day === 1) await b.wait(b.crawler.refresh(sourceId));
  }
  assert.equal((await b.items(userId)).filter(({ title }) => title === 'Daily').length, 3);
});

for (const [when, then, days] of [
  ['while somebody followed it', [{ body: sold }], [1, 0]],
  ['when it was gone', [{ status: 410 }, { status: 410 }, { body: sold }], [1.5, 1.5, 1]],
  ['since nobody follows it', [{ body: sold }], [0, 25]],
] as const)
  test(`whoever follows an address that nobody follows gets the feed that has come there ${when}, for one request`, async (t) => {
    const b = await bench(t);
    b.web.serve(FEED, { body: rss([3, 2, 1]) }, ...then);
    const { userId, feedId, sourceId } = await b.subscribe(FEED);
    for (const each of days.slice(0, -1)) if (each > 0) await b.later(each * DAY);
    await b.store.write(async (tx) => {
      await deleteFeed(tx, userId, feedId);
      await unscheduleIfUnfollowed(tx, sourceId);
    });
    await b.later((days.at(-1) ?? 0) * DAY);
    b.web.forget();
    const bob = await b.subscribe(FEED, 'bob');
    await b.subscribe(FEED, 'cleo');
    assert.equal(bob.sourceId, sourceId);
    assert.deepEqual((await b.items(bob.userId)).map(({ title }) => title).sort(), [
      'Post 901',
      'Post 902',
      'Post 903',
    ]);
    const { title, memory } = await b.source(sourceId);
    assert.deepEqual([title, memory.state, b.web.requests.length], ['Casino', undefined, 1]);
  });

test('a feed that is visited is not asked before somebody else follows it; one that nobody follows is, and taken as it was if it is away', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { fails: 'connect-timeout' });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  for (const requests of [1, 2]) {
    await b.clock.advance(2 * DAY);
    assert.deepEqual(await b.wait(b.crawler.follow(FEED)), { kind: 'source', sourceId });
    assert.equal(b.web.requests.length, requests);
    await b.store.write(async (tx) => {
      await deleteFeed(tx, userId, feedId);
      await unscheduleIfUnfollowed(tx, sourceId);
    });
  }
});

for (const hours of [1, 24]) {
  test(`a busy feed in whose place another is shown for ${hours} h loses nothing by it that a day does not cost`, async (t) => {
    const b = await bench(t);
    const began = b.clock.now();
    let isSold = false;
    // Two posts an hour, of which the document shows those of forty hours.
    const shown = (): string => {
      const newest = 80 + Math.floor((b.clock.now() - began) / (HOUR / 2));
      return rss(
        Array.from({ length: 80 }, (_, index) => ({
          n: newest - index,
          hoursAgo: (80 - newest + index) / 2,
        })),
      );
    };
    b.web.serve(FEED, () => ({ body: isSold ? sold : shown(), headers: { etag: `${b.clock.now()}` } }));
    const { sourceId } = await b.subscribe(FEED);
    for (let hour = 0; hour < 10; hour += 0.25) await b.later(HOUR / 4);
    isSold = true;
    b.web.forget();
    for (let hour = 0; hour < hours; hour += 0.25) await b.later(HOUR / 4);
    while (hours === 1 && b.web.requests.length === 0) await b.later(HOUR / 4);
    assert.equal((await b.source(sourceId)).memory.state, 'another-feed');
    isSold = false;
    const back = b.clock.now();
    for (let hour = 0; hour < 30; hour += 0.25) await b.later(HOUR / 4);
    assert.equal((await b.source(sourceId)).memory.state, undefined);
    const visits = (await b.visits(sourceId)).filter(({ outcome }) => outcome.kind === 'document');
    const first = visits.findLast(({ at }) => at > back);
    assert.ok(
      first && first.newPosts > 0 && first.newPosts < 80,
      `${first?.newPosts} of 80 were new: none was missed`,
    );
  });
}

test('a feed that has been sold for good costs its new owner seven visits in a week, and then one a week', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([3, 2, 1]), headers: { etag: 'E' } }, { body: sold, headers: { etag: 'S' } });
  await b.subscribe(FEED);
  await b.later(8 * HOUR);
  for (let hour = 0; hour < 7 * 24; hour++) await b.later(HOUR);
  assert.ok(b.web.requests.length <= 10);
  b.web.forget();
  for (let hour = 0; hour < 28 * 24; hour++) await b.later(HOUR);
  assert.ok(b.web.requests.length >= 3 && b.web.requests.length <= 4);
});

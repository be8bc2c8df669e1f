import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Item } from '../model/item.ts';
import { listIds } from '../store/items/item-lists.ts';
import { findItems } from '../store/items/items.ts';
import type { CrawlerOptions } from './crawler.ts';
import { crawlerLimits, identityLimits } from './limits.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const WEEK = 7 * 24 * 3_600_000;

test('an old post that is shown again is new to those who began to follow meanwhile, and to nobody else', async (t) => {
  const { house, ada, bob } = await longHistory(t);
  const [adaHad, bobHad] = [await itemsOf(house, ada), await itemsOf(house, bob)];
  house.web.serve(FEED, rss([302, 301, 5]), rss([303, 302]), rss([304, 5]));
  await house.later(WEEK);
  const come = titlesAfter(bobHad, await itemsOf(house, bob));
  assert.deepEqual(come, ['Post 5', 'Post 302']);
  await house.later(WEEK);
  await house.later(WEEK);
  assert.deepEqual(titlesAfter(bobHad, await itemsOf(house, bob)), [...come, 'Post 303', 'Post 304']);
  assert.deepEqual(titlesAfter(adaHad, await itemsOf(house, ada)), ['Post 302', 'Post 303', 'Post 304']);
  assert.ok((await itemsOf(house, bob)).every(({ read }) => !read));
});

for (const { what, options } of [
  { what: 'an archive that is shown again comes to them as read', options: {} },
  {
    what: 'so it does where not all copies should be made at once',
    options: { limits: { ...crawlerLimits, copiesAtOnce: 7 } },
  },
]) {
  test(what, async (t) => {
    const { house, ada, bob } = await longHistory(t, options);
    const [adaHad, bobHad] = [await itemsOf(house, ada), await itemsOf(house, bob)];
    house.web.serve(FEED, rss([302, 301, ...down(20, 1)]));
    await house.later(WEEK);
    const come = (await itemsOf(house, bob)).slice(bobHad.length);
    const isRead = new Map(come.map(({ title, read }) => [title, read]));
    assert.deepEqual(
      isRead,
      new Map([...down(20, 1).map((n) => [`Post ${n}`, true] as const), ['Post 302', false]]),
    );
    assert.equal(come.length, isRead.size);
    assert.deepEqual(titlesAfter(adaHad, await itemsOf(house, ada)), ['Post 302']);
  });
}

test('what moves up in a document that is longer than what is taken of it is new to nobody', async (t) => {
  const house = await bench(t);
  const long = (numbers: readonly number[]): string =>
    rss(numbers.map((n) => ({ n, hoursAgo: (1_000 - n) * 24 })));
  const shown = identityLimits.postsAtOnce;
  const without = down(shown + 2, 1).filter((n) => n !== 400);
  house.web.serve(FEED, long(down(shown, 1)), long(down(shown + 2, 1)), long(without));
  await house.subscribe(FEED);
  await house.later(WEEK);
  await house.clock.advance(1);
  const { userId: bob } = await house.subscribe(FEED, 'bob');
  const had = await itemsOf(house, bob);
  await house.later(WEEK);
  assert.deepEqual(titlesAfter(had, await itemsOf(house, bob)), []);
});

test('whoever begins to follow gets an old post that the document shows just then', async (t) => {
  const house = await bench(t);
  house.web.serve(FEED, rss(down(300, 1)), rss([302, 301, 5]), rss([303]), rss([303, 5]));
  await house.subscribe(FEED);
  await house.later(WEEK);
  await house.clock.advance(1);
  const { userId: bob } = await house.subscribe(FEED, 'bob');
  const had = await itemsOf(house, bob);
  assert.deepEqual(
    had.map(({ title }) => title),
    [5, ...down(302, 103).reverse()].map((n) => `Post ${n}`),
  );
  await house.later(WEEK);
  await house.later(WEEK);
  assert.deepEqual(titlesAfter(had, await itemsOf(house, bob)), ['Post 303']);
});

/** A source with 301 posts of which its document shows two, followed by ada all the time, and by bob only since then, who has not got the oldest. */
async function longHistory(
  t: TestContext,
  options: Partial<CrawlerOptions> = {},
): Promise<{ house: Bench; ada: number; bob: number }> {
  const house = await bench(t, options);
  house.web.serve(FEED, rss(down(300, 1)), rss([301, 300]));
  const { userId: ada } = await house.subscribe(FEED);
  await house.later(WEEK);
  await house.clock.advance(1);
  const { userId: bob } = await house.subscribe(FEED, 'bob');
  return { house, ada, bob };
}

/** In order of arrival. */
async function itemsOf({ store }: Bench, userId: number): Promise<Item[]> {
  const items = await store.read(async (tx) => {
    const { ids } = await listIds(tx, userId, { of: 'user' }, { limit: 1_000 });
    return findItems(tx, userId, ids);
  });
  return items.toReversed();
}

function titlesAfter(before: readonly Item[], now: readonly Item[]): string[] {
  return now.slice(before.length).map(({ title }) => title);
}

/** The numbers from `first` down to `last`. */
function down(first: number, last: number): number[] {
  return Array.from({ length: first - last + 1 }, (_, index) => first - index);
}

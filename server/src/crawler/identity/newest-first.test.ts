import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { identityLimits } from '../limits.ts';
import { type Bench, bench } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
/** More posts than a visit stores. */
const MANY = identityLimits.postsAtOnce + 100;

test('a long document without dates that grows at its end brings what is new, the last as the newest', async (t) => {
  const { b, news } = await following(t, [upTo(MANY), upTo(MANY + 1), upTo(MANY + 4), upTo(MANY + 4)]);
  await b.later(DAY);
  assert.deepEqual(await news(), [`Post ${MANY + 1}`]);
  await b.later(DAY);
  assert.deepEqual(
    await news(),
    [4, 3, 2, 1].map((n) => `Post ${MANY + n}`),
  );
  await b.later(DAY);
  assert.equal((await news()).length, 4);
});

test('what such a document brings is new too where its oldest posts leave it, and where it was short before', async (t) => {
  const short = identityLimits.postsAtOnce;
  const { b, news } = await following(t, [
    upTo(short),
    upTo(short + 2),
    upTo(short + 3).slice(2),
    upTo(short + 5).slice(4),
  ]);
  for (let visit = 0; visit < 3; visit++) await b.later(DAY);
  assert.deepEqual(
    await news(),
    [5, 4, 3, 2, 1].map((n) => `Post ${short + n}`),
  );
});

test('a long document that grows at its beginning and loses its oldest posts brings what is new, and nothing out of its middle', async (t) => {
  const shown = (newest: number) => upTo(newest).slice(-MANY).reverse();
  const { b, news } = await following(t, [1_000, 1_000, 1_001, 1_003].map(shown));
  for (let visit = 0; visit < 3; visit++) await b.later(DAY);
  assert.deepEqual(await news(), ['Post 1003', 'Post 1002', 'Post 1001']);
});

test('a document of which only beginning and end are read brings what is new at either end', async (t) => {
  const growing = await following(t, [2_100, 2_100, 2_101].map(upTo));
  const sliding = await following(
    t,
    [4_000, 4_000, 4_001].map((newest) => upTo(newest).slice(-2_100).reverse()),
  );
  for (const { b } of [growing, sliding]) {
    await b.later(DAY);
    await b.later(DAY);
  }
  assert.deepEqual(await growing.news(), ['Post 2101']);
  assert.deepEqual(await sliding.news(), ['Post 4001']);
});

test('what comes at the end because a site shows more of its archive is no news', async (t) => {
  const shown = (count: number) => upTo(2_000).slice(-count).reverse();
  const { b, news } = await following(t, [MANY, MANY + 300, MANY, MANY + 300].map(shown));
  for (let visit = 0; visit < 3; visit++) await b.later(DAY);
  assert.deepEqual(await news(), []);
});

test('a date of 1970 counts as none', async (t) => {
  const { b, news } = await following(t, [upTo(MANY), upTo(MANY + 1)], () => new Date(0));
  await b.later(DAY);
  assert.deepEqual(await news(), [`Post ${MANY + 1}`]);
});

test('an end of which nothing was known before is no news where the beginning is another, too', async (t) => {
  const pages = [upTo(MANY).reverse(), [MANY + 1, ...upTo(MANY).reverse(), -1, -2]];
  const { b, news } = await following(t, pages);
  await b.later(DAY);
  assert.deepEqual(await news(), [`Post ${MANY + 1}`]);
});

test('what is new at the end comes with its words, though others have the same', async (t) => {
  const { b, news } = await following(t, [upTo(MANY), [...upTo(MANY), 5.5]]);
  await b.later(DAY);
  assert.deepEqual(await news(), ['Post 5']);
  assert.equal((await b.items(1))[0]?.content, 'Words of 5');
});

test('a document with dates that grows at its end beyond what is read brings what is new', async (t) => {
  const dated = (count: number) =>
    document(upTo(count), (n) => new Date(Date.UTC(2025, 8, 22) + n * 3_600_000));
  const b = await bench(t);
  b.web.serve(FEED, { body: dated(2_500), headers: { etag: '1' } }, { body: dated(2_502) });
  const { userId } = await b.subscribe(FEED);
  assert.equal((await b.items(userId))[0]?.title, 'Post 2500');
  await b.later(DAY);
  const titles = (await b.items(userId)).map(({ title }) => title);
  assert.deepEqual(titles.slice(0, 3), ['Post 2502', 'Post 2501', 'Post 2500']);
});

interface Following {
  b: Bench;
  /** The titles of the posts that have come since the first visit, the newest first. */
  news(): Promise<string[]>;
}

/** Lets somebody follow a feed that shows these posts, one document for each visit. */
async function following(
  t: TestContext,
  pages: readonly (readonly number[])[],
  dateOf?: (n: number) => Date,
): Promise<Following> {
  const b = await bench(t);
  b.web.serve(
    FEED,
    ...pages.map((shown, n) => ({ body: document(shown, dateOf), headers: { etag: `${n}` } })),
  );
  const { userId } = await b.subscribe(FEED);
  const before = new Set((await b.items(userId)).map(({ id }) => id));
  return {
    b,
    news: async () => {
      const items = await b.items(userId);
      return items.filter(({ id }) => !before.has(id) && id > Math.max(...before)).map(({ title }) => title);
    },
  };
}

/** The numbers from 1 to `count`. */
function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** A post has its number for a guid, and a title with the number's integer part. */
function document(shown: readonly number[], dateOf?: (n: number) => Date): string {
  const items = shown.map((n) => {
    const date = dateOf ? `<pubDate>${dateOf(n).toUTCString()}</pubDate>` : '';
    return `<item><guid isPermaLink="false">${n}</guid><title>Post ${Math.trunc(n)}</title>
      <description>Words of ${Math.trunc(n)}</description>${date}</item>`;
  });
  return `<rss version="2.0"><channel><title>The feed</title><link>https://example.com/</link>${items.join('')}</channel></rss>`;
}

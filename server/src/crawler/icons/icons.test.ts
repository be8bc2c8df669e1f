// The icons of sites: found where they are, asked for once a month and site, and not one request more than that.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { deleteFeed } from '../../store/feeds.ts';
import { readIcons } from '../../store/icons.ts';
import { sql } from '../../store/sql.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { DAY, HOUR, MINUTE } from '../testing/plan.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://courier.com';
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const ICO = Uint8Array.of(0, 0, 1, 0, 1, 0, 16, 16);
const none: FakeAnswer = { status: 404 };
const page = (link: string): FakeAnswer => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>C</title>${link}</head><body>Hello</body></html>`,
});

/** A site as it answers, and all that it is asked, in order. */
interface Row {
  name: string;
  /** The picture that the feed names. */
  picture?: string;
  answers: Record<string, FakeAnswer>;
  asked: string[];
  type: string | undefined;
}

const rows: Row[] = [
  {
    name: 'the picture that the feed names comes first',
    picture: 'https://pictures.net/c.png',
    answers: { 'https://pictures.net/c.png': { body: PNG } },
    asked: ['https://pictures.net/c.png'],
    type: 'image/png',
  },
  {
    name: 'the page of the site names its icon, which may lie elsewhere',
    answers: {
      '/': page('<link rel="icon" href="https://cdn.net/i.ico">'),
      'https://cdn.net/i.ico': { body: ICO },
    },
    asked: ['/robots.txt', '/', 'https://cdn.net/i.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a page that names none has its icon at the usual place',
    answers: { '/': page(''), '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a picture of the feed that is none is followed by the page',
    picture: 'https://pictures.net/c.png',
    answers: {
      'https://pictures.net/c.png': { body: '<html>' },
      '/': page('<link rel="shortcut icon" href="i.png">'),
      '/i.png': { body: PNG },
    },
    asked: ['https://pictures.net/c.png', '/robots.txt', '/', '/i.png'],
    type: 'image/png',
  },
  {
    name: 'what the page names and is none ends the search',
    answers: { '/': page('<link rel=icon href=/i.png>'), '/i.png': none, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/', '/i.png'],
    type: undefined,
  },
  {
    name: 'a site without a page is asked at the usual place',
    answers: { '/': none, '/favicon.ico': none },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: undefined,
  },
  {
    name: 'a site that cannot be reached is asked no more',
    answers: { '/': { fails: 'connect-refused' }, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/'],
    type: undefined,
  },
  {
    name: 'a site that has too much to do is asked no more',
    answers: { '/': { status: 429 }, '/favicon.ico': { body: ICO } },
    asked: ['/robots.txt', '/'],
    type: undefined,
  },
  {
    name: 'robots.txt keeps us from the page, and from what nobody has named',
    answers: {
      '/robots.txt': { body: 'User-agent: *\nDisallow: /' },
      '/': page('<link rel=icon href=/i.png>'),
    },
    asked: ['/robots.txt'],
    type: undefined,
  },
  {
    name: 'robots.txt may keep us from pages alone',
    answers: {
      '/robots.txt': { body: 'User-agent: Courant\nDisallow: /\nAllow: /favicon.ico' },
      '/favicon.ico': { body: ICO },
    },
    asked: ['/robots.txt', '/favicon.ico'],
    type: 'image/x-icon',
  },
  {
    name: 'a picture that is too large is none',
    answers: { '/': { fails: 'too-large' }, '/favicon.ico': { fails: 'too-large' } },
    asked: ['/robots.txt', '/', '/favicon.ico'],
    type: undefined,
  },
  {
    name: 'redirects are followed a few steps',
    answers: {
      '/': { status: 301, headers: { location: 'https://www.courier.com/' } },
      'https://www.courier.com/': page('<link rel=icon href=/a>'),
      'https://www.courier.com/a': { status: 302, headers: { location: '/b' } },
      'https://www.courier.com/b': { body: PNG },
    },
    asked: [
      '/robots.txt',
      '/',
      'https://www.courier.com/robots.txt',
      'https://www.courier.com/',
      'https://www.courier.com/a',
      'https://www.courier.com/b',
    ],
    type: 'image/png',
  },
];
for (const { name, picture, answers, asked, type } of rows) {
  test(name, async (t) => {
    const { b, iconIds, calls } = await someSite(t, { picture });
    for (const [place, answer] of Object.entries(answers)) b.web.serve(addressOf(place), answer);
    await month(b);
    assert.deepEqual(calls(), asked.map(addressOf));
    const icons = await b.store.read((tx) => readIcons(tx, [...Array(20).keys()]));
    assert.deepEqual(
      icons.map((icon) => icon.type),
      type === undefined ? [] : [type],
    );
    assert.deepEqual((await iconIds()).length, 1);
  });
}

test('a redirect without an end is given up', async (t) => {
  const { b, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/0>'));
  for (let step = 0; step < 10; step++) {
    b.web.serve(`${SITE}/${step}`, { status: 302, headers: { location: `/${step + 1}` } });
  }
  await month(b);
  assert.equal(calls().length, 2 + 6);
});

test('after a month one question is asked: whether the icon has changed', async (t) => {
  const { b, calls } = await someSite(t, {});
  const headers = { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  b.web.serve(`${SITE}/`, page('<link rel=icon href=/i.png>'));
  b.web.serve(
    `${SITE}/i.png`,
    { body: PNG, headers },
    { status: 304, headers },
    { body: ICO, headers: {} },
    none,
  );
  await month(b);
  b.web.forget();
  await later(b);
  assert.deepEqual(calls(), [`${SITE}/i.png`]);
  const [again] = b.web.requestsFor(`${SITE}/i.png`);
  assert.deepEqual(
    [again?.headers['if-none-match'], again?.headers['if-modified-since']],
    [headers.etag, headers['last-modified']],
  );
  assert.deepEqual(await types(b), ['image/png']);
  await later(b);
  assert.deepEqual([calls().length, await types(b)], [2, ['image/x-icon']]);
  // It is gone from there: the search begins anew, and ends with what the page names, which is nothing.
  b.web.forget();
  await later(b);
  assert.deepEqual(calls(), ['/i.png', '/robots.txt', '/', '/i.png'].map(addressOf));
  assert.deepEqual(await types(b), []);
});

test('an icon is kept while the site cannot be reached', async (t) => {
  const { b, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO }, { fails: 'connect-refused' });
  await month(b);
  b.web.forget();
  await later(b);
  assert.deepEqual([calls().length, await types(b)], [2, ['image/x-icon']]);
});

test('all feeds of a site share its icon, and what is a picture of one of them only is not the site’s', async (t) => {
  const b = await bench(t, { findsIcons: true });
  for (const n of [1, 2, 3]) {
    b.web.serve(`https://feeds${n}.net/rss`, feed(`https://pictures.net/${n}.png`));
    await b.subscribe(`https://feeds${n}.net/rss`, `reader ${n}`);
  }
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO });
  await month(b);
  assert.equal(b.web.requests.filter(({ url }) => url.startsWith('https://pictures.net/')).length, 0);
  assert.equal(b.web.requestsFor(`${SITE}/favicon.ico`).length, 1);
  const ids = await b.store.read((tx) =>
    tx.all<{ icon_id: number }>(sql`SELECT DISTINCT icon_id FROM sources`),
  );
  assert.equal(ids.length, 1);
});

test('a site that nobody follows is not asked, and one that is followed again within the month is not asked twice', async (t) => {
  const { b, feedId, userId, calls } = await someSite(t, {});
  b.web.serve(`${SITE}/favicon.ico`, { body: ICO });
  await b.store.write((tx) => deleteFeed(tx, userId, feedId));
  await month(b);
  assert.deepEqual(calls(), []);
  await b.subscribe(FEED, 'otto');
  await month(b);
  assert.equal(calls().length, 3);
  const feeds = await b.store.read((tx) =>
    tx.all<{ id: number; user_id: number }>(sql`SELECT id, user_id FROM feeds`),
  );
  for (const each of feeds) await b.store.write((tx) => deleteFeed(tx, each.user_id, each.id));
  await advance(b, HOUR);
  await b.subscribe(FEED, 'eva');
  b.web.forget();
  await advance(b, 12 * HOUR);
  assert.deepEqual(calls(), []);
  await advance(b, DAY);
  assert.deepEqual(calls(), ['/robots.txt', '/favicon.ico'].map(addressOf));
});

test('the crawler looks for icons only where it is told to', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, feed());
  await b.subscribe(FEED);
  await month(b);
  assert.deepEqual(
    b.web.requests.filter(({ url }) => url !== FEED),
    [],
  );
});

test('no icon is fetched while the host is leased by another, nor within the gap', async (t) => {
  const { b } = await someSite(t, { feed: `${SITE}/rss` });
  b.web.serve(`${SITE}/`, { ...page('<link rel=icon href=/i.png>'), afterMs: 2_000 });
  b.web.serve(`${SITE}/i.png`, { body: PNG, afterMs: 2_000 });
  await month(b);
  const calls = b.web.requests.filter(({ url }) => url.startsWith(SITE)).toSorted((x, y) => x.at - y.at);
  assert.ok(calls.length >= 4);
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1];
    if (before) assert.ok(call.at >= (before.endedAt ?? Number.POSITIVE_INFINITY) + 1_000, call.url);
  }
});

function addressOf(place: string): string {
  return new URL(place, SITE).href;
}

function feed(picture?: string): string {
  const extra = picture === undefined ? '' : `<image><url>${picture}</url></image>`;
  return rss([], { site: `${SITE}/`, extra });
}

async function someSite(
  t: TestContext,
  { picture, feed: url = FEED }: { picture?: string | undefined; feed?: string },
) {
  const b = await bench(t, { findsIcons: true });
  b.web.serve(url, feed(picture));
  const subscribed = await b.subscribe(url);
  return {
    b,
    ...subscribed,
    /** All that was asked beside the feed. */
    calls: () => b.web.requests.map((request) => request.url).filter((each) => each !== url),
    iconIds: () => b.store.read((tx) => tx.all<{ id: number }>(sql`SELECT id FROM icons`)),
  };
}

async function types(b: Bench): Promise<string[]> {
  return (await b.store.read((tx) => readIcons(tx, [1]))).map((icon) => icon.type);
}

/** Works off what comes due within most of a month: whatever came of the search, there is no other. */
async function month(b: Bench): Promise<void> {
  for (const ms of [6 * MINUTE, HOUR, DAY, 28 * DAY]) await advance(b, ms);
}

/** Lets the month end, and works off what has come due. */
async function later(b: Bench): Promise<void> {
  await advance(b, 31 * DAY);
}

async function advance(b: Bench, ms: number): Promise<void> {
  await b.clock.sleep(ms);
  for (let round = 0; round < 40; round++) {
    if ((await b.wait(b.crawler.runDue())) === 0) return;
    await b.clock.advance(1_200);
  }
  assert.fail('there is no end to what is due');
}

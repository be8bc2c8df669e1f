// The extension app.courant.full-text: pages are fetched politely, once for everybody, and never more than requested.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetSources } from '../../src/crawler/forgetting/forget-sources.ts';
import { changesAfter } from '../../src/store/changes.ts';
import { rss, type TestPost } from '../documents.ts';
import type { Answering } from '../fake-web.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://news.courier.com';
const ROBOTS = `${SITE}/robots.txt`;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const words = 'Words of a story, with a comma in it, and with enough of them to be one. ';

test('the page behind an item is fetched, and its article stands beside what the feed gives', async (t) => {
  const { house, client, userId, item } = await somePosts(t, page('The whole story'));
  const article = await client.fullText.fetch(item.id);
  assert.match(article.content, /The whole story/);
  assert.doesNotMatch(article.content, /Home|onclick|script/);
  assert.match(article.content, /href="https:\/\/news\.courier\.com\/notes"/);
  const after = await client.items.get(item.id);
  assert.deepEqual(after['app.courant.full-text'], article);
  assert.deepEqual(
    { ...after, 'app.courant.full-text': undefined },
    { ...item, 'app.courant.full-text': undefined },
  );
  assert.deepEqual(
    (await client.items.list()).items.find(({ id }) => id === item.id),
    after,
  );
  assert.deepEqual(await lastChange(house, userId), ['items.edited', [item.id]]);
  const [robots, request] = [house.web.requestsFor(ROBOTS)[0], house.web.requestsFor(item.url)[0]];
  assert.ok(robots && request && request.at - (robots.endedAt ?? 0) >= 1_000);
  assert.match(request.headers['user-agent'] ?? '', /^Courant\/\S+ \(\+https:\/\/courant\.example\/\)$/);
  assert.match(request.headers.accept ?? '', /text\/html/);
});

test('a page is fetched once, for all users and for good, and none of them learns what another has asked for', async (t) => {
  const { house, client, item } = await somePosts(t, page('Once'));
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: FEED });
  const before = await otto.client.items.list();
  const his = before.items.find(({ url }) => url === item.url);
  assert.ok(his);
  const { cursor } = await otto.client.sync.changes();
  const both = await Promise.all([client.fullText.fetch(item.id), client.fullText.fetch(item.id)]);
  assert.deepEqual(both[0], both[1]);
  assert.deepEqual(await otto.client.sync.changes({ since: cursor }), { cursor, more: false });
  assert.deepEqual(await otto.client.items.list(), before);
  assert.deepEqual(await otto.client.fullText.fetch(his.id), both[0]);
  assert.deepEqual((await otto.client.items.get(his.id))['app.courant.full-text'], both[0]);
  assert.deepEqual(await lastChange(house, otto.userId), ['items.edited', [his.id]]);
  await house.clock.advance(2 * DAY);
  await client.fullText.fetch(item.id);
  assert.equal(house.web.requestsFor(item.url).length, 1);
  assert.equal(house.web.requestsFor(ROBOTS).length, 1);
});

const hopeless: [why: string, robots: Answering, answer: Answering, sentence: RegExp, pageCalls: number][] = [
  [
    'robots.txt forbids it',
    { body: 'User-agent: Courant\nDisallow: /' },
    page('x'),
    /asks robots to stay away/,
    0,
  ],
  ['robots.txt cannot be had', { status: 503 }, page('x'), /cannot be reached/, 0],
  ['robots.txt does not answer', { fails: 'connect-timeout' }, page('x'), /cannot be reached/, 0],
  ['the page is gone', { status: 404 }, { status: 410 }, /has nothing at the address/, 1],
  ['the page is not there', { status: 404 }, { status: 404 }, /has nothing at the address/, 1],
  ['it wants a login', { status: 404 }, { status: 401 }, /asks for a name and a password/, 1],
  ['it refuses', { status: 404 }, { status: 403 }, /refuses to give the page/, 1],
  [
    'it wants a browser',
    { status: 404 },
    { status: 403, headers: { 'cf-mitigated': 'challenge' } },
    /only browsers/,
    1,
  ],
  ['it has an error', { status: 404 }, { status: 500 }, /cannot be reached, or has an error/, 1],
  [
    'it cannot be reached',
    { status: 404 },
    { fails: 'blocked-address' },
    /cannot be reached, or has an error/,
    1,
  ],
  ['it is too large', { status: 404 }, { fails: 'too-large' }, /too much work/, 1],
  [
    'it is a picture',
    { status: 404 },
    { headers: { 'content-type': 'image/png' }, body: 'x' },
    /no web page/,
    1,
  ],
  ['it has no article', { status: 404 }, '<html><body><p>Hello</p></body></html>', /No article was found/, 1],
  ['it is empty', { status: 404 }, '', /No article was found/, 1],
];
for (const [why, robots, answer, sentence, pageCalls] of hopeless) {
  test(`${why}: a person is told, and the site is not asked again`, async (t) => {
    const { house, client, item } = await somePosts(t, answer, robots);
    for (let time = 0; time < 3; time++) {
      await assert.rejects(client.fullText.fetch(item.id), (error: { status?: number; error?: string }) => {
        assert.equal(error.status, 422);
        assert.match(error.error ?? '', sentence);
        return true;
      });
    }
    assert.equal(house.web.requestsFor(item.url).length, pageCalls);
    assert.equal((await client.items.get(item.id))['app.courant.full-text'], undefined);
  });
}

test('a failure that may pass is asked again after a day, another after a month', async (t) => {
  const { house, client, item } = await somePosts(t, { status: 500 });
  const refused = { status: 422, reason: 'no-article' };
  await assert.rejects(client.fullText.fetch(item.id), { ...refused, retryAfterSeconds: DAY / 1000 });
  await house.clock.advance(DAY);
  house.web.serve(item.url, { status: 404 });
  await assert.rejects(client.fullText.fetch(item.id), { ...refused, retryAfterSeconds: undefined });
  await house.clock.advance(29 * DAY);
  house.web.serve(item.url, page('Back again'));
  await assert.rejects(client.fullText.fetch(item.id), { status: 422 });
  await house.clock.advance(DAY);
  assert.match((await client.fullText.fetch(item.id)).content, /Back again/);
});

test('a page that has no more than the feed gives is no gain', async (t) => {
  const whole = `<p>${words.repeat(30)}</p>`;
  const { client, item } = await somePosts(t, page('Short'), undefined, whole);
  await assert.rejects(client.fullText.fetch(item.id), {
    status: 422,
    error: 'Cannot fetch article: The page has no more text than the feed gives',
  });
});

test('a post without a page of its own has no article, and nobody is asked', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, FEED, [{ guid: 'a', title: 'No link', content: 'Text' }]);
  house.web.forget();
  const [item] = (await client.items.list()).items;
  await assert.rejects(client.fullText.fetch(item?.id ?? 0), { status: 422 });
  assert.deepEqual(house.web.requests, []);
});

test('a redirect is followed to where the other host allows it, in its turn', async (t) => {
  const { house, client, item } = await somePosts(t, {
    status: 302,
    headers: { location: 'https://b.elsewhere.org/story' },
  });
  house.web.serve('https://b.elsewhere.org/story', { status: 301, headers: { location: '/story/1' } });
  house.web.serve('https://b.elsewhere.org/story/1', page('Over there'));
  assert.match((await client.fullText.fetch(item.id)).content, /href="https:\/\/b\.elsewhere\.org\/notes"/);
  const asked = house.web.requests.map(({ url }) => url);
  assert.deepEqual(asked.slice(1), [
    ROBOTS,
    item.url,
    'https://b.elsewhere.org/robots.txt',
    'https://b.elsewhere.org/story',
    'https://b.elsewhere.org/story/1',
  ]);
});

test('a redirect to a host that forbids it ends there', async (t) => {
  const { house, client, item } = await somePosts(t, {
    status: 302,
    headers: { location: 'https://b.elsewhere.org/story' },
  });
  house.web.serve('https://b.elsewhere.org/robots.txt', 'User-agent: *\nDisallow: /story');
  await assert.rejects(client.fullText.fetch(item.id), { status: 422, error: /asks robots/ });
  assert.equal(house.web.requestsFor('https://b.elsewhere.org/story').length, 0);
});

test('redirects without an end have one', async (t) => {
  const { house, client, item } = await somePosts(t, (request) => ({
    status: 302,
    headers: { location: `${request.url}x` },
  }));
  for (let hop = 1; hop < 9; hop++) {
    house.web.serve(item.url + 'x'.repeat(hop), {
      status: 302,
      headers: { location: item.url + 'x'.repeat(hop + 1) },
    });
  }
  await assert.rejects(client.fullText.fetch(item.id), { status: 422 });
  assert.ok(house.web.requests.length <= 9);
});

test('a page that was too slow once is asked for again when its host has been forgotten meanwhile', async (t) => {
  const { house, client, item } = await somePosts(t, '', { status: 404, afterMs: 12_000 });
  const slow = { status: 302, headers: { location: `${item.url}/here` }, afterMs: 12_000 };
  house.web.serve(item.url, slow);
  house.web.serve(`${item.url}/here`, page('Patience'));
  await assert.rejects(client.fullText.fetch(item.id), {
    error: /takes too long/,
    reason: 'site-slow',
    retryAfterSeconds: 60,
  });
  await house.clock.sleep(2 * DAY);
  await forgetSources(house.house.library.store);
  assert.match((await client.fullText.fetch(item.id)).content, /Patience/);
});

test('429 holds for the whole host, feeds and pages', async (t) => {
  const { house, client, item } = await somePosts(t, { status: 429, headers: { 'retry-after': '7200' } });
  await assert.rejects(client.fullText.fetch(item.id), { status: 422 });
  const other = (await client.items.list()).items.find(({ id }) => id !== item.id);
  house.web.forget();
  await assert.rejects(client.fullText.fetch(other?.id ?? 0), {
    status: 422,
    error: /asked again in 2 hours/,
    reason: 'site-wants-rest',
    retryAfterSeconds: 7200,
  });
  assert.deepEqual(house.web.requests, []);
});

test('with mode always the articles of new posts come by themselves, the newest ten, a second apart', async (t) => {
  const { house, client, feed } = await somePosts(t, page('First'));
  const changed = await client.fullText.setMode(feed.id, 'always');
  assert.deepEqual(changed['app.courant.full-text'], { mode: 'always' });
  assert.deepEqual(await client.feeds.get(feed.id), changed);
  const numbers = Array.from({ length: 14 }, (_, index) => index + 1);
  for (const number of numbers) house.web.serve(`${SITE}/${number}`, page(`Story ${number}`));
  house.web.serve(
    FEED,
    rss(
      'News',
      numbers.map((number) => post(number)),
    ),
  );
  house.web.forget();
  await house.crawl(2 * DAY);
  await rounds(house);
  const { items } = await client.items.list({ limit: 200 });
  const whole = items.filter((item) => item['app.courant.full-text']).map((item) => item.title);
  // Two posts were there before, and articles of old posts are not fetched.
  assert.deepEqual(
    whole,
    numbers
      .slice(-10)
      .reverse()
      .map((number) => `Post ${number}`),
  );
  assert.ok(items.every((item) => !item.read));
  const calls = house.web.requests.filter(({ url }) => url.startsWith(SITE));
  assert.equal(calls.length, 11);
  for (const [index, { at }] of calls.entries()) assert.ok(at - (calls[index - 1]?.endedAt ?? 0) >= 1_000);
  await client.fullText.setMode(feed.id, 'never');
  house.web.serve(
    FEED,
    rss(
      'News',
      [15, 14, 13].map((number) => post(number)),
    ),
  );
  await house.crawl(2 * DAY);
  await rounds(house);
  assert.equal(house.web.requestsFor(`${SITE}/15`).length, 0);
});

test('a site that is down is tried again three times by itself', async (t) => {
  const { house, client, feed } = await somePosts(t, page('First'));
  await client.fullText.setMode(feed.id, 'always');
  house.web.serve(`${SITE}/3`, { status: 502 }, { status: 502 }, page('At last'));
  house.web.serve(
    FEED,
    rss(
      'News',
      [3, 2, 1].map((number) => post(number)),
    ),
  );
  await house.crawl(2 * DAY);
  await rounds(house);
  await house.crawl(HOUR);
  assert.equal(house.web.requestsFor(`${SITE}/3`).length, 2);
  await house.crawl(4 * HOUR);
  const { items } = await client.items.list();
  assert.match(items[0]?.['app.courant.full-text']?.content ?? '', /At last/);
});

test('a wish that a crash has left unplanned is found at the next start', async (t) => {
  const { house, client, feed } = await somePosts(t, page('First'));
  await client.fullText.setMode(feed.id, 'always');
  house.web.serve(`${SITE}/3`, page('Found again'));
  house.web.serve(
    FEED,
    rss(
      'News',
      [3, 2, 1].map((number) => post(number)),
    ),
  );
  const { crawler, store } = house.house.library;
  await house.clock.advance(2 * DAY);
  await crawler.runDue();
  const { sql } = await import('../../src/store/sql.ts');
  await store.write((tx) => tx.run(sql`UPDATE hosts SET ready_at = NULL WHERE name = 'courier.com'`));
  crawler.start();
  for (let step = 0; step < 20; step++) await house.clock.advance(1_000);
  assert.match((await client.items.list()).items[0]?.['app.courant.full-text']?.content ?? '', /Found again/);
});

test('too many pages in a row are a 429; what is kept is not counted', async (t) => {
  const { house, client, accessToken } = await somePosts(t, page('One'));
  const [a, b] = (await client.items.list()).items;
  house.web.serve(a?.url ?? '', { status: 404 });
  await client.fullText.fetch(b?.id ?? 0);
  const ask = (id: number | undefined) =>
    house.ask(`/api/app.courant.full-text/v1/items/${id}/fetch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
  await assert.rejects(client.fullText.fetch(a?.id ?? 0), { status: 422 });
  let status = 422;
  for (let call = 0; call < 110 && status === 422; call++) status = (await ask(a?.id)).status;
  assert.equal(status, 429);
  assert.equal((await ask(b?.id)).status, 200);
});

interface SomePosts extends SignedIn {
  house: TestHouse;
  feed: Awaited<ReturnType<Client['feeds']['create']>>;
  item: Awaited<ReturnType<Client['items']['get']>>;
}

/** Ines follows a feed with two short posts; `answer` is the answer of the newer one's page. */
async function somePosts(
  t: TestContext,
  answer: Answering,
  robots: Answering = { status: 404 },
  content?: string,
): Promise<SomePosts> {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  house.web.serve(ROBOTS, robots);
  house.web.serve(`${SITE}/1`, page('One'));
  house.web.serve(`${SITE}/2`, answer);
  const feed = await follow(house, ines.client, FEED, [post(1, content), post(2, content)]);
  const [item] = (await ines.client.items.list()).items;
  assert.ok(item);
  return { ...ines, house, feed, item };
}

/** Time enough for everything that is due at one host. */
async function rounds(house: TestHouse): Promise<void> {
  for (let round = 0; round < 20; round++) await house.crawl(2_000);
}

function post(number: number, content = `<p>Start of ${number} …</p>`): TestPost {
  return {
    guid: `n-${number}`,
    title: `Post ${number}`,
    link: `${SITE}/${number}`,
    publishedAt: Date.UTC(2026, 0, 1, number),
    content,
  };
}

function page(title: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav>
    <article><h1>${title}</h1><p onclick="x()">${title}: ${words.repeat(4)}</p><script>x()</script>
    <p>${words.repeat(4)}<a href="/notes">Notes</a></p></article></body></html>`;
}

async function lastChange({ house }: TestHouse, userId: number): Promise<unknown> {
  const rows = await house.library.store.read((tx) => changesAfter(tx, userId, 0, 1_000));
  const last = rows.at(-1);
  return [last?.kind, last?.ids];
}

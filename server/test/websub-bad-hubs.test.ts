// Hubs that do not keep what they promise, or speak at a bad moment: nothing is lost, and nobody is bothered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, type TestPost } from './documents.ts';
import { fakeHub } from './fake-hub.ts';
import { publicUrl, testHouse } from './house.ts';
import { announced, feedUrl, followed, followIn, serveFeed } from './websub-feeds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('what a busy feed shows is all found when its hub falls silent', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const hub = fakeHub(house);
  const everyMs = 10 * MINUTE;
  const shown: TestPost[] = [];
  let published = 0;
  const publish = (publishedAt: number): void => {
    published += 1;
    const guid = `n${published}`;
    shown.push({ guid, title: guid, link: `https://site.example/${guid}`, publishedAt });
    if (shown.length > 20) shown.shift();
  };
  for (let ago = 20; ago > 0; ago--) publish(house.clock.now() - ago * everyMs);
  house.web.serve(feedUrl, () => ({ headers: { etag: `"${published}"` }, body: announced(shown) }));
  const { client } = await followIn(house, hub);
  const visits = (): number => house.web.requestsFor(feedUrl).length;
  for (let count = 0; count < 48; count++) {
    await house.crawl(everyMs);
    publish(house.clock.now());
    await hub.push(announced(shown.slice(-1)));
  }
  assert.ok(visits() <= 6, `${visits()} visits in eight hours: fewer than without a hub`);
  const known = visits();
  while (visits() === known) {
    await house.crawl(everyMs);
    publish(house.clock.now());
  }
  await house.crawl(2 * HOUR);
  const items = await client.items.list({ limit: 200 });
  assert.deepEqual(
    new Set(items.items.map(({ title }) => title)),
    new Set(Array.from({ length: published }, (_, index) => `n${index + 1}`)),
  );
});

for (const [what, pushed] of [
  ['without posts', ''],
  [
    'that shows a post otherwise',
    announced([{ ...posts(3, 3)[0], guid: 'post-3', title: 'Post 3, mended' }]),
  ],
] as const) {
  test(`a push ${what} holds for the next visit if one is under way that may have come too early`, async (t) => {
    const house = await followed(t);
    const { hub, web, crawl, titles } = house;
    const visits = (): number => web.requestsFor(feedUrl).length;
    const unchanged = announced(posts(1, 3));
    web.serve(feedUrl, async () => {
      await hub.push(pushed);
      return { headers: { etag: '"1"' }, body: unchanged };
    });
    while (visits() === 1) await crawl(HOUR);
    const mended = announced([
      ...posts(1, 2),
      { ...posts(3, 3)[0], guid: 'post-3', title: 'Post 3, mended' },
    ]);
    serveFeed(house, mended);
    await crawl(14 * MINUTE);
    assert.equal(visits(), 2);
    await crawl(2 * MINUTE);
    assert.equal(visits(), 3);
    assert.equal((await titles()).at(-1), 'Post 3, mended');
  });
}

test('when a visit does not find what a push has announced, the next one is not put off', async (t) => {
  const house = await followed(t);
  const { hub, clock, crawl } = house;
  const visits = (): number => house.web.requestsFor(feedUrl).length;
  const first = { guid: 'a', title: 'News a', link: 'https://site.example/a', publishedAt: clock.now() };
  serveFeed(house, announced([...posts(1, 3), first]));
  await hub.push(announced([first]));
  for (let hours = 0; hours < 48; hours++) await crawl(HOUR);
  const known = visits();
  // The publisher's cache still has the old document.
  await hub.push('');
  await crawl(MINUTE);
  assert.equal(visits(), known + 1);
  for (let hours = 0; hours < 7; hours++) await crawl(HOUR);
  assert.equal(visits(), known + 2);
  for (let hours = 0; hours < 12; hours++) await crawl(HOUR);
  assert.equal(visits(), known + 2, 'it is still relied on');
});

test('a feed that calls itself otherwise each time does not keep its hub busy', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const hub = fakeHub(house);
  let count = 3;
  house.web.serve(feedUrl, () => ({
    headers: { etag: `"${++count}"` },
    body: announced(posts(1, count), { self: `${feedUrl}?doing_wp_cron=${count}` }),
  }));
  await followIn(house, hub);
  const [{ callback = '' } = {}] = hub.asked;
  for (let hours = 0; hours < 24; hours++) await house.crawl(HOUR);
  assert.equal(hub.asked.length, 1);
  assert.equal((await hub.push(announced(posts(1, 50)), { callback })).status, 204);
  for (let hours = 0; hours < 6 * 24; hours++) await house.crawl(HOUR);
  assert.ok(house.web.requestsFor(feedUrl).length > 24);
  assert.ok(hub.asked.length <= 2 * 7, `${hub.asked.length} requests in a week`);
});

test('a feed that calls itself otherwise for good is asked for by its new name within two days', async (t) => {
  const house = await followed(t);
  const { hub, crawl } = house;
  const renamed = 'https://site.example/renamed';
  serveFeed(house, announced(posts(1, 4), { self: renamed }));
  for (let hours = 0; hours < 48; hours++) await crawl(HOUR);
  assert.deepEqual(
    hub.asked.map(({ mode, topic }) => [mode, topic]),
    [
      ['subscribe', feedUrl],
      ['unsubscribe', feedUrl],
      ['subscribe', renamed],
    ],
  );
  assert.equal(hub.verified.at(-1)?.status, 200);
});

test('a push that is too large to be read is a sign of news all the same', async (t) => {
  const { hub, web, crawl } = await followed(t);
  await crawl(20 * MINUTE);
  const large = { guid: 'x', content: 'x'.repeat(5 * 1024 * 1024) };
  assert.equal((await hub.push(announced([...posts(1, 4), large]))).status, 413);
  await crawl(39 * MINUTE);
  assert.equal(web.requestsFor(feedUrl).length, 1);
  await crawl(2 * MINUTE);
  assert.equal(web.requestsFor(feedUrl).length, 2);
});

test('bodies that come slowly neither fill the memory nor keep the pushes of other feeds away', async (t) => {
  const { ask, hub, client, web, crawl } = await followed(t);
  const slow = hub.asked[0]?.callback ?? '';
  const other = 'https://other.example/feed';
  web.serve(other, { body: announced(posts(1, 3), { self: other }) });
  await client.feeds.create({ feedUrl: other });
  await crawl(20_000);
  const slowBodies = Array.from({ length: 4 }, slowBody);
  const begun = slowBodies.map(({ body }) =>
    ask(slow.replace(publicUrl, ''), { method: 'POST', body, duplex: 'half' }),
  );
  await Promise.all(slowBodies.map(({ isRead }) => isRead));
  const turnedAway = await hub.push(announced(posts(1, 4)), { callback: slow });
  assert.equal((await hub.push(announced(posts(1, 4), { self: other }))).status, 204);
  for (const { end } of slowBodies) end();
  assert.equal(turnedAway.status, 503);
  assert.equal(turnedAway.headers.get('retry-after'), '60');
  assert.deepEqual(new Set((await Promise.all(begun)).map(({ status }) => status)), new Set([204]));
  assert.equal((await hub.push(announced(posts(1, 4)), { callback: slow })).status, 204);
});

test('a hub that has not answered waits for the visits to its own host', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const hub = fakeHub(house, 'https://site.example/hub');
  Object.assign(hub, { answer: { fails: 'headers-timeout' }, verifiesAtOnce: false });
  serveFeed(house, announced(posts(1, 3), { hubs: [hub.url] }));
  await followIn(house, hub);
  assert.equal(hub.asked.length, 1);
  house.web.forget();
  await house.clock.advance(12 * HOUR);
  for (let turn = 0; turn < 4; turn++) {
    await house.house.library.crawler.runDue();
    await house.clock.advance(1_000);
  }
  assert.deepEqual(
    house.web.requests.map(({ url }) => url),
    [feedUrl, hub.url],
  );
});

/** A body of which nothing comes until `end`; `isRead` once somebody waits for it. */
function slowBody() {
  const isRead = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      async pull(stream) {
        isRead.resolve();
        await over.promise;
        stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead: isRead.promise, end: over.resolve };
}

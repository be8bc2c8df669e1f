// Feeds: following, viewing, and unfollowing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { follow, publicUrl, testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';

/** What is refused before anything is stored is nothing to the database. */
const onSqlite = { skip: isOnPostgres && 'nothing is stored' };

const feedUrl = 'https://a.example/feed';

test('a feed comes back with its title, its site and its first items stored', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const group = await client.groups.create({ title: 'News' });
  house.web.serve(feedUrl, rss('All of A', posts(1, 3)));
  const feed = await client.feeds.create({ feedUrl, groupIds: [group.id] });
  assert.deepEqual(feed, {
    id: feed.id,
    title: 'All of A',
    url: 'https://site.example/',
    feed_url: feedUrl,
    last_updated: new Date(house.clock.now()).toISOString(),
    group_ids: [group.id],
    service_url: `${publicUrl}/feeds/${feed.id}`,
    'app.courant.feeds': { unread_count: 3, position: 1 },
    'app.courant.health': {
      state: 'well',
      last_success_at: new Date(house.clock.now()).toISOString(),
      next_try_at: feed['app.courant.health']?.next_try_at,
    },
    'app.courant.full-text': { mode: 'never' },
  });
  assert.deepEqual(await client.feeds.list(), [feed]);
  assert.deepEqual(await client.feeds.get(feed.id), feed);
  assert.equal((await client.feeds.items(feed.id)).items.length, 3);
  assert.deepEqual((await client.groups.get(group.id)).feed_ids, [feed.id]);
  assert.equal(house.web.requestsFor(feedUrl).length, 1);
});

test('a feed that names no website has its own address for one, and posts without any address lead there', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const document = rss('A', [{ guid: 'post', content: 'Words' }]);
  house.web.serve(feedUrl, document.replace('<link>https://site.example/</link>', ''));
  const feed = await client.feeds.create({ feedUrl });
  assert.equal(feed.url, feedUrl);
  const { items } = await client.items.list();
  assert.deepEqual(
    items.map(({ title, url }) => [title, url]),
    [['Words', feedUrl]],
  );
});

test('a feed that is followed already is given back, joined to the groups', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [one, two] = [
    await client.groups.create({ title: 'One' }),
    await client.groups.create({ title: 'Two' }),
  ];
  house.web.serve(feedUrl, rss('A', posts(1, 1)));
  house.web.serve('https://old.example/feed', { status: 301, headers: { location: feedUrl } });
  const first = await client.feeds.create({ feedUrl, groupIds: [one.id] });
  for (const address of [feedUrl, 'HTTPS://A.EXAMPLE:443/feed#top', 'https://old.example/feed']) {
    const again = await client.feeds.create({ feedUrl: address, groupIds: [two.id] });
    assert.deepEqual(
      { id: again.id, groups: again.group_ids },
      { id: first.id, groups: [one.id, two.id] },
      address,
    );
  }
  assert.equal((await client.feeds.list()).length, 1);
  assert.equal((await client.items.list()).items.length, 1);
});

test('a web page stands for the feed that it announces', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve('https://site.example/', {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Hi</body></html>',
  });
  house.web.serve('https://site.example/feed.xml', rss('Found', posts(1, 1)));
  const feed = await client.feeds.create({ feedUrl: 'https://site.example/' });
  assert.deepEqual([feed.title, feed.feed_url], ['Found', 'https://site.example/feed.xml']);
});

test('an unknown group is a 422, and nothing is fetched or created', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(feedUrl, rss('A', posts(1, 1)));
  await assert.rejects(client.feeds.create({ feedUrl, groupIds: [77] }), { status: 422 });
  assert.equal(house.web.requests.length, 0);
  assert.deepEqual(await client.feeds.list(), []);
});

const unusable: [
  what: string,
  serve: Parameters<Awaited<ReturnType<typeof testHouse>>['web']['serve']>[1],
][] = [
  [
    'a page without a feed',
    { headers: { 'content-type': 'text/html' }, body: '<html><body>Hello</body></html>' },
  ],
  ['nothing at all', { body: '' }],
  [
    'a picture',
    { headers: { 'content-type': 'image/png' }, body: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) },
  ],
  ['a 404', { status: 404 }],
  ['a 500', { status: 500 }],
  ['a 401', { status: 401 }],
  ['a host that does not answer', { fails: 'connect-timeout' }],
  ['a name that does not exist', { fails: 'dns-not-found' }],
  ['a private address', { fails: 'blocked-address' }],
  ['a certificate that is no good', { fails: 'tls' }],
];
for (const [what, answer] of unusable) {
  test(`${what} is a 422 with a sentence to act on, and nothing is created`, onSqlite, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    house.web.serve(feedUrl, answer);
    await assert.rejects(client.feeds.create({ feedUrl }), (error: { status?: number; error?: string }) => {
      assert.equal(error.status, 422);
      assert.match(error.error ?? '', /^Cannot create feed: .{15,}/);
      return true;
    });
    assert.deepEqual(await client.feeds.list(), []);
    assert.deepEqual((await client.items.list()).items, []);
  });
}

test('what was refused once can be followed once it is mended', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(feedUrl, { status: 500 });
  await assert.rejects(client.feeds.create({ feedUrl }), { status: 422 });
  house.web.serve(feedUrl, rss('A', posts(1, 1)));
  await house.clock.advance(3_600_000);
  assert.equal((await client.feeds.create({ feedUrl })).title, 'A');
});

for (const address of [
  '',
  'not an address',
  'ftp://a.example/feed',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '/feed',
]) {
  test(`the address ${JSON.stringify(address)} is a 400`, onSqlite, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    await assert.rejects(client.feeds.create({ feedUrl: address }), { status: 400 });
    assert.equal(house.web.requests.length, 0);
  });
}

test('deleting a feed takes its items along, and nobody visits it any more', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, feedUrl, posts(1, 3));
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  const item = (await client.items.list()).items[0]?.id ?? 0;
  await client.feeds.delete(feed.id);
  assert.deepEqual((await client.items.list()).items, []);
  await assert.rejects(client.items.get(item), { status: 404 });
  await assert.rejects(client.feeds.delete(feed.id), { status: 404 });
  assert.deepEqual((await client.groups.get(group.id)).feed_ids, []);
  house.web.forget();
  await house.crawl(30 * 24 * 3_600_000);
  assert.equal(house.web.requests.length, 0);
});

test('a feed that is followed again gives its items again, with new ids', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, feedUrl, posts(1, 3));
  const before = (await client.items.list()).items.map((item) => item.id);
  await client.feeds.delete(feed.id);
  await client.feeds.create({ feedUrl });
  const after = (await client.items.list()).items.map((item) => item.id);
  assert.equal(after.length, 3);
  assert.ok(Math.min(...after) > Math.max(...before));
});

test('last_updated moves with every good check, 304 included, and stays through failures', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(
    feedUrl,
    { body: rss('A', posts(1, 1)), headers: { etag: '"1"' } },
    { status: 304 },
    { status: 500 },
  );
  const { id, last_updated: first } = await client.feeds.create({ feedUrl });
  await house.crawl(30 * 3_600_000);
  const second = (await client.feeds.get(id)).last_updated;
  assert.ok(second > first);
  await house.crawl(30 * 3_600_000);
  assert.equal((await client.feeds.get(id)).last_updated, second);
  assert.ok(house.web.requestsFor(feedUrl).length >= 3);
});

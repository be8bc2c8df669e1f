// Wherever an entity is given, it has the address of the page of the web reader that shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireBuiltReader } from '../built-reader.ts';
import { posts } from '../documents.ts';
import { follow, publicUrl, testHouse } from '../house.ts';

test('lists and changes name the page of each group, feed and item', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const { cursor } = await client.sync.changes();
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  const page = (path: string): string => `${publicUrl}${path}`;

  const { items } = await client.items.list();
  assert.equal(items.length, 2);
  for (const item of items) {
    assert.equal(item.service_url, page(`/items/${item.id}`));
    assert.equal((await client.items.get(item.id)).service_url, item.service_url);
  }
  const news = await client.sync.changes({ since: cursor });
  assert.equal(news.feeds?.changed?.[0]?.service_url, page(`/feeds/${feed.id}`));
  assert.equal(news.groups?.changed?.[0]?.service_url, page(`/groups/${group.id}`));
  assert.deepEqual(
    news.items?.new?.map((item) => item.service_url),
    news.items?.new?.map((item) => page(`/items/${item.id}`)),
  );
  assert.equal(news.items?.new?.length, 2);
});

test('the service answers each of these addresses with the reader', async (t) => {
  requireBuiltReader();
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 1));
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  const [item] = (await client.items.list()).items;
  const unknown = await house.ask('/no-such-page');
  assert.equal(unknown.status, 404);
  for (const { service_url: url = '' } of [feed, group, item ?? {}]) {
    assert.ok(url.startsWith(`${publicUrl}/`), url);
    assert.notEqual((await house.ask(new URL(url).pathname)).status, 404, url);
  }
});

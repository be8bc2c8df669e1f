// Imported items of readers that change the links of posts: each is still the post that the feed shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss, type TestPost } from '../documents.ts';
import { testHouse } from '../house.ts';
import { bring, statusesOf } from './transfer-house.ts';

const A = 'https://a.example/feed';

/** As many blogs link to themselves. */
const counted: TestPost[] = posts(1, 3).map((post) => ({
  ...post,
  link: `${post.link}?utm_source=rss&amp;utm_medium=rss`,
}));

/** Entries 1 to 3 as Miniflux exports them, which takes off what counts visitors. */
const entries = [1, 2, 3].map((n) => ({
  id: n,
  status: n === 3 ? 'unread' : 'read',
  starred: n === 1,
  title: `Post ${n}`,
  url: `https://site.example/${n}`,
  published_at: new Date(Date.UTC(2026, 0, 1, n)).toISOString(),
  created_at: '2026-01-02T00:00:00Z',
  content: `<p>Text ${n}</p>`,
  feed: { id: 7, feed_url: A, site_url: 'https://site.example/', title: 'A' },
}));
const document = JSON.stringify({ total: 3, entries });

const statuses = [
  ['Post 1', true, true],
  ['Post 2', true, false],
  ['Post 3', false, false],
];

test('Miniflux: what was read stays read if the links of the feed count visitors, and nothing comes twice', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve(A, rss('A', counted));
  await bring(house, client, document);
  assert.deepEqual(await statusesOf(client), statuses);
  await bring(house, client, document);
  assert.deepEqual(await statusesOf(client), statuses);
});

test('Miniflux: the same if the feed gives nothing until later', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await bring(house, client, document);
  assert.deepEqual(await statusesOf(client), statuses);
  house.web.serve(A, rss('A', counted));
  await house.crawl(30 * 3_600_000);
  assert.equal((await client.health.get((await client.feeds.list())[0]?.id ?? 0)).state, 'well');
  assert.deepEqual(await statusesOf(client), statuses);
  assert.match((await client.items.list()).items[0]?.url ?? '', /utm_source/);
});

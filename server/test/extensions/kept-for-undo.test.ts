// As long as a removed feed can be restored, nothing that it would show is swept away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetPosts } from '../../src/crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../../src/crawler/forgetting/forget-sources.ts';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const DAY = 86_400_000;

test('a source that a repair has left stays for as long as items of it can be brought back', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, posts(1, 4));
  house.web.serve(NEW, rss('New', posts(10, 12)));
  await client.health.repair(feed.id, { feedUrl: NEW });
  const [starred] = (await client.items.list()).items.slice(-4);
  await client.stars.add(starred?.id ?? 0);
  const before = await statesOf(client);
  assert.equal(before.length, 7);
  await days(house, 25);
  await client.feeds.delete(feed.id);
  await days(house, 29);
  await undoLast(client);
  assert.deepEqual(await statesOf(client), before);
  // The restored feed holds its posts, so the old source stays without followers; it goes when nothing can restore them any more.
  await days(house, 40);
  assert.deepEqual(await statesOf(client), before);
  await client.feeds.delete(feed.id);
  await days(house, 32);
  assert.equal(await house.house.library.store.read((tx) => findSourceAt(tx, OLD)), undefined);
});

test('the time begins anew for a feed that is removed again right after it was brought back', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, posts(1, 4));
  house.web.serve(OLD, rss('Old', posts(3, 4)));
  for (let visit = 0; visit < 2; visit++) await house.crawl(2 * DAY);
  const before = await statesOf(client);
  for (const count of [29, 20]) await awayFor(house, { client, feedId: feed.id, count });
  assert.deepEqual(await statesOf(client), before);
});

test('an empty feed can be brought back for as long', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ada');
  const feed = await follow(house, client, OLD, []);
  for (const count of [29, 20]) await awayFor(house, { client, feedId: feed.id, count });
  assert.equal((await client.feeds.get(feed.id)).feed_url, OLD);
});

/** Removes a feed and restores it after some days. */
async function awayFor(
  house: TestHouse,
  { client, feedId, count }: { client: Client; feedId: number; count: number },
): Promise<void> {
  await client.feeds.delete(feedId);
  await days(house, count);
  await undoLast(client);
}

/** Lets days pass, each with its sweep. */
async function days(house: TestHouse, count: number): Promise<void> {
  const { store } = house.house.library;
  for (let day = 0; day < count; day++) {
    await house.clock.sleep(DAY);
    await forgetPosts(store);
    await forgetSources(store);
  }
}

async function undoLast(client: Client): Promise<void> {
  const [entry] = await client.journal.list();
  await client.journal.undo(entry?.id ?? 0);
}

async function statesOf(client: Client): Promise<unknown[]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.map(({ id, title, read, 'app.courant.items': own }) => [id, title, read, own?.starred]);
}

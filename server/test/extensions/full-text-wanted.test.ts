// Who is shown the article behind a post: those who have asked for it. What others have fetched would tell what they read.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';
import { join } from './joined.ts';

const FEED = 'https://feeds.paper.net/rss';
const SITE = 'https://site.example';
const DAY = 86_400_000;
const words = 'Words of a story, with a comma in it, and with enough of them to be one. ';

test('the articles of new posts are shown to those who have asked for them, and nobody else is told', async (t) => {
  const { house, ines, otto, feeds } = await bothFollow(t);
  await ines.client.fullText.setMode(feeds[0], 'always');
  house.web.serve(FEED, rss('News', posts(1, 3)));
  await house.crawl(2 * DAY);
  const { cursor } = await otto.client.sync.changes();
  for (let round = 0; round < 5; round++) await house.crawl(2_000);
  assert.deepEqual(await withArticle(ines.client), ['Post 3']);
  assert.deepEqual(await withArticle(otto.client), []);
  assert.deepEqual(await otto.client.sync.changes({ since: cursor }), { cursor, more: false });
});

test('whoever asks for the articles of new posts is not shown which old ones others have read', async (t) => {
  const { ines, otto, feeds } = await bothFollow(t);
  const [item] = (await ines.client.items.list()).items;
  await ines.client.fullText.fetch(item?.id ?? 0);
  await otto.client.fullText.setMode(feeds[1], 'always');
  assert.deepEqual(await withArticle(otto.client), []);
  assert.deepEqual(await withArticle(ines.client), ['Post 2']);
});

test('an article that was asked for stays when its feed comes back, and when two feeds turn out to be one', async (t) => {
  const { house, ines, feeds } = await bothFollow(t);
  await ines.client.fullText.fetch((await ines.client.items.list()).items[0]?.id ?? 0);
  await ines.client.feeds.delete(feeds[0]);
  const [entry] = await ines.client.journal.list();
  await ines.client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await withArticle(ines.client), ['Post 2']);
  const cy = await house.signIn('cy');
  await follow(house, cy.client, 'https://new.example/feed', posts(1, 2));
  await join(house, FEED, 'https://new.example/feed');
  assert.deepEqual(await withArticle(ines.client), ['Post 2']);
  assert.deepEqual(await withArticle(cy.client), []);
});

test('an article that was asked for is shown by a feed that is read from elsewhere, if others have it there', async (t) => {
  const { house, ines, feeds } = await bothFollow(t);
  await ines.client.fullText.fetch((await ines.client.items.list()).items[0]?.id ?? 0);
  const cy = await house.signIn('cy');
  await follow(house, cy.client, 'https://new.example/feed', posts(1, 2));
  for (const { id } of (await cy.client.items.list()).items) await cy.client.fullText.fetch(id);
  await ines.client.health.repair(feeds[0], { feedUrl: 'https://new.example/feed' });
  assert.deepEqual(await withArticle(ines.client), ['Post 2']);
  assert.deepEqual(await withArticle(cy.client), ['Post 2', 'Post 1']);
});

/** Two people who follow one feed, with its two posts. */
async function bothFollow(t: TestContext): Promise<{
  house: TestHouse;
  ines: SignedIn;
  otto: SignedIn;
  feeds: [number, number];
}> {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  house.web.serve(`${SITE}/robots.txt`, { status: 404 });
  const story = `<html><body><article>${`<p>${words.repeat(6)}</p>`.repeat(3)}</article></body></html>`;
  for (const n of [1, 2, 3]) house.web.serve(`${SITE}/${n}`, story);
  const hers = await follow(house, ines.client, FEED, posts(1, 2));
  const his = await otto.client.feeds.create({ feedUrl: FEED });
  return { house, ines, otto, feeds: [hers.id, his.id] };
}

async function withArticle(client: Client): Promise<string[]> {
  const { items } = await client.items.list();
  return items.filter((item) => item['app.courant.full-text'] !== undefined).map(({ title }) => title);
}

// A removed feed comes back: what has come meanwhile is news only if it had been news to somebody who went on following it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss, type TestPost } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';
import { join } from './joined.ts';

const FEED = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const TWO_DAYS = 48 * 3_600_000;

/** More than two weeks older than what is known. */
const archive = posts(-400, -381);
const undated = { guid: 'undated', title: 'Undated', content: '<p>Whenever</p>' };

test('an archive that the site has shown meanwhile comes back as read, and the news beside and after it as unread', async (t) => {
  const { house, ines, otto } = await bothFollow(t);
  await publish(house, [...posts(98, 101), undated, ...archive]);
  await publish(house, posts(100, 102));
  const copy = await beginCopy(ines, { limit: 100 });
  const count = await undoLast(ines);
  assert.equal(count, 25 + 3);
  assert.deepEqual(await statesOf(ines), await statesOf(otto));
  assert.deepEqual(await unreadOf(ines), [...titles(96, 102), 'Undated'].sort());
  assert.equal((await ines.sync.counts()).total, 5 + 3);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(ines));
});

test('an archive in so much text that it is stored in several portions comes back as read, too', async (t) => {
  const { house, ines, otto } = await bothFollow(t);
  const long = archive.map((post) => ({ ...post, content: `<p>${`Words ${post.guid} `.repeat(4_000)}</p>` }));
  await publish(house, [...posts(98, 101), ...long]);
  await undoLast(ines);
  assert.deepEqual(await statesOf(ines), await statesOf(otto));
  assert.equal((await unreadOf(otto)).includes('Post -400'), false);
});

test('old posts that have come one by one, or few at once, come back as news', async (t) => {
  const { house, ines, otto } = await bothFollow(t);
  for (const post of archive.slice(0, 12)) await publish(house, [...posts(96, 100), post]);
  await publish(house, [...posts(96, 100), ...archive.slice(11, 20)]);
  await undoLast(ines);
  assert.deepEqual(await statesOf(ines), await statesOf(otto));
  assert.equal((await unreadOf(ines)).length, 20 + 5);
});

test('a feed that comes back from another source has as news what is newer than all that was known of it, and what has no date', async (t) => {
  const { house, ines, otto } = await bothFollow(t);
  const { client: cy } = await house.signIn('cy');
  const all = [...archive, ...posts(96, 102)].map((post) => ({ ...post, guid: `new-${post.guid}` }));
  await follow(house, cy, NEW, [...all, undated]);
  await join(house, FEED, NEW);
  // An old date on what came later does not make it old.
  await publish(house, [...all, undated, ...posts(70, 71)], NEW);
  await undoLast(ines);
  assert.deepEqual(await unreadOf(ines), await unreadOf(otto));
  assert.deepEqual(await unreadOf(ines), [...titles(96, 102), ...titles(70, 71), 'Undated'].sort());
  assert.ok((await ines.items.list({ limit: 200 })).items.some(({ title }) => title === 'Post -400'));
});

/** Ines and Otto follow a feed, and Ines has removed it. */
async function bothFollow(t: TestContext): Promise<{ house: TestHouse; ines: Client; otto: Client }> {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client: ines } = await house.signIn('ines');
  const { client: otto } = await house.signIn('otto');
  const { id } = await follow(house, ines, FEED, posts(96, 100));
  await follow(house, otto, FEED, posts(96, 100));
  await house.clock.advance(1_000);
  await ines.feeds.delete(id);
  return { house, ines, otto };
}

async function publish(house: TestHouse, shown: readonly TestPost[], url = FEED): Promise<void> {
  house.web.serve(url, rss('Feed', shown));
  await house.crawl(TWO_DAYS);
}

function titles(first: number, last: number): string[] {
  return posts(first, last).map(({ title = '' }) => title);
}

async function undoLast(client: Client): Promise<number> {
  const [entry] = await client.journal.list();
  return (await client.journal.undo(entry?.id ?? 0)).count;
}

async function unreadOf(client: Client): Promise<string[]> {
  return (await client.items.list({ limit: 200, only: 'unread' })).items.map(({ title }) => title).sort();
}

async function statesOf(client: Client): Promise<[title: string, read: boolean][]> {
  const { items } = await client.items.list({ limit: 200 });
  const states = items.map(({ title, read }): [string, boolean] => [title, read]);
  return states.sort(([a], [b]) => a.localeCompare(b));
}

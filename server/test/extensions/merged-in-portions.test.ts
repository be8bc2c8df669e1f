// Two sources are merged, some followers at a time: whatever people do in between, they keep every post, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { mergeSources } from '../../src/store/sources/merge-sources.ts';
import { findSource, findSourceAt } from '../../src/store/sources/sources.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const ELSEWHERE = 'https://elsewhere.example/feed';
const NAMES = ['ada', 'bob', 'cy', 'dan', 'eve'] as const;

test('whoever removes, brings back or moves a feed in between has every post once, and all marks', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const clients = new Map<string, Client>();
  for (const name of NAMES) clients.set(name, (await house.signIn(name)).client);
  const [ada, bob, cy, dan, eve] = NAMES.map((name) => clients.get(name));
  assert.ok(ada && bob && cy && dan && eve);
  const feeds = new Map<Client, number>();
  for (const client of clients.values())
    feeds.set(client, (await follow(house, client, OLD, posts(1, 4))).id);
  house.web.serve(ELSEWHERE, rss('Elsewhere', posts(10, 11)));
  for (const client of [dan, eve]) await follow(house, client, NEW, posts(2, 5));
  for (const client of clients.values()) await mark(client);
  const before = await statesOf(ada);
  const copies = await Promise.all([...clients.values()].map((client) => beginCopy(client, { limit: 100 })));

  await ada.feeds.delete(feeds.get(ada) ?? 0);
  assert.equal(await moveOne(house), false, 'bob was moved');
  await undoLast(ada);
  await bob.feeds.delete(feeds.get(bob) ?? 0);
  await cy.health.repair(feeds.get(cy) ?? 0, { feedUrl: ELSEWHERE });
  await dan.feeds.delete(feeds.get(dan) ?? 0);
  assert.equal(await moveOne(house), false, 'ada was moved');
  assert.deepEqual(await statesOf(ada), before);
  await undoLast(dan);
  while (!(await moveOne(house)));
  await undoLast(bob);

  assert.deepEqual(await statesOf(ada), before);
  assert.deepEqual((await statesOf(bob)).filter(isOfBoth), before.filter(isOfBoth));
  assert.equal((await statesOf(cy)).length, 6);
  assert.deepEqual((await statesOf(cy)).filter(isOfBoth), before.filter(isOfBoth));
  for (const client of [dan, eve]) {
    assert.deepEqual((await statesOf(client)).filter(isOfBoth), before.filter(isOfBoth));
    assert.equal((await statesOf(client)).length, 5);
    assert.equal((await client.feeds.list()).length, 1);
  }
  for (const [place, client] of [...clients.values()].entries()) {
    await copies[place]?.catchUp(50);
    assert.deepEqual(copies[place]?.stock(), await download(client), NAMES[place]);
  }
  assert.deepEqual(await house.house.library.store.read((tx) => feedsWithWrongCount(tx)), []);
});

/** Moves one follower. Says whether the merge is complete. */
function moveOne({ house }: TestHouse): Promise<boolean> {
  return house.library.store.write(async (tx) => {
    const from = await findSource(tx, (await findSourceAt(tx, OLD)) ?? 0);
    const into = await findSourceAt(tx, NEW);
    assert.ok(from && into !== undefined);
    return (await mergeSources(tx, from, into, 1)).isWhole;
  });
}

/** The item of the second post, which both have, is read in one place and starred. */
async function mark(client: Client): Promise<void> {
  const item = (await client.items.list()).items.findLast(({ title }) => title === 'Post 2');
  assert.ok(item);
  await client.items.markRead(item.id);
  await client.stars.add(item.id);
}

async function undoLast(client: Client): Promise<void> {
  const entry = (await client.journal.list()).find(({ action }) => action === 'feed.removed');
  await client.journal.undo(entry?.id ?? 0);
}

type State = [title: string, read: boolean, starred: boolean];

async function statesOf(client: Client): Promise<State[]> {
  const { items } = await client.items.list();
  const states = items.map(
    (item): State => [item.title, item.read, item['app.courant.items']?.starred ?? false],
  );
  return states.sort(([a], [b]) => a.localeCompare(b));
}

function isOfBoth([title]: State): boolean {
  return /^Post [1-4]$/.test(title);
}

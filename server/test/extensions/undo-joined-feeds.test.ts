// A feed was removed, and what it showed has become one with what another feed of its user shows: its undo brings everything into that one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, FeedChanges } from '@courant/client';
import { tagItems } from '../../src/library/tags.ts';
import { posts } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';
import { join } from './joined.ts';
import { bring, opml, outline } from './transfer-house.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';

for (const back of ['old', 'new'] as const) {
  test(`two removed feeds that became one come back as one with what either had, the ${back} one first`, async (t) => {
    const { house, client, old, now, group } = await removedBoth(t);
    const removed = await client.journal.list();
    const [first, second] = back === 'old' ? [old, now] : [now, old];
    const copy = await beginCopy(client, { limit: 100 });
    for (const { id } of [first, second]) {
      await client.journal.undo(removed.find(({ feed }) => feed?.id === id)?.id ?? 0);
    }
    assert.deepEqual(
      (await client.feeds.list()).map(({ id, feed_url, group_ids, title }) => [
        id,
        feed_url,
        group_ids,
        title,
      ]),
      [[first.id, NEW, [group.id], 'As I call it']],
    );
    assert.deepEqual(await marksOf(client), {
      'Post 1': ['read', 'Keep'],
      'Post 2': ['unread', 'starred', 'Keep'],
      'Post 3': ['read'],
      'Post 4': ['unread', 'starred'],
      'Post 5': ['unread'],
    });
    await copy.catchUp(50);
    assert.deepEqual(copy.stock(), await download(client));
    await house.crawl(25 * 3_600_000);
    assert.equal((await client.items.list()).items.length, 5, 'nothing comes twice');
  });
}

test('what has come into another feed goes again when that is undone, and what that one had stays', async (t) => {
  const { client, old, now } = await removedBoth(t);
  const removed = await client.journal.list();
  const entryOf = (id: number): number => removed.find(({ feed }) => feed?.id === id)?.id ?? 0;
  await client.journal.undo(entryOf(now.id));
  const alone = await client.items.list();
  const restored = await client.journal.undo(entryOf(old.id));
  assert.deepEqual([restored.action, restored.count, restored.undoes], ['feed.restored', 1, entryOf(old.id)]);
  const come = (await client.items.list()).items.find(({ title }) => title === 'Post 1');
  await client.items.markUnread(come?.id ?? 0);
  await countsUnread(client);
  const both = await statesOf(client);
  const copy = await beginCopy(client, { limit: 100 });
  const again = await client.journal.undo(restored.id);
  assert.deepEqual(
    [again.action, again.count, again.feed?.id, again.undoes],
    ['feed.removed', 1, old.id, restored.id],
  );
  assert.deepEqual(
    (await client.items.list()).items.map(({ id }) => id),
    alone.items.map(({ id }) => id),
  );
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
  await countsUnread(client);
  await client.journal.undo(again.id);
  assert.deepEqual(await statesOf(client), both);
  await countsUnread(client);
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client));
});

test('a feed that became one with another that stayed comes back into that one', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob] = [await house.signIn('ada'), await house.signIn('bob')];
  const old = await follow(house, ada.client, OLD, posts(1, 4));
  await follow(house, bob.client, OLD, posts(1, 4));
  const now = await follow(house, ada.client, NEW, posts(2, 5));
  const [newest] = (await ada.client.items.list()).items.filter(({ feed_id }) => feed_id === old.id);
  await ada.client.stars.add(newest?.id ?? 0);
  await house.clock.advance(60_000);
  await ada.client.feeds.delete(old.id);
  await join(house, OLD, NEW);
  const restored = await ada.client.journal.undo((await ada.client.journal.list())[0]?.id ?? 0);
  assert.deepEqual(
    (await ada.client.feeds.list()).map(({ id }) => id),
    [now.id],
  );
  assert.deepEqual((await marksOf(ada.client))['Post 4'], ['unread', 'starred']);
  await ada.client.feeds.delete(now.id);
  await assert.rejects(ada.client.journal.undo(restored.id), { status: 422 });
});

test('what an import had followed comes back into another feed, and goes from it, with the rest of the import', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const [ada, bob] = [await house.signIn('ada'), await house.signIn('bob')];
  await follow(house, bob.client, OLD, posts(1, 4));
  const { client } = ada;
  const now = await follow(house, client, NEW, posts(2, 5));
  const { entry_id: done = 0 } = await bring(house, client, opml(outline(OLD)));
  await house.clock.advance(60_000);
  let last = await client.journal.undo(done);
  await join(house, OLD, NEW);
  const alone = await statesOf(client);
  const entries = [done, last.id];
  for (const count of [5, 4, 5]) {
    last = await client.journal.undo(last.id);
    entries.push(last.id);
    assert.deepEqual(
      (await client.feeds.list()).map(({ id }) => id),
      [now.id],
    );
    assert.equal((await client.items.list()).items.length, count);
  }
  assert.equal(alone.length, 4);
  // What belongs to it is no entry by itself.
  assert.deepEqual(
    (await client.journal.list()).map(({ id }) => id),
    entries.toReversed(),
  );
});

for (const [what, set] of [
  ['gives it', {}],
  ['leaves it', { title: 'As I call the new one', intervalSeconds: 7_200 }],
] as const) {
  test(`a feed that comes back into another ${what} the title and the interval that its user had chosen`, async (t) => {
    const chosen = { title: 'As I call it', intervalSeconds: 3_600 };
    const { client, old, now } = await removedBoth(t, { old: chosen, now: set });
    const removed = await client.journal.list();
    for (const { id } of [now, old]) {
      await client.journal.undo(removed.find(({ feed }) => feed?.id === id)?.id ?? 0);
    }
    const { title, intervalSeconds } = { ...chosen, ...set };
    assert.deepEqual(
      (await client.feeds.list()).map((feed) => [
        feed.id,
        feed.title,
        feed['app.courant.feeds']?.interval_seconds,
      ]),
      [[now.id, title, intervalSeconds]],
    );
  });
}

/** Posts 1 to 4 of the old one and 2 to 5 of the new one, marked differently. */
async function removedBoth(
  t: Parameters<typeof testHouse>[0],
  set: { old: FeedChanges; now: FeedChanges } = { old: { title: 'As I call it' }, now: {} },
) {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client, userId } = await house.signIn('ada');
  const others = await house.signIn('bob');
  await follow(house, others.client, OLD, posts(1, 4));
  await follow(house, others.client, NEW, posts(2, 5));
  const old = await follow(house, client, OLD, posts(1, 4));
  const now = await follow(house, client, NEW, posts(2, 5));
  const group = await client.groups.create({ title: 'Morning', feedIds: [old.id] });
  await client.feeds.update(old.id, set.old);
  await client.feeds.update(now.id, set.now);
  const { items } = await client.items.list();
  const idOf = (feed: { id: number }, title: string): number =>
    items.find((item) => item.feed_id === feed.id && item.title === title)?.id ?? 0;
  for (const title of ['Post 1', 'Post 3']) await client.items.markRead(idOf(old, title));
  for (const id of [idOf(old, 'Post 2'), idOf(now, 'Post 4')]) await client.stars.add(id);
  const tagged = [idOf(old, 'Post 1'), idOf(old, 'Post 2')];
  await tagItems(house.house.library, userId, tagged, { put: ['Keep'], takeOff: [] });
  await house.clock.advance(60_000);
  for (const { id } of [old, now]) await client.feeds.delete(id);
  await join(house, OLD, NEW);
  return { house, client, old, now, group };
}

async function marksOf(client: Client): Promise<Record<string, string[]>> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return Object.fromEntries(
    items
      .map(({ title, read, 'app.courant.items': own }): [string, string[]] => [
        title,
        [read ? 'read' : 'unread', ...(own?.starred ? ['starred'] : []), ...(own?.tags ?? [])],
      ])
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}

async function countsUnread(client: Client): Promise<void> {
  const { items } = await client.items.list({ only: 'unread' });
  const [feed] = await client.feeds.list();
  assert.equal(feed?.['app.courant.feeds']?.unread_count, items.length);
}

async function statesOf(client: Client): Promise<unknown[]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.map(({ id, title, read, 'app.courant.items': own }) => [
    id,
    title,
    read,
    own?.starred,
    own?.tags,
  ]);
}

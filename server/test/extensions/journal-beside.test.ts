// The extension app.courant.journal: entries of one user leave other entries, and those of others, alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetJournal } from '../../src/library/journal.ts';
import { latestSeq } from '../../src/store/changes.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';

const DAY = 86_400_000;

test('news that come with a feed are counted in the entry that has brought it back, and in no other', async (t) => {
  const { house, client, feed, ids } = await twoReaders(t);
  await client.bulk.markRead({ upTo: ids[3] ?? 0 });
  await client.feeds.delete(feed.id);
  house.web.serve(feed.feed_url, rss('A', posts(1, 12)));
  await house.crawl(30 * 3_600_000);
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
  const counts = (await client.journal.list()).map(({ action, count }) => `${action} ${count}`);
  assert.deepEqual(counts, ['feed.restored 12', 'feed.removed 10', 'items.read 4']);
});

for (const [deed, act] of [
  ['brings a feed back', bringFeedBack],
  ['takes marks back', takeMarksBack],
] as const) {
  test(`what was marked again stays, though somebody else ${deed} at the same places of another sequence`, async (t) => {
    const { house, client, userId, ids, otto, theirs } = await twoReaders(t);
    const [a = 0, b = 0, , d = 0] = ids;
    for (let times = 0; times < 5; times++) await toggleStar(otto.client);
    await act(otto.client, theirs.id);
    const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: d });
    const placeOf = (user: number) => house.house.library.store.read((tx) => latestSeq(tx, user));
    const end = await placeOf(otto.userId);
    for (let star = true; (await placeOf(userId)) < end - 2; star = !star)
      await client.stars[star ? 'add' : 'remove'](b);
    await client.items.markUnread(a);
    await client.items.markRead(a);
    assert.equal(await placeOf(userId), end);
    assert.equal((await client.journal.undo(entry)).count, 3);
    const read = (await client.items.list({ only: 'read' })).items;
    assert.deepEqual(
      read.map(({ id }) => id),
      [a],
    );
  });
}

test('an entry can be undone though it was made beside an undo of what is forgotten by now, and so can that undo', async (t) => {
  const { house, client, ids } = await twoReaders(t);
  const { entry_id: old = 0 } = await client.bulk.markRead({ upTo: ids[1] ?? 0 });
  await house.clock.advance(29 * DAY);
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: ids[5] ?? 0 });
  const { id: undo } = await client.journal.undo(old);
  await house.clock.advance(2 * DAY);
  await forgetJournal(house.house.library);
  assert.equal((await client.journal.list()).length, 2);
  assert.equal((await client.journal.undo(entry)).count, 4);
  assert.deepEqual((await client.items.list({ only: 'read' })).items, []);
  assert.equal((await client.journal.undo(undo)).count, 2);
});

test('a removal that is undone is listed with the entry that has undone it', async (t) => {
  const { client, feed } = await twoReaders(t);
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  await client.groups.delete(group.id);
  await client.feeds.delete(feed.id);
  const removals = await client.journal.list();
  const undone = new Map<number, number>();
  for (const { id } of removals) undone.set(id, (await client.journal.undo(id)).id);
  for (const { id, undone_by: by } of await client.journal.list()) assert.equal(by, undone.get(id));
  assert.equal(undone.size, 2);
});

async function toggleStar(client: Client): Promise<void> {
  const id = (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
  await client.stars.add(id);
  await client.stars.remove(id);
}

async function bringFeedBack(client: Client, feedId: number): Promise<void> {
  const [one, two] = (await client.items.list()).items.map((item) => item.id);
  await client.items.markRead(one ?? 0);
  await client.stars.add(two ?? 0);
  await client.feeds.delete(feedId);
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
}

async function takeMarksBack(client: Client): Promise<void> {
  const ids = (await client.items.list()).items.map((item) => item.id);
  await client.items.markManyRead(ids);
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
}

/** Ines and Otto follow a feed of ten posts; `ids` of Ines, in order of publication. */
async function twoReaders(t: Parameters<typeof testHouse>[0]) {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 10));
  const otto = await house.signIn('otto');
  const theirs = await otto.client.feeds.create({ feedUrl: feed.feed_url });
  const ids = (await client.items.list()).items.map((item) => item.id).reverse();
  return { house, client, userId, feed, ids, otto, theirs };
}

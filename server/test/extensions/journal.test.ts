// The extension app.courant.journal: what was done in bulk or removed, and undoing it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetJournal } from '../../src/library/journal.ts';
import { changesAtOnce } from '../../src/library/limits.ts';
import { readPart } from '../../src/store/journal.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { copyMany } from './many-items.ts';

const isElsewhere = isOnPostgres && 'PostgreSQL is asked for nothing else than by the others';

const DAY = 86_400_000;

test('what any app does in bulk or removes becomes an entry; single marks do not', async (t) => {
  const { client, feed, ids } = await someReader(t);
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  await client.items.markRead(ids[0] ?? 0);
  await client.items.markManyRead(ids.slice(0, 2));
  assert.deepEqual(await client.journal.list(), []);
  await client.items.markManyRead(ids.slice(0, 4));
  await client.stars.addMany(ids.slice(0, 3));
  await client.bulk.markRead({ upTo: ids[4] ?? 0 });
  await client.groups.delete(group.id);
  await client.feeds.delete(feed.id);
  const entries = await client.journal.list();
  assert.deepEqual(
    entries.map((entry) => [entry.action, entry.count, entry.feed?.id, entry.group?.title]),
    [
      ['feed.removed', 10, feed.id, undefined],
      ['group.removed', 0, undefined, 'News'],
      ['items.read', 1, undefined, undefined],
      ['items.starred', 3, undefined, undefined],
      ['items.read', 2, undefined, undefined],
    ],
  );
  assert.deepEqual(entries[0]?.feed, { id: feed.id, title: feed.title, feed_url: feed.feed_url });
  const older = await client.journal.list({ before: entries[1]?.id ?? 0, limit: 2 });
  assert.deepEqual(older, entries.slice(2, 4));
});

test('an undo takes marks back, but for what was marked again since, and can be undone itself', async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: d });
  await client.items.markUnread(a);
  // More marks than are read in a few goes: those after them count as well.
  for (let marks = 0; marks <= 3 * changesAtOnce.portion; marks += 2) {
    await client.items.markRead(a);
    await client.items.markUnread(a);
  }
  await client.items.markUnread(b);
  await client.items.markRead(b);
  await client.stars.add(c);
  const undone = await client.journal.undo(entry);
  assert.deepEqual([undone.action, undone.count, undone.undoes], ['items.unread', 2, entry]);
  assert.deepEqual(await readOf(client), [b]);
  await assert.rejects(client.journal.undo(entry), { status: 422 });
  const redone = await client.journal.undo(undone.id);
  assert.deepEqual([redone.action, redone.count], ['items.read', 2]);
  assert.deepEqual(await readOf(client), [d, c, b]);
  const listed = await client.journal.list();
  assert.deepEqual(
    listed.map((each) => [each.id, each.undoes, each.undone_by]),
    [
      [redone.id, undone.id, undefined],
      [undone.id, entry, redone.id],
      [entry, undefined, undone.id],
    ],
  );
});

test('an undo that finds nothing left to change is done, and no entry', { skip: isElsewhere }, async (t) => {
  const { client, ids } = await someReader(t);
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: ids[3] ?? 0 });
  const undone = await client.journal.undo(entry);
  for (const id of ids.slice(0, 4)) await client.items.markRead(id);
  const redone = await client.journal.undo(undone.id);
  assert.deepEqual([redone.action, redone.count, redone.undoes], ['items.read', 0, undone.id]);
  const listed = await client.journal.list();
  assert.deepEqual(
    listed.map((each) => [each.id, each.undone_by]),
    [
      [undone.id, redone.id],
      [entry, undone.id],
    ],
  );
});

test('of two marks of the same items both can be undone, the later one first', async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await client.items.markRead(a);
  const { entry_id: read = 0 } = await client.bulk.markRead({ upTo: d });
  const { entry_id: unread = 0 } = await client.bulk.markUnread({ upTo: c });
  const undone = await client.journal.undo(unread);
  assert.deepEqual(await readOf(client), [d, c, b, a]);
  const redone = await client.journal.undo(undone.id);
  await client.journal.undo(redone.id);
  assert.equal((await client.journal.undo(read)).count, 3);
  assert.deepEqual(await readOf(client), [a]);
});

test('a later mark that stands, or stands again, keeps an earlier one from being undone', {
  skip: isElsewhere,
}, async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const { entry_id: read = 0 } = await client.bulk.markRead({ upTo: d });
  const { entry_id: unread = 0 } = await client.bulk.markUnread({ upTo: c });
  await client.items.markRead(a);
  const undone = await client.journal.undo(unread);
  assert.equal((await client.journal.undo(undone.id)).count, 2);
  await client.items.markManyRead([b, c]);
  assert.equal((await client.journal.undo(read)).count, 1);
  assert.deepEqual(await readOf(client), [c, b, a]);
});

test('marks that were undone one after the other can be done again in their order, and undone once more', async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const { entry_id: read = 0 } = await client.bulk.markRead({ upTo: d });
  const { entry_id: unread = 0 } = await client.bulk.markUnread({ upTo: c });
  const unreadUndone = await client.journal.undo(unread);
  const readUndone = await client.journal.undo(read);
  const readAgain = await client.journal.undo(readUndone.id);
  assert.deepEqual(await readOf(client), [d, c, b, a]);
  const unreadAgain = await client.journal.undo(unreadUndone.id);
  assert.deepEqual(await readOf(client), [d]);
  await client.journal.undo(unreadAgain.id);
  assert.deepEqual(await readOf(client), [d, c, b, a]);
  await client.journal.undo(readAgain.id);
  assert.deepEqual(await readOf(client), []);
});

test('what was marked again by hand stays, though the mark that it took back was undone for the others', {
  skip: isElsewhere,
}, async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, , c = 0, d = 0] = ids;
  const { entry_id: read = 0 } = await client.bulk.markRead({ upTo: d });
  const { entry_id: unread = 0 } = await client.bulk.markUnread({ upTo: c });
  await client.items.markRead(a);
  assert.equal((await client.journal.undo(unread)).count, 2);
  assert.equal((await client.journal.undo(read)).count, 3);
  assert.deepEqual(await readOf(client), [a]);
});

test('a mark in bulk that stands again counts as a later one, though what it had taken back was undone', {
  skip: isElsewhere,
}, async (t) => {
  const { client, ids } = await someReader(t);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const { entry_id: first = 0 } = await client.bulk.markRead({ upTo: d });
  const { entry_id: between = 0 } = await client.bulk.markUnread({ upTo: c });
  const { entry_id: second = 0 } = await client.bulk.markRead({ upTo: c });
  const undone = await client.journal.undo(second);
  await client.journal.undo(undone.id);
  assert.equal((await client.journal.undo(between)).count, 0);
  assert.equal((await client.journal.undo(first)).count, 1);
  assert.deepEqual(await readOf(client), [c, b, a]);
});

test('a feed that comes back is what it was, and its source’s news are new items', async (t) => {
  const { house, client, feed, ids } = await someReader(t);
  const otto = await house.signIn('otto');
  await otto.client.feeds.create({ feedUrl: feed.feed_url });
  const [kept, gone] = [
    await client.groups.create({ title: 'Kept', feedIds: [feed.id] }),
    await client.groups.create({ title: 'Gone', feedIds: [feed.id] }),
  ];
  await client.feeds.update(feed.id, { title: 'Mine', position: 0.5, intervalSeconds: 7_200 });
  await client.items.markManyRead(ids.slice(0, 3));
  await client.stars.addMany(ids.slice(2, 5));
  const before = await client.feeds.get(feed.id);
  const items = (await client.items.list({ limit: 200 })).items;
  await client.feeds.delete(feed.id);
  await client.groups.delete(gone.id);
  assert.deepEqual((await client.items.list()).items, []);
  house.web.serve(feed.feed_url, rss('A', posts(1, 12)));
  await house.crawl(30 * 3_600_000);

  const entry = (await client.journal.list()).find((each) => each.action === 'feed.removed')?.id ?? 0;
  const { cursor: since } = await client.sync.changes();
  const undone = await client.journal.undo(entry);
  assert.deepEqual([undone.action, undone.count, undone.undoes], ['feed.restored', 12, entry]);
  const { groups, feeds } = await client.sync.changes({ since });
  assert.deepEqual(groups?.changed, [await client.groups.get(kept.id)]);
  assert.deepEqual(feeds?.changed, [await client.feeds.get(feed.id)]);
  const after = await client.feeds.get(feed.id);
  assert.deepEqual([after.title, after.group_ids], ['Mine', [kept.id]]);
  assert.deepEqual(after['app.courant.feeds'], { ...before['app.courant.feeds'], unread_count: 9 });
  const all = (await client.items.list({ limit: 200 })).items;
  assert.deepEqual(all.slice(2), items);
  const known = Math.max(...(await otto.client.items.list()).items.map((item) => item.id));
  assert.ok(all.slice(0, 2).every((item) => item.id > known && !item.read));
  assert.equal((await client.stars.list()).items.length, 3);
  const redone = await client.journal.undo(undone.id);
  assert.deepEqual([redone.action, redone.count, redone.undoes], ['feed.removed', 12, undone.id]);
  assert.deepEqual(await client.feeds.list(), []);
  assert.equal((await client.journal.undo(redone.id)).count, 12);
  assert.deepEqual((await client.items.list({ limit: 200 })).items, all);
});

test('marks can be undone after their feed went and came back', { skip: isElsewhere }, async (t) => {
  const { client, feed, ids } = await someReader(t);
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: ids[5] ?? 0 });
  await client.feeds.delete(feed.id);
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
  assert.equal((await client.journal.undo(entry)).count, 6);
  assert.deepEqual(await readOf(client), []);
});

test('a feed that is followed again is not brought back beside itself', { skip: isElsewhere }, async (t) => {
  const { client, feed } = await someReader(t);
  await client.feeds.delete(feed.id);
  const again = await client.feeds.create({ feedUrl: feed.feed_url });
  const [entry] = await client.journal.list();
  await assert.rejects(client.journal.undo(entry?.id ?? 0), {
    status: 422,
    message: `Cannot undo: the feed is followed again, as feed ${again.id}`,
  });
  await client.feeds.delete(again.id);
  assert.equal((await client.journal.undo(entry?.id ?? 0)).feed?.id, feed.id);
});

test('a group comes back with the feeds that are left; a title that is taken is told', {
  skip: isElsewhere,
}, async (t) => {
  const { house, client, feed } = await someReader(t);
  const other = await follow(house, client, 'https://b.example/feed', posts(1, 1));
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id, other.id] });
  const { cursor: since } = await client.sync.changes();
  await client.groups.delete(group.id);
  const { feeds } = await client.sync.changes({ since });
  assert.deepEqual(
    feeds?.changed?.map(({ group_ids }) => group_ids),
    [[], []],
  );
  await client.feeds.delete(other.id);
  const entry = (await client.journal.list()).find((each) => each.action === 'group.removed')?.id ?? 0;
  const rival = await client.groups.create({ title: 'News' });
  await assert.rejects(client.journal.undo(entry), {
    status: 409,
    message: 'Cannot undo: another group is called News now',
  });
  await client.groups.update(rival.id, { title: 'Old news' });
  const before = await client.sync.changes();
  const undone = await client.journal.undo(entry);
  const back = await client.sync.changes({ since: before.cursor });
  assert.deepEqual(back.feeds?.changed?.[0]?.group_ids, [group.id]);
  assert.deepEqual((await client.groups.get(group.id)).feed_ids, [feed.id]);
  assert.equal((await client.journal.undo(undone.id)).action, 'group.removed');
  await assert.rejects(client.groups.get(group.id), { status: 404 });
});

for (const removedFirst of ['feed', 'group']) {
  for (const backFirst of ['feed', 'group']) {
    test(`a feed is in its group again: the ${removedFirst} went first, the ${backFirst} comes back first`, {
      skip: isElsewhere,
    }, async (t) => {
      const { client, feed } = await someReader(t);
      const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
      const removals = [() => client.feeds.delete(feed.id), () => client.groups.delete(group.id)];
      for (const remove of removedFirst === 'feed' ? removals : removals.reverse()) await remove();
      const entries = await client.journal.list();
      const isFirst = (action: string) => action.startsWith(backFirst);
      entries.sort((a, b) => Number(isFirst(b.action)) - Number(isFirst(a.action)));
      for (const { id } of entries) await client.journal.undo(id);
      assert.deepEqual((await client.groups.get(group.id)).feed_ids, [feed.id]);
      assert.deepEqual((await client.feeds.get(feed.id)).group_ids, [group.id]);
    });
  }
}

for (const first of ['feed', 'group'] as const) {
  test(`what comes back while others are away joins none that it was not in: each ${first} went first, and is back first`, {
    skip: isElsewhere,
  }, async (t) => {
    const { house, client, feed } = await someReader(t);
    const other = await follow(house, client, 'https://b.example/feed', posts(1, 1));
    const news = await client.groups.create({ title: 'News', feedIds: [feed.id] });
    const rest = await client.groups.create({ title: 'Rest', feedIds: [other.id] });
    const kinds = first === 'feed' ? (['feed', 'group'] as const) : (['group', 'feed'] as const);
    const ids = { feed: [feed.id, other.id], group: [news.id, rest.id] };
    for (const kind of kinds) for (const id of ids[kind]) await client[`${kind}s`].delete(id);
    const entries = await client.journal.list();
    for (const kind of kinds)
      for (const { id, action } of entries) if (action === `${kind}.removed`) await client.journal.undo(id);
    assert.deepEqual((await client.groups.get(news.id)).feed_ids, [feed.id]);
    assert.deepEqual((await client.groups.get(rest.id)).feed_ids, [other.id]);
  });
}

test('after 30 days an entry is gone, and so is what it kept', { skip: isElsewhere }, async (t) => {
  const { house, client, ids } = await someReader(t);
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo: ids[5] ?? 0 });
  const [listed] = await client.journal.list();
  assert.equal(Date.parse(listed?.expires_at ?? ''), house.clock.now() + 30 * DAY);
  await house.clock.advance(30 * DAY - 1);
  await forgetJournal(house.house.library);
  assert.equal((await client.journal.list()).length, 1);
  await house.clock.advance(1);
  assert.deepEqual(await client.journal.list(), []);
  // The same before it is swept away and afterwards.
  const tooLate = {
    status: 404,
    message: 'Cannot undo: there is no such entry in the journal, which goes back 30 days',
  };
  await assert.rejects(client.journal.undo(entry), tooLate);
  await forgetJournal(house.house.library);
  await assert.rejects(client.journal.undo(entry), tooLate);
  const { store } = house.house.library;
  assert.equal(await store.read((tx) => readPart(tx, entry, 0)), undefined);
});

test('an undo that was broken off goes on where it was, and ends once', async (t) => {
  const { house, client, feed } = await someReader(t);
  const { store } = house.house.library;
  await store.write((tx) => copyMany(tx, feed.id, 6_000));
  const upTo = (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo });
  let portions = 0;
  const { write } = store;
  // Somebody always waits, so each portion is a transaction; the disk is full at one of them.
  store.write = (fn) => {
    if (++portions === 3) return Promise.reject(new Error('disk full'));
    const written = write(fn);
    write(async () => {});
    return written;
  };
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  store.write = write;
  const unread = (await client.feeds.get(feed.id))['app.courant.feeds']?.unread_count ?? 0;
  assert.ok(unread > 0 && unread < 6_010, `${unread}`);
  const [a, b] = await Promise.allSettled([client.journal.undo(entry), client.journal.undo(entry)]);
  assert.ok([a, b].some((each) => each?.status === 'fulfilled' && each.value.count === 6_010));
  assert.equal((await client.feeds.get(feed.id))['app.courant.feeds']?.unread_count, 6_010);
  await assert.rejects(client.journal.undo(entry), { status: 422 });
});

/** A user who follows a feed of ten posts; `ids` in order of publication. */
async function someReader(t: Parameters<typeof testHouse>[0]) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 10));
  const ids = (await client.items.list()).items.map((item) => item.id).reverse();
  return { house, client, feed, ids };
}

async function readOf(client: Client): Promise<number[]> {
  return (await client.items.list({ only: 'read', limit: 200 })).items.map((item) => item.id);
}

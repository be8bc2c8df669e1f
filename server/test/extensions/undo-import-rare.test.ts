// Rare turns of an import that is undone: several addresses of one feed, merges, removals by hand, and late endings.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { beginCopy, download } from './copy.ts';
import { atWrite, before, isFilling, someAccount, someImport } from './some-import.ts';
import { bring, opml, outline, statusesOf, untilEnded } from './transfer-house.ts';

const DAY = 86_400_000;

test('a feed that a document names by two addresses goes each time', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [url, old] = ['https://one.example/feed', 'https://one.example/old'];
  house.web.serve(url, rss('one', posts(1, 3)));
  house.web.serve(old, { status: 301, headers: { location: url } });
  const job = await bring(house, client, opml(outline(url) + outline(old)));
  assert.deepEqual([job.feeds.followed, job.feeds.already_there], [1, 1]);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  const redone = await client.journal.undo(undone.id);
  assert.equal((await client.feeds.list()).length, 1);
  assert.equal((await client.journal.undo(redone.id)).count, 1);
  assert.deepEqual(await client.feeds.list(), []);
});

test('items of an import that was stopped come with a retry, even if their feed has become one with another', async (t) => {
  const { house, client, file } = await someAccount(t);
  const there = await follow(house, client, 'https://there.example/feed', posts(11, 12));
  const stopped = before(house, isFilling, async () =>
    client.transfer.cancelImport((await client.transfer.imports())[0]?.id ?? 0),
  );
  const { id } = await client.transfer.importFile(file);
  await stopped;
  await untilEnded(house, client, id);
  await client.health.repair(there.id, { feedUrl: 'https://one.example/feed' });
  await client.transfer.retryImport(id);
  await untilEnded(house, client, id);
  assert.equal((await statusesOf(client)).filter(([, , starred]) => starred).length, 1);
});

test('a feed that came back and has become one with another that was there stays, whatever the import has followed since', async (t) => {
  const { house, client, file, undoLatest } = await someAccount(t);
  const there = await follow(house, client, 'https://there.example/feed', posts(11, 12));
  const undone = before(house, isFilling, undoLatest);
  const { id } = await client.transfer.importFile(file);
  await untilEnded(house, client, id);
  await client.transfer.retryImport(id);
  const job = await untilEnded(house, client, id);
  await client.journal.undo(job.entry_id ?? 0);
  const redone = await client.journal.undo((await undone).id);
  const one = (await client.feeds.list()).find((feed) => feed.id !== there.id);
  await client.health.repair(one?.id ?? 0, { feedUrl: there.feed_url });
  await client.journal.undo(redone.id);
  assert.deepEqual(
    (await client.feeds.list()).map((feed) => feed.id),
    [one?.id],
  );
});

test('what an undo that was broken off removes weeks later can come back for 30 days', async (t) => {
  const { house, client, job } = await someImport(t);
  atWrite(house, 3, () => Promise.reject(new Error('disk full')));
  await assert.rejects(client.journal.undo(job.entry_id ?? 0), { status: 500 });
  await house.clock.sleep(29 * DAY);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  await house.clock.sleep(2 * DAY);
  assert.equal((await client.journal.undo(undone.id)).count, 1, 'what was removed at first is gone by now');
});

test('a feed that is unfollowed by hand before it has all its items stays so, and gets the rest when that is undone and tried again', async (t) => {
  const { house, ines, client, file, undoLatest } = await someAccount(t);
  const gone = before(house, isFilling, async () =>
    client.feeds.delete((await client.feeds.list())[0]?.id ?? 0),
  );
  const { id } = await client.transfer.importFile(file);
  await gone;
  const { feeds, items, failures } = await untilEnded(house, client, id);
  assert.deepEqual([feeds.followed, feeds.failed, items.done], [0, 1, 0]);
  assert.equal(failures?.[0]?.code, 'feed-not-followed');
  assert.deepEqual(await client.feeds.list(), []);
  await undoLatest();
  await client.transfer.retryImport(id);
  assert.equal((await untilEnded(house, client, id)).feeds.failed, 0);
  assert.deepEqual(await statusesOf(client), await statusesOf(ines));
});

test('what comes back when its group has been made anew by a retry is in that group', async (t) => {
  const { client, undone } = await madeAnew(t);
  const copy = await beginCopy(client, { limit: 5 });
  const redone = await client.journal.undo(undone.id);
  assert.deepEqual(await groupsOf(client), [['News', 2]]);
  await copy.catchUp(5);
  assert.deepEqual(copy.stock(), await download(client));
  await client.journal.undo(redone.id);
  assert.equal((await client.feeds.list()).length, 1);
});

test('and so it is wherever that breaks off and goes on', async (t) => {
  for (let write = 1, isBroken = true; isBroken; write++) {
    const { house, client, undone } = await madeAnew(t);
    atWrite(house, write, () => Promise.reject(new Error('disk full')));
    isBroken = await client.journal.undo(undone.id).then(
      () => false,
      () => true,
    );
    if (isBroken) await client.journal.undo(undone.id);
    assert.deepEqual(await groupsOf(client), [['News', 2]], `at write ${write}`);
  }
});

test('the groups of an import that has followed nothing go with its undo, and come back', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const document = (title: string) =>
    opml(`<outline text="${title}">${outline('https://gone.example/feed', 'Gone')}</outline>`);
  const job = await bring(house, client, document('News'));
  assert.deepEqual([job.feeds.followed, job.feeds.failed], [0, 1]);
  const titles = async () => (await client.groups.list()).map(({ title }) => title);
  assert.deepEqual(await titles(), ['News']);
  const [entry] = await client.journal.list();
  assert.deepEqual([entry?.action, entry?.count, entry?.id], ['import.done', 0, job.entry_id]);
  // One that leaves nothing is no entry.
  assert.equal((await bring(house, client, document('News'))).entry_id, undefined);
  assert.equal((await client.journal.list())[0]?.id, entry?.id);

  const undone = await client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(await titles(), []);
  await client.journal.undo(undone.id);
  assert.deepEqual(await titles(), ['News']);
});

/** An import of two feeds in one group, of which one has come and gone again with an undo, and the other by a retry, which has made the group anew. */
async function madeAnew(t: TestContext) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [one, two] = ['https://one.example/feed', 'https://two.example/feed'];
  house.web.serve(one, rss('one', posts(1, 3)));
  house.web.serve(two, { status: 404 });
  const file = opml(`<outline text="News">${outline(one)}${outline(two)}</outline>`);
  const { id, entry_id: entryId = 0 } = await bring(house, client, file);
  const undone = await client.journal.undo(entryId);
  house.web.serve(two, rss('two', posts(1, 3)));
  await client.transfer.retryImport(id);
  await untilEnded(house, client, id);
  return { house, client, undone };
}

async function groupsOf(client: Client): Promise<[string, number][]> {
  return (await client.groups.list()).map(({ title, feed_ids: feedIds }) => [title, feedIds.length]);
}

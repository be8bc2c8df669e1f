// An import is undone as one: what it has followed and made goes, what was there stays, and all of it comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client, ImportJob } from '@courant/client';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { someImport } from './some-import.ts';
import { bring, opml, outline, statusesOf, untilEnded } from './transfer-house.ts';

const DAY = 86_400_000;

test('an undo of an import unfollows what it followed, removes what it made, and leaves what was there', async (t) => {
  const { house, client, there, mine, job } = await someImport(t);
  const before = await stateOf(house, client);
  const [entry, ...older] = await client.journal.list();
  assert.deepEqual(
    [entry?.action, entry?.count, entry?.import, entry?.by, entry?.id],
    ['import.done', 2, { id: job.id }, { kind: 'app', name: 'Test app' }, job.entry_id],
  );
  const undone = await client.journal.undo(entry?.id ?? 0);
  assert.deepEqual(
    [undone.action, undone.count, undone.undoes, undone.import],
    ['import.removed', 2, entry?.id, { id: job.id }],
  );
  assert.deepEqual(
    (await client.feeds.list()).map(({ id }) => id),
    [there.id],
  );
  assert.deepEqual(
    (await client.groups.list()).map(({ id, feed_ids: ids }) => [id, ids]),
    [[mine.id, [there.id]]],
  );
  // What belongs to it is no entry by itself.
  assert.deepEqual(
    (await client.journal.list()).map(({ id }) => id),
    [undone.id, entry?.id, ...older.map(({ id }) => id)],
  );
  assert.equal((await client.transfer.getImport(job.id)).entry_id, undefined);
  await assert.rejects(client.journal.undo(entry?.id ?? 0), { status: 422 });

  const restored = await client.journal.undo(undone.id);
  assert.deepEqual([restored.action, restored.count], ['import.restored', 2]);
  assert.deepEqual(await stateOf(house, client), before);

  await client.journal.undo(restored.id);
  assert.deepEqual(
    (await client.feeds.list()).map(({ id }) => id),
    [there.id],
  );
  assert.deepEqual(
    (await client.groups.list()).map(({ id }) => id),
    [mine.id],
  );
});

test('an import that is undone while it runs follows nothing more, and goes on where it was when it is wanted after all', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  house.web.serve('https://quick.example/feed', rss('Quick', posts(1, 2)));
  house.web.serve('https://slow.example/feed', { body: rss('Slow', posts(1, 2)), afterMs: 10_000 });
  const { id } = await client.transfer.importFile(
    opml(
      `<outline text="All">${outline('https://quick.example/feed', 'Quick')}${outline('https://slow.example/feed', 'Slow')}</outline>`,
    ),
  );
  const { entry_id: entry = 0 } = await untilOneIsFollowed(house, client, id);
  const undone = await client.journal.undo(entry);
  await house.clock.advance(60_000);
  assert.equal((await client.transfer.getImport(id)).state, 'cancelled');
  assert.deepEqual([await client.feeds.list(), await client.groups.list()], [[], []]);

  await client.journal.undo(undone.id);
  const { id: last } = await client.transfer.retryImport(id);
  const { entry_id: rest = 0 } = await untilEnded(house, client, last);
  assert.deepEqual((await client.feeds.list()).map(({ title }) => title).sort(), ['Quick', 'Slow']);
  assert.equal((await client.groups.list())[0]?.feed_ids.length, 2);
  // Each entry takes back what was followed under it.
  assert.equal((await client.journal.undo(rest)).count, 1);
  assert.deepEqual(
    (await client.feeds.list()).map(({ title }) => title),
    ['Quick'],
  );
});

test('of two imports that were handed in at once each is undone by itself', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const urls = ['https://a.example/feed', 'https://b.example/feed'];
  const jobs: ImportJob[] = [];
  for (const url of urls) {
    house.web.serve(url, rss('Feed', posts(1, 2)));
    jobs.push(await client.transfer.importFile(opml(outline(url))));
  }
  const [first, second] = await Promise.all(jobs.map(({ id }) => untilEnded(house, client, id)));
  await client.journal.undo(first?.entry_id ?? 0);
  assert.deepEqual(
    (await client.feeds.list()).map((feed) => feed.feed_url),
    urls.slice(1),
  );
  await client.journal.undo(second?.entry_id ?? 0);
  assert.deepEqual(await client.feeds.list(), []);
});

test('what was changed since is left alone', async (t) => {
  const { house, client, there, job } = await someImport(t);
  const made = (await client.groups.list()).find(({ title }) => title === 'News');
  await client.groups.update(made?.id ?? 0, { feedIds: [...(made?.feed_ids ?? []), there.id] });
  const [one, two] = (await client.feeds.list()).filter(({ id }) => id !== there.id);
  await client.feeds.delete(one?.id ?? 0);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  assert.equal(undone.count, 1);
  // The group has another feed by now.
  assert.deepEqual((await client.groups.list()).find(({ title }) => title === 'News')?.feed_ids, [there.id]);
  const again = await client.feeds.create({ feedUrl: two?.feed_url ?? '' });
  assert.equal((await client.journal.undo(undone.id)).count, 0);
  assert.deepEqual((await client.feeds.list()).map(({ id }) => id).sort(), [there.id, again.id].sort());
  assert.deepEqual(await house.house.library.store.read(feedsWithWrongCount), []);
});

test('a group that came back with its import stays for a feed that somebody has put into it since', async (t) => {
  const { client, there, job } = await someImport(t);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  const restored = await client.journal.undo(undone.id);
  const back = (await client.groups.list()).find(({ title }) => title === 'News');
  await client.groups.update(back?.id ?? 0, { feedIds: [...(back?.feed_ids ?? []), there.id] });
  await client.journal.undo(restored.id);
  assert.deepEqual((await client.groups.get(back?.id ?? 0)).feed_ids, [there.id]);
});

for (const isOurs of [true, false]) {
  const which = isOurs ? 'the feed of an import' : 'the feed that was there';
  test(`where two feeds have become one, and ${which} is the one that is left, it stays`, async (t) => {
    const { house, client, there, job } = await someImport(t);
    const one = (await client.feeds.list()).find(({ feed_url: url }) => url.startsWith('https://one.'));
    const [left, into] = isOurs ? [one, there] : [there, one];
    await client.health.repair(left?.id ?? 0, { feedUrl: into?.feed_url ?? '' });
    assert.equal((await client.journal.undo(job.entry_id ?? 0)).count, 1);
    assert.deepEqual(
      (await client.feeds.list()).map(({ id }) => id),
      [left?.id],
    );
    assert.deepEqual(await house.house.library.store.read(feedsWithWrongCount), []);
  });
}

test('an import that has followed nothing is no entry', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const there = await follow(house, client, 'https://there.example/feed', posts(1, 1));
  const job = await bring(house, client, opml(outline(there.feed_url)));
  assert.deepEqual([job.entry_id, await client.journal.list()], [undefined, []]);
});

test('what has come back with an import and was removed by hand is no entry by itself once the rest goes again', async (t) => {
  const { client, there, job } = await someImport(t);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  const restored = await client.journal.undo(undone.id);
  const back = (await client.feeds.list()).find(({ id }) => id !== there.id);
  await client.feeds.delete(back?.id ?? 0);
  const [byHand] = await client.journal.list();
  const again = await client.journal.undo(restored.id);
  assert.deepEqual([again.action, again.count], ['import.removed', 1]);
  const listed = (await client.journal.list()).map(({ id }) => id);
  assert.deepEqual(listed.slice(0, 5), [again.id, byHand?.id, restored.id, undone.id, job.entry_id]);
});

test('after 30 days an import cannot be undone any more', async (t) => {
  const { house, client, job } = await someImport(t);
  await house.clock.sleep(30 * DAY + 3_600_000);
  await assert.rejects(client.journal.undo(job.entry_id ?? 0), { status: 404 });
  assert.equal((await client.feeds.list()).length, 3);
});

/** Without letting time pass: on a busy machine the slow site would have answered as well. */
async function untilOneIsFollowed(house: TestHouse, client: Client, id: number): Promise<ImportJob> {
  for (;;) {
    const job = await client.transfer.getImport(id);
    if (job.feeds.followed === 1) return job;
    assert.equal(job.feeds.done, 0);
    await house.clock.settle();
  }
}

async function stateOf(house: TestHouse, client: Client) {
  assert.deepEqual(await house.house.library.store.read(feedsWithWrongCount), []);
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return {
    // When they are visited next is planned anew.
    feeds: (await client.feeds.list()).map(({ 'app.courant.health': _, ...feed }) => feed),
    groups: await client.groups.list(),
    items: items.map(({ id, feed_id: feedId }) => [id, feedId]),
    statuses: await statusesOf(client),
  };
}

// An undo of an import that breaks off, or that something else crosses: nothing is lost, and all of it stays within reach.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Client } from '@courant/client';
import { lockSchedule } from '../../src/store/sources/schedules.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { pidOf } from '../blocked-by.ts';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';
import { isOnPostgres } from '../temporary-store.ts';
import { atWrite, before, halfAnImport, isFilling, someAccount, someImport } from './some-import.ts';
import { bring, opml, outline, statusesOf, untilEnded } from './transfer-house.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LOOK_MS = 5;

test('an undo of an import that was broken off goes on where it was, and ends once', async (t) => {
  const { house, client, there, job } = await someImport(t);
  const { entry_id: entry = 0 } = job;
  atWrite(house, 3, diskFull);
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  assert.equal((await client.feeds.list()).length, 2);
  assert.equal((await client.transfer.getImport(job.id)).entry_id, entry, 'it is still offered');
  let second = Promise.resolve(0);
  // A second call begins while the first one goes on, and has begun before that one ends.
  atWrite(house, 2, async () => {
    const begun = Promise.withResolvers<void>();
    atWrite(house, 2, async () => begun.resolve());
    second = client.journal.undo(entry).then(({ id }) => id);
    await begun.promise;
  });
  const { id } = await client.journal.undo(entry);
  assert.equal(await second, id);
  assert.equal((await client.journal.list({ limit: 1 }))[0]?.count, 2);
  assert.deepEqual(
    (await client.feeds.list()).map((feed) => feed.id),
    [there.id],
  );
  await assert.rejects(client.journal.undo(entry), { status: 422 });
});

test('an undo that was broken off ends before it is undone itself, so all of it comes back', async (t) => {
  const { house, client, job } = await someImport(t);
  atWrite(house, 3, diskFull);
  await assert.rejects(client.journal.undo(job.entry_id ?? 0), { status: 500 });
  const [undone] = await client.journal.list();
  assert.equal((await client.journal.undo(undone?.id ?? 0)).count, 2);
  assert.equal((await client.feeds.list()).length, 3);
  await assert.rejects(client.journal.undo(job.entry_id ?? 0), { status: 422 });
  assert.equal((await client.feeds.list()).length, 3);
});

test('an undo that is undone from elsewhere while it runs removes nothing more', async (t) => {
  const { house, client, job } = await someImport(t);
  atWrite(house, 3, async () => client.journal.undo((await client.journal.list())[0]?.id ?? 0));
  await client.journal.undo(job.entry_id ?? 0);
  assert.equal((await client.feeds.list()).length, 3);
});

test('items that are on their way when their import is undone are still there when it is wanted after all', async (t) => {
  const { house, ines, client, file, undoLatest } = await someAccount(t);
  const undone = before(house, isFilling, undoLatest);
  const { id } = await client.transfer.importFile(file);
  assert.equal((await untilEnded(house, client, id)).state, 'cancelled');
  const again = await client.journal.undo((await undone).id);
  const oncemore = before(house, isFilling, () => client.journal.undo(again.id));
  await client.transfer.retryImport(id);
  await untilEnded(house, client, id);
  await client.journal.undo((await oncemore).id);
  await client.transfer.retryImport(id);
  await untilEnded(house, client, id);
  assert.deepEqual(await statusesOf(client), await statusesOf(ines));
});

test('a retry after an undo follows the feed anew, with the items that it has not been given', async (t) => {
  const { house, ines, client, file, undoLatest } = await someAccount(t);
  const undone = before(house, isFilling, undoLatest);
  const { id } = await client.transfer.importFile(file);
  await untilEnded(house, client, id);
  await client.transfer.retryImport(id);
  assert.equal((await untilEnded(house, client, id)).feeds.followed, 1);
  assert.equal((await client.journal.undo((await undone).id)).count, 0, 'it is followed again');
  assert.deepEqual(await statusesOf(client), await statusesOf(ines));
});

test('an import that is tried again goes on while what it had followed before comes back', async (t) => {
  const { house, ines, client, file, undoLatest } = await someAccount(t);
  const undone = before(house, isFilling, undoLatest);
  const { id } = await client.transfer.importFile(file);
  await untilEnded(house, client, id);
  const { id: undo } = await undone;
  const redone = before(house, isFilling, () => client.journal.undo(undo));
  await client.transfer.retryImport(id);
  assert.equal((await untilEnded(house, client, id)).state, 'done');
  assert.equal((await redone).action, 'import.restored');
  assert.deepEqual(await statusesOf(client), await statusesOf(ines));
});

test('an import that is stopped, undone and tried again reports what is true', async (t) => {
  const { house, client, file } = await someAccount(t);
  const stop = async () => client.transfer.cancelImport((await client.transfer.imports())[0]?.id ?? 0);
  const stopped = before(house, isFilling, stop);
  const { id } = await client.transfer.importFile(file);
  await stopped;
  const job = await untilEnded(house, client, id);
  await client.journal.undo(job.entry_id ?? 0);
  await client.transfer.retryImport(id);
  const { feeds } = await untilEnded(house, client, id);
  assert.deepEqual([feeds.followed, (await client.feeds.list()).length], [1, 1]);
});

test('an undo of one import takes nothing from another that gives its items to the same feed', async (t) => {
  const { house, ines, client, file } = await someAccount(t);
  const first = await bring(house, client, opml(outline('https://one.example/feed')));
  const undone = before(house, isFilling, () => client.journal.undo(first.entry_id ?? 0));
  await bring(house, client, file);
  await undone;
  assert.deepEqual(await statusesOf(client), await statusesOf(ines));
});

test('what the publisher has published is there, even if the undo came between following and filling', async (t) => {
  const { house, ines, client, undoLatest } = await someAccount(t);
  await house.clock.sleep(2 * DAY);
  const undone = before(house, isFilling, undoLatest);
  const { id } = await client.transfer.importFile(opml(outline('https://one.example/feed')));
  await untilEnded(house, client, id);
  await house.clock.sleep(DAY);
  await client.journal.undo((await undone).id);
  await client.transfer.retryImport(id);
  await untilEnded(house, client, id);
  assert.equal((await statusesOf(client)).length, (await statusesOf(ines)).length);
});

test('an import that was undone, redone, and merged with a feed that was there leaves that feed the next time', async (t) => {
  const { client, there, job } = await someImport(t);
  const again = await client.journal.undo((await client.journal.undo(job.entry_id ?? 0)).id);
  const one = await feedOf(client, 'one');
  await client.health.repair(one?.id ?? 0, { feedUrl: there.feed_url });
  assert.equal((await client.journal.undo(again.id)).count, 1);
  assert.deepEqual(
    (await client.feeds.list()).map(({ id }) => id),
    [one?.id],
  );
});

for (const amid of [false, true]) {
  const when = amid ? 'in the midst of the retry' : 'before it';
  test(`a retry makes the groups again that went with an undo ${when}`, async (t) => {
    const { house, client, job, serveTwo } = await halfAnImport(t);
    const undo = () => client.journal.undo(job.entry_id ?? 0);
    serveTwo();
    // After the entry and the groups, before the feeds.
    if (amid) atWrite(house, 3, undo);
    else await undo();
    await client.transfer.retryImport(job.id);
    await untilEnded(house, client, job.id);
    const two = await feedOf(client, 'two');
    assert.deepEqual(
      (await client.groups.list()).map(({ title, feed_ids: ids }) => [title, ids]),
      [['News', [two?.id]]],
    );
  });
}

test('what a redo cannot bring back becomes an entry by itself, and can come back later', async (t) => {
  const { client, job } = await someImport(t);
  const one = await feedOf(client, 'one');
  const item = (await client.items.list({ limit: 50 })).items.find(({ feed_id: id }) => id === one?.id);
  await client.stars.add(item?.id ?? 0);
  const undone = await client.journal.undo(job.entry_id ?? 0);
  const anew = await client.feeds.create({ feedUrl: one?.feed_url ?? '' });
  const news = await client.groups.create({ title: 'News', feedIds: [] });
  const redone = await client.journal.undo(undone.id);
  assert.deepEqual([redone.action, redone.count], ['import.restored', 1]);
  await client.feeds.delete(anew.id);
  await client.groups.update(news.id, { title: 'Other news' });
  const entries = await client.journal.list();
  const entryOf = (action: string, id: number | undefined) =>
    entries.find((each) => each.action === action && (each.feed ?? each.group)?.id !== id);
  await client.journal.undo(entryOf('feed.removed', anew.id)?.id ?? 0);
  await client.journal.undo(entryOf('group.removed', news.id)?.id ?? 0);
  assert.equal((await feedOf(client, 'one'))?.id, one?.id);
  assert.equal((await client.items.get(item?.id ?? 0))['app.courant.items']?.starred, true);
  assert.equal((await client.groups.list()).find(({ title }) => title === 'News')?.feed_ids.length, 2);
});

test('what a retry follows can be undone for 30 days', async (t) => {
  const { house, client, job, serveTwo } = await halfAnImport(t);
  await house.clock.sleep(30 * DAY - HOUR);
  serveTwo();
  await client.transfer.retryImport(job.id);
  const { entry_id: entry = 0 } = await untilEnded(house, client, job.id);
  await house.clock.sleep(2 * HOUR);
  assert.equal((await client.journal.undo(entry)).count, 1);
});

function diskFull(): Promise<never> {
  return Promise.reject(new Error('disk full'));
}

async function feedOf(client: Client, name: string) {
  return (await client.feeds.list()).find(({ feed_url: url }) => url === `https://${name}.example/feed`);
}

for (const how of ['by an undo', 'by hand']) {
  test(`an import gives nothing to a feed that is removed ${how} while it waits for its lock`, {
    skip: !isOnPostgres && 'SQLite has one writer',
  }, async (t) => {
    const house = await testHouse(t);
    const { client } = await house.signIn('ines');
    house.web.serve('https://one.example/feed', rss('one', posts(1, 3)));
    const { store } = house.house.library;
    let removal: Promise<unknown> | undefined;
    let released: Promise<void> | undefined;
    const crossed = before(house, isFilling, async () => {
      const [feed] = await client.feeds.list();
      const [entry] = await client.journal.list();
      const { pid, release } = await holdSchedule(store);
      removal = how === 'by hand' ? client.feeds.delete(feed?.id ?? 0) : client.journal.undo(entry?.id ?? 0);
      await untilBehind(store, pid, 1);
      // The import is the second, once this has returned.
      released = untilBehind(store, pid, 2).then(release);
    });
    const { id } = await client.transfer.importFile(opml(outline('https://one.example/feed')));
    await Promise.race([crossed, untilEnded(house, client, id)]);
    await crossed;
    await Promise.all([removal, released]);
    await untilEnded(house, client, id);
    assert.deepEqual(await client.feeds.list(), []);
    await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
    assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  });
}

/** A transaction that holds the plan of the only source that is followed. */
async function holdSchedule(store: Store): Promise<{ pid: number; release: () => Promise<void> }> {
  const held = Promise.withResolvers<number>();
  const freed = Promise.withResolvers<void>();
  const ended = store.write(async (tx) => {
    const feed = await tx.get<{ source_id: number }>(sql`SELECT source_id FROM feeds`);
    await lockSchedule(tx, feed?.source_id ?? 0);
    held.resolve(await pidOf(tx));
    await freed.promise;
  });
  ended.catch(held.reject);
  return {
    pid: await held.promise,
    release() {
      freed.resolve();
      return ended;
    },
  };
}

/** Resolves when so many wait for a connection's locks, or for who waits for them. */
async function untilBehind(store: Store, pid: number, count: number): Promise<void> {
  const waiting = sql`
    WITH RECURSIVE behind AS (
      SELECT ${pid}::integer AS pid
      UNION SELECT a.pid FROM pg_stat_activity a JOIN behind b ON b.pid = ANY(pg_blocking_pids(a.pid)))
    SELECT count(*) - 1 AS count FROM behind`;
  for (;;) {
    const row = await store.read((tx) => tx.get<{ count: number }>(waiting));
    if (Number(row?.count) >= count) return;
    await setTimeout(LOOK_MS);
  }
}

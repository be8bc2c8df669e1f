// Undos of very many marks that have broken off, or are under way, while somebody undoes them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { undo } from '../../src/library/journal.ts';
import { changesAtOnce } from '../../src/library/limits.ts';
import { markItem } from '../../src/library/marks.ts';
import { findEntry, setUndoneBy } from '../../src/store/journal.ts';
import { posts } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { copyMany } from './many-items.ts';
import { atWrite, someImport } from './some-import.ts';

test('an undo that was broken off is finished before it is undone itself, and nothing is marked outside of the journal', async (t) => {
  const { house, client, userId, entry, stopAt, unread } = await someMarks(t);
  stopAt(3, () => Promise.reject(new Error('disk full')));
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  const undo = await undoOf(client, entry);
  assert.ok((await unread()) > 0 && (await unread()) < all);
  const redo = await client.journal.undo(undo);
  assert.deepEqual([redo.action, redo.count, await unread()], ['items.read', all, 0]);
  for (const id of [entry, undo]) await assert.rejects(client.journal.undo(id), { status: 422 });
  assert.equal(await unread(), 0);
  assert.equal((await client.journal.undo(redo.id)).count, all);
  assert.equal(await unread(), all);
  const { store } = house.house.library;
  const counted = await store.read(async (tx) => (await findEntry(tx, userId, undo))?.count);
  assert.equal(counted, all);
});

test('what is not undone to its end is listed as what can be undone, and then it is', async (t) => {
  const { client, entry, stopAt, unread } = await someMarks(t);
  const undoneBy = async () => (await client.journal.list()).find(({ id }) => id === entry)?.undone_by;
  stopAt(3, () => Promise.reject(new Error('disk full')));
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  assert.equal(await undoneBy(), undefined);
  const { id } = await client.journal.undo(entry);
  assert.deepEqual([await undoneBy(), await unread()], [id, all]);
});

test('and so is an import', async (t) => {
  const { house, client, job } = await someImport(t);
  const { entry_id: entry = 0 } = job;
  const undoneBy = async () => (await client.journal.list()).find(({ id }) => id === entry)?.undone_by;
  atWrite(house, 3, () => Promise.reject(new Error('disk full')));
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  assert.equal(await undoneBy(), undefined);
  const { id } = await client.journal.undo(entry);
  assert.equal(await undoneBy(), id);
});

test('an undo that is undone while it is under way leaves nothing that no entry holds', async (t) => {
  const { client, entry, stopAt, unread } = await someMarks(t);
  const redone = Promise.withResolvers<unknown>();
  stopAt(3, async () => {
    await client.journal.undo(await undoOf(client, entry)).then(redone.resolve, redone.reject);
  });
  const undone = await client.journal.undo(entry);
  const redo = (await redone.promise) as typeof undone;
  assert.deepEqual([undone.count, redo.count, redo.undoes, await unread()], [all, all, undone.id, 0]);
  assert.equal((await client.journal.undo(redo.id)).count, all);
});

test('items that are being marked when their entry is undone are not marked after all', async (t) => {
  const { client, entry, stopAt, unread } = await someMarks(t);
  await client.journal.undo(entry);
  const upTo = (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
  stopAt(3, async () => {
    assert.ok((await unread()) < all);
    const [begun] = await client.journal.list();
    assert.ok(begun && begun.count < all, `${begun?.count}`);
    await client.journal.undo(begun.id);
  });
  await assert.rejects(client.bulk.markRead({ upTo }), { status: 422 });
  assert.equal(await unread(), all);
});

test('of an undo that an earlier version has undone half-way, the other half is not done any more', async (t) => {
  const { house, client, entry, stopAt, unread } = await someMarks(t);
  stopAt(3, () => Promise.reject(new Error('disk full')));
  await assert.rejects(client.journal.undo(entry), { status: 500 });
  const before = await unread();
  const undo = await undoOf(client, entry);
  await house.house.library.store.write((tx) => setUndoneBy(tx, undo, undo));
  assert.ok((await client.journal.list()).every(({ undone_by: by }) => by === undo));
  // Whoever undoes the undo would finish it first, into an entry that takes nothing any more.
  for (const id of [entry, undo]) await assert.rejects(client.journal.undo(id), { status: 422 });
  assert.equal(await unread(), before);
});

test('an undo that has ended is not gone through again before it is undone itself', async (t) => {
  const { house, client, userId, entry, feed } = await someMarks(t);
  const { library } = house.house;
  const { id } = await client.journal.undo(entry);
  await client.journal.undo(id);
  const readsOfRefusal = async (): Promise<number> => {
    const { read } = library.store;
    let reads = 0;
    library.store.read = (fn, options) => {
      reads++;
      return read(fn, options);
    };
    await assert.rejects(undo(library, userId, id), { code: 'cannot' });
    library.store.read = read;
    return reads;
  };
  const before = await readsOfRefusal();
  const { items } = await client.feeds.items(feed.id, { limit: 3 * changesAtOnce.portion });
  for (const item of items) await markItem(library, userId, item.id, 'unread');
  assert.equal(await readsOfRefusal(), before);
});

/** Three portions of what an undo does at once. */
const all = 12_010;

/** A reader who has marked very many items at once. `stopAt` steps in before the write of that number. */
async function someMarks(t: TestContext) {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 10));
  const { store } = house.house.library;
  await store.write((tx) => copyMany(tx, feed.id, all - 10));
  const upTo = (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
  const { entry_id: entry = 0 } = await client.bulk.markRead({ upTo });
  const stopAt = (number: number, run: () => Promise<unknown>): void => {
    const { write } = store;
    let writes = 0;
    // Somebody always waits, so each portion is a transaction.
    store.write = async (fn, options) => {
      if (++writes === number) {
        store.write = write;
        await run();
      }
      const written = write(fn, options);
      write(async () => {});
      return written;
    };
  };
  const unread = async (): Promise<number> =>
    (await client.feeds.get(feed.id))['app.courant.feeds']?.unread_count ?? 0;
  return { house, client, userId, feed, entry, stopAt, unread };
}

async function undoOf(client: Client, entry: number): Promise<number> {
  return (await client.journal.list()).find(({ undoes }) => undoes === entry)?.id ?? 0;
}

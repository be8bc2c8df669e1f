import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import {
  addPart,
  findEntry,
  insertEntry,
  listEntries,
  readPart,
  restoredPlaces,
  setApart,
  setUndoneBy,
} from './journal.ts';
import { someUser } from './testing/rows.ts';

test('an entry that was undone meanwhile takes no further part', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const id = await insertEntry(tx, userId, { action: 'items.read' });
    assert.equal(await addPart(tx, id, { seq: 1, items: '1', count: 3 }), true);
    await setUndoneBy(tx, id, await insertEntry(tx, userId, { action: 'items.unread', undoes: id }));
    assert.equal(await addPart(tx, id, { seq: 2, items: '2', count: 4 }), false);
    assert.deepEqual(await readPart(tx, id, 1), undefined);
    const entry = await findEntry(tx, userId, id);
    assert.deepEqual([entry?.parts, entry?.count], [1, 3]);
  });
});

test('the places where something came back with a feed are those of the user, after a place', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const note = async (userId: number, action: 'feed.restored' | 'items.read', seqs: readonly number[]) => {
      const id = await insertEntry(tx, userId, { action });
      for (const seq of seqs) await addPart(tx, id, { seq, items: `${seq - 1},${seq}`, count: 2 });
    };
    await note(ines, 'feed.restored', [5, 9]);
    await note(ines, 'feed.restored', [12]);
    await note(ines, 'items.read', [21]);
    await note(otto, 'feed.restored', [31]);
    const places = await restoredPlaces(tx, ines, 5);
    assert.deepEqual(
      places.sort((one, other) => one - other),
      [8, 9, 11, 12],
    );
  });
});

test('a step that was undone along with its entry stays one of its steps', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const parentId = await insertEntry(tx, userId, { action: 'import.done' });
    const [undone, standing] = [
      await insertEntry(tx, userId, { action: 'feed.restored', parentId }),
      await insertEntry(tx, userId, { action: 'feed.restored', parentId }),
    ];
    await setUndoneBy(tx, undone, parentId);
    for (const id of [undone, standing]) await setApart(tx, id);
    const listed = await listEntries(tx, userId, { limit: 10 });
    assert.deepEqual(
      listed.map(({ id }) => id),
      [standing],
    );
  });
});

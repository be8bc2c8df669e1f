import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { addPart, findEntry, insertEntry, listEntries, readPart, setApart, setUndoneBy } from './journal.ts';
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findItems } from '../store/items/items.ts';
import { interrupted } from '../store/testing/interrupted-store.ts';
import { overtaken, overtakenOnceBegun } from '../store/testing/overtaken.ts';
import { listEntries, undo } from './journal.ts';
import { markInBulk, markItem } from './marks.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

test('what is marked again just before an undo would take it back stays', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId, feeds } = ines;
  const itemIds = feeds[0]?.itemIds ?? [];
  const [again = 0] = itemIds;
  const wanted = { scope: { of: 'user' }, bounds: { upTo: 1_000_000 }, mark: 'read' } as const;
  const { entryId = 0 } = await markInBulk(library, userId, wanted);
  const markAgain = async (): Promise<void> => {
    await markItem(library, userId, again, 'unread');
    await markItem(library, userId, again, 'read');
  };
  await undo({ ...library, store: overtakenOnceBegun(store, markAgain) }, userId, entryId);
  const read = (await store.read((tx) => findItems(tx, userId, itemIds))).filter((item) => item.read);
  assert.deepEqual(
    read.map(({ id }) => id),
    [again],
  );
});

test('of two who undo the same marks at once, one has done it and the other is told that they are undone already', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const wanted = { scope: { of: 'user' }, bounds: { upTo: 1_000_000 }, mark: 'read' } as const;
  const { entryId = 0 } = await markInBulk(library, userId, wanted);
  const second = { ...library, store: overtaken(store, () => undo(library, userId, entryId)) };
  await assert.rejects(undo(second, userId, entryId), refusal('cannot', /it is undone already/));
  const entries = await listEntries(library, userId, { limit: 10 });
  assert.deepEqual(
    entries.map(({ action, count }) => [action, count]),
    [
      ['items.unread', 4],
      ['items.read', 4],
    ],
  );
});

test('what an undo that was broken off has not reached is a later mark to the undo of an earlier one', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const { userId, feeds } = ines;
  const itemIds = feeds.flatMap((feed) => feed.itemIds);
  const [again = 0] = itemIds;
  const wanted = { scope: { of: 'user' }, bounds: { upTo: 1_000_000 }, mark: 'read' } as const;
  const { entryId: earlier = 0 } = await markInBulk(library, userId, wanted);
  await markItem(library, userId, again, 'unread');
  const { entryId: later = 0 } = await markInBulk(library, userId, wanted);
  const breaking = interrupted(store, 'UPDATE items', () => {
    throw new Error('The process ends');
  });
  await assert.rejects(undo({ ...library, store: breaking }, userId, later), /The process ends/);
  await undo(library, userId, earlier);
  const read = (await store.read((tx) => findItems(tx, userId, itemIds))).filter((item) => item.read);
  assert.deepEqual(
    read.map(({ id }) => id),
    [again],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findItems } from '../store/items/items.ts';
import type { Store } from '../store/store.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { undo } from './journal.ts';
import { markInBulk, markItem } from './marks.ts';
import { someLibrary } from './testing/some-library.ts';

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

/** Like `overtaken`, but only once the undo has its entry and has read what happened since. */
function overtakenOnceBegun(store: Store, act: () => Promise<void>): Store {
  const later = overtaken(store, act);
  let isBegun = false;
  return {
    ...store,
    write(fn, options) {
      const own = isBegun ? later : store;
      isBegun = true;
      return own.write(fn, options);
    },
  };
}

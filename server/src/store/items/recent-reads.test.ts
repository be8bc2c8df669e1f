import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { someUser } from '../testing/rows.ts';
import { forgetUndone, insertRecentRead, insertRecentReads, takeRecentReads } from './recent-reads.ts';

const MINUTE = 60_000;

test('what is taken back is given once, but entries until they are undone, one by one', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const whose = { userId, reader: 'reeder' };
  await store.write((tx) => insertRecentRead(tx, { ...whose, entryId: 1 }, 0));
  await clock.advance(10 * MINUTE);
  await store.write(async (tx) => {
    for (const entryId of [2, 3]) await insertRecentRead(tx, { ...whose, entryId }, 0);
    await insertRecentReads(tx, { ...whose, itemIds: [7], seq: 5 }, 0);
    await insertRecentRead(tx, { ...whose, reader: 'another', entryId: 4 }, 0);
  });
  const take = (since: number, reader = whose.reader) =>
    store.write((tx) => takeRecentReads(tx, { userId, reader }, since));
  const lately = clock.now() - MINUTE;
  assert.deepEqual(await take(lately), [{ entryId: 2 }, { entryId: 3 }, { itemId: 7, seq: 5 }]);
  assert.deepEqual(await take(0), [{ entryId: 2 }, { entryId: 3 }], 'what is older is forgotten');
  await store.write((tx) => forgetUndone(tx, { ...whose, entryId: 2 }));
  assert.deepEqual(await take(lately), [{ entryId: 3 }]);
  assert.deepEqual(await take(lately, 'another'), [{ entryId: 4 }]);
});

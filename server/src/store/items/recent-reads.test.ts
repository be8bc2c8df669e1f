import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someUser } from '../testing/rows.ts';
import {
  forgetRecentReads,
  forgetUndone,
  insertRecentRead,
  insertRecentReads,
  takeRecentReads,
} from './recent-reads.ts';

const MINUTE = 60_000;

interface Left {
  entry_id: number | null;
  item_id: number | null;
}

test('what is taken back is given once, but entries until they are undone, one by one', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const whose = { userId, reader: 'reeder' };
  const others = [
    { ...whose, reader: 'another' },
    { ...whose, userId: await store.write((tx) => someUser(tx, 'otto')) },
  ];
  await store.write((tx) => insertRecentRead(tx, { ...whose, entryId: 1 }, 0));
  await clock.advance(10 * MINUTE);
  await store.write(async (tx) => {
    for (const entryId of [2, 3]) await insertRecentRead(tx, { ...whose, entryId }, 0);
    for (const each of [whose, ...others]) await insertRecentReads(tx, { ...each, itemIds: [7], seq: 5 }, 0);
    for (const each of others) await insertRecentRead(tx, { ...each, entryId: 4 }, 0);
  });
  const take = (since: number, from = whose) => store.write((tx) => takeRecentReads(tx, from, since));
  const lately = clock.now();
  assert.deepEqual(await take(lately), [{ entryId: 2 }, { entryId: 3 }, { itemId: 7, seq: 5 }]);
  assert.deepEqual(await take(0), [{ entryId: 2 }, { entryId: 3 }], 'what is older is forgotten');
  await store.write((tx) => forgetUndone(tx, { ...whose, entryId: 2 }));
  assert.deepEqual(await take(lately), [{ entryId: 3 }]);
  for (const each of others) {
    await store.write((tx) => forgetUndone(tx, { ...whose, entryId: 4 }));
    assert.deepEqual(await take(lately, each), [{ itemId: 7, seq: 5 }, { entryId: 4 }]);
  }
  // The clock was ahead: nobody knows when that was, so it is forgotten.
  clock.set(lately - 61 * MINUTE);
  assert.deepEqual(await take(0), []);
  clock.set(lately);
  assert.deepEqual(await take(0), []);
});

test('of all that was marked what is too old to be taken back is forgotten, in portions', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const whose = { userId: await store.write((tx) => someUser(tx, 'ines')), reader: 'reeder' };
  await store.write((tx) => insertRecentReads(tx, { ...whose, itemIds: [1, 2, 3], seq: 5 }, 0));
  await clock.advance(1);
  await store.write((tx) => insertRecentReads(tx, { ...whose, itemIds: [4], seq: 6 }, 0));
  const forget = () => store.write((tx) => forgetRecentReads(tx, clock.now(), 2));
  assert.deepEqual([await forget(), await forget(), await forget()], [2, 1, 0]);
  const taken = await store.write((tx) => takeRecentReads(tx, whose, 0));
  assert.deepEqual(taken, [{ itemId: 4, seq: 6 }]);
});

test('whoever marks more forgets what is too old to be taken back, and nothing else', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const whose = { userId, reader: 'reeder' };
  const left = async () =>
    (await store.read((tx) => tx.all<Left>(sql`SELECT entry_id, item_id FROM recent_reads ORDER BY id`))).map(
      (row) => row.entry_id ?? row.item_id,
    );
  const first = clock.now();
  await store.write((tx) => insertRecentRead(tx, { ...whose, entryId: 1 }, 0));
  await clock.advance(1);
  await store.write((tx) => insertRecentReads(tx, { ...whose, itemIds: [7], seq: 5 }, first));
  assert.deepEqual(await left(), [1, 7]);
  await store.write((tx) => insertRecentReads(tx, { ...whose, itemIds: [8], seq: 6 }, first + 1));
  assert.deepEqual(await left(), [7, 8]);
  await store.write((tx) => insertRecentRead(tx, { ...whose, entryId: 2 }, first + 2));
  assert.deepEqual(await left(), [2]);
});

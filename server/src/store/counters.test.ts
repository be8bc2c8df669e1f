import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { takeItemIds, takeSeq } from './counters.ts';
import { someUser } from './testing/rows.ts';

test('each user counts alone, from 1 and by one', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    assert.deepEqual([await takeSeq(tx, ines), await takeSeq(tx, ines), await takeSeq(tx, otto)], [1, 2, 1]);
  });
});

test('a user who is not there has no place to take', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await assert.rejects(
    store.write((tx) => takeSeq(tx, 99)),
    /User 99 has no counter/,
  );
});

test('blocks of item ids begin at 1 and follow each other without a gap', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const take = (count: number) => store.write((tx) => takeItemIds(tx, count));
  assert.deepEqual([await take(3), await take(1), await take(2)], [1, 4, 5]);
});

test('ids that were taken in vain were shown to nobody; many writers do not wait to hear of it', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const attempt = store.write(async (tx) => {
    await takeItemIds(tx, 5);
    throw new Error('no');
  });
  await assert.rejects(attempt, /no/);
  assert.equal(await store.write((tx) => takeItemIds(tx, 1)), isOnPostgres ? 6 : 1);
});

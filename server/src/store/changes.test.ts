import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { appendChange, changesAfter, latestSeq, recordChange } from './changes.ts';
import { takeSeq } from './counters.ts';
import { openStore } from './open.ts';
import { someUser } from './testing/rows.ts';

test('changes come back in the order of their places, with what changed and when', async (t) => {
  const clock = fakeClock(1_000);
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  await store.write((tx) => appendChange(tx, userId, 'items.read', [3, 1, 2]));
  await clock.advance(10);
  await store.write((tx) => appendChange(tx, userId, 'groups.new', [7]));
  const found = await store.read((tx) => changesAfter(tx, userId, 0, 10));
  assert.deepEqual(found, [
    { seq: 1, kind: 'items.read', ids: [3, 1, 2], at: 1_000 },
    { seq: 2, kind: 'groups.new', ids: [7], at: 1_010 },
  ]);
});

test('a reader goes on where it stopped, as far as it asks', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  await store.write(async (tx) => {
    for (const id of [1, 2, 3, 4]) await appendChange(tx, userId, 'feeds.new', [id]);
  });
  const seqs = async (after: number, limit: number) =>
    (await store.read((tx) => changesAfter(tx, userId, after, limit))).map((change) => change.seq);
  assert.deepEqual(await seqs(0, 2), [1, 2]);
  assert.deepEqual(await seqs(2, 10), [3, 4]);
  assert.deepEqual(await seqs(4, 10), []);
});

test('the changes of one user are not those of another', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    await appendChange(tx, ines, 'feeds.new', [1]);
    assert.equal(await latestSeq(tx, ines), 1);
    assert.equal(await latestSeq(tx, otto), 0);
    assert.deepEqual(await changesAfter(tx, otto, 0, 10), []);
  });
});

test('where nothing changed nothing is appended', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await appendChange(tx, userId, 'items.read', []);
    assert.equal(await latestSeq(tx, userId), 0);
  });
});

test('a place that was taken before is the place of the change', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const seq = await takeSeq(tx, userId);
    await appendChange(tx, userId, 'groups.new', [9]);
    await recordChange(tx, userId, seq, { kind: 'items.new', ids: [5] });
    const kinds = (await changesAfter(tx, userId, 0, 10)).map((change) => change.kind);
    assert.deepEqual(kinds, ['items.new', 'groups.new']);
  });
});

test('whose changes were written is told after the commit, once for each user, and not after a rollback', async (t) => {
  const { address } = await temporaryStore(t, fakeClock());
  const told: (readonly number[])[] = [];
  const store = await openStore(address, fakeClock(), { changed: (userIds) => told.push(userIds) });
  t.after(() => store.close());
  const [ines, otto] = await store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  await store.write(async (tx) => {
    await appendChange(tx, ines, 'feeds.new', [1]);
    await appendChange(tx, otto, 'feeds.new', [2]);
    await appendChange(tx, ines, 'items.read', [3]);
    await appendChange(tx, ines, 'items.read', []);
    assert.deepEqual(told, []);
  });
  assert.deepEqual(told, [[ines, otto]]);
  const undone = store.write(async (tx) => {
    await appendChange(tx, ines, 'feeds.new', [4]);
    throw new Error('no');
  });
  await assert.rejects(undone, /no/);
  assert.equal(told.length, 1);
});

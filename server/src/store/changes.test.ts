import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import {
  appendChange,
  changesAfter,
  changesOfKinds,
  changeUpTo,
  forgetChanges,
  latestSeq,
  oldestSeq,
  placeBefore,
  recordChange,
  usersWithOldChanges,
} from './changes.ts';
import { takeSeq } from './counters.ts';
import { openStore } from './open.ts';
import { sql } from './sql.ts';
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

test('of changes of other kinds, and of those that are not asked for, only the places are read', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    for (const id of [1, 2, 3]) await appendChange(tx, ines, 'items.read', [id]);
    for (let place = 1; place <= 5; place++) await appendChange(tx, otto, 'items.read', [9]);
    await appendChange(tx, ines, 'feeds.new', [4]);
    const wanted = { after: 1, limit: 10, kinds: ['items.read'], except: [3] } as const;
    assert.deepEqual(await changesOfKinds(tx, ines, wanted), [
      { seq: 2, kind: 'items.read', ids: [2] },
      { seq: 3, kind: 'items.read', ids: [] },
      { seq: 4, kind: 'feeds.new', ids: [] },
    ]);
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

test('a change that names very many things is several, one after the other', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const ids = Array.from({ length: 25_000 }, (_, index) => index + 1);
  const found = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await appendChange(tx, userId, 'items.read', ids);
    return changesAfter(tx, userId, 0, 10);
  });
  assert.deepEqual(
    found.map((change) => [change.seq, change.ids.length]),
    [
      [1, 10_000],
      [2, 10_000],
      [3, 5_000],
    ],
  );
  assert.deepEqual(
    found.flatMap((change) => change.ids),
    ids,
  );
});

test('old changes are forgotten but for the last of them, which tells where the others were', async (t) => {
  const clock = fakeClock(1_000);
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  for (const id of [1, 2, 3, 4, 5]) {
    await store.write((tx) => appendChange(tx, userId, 'items.read', [id]));
    await clock.advance(10);
  }
  const otto = await store.write(async (tx) => {
    const id = await someUser(tx, 'otto');
    await appendChange(tx, id, 'items.read', [6]);
    return id;
  });
  const forget = (before: number, portion = 100) =>
    store.write((tx) => forgetChanges(tx, userId, { before, portion }));
  const waiting = (before: number) =>
    store.read((tx) => usersWithOldChanges(tx, before, { after: 0, limit: 10 }));
  const alone = { userId: otto, isWaiting: false };
  const kept = async () =>
    (await store.read((tx) => changesAfter(tx, userId, 0, 10))).map((change) => change.seq);

  assert.deepEqual(await waiting(1_010), [{ userId, isWaiting: false }, alone]);
  assert.equal(await forget(1_010), 0);
  assert.deepEqual(await waiting(1_011), [{ userId, isWaiting: true }, alone]);
  assert.equal(await forget(1_030), 2);
  assert.deepEqual(await kept(), [3, 4, 5]);
  assert.equal(await store.read((tx) => oldestSeq(tx, userId)), 3);
  assert.deepEqual(await store.read((tx) => changeUpTo(tx, userId, 4)), { seq: 4, at: 1_030 });
  assert.equal(await store.read((tx) => changeUpTo(tx, userId, 2)), undefined);
  // Portion by portion.
  assert.deepEqual([await forget(9_999, 2), await forget(9_999, 2), await forget(9_999, 2)], [1, 1, 0]);
  assert.deepEqual(await kept(), [5]);
  assert.deepEqual(await waiting(9_999), [{ userId, isWaiting: false }, alone]);
});

test('a clock that was set back leaves no hole among the changes that are kept', async (t) => {
  const clock = fakeClock(2_000);
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write(async (tx) => {
    const id = await someUser(tx, 'ines');
    await appendChange(tx, id, 'items.read', [1]);
    await appendChange(tx, id, 'items.read', [2]);
    return id;
  });
  await store.write((tx) => tx.run(sql`UPDATE changes SET at = 500 WHERE seq = 2`));
  assert.equal(await store.write((tx) => forgetChanges(tx, userId, { before: 1_000, portion: 10 })), 0);
});

test('the place of a time is that of the last change before it, however many were made and forgotten', async (t) => {
  const clock = fakeClock(1_000);
  const { store } = await temporaryStore(t, clock);
  const [ines, otto] = await store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  const placeOf = (userId: number, time: number) => store.read((tx) => placeBefore(tx, userId, time));
  assert.equal(await placeOf(ines, 5_000), 0);
  for (let each = 0; each < 12; each++) {
    await store.write((tx) => appendChange(tx, ines, 'items.read', [each]));
    await store.write((tx) => appendChange(tx, otto, 'items.read', [each]));
    if (each % 3 === 2) await clock.advance(10);
  }
  const times = [999, 1_000, 1_001, 1_010, 1_011, 1_030, 1_031];
  const places = await Promise.all(times.map((time) => placeOf(ines, time)));
  assert.deepEqual(places, [0, 0, 3, 3, 6, 9, 12]);
  await store.write((tx) => forgetChanges(tx, ines, { before: 1_020, portion: 100 }));
  assert.deepEqual(
    await Promise.all([1_005, 1_011, 1_020, 1_021].map((time) => placeOf(ines, time))),
    [0, 6, 6, 9],
  );
});

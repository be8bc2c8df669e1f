import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { isOnPostgres, temporaryDatabase, temporaryStore } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { lockSequence } from '../counters.ts';
import { connectStore, openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { someUser } from '../testing/rows.ts';
import { CHORE_TIMEOUT_MS, MOST_WRITING } from './postgres-connections.ts';
import { WritePlaces } from './postgres-writing.ts';

const limits = { places: 3, ofOne: 2, timeoutMs: 5_000, ownTimeoutMs: 20_000 };
const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };

test('lists go on while very many writes wait for what another has locked', onPostgres, async (t) => {
  const { store } = await temporaryStore(t, systemClock);
  const userId = await store.write((tx) => someUser(tx, 'busy'));
  const [locked, ending] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const holding = store.write(async (tx) => {
    await lockSequence(tx, userId);
    locked.resolve(await pidOf(tx));
    await ending.promise;
  });
  const pid = await locked.promise;
  const marks = Array.from({ length: 30 }, () => store.write((tx) => lockSequence(tx, userId)));
  try {
    assert.ok((store.pool?.().waiting ?? 0) >= 30 - MOST_WRITING, 'the metrics tell that they wait');
    await blockedBy(store, pid);
    assert.deepEqual(await store.read((tx) => tx.get(sql`SELECT 1 AS is`)), { is: 1 });
  } finally {
    ending.resolve();
    await holding;
    // On a very slow machine some have given up.
    await Promise.allSettled(marks);
  }
  assert.equal(store.pool?.().waiting, 0);
});

/** Writes in all places at once; call `end` for their ends. */
async function takeAllPlaces(store: Store): Promise<{ writing: Promise<void>[]; end(): void }> {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const writing = Array.from({ length: MOST_WRITING }, () =>
    store.write(() => {
      if (++count === MOST_WRITING) begun.resolve();
      return ending.promise;
    }),
  );
  await begun.promise;
  return { writing, end: ending.resolve };
}

test(
  'a write that still waits when the store closes finds the database away, and nothing is broken',
  onPostgres,
  async (t) => {
    const store = await openStore(await temporaryDatabase(t), systemClock);
    const { writing, end } = await takeAllPlaces(store);
    const late = assert.rejects(
      store.write(async () => assert.fail('it has begun')),
      StoreUnavailable,
    );
    const closing = store.close();
    end();
    await Promise.all([...writing, closing, late]);
  },
);

test(
  'the crawler waits for a place for as long as for a statement, since it has asked a site already',
  onPostgres,
  async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const store = await connectStore(await temporaryDatabase(t), systemClock, { doesChores: true });
    t.after(() => store.close());
    const { writing, end } = await takeAllPlaces(store);
    const late = store.write(async () => 'written');
    t.mock.timers.tick(CHORE_TIMEOUT_MS - 1);
    end();
    assert.equal(await late, 'written');
    await Promise.all(writing);
  },
);

test('writes beyond the places begin in the order in which they came, also after one that failed', async () => {
  const places = new WritePlaces({ ...limits, places: 2 });
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, number) =>
    places.during(() => {
      begun.push(number);
      return promise;
    }),
  );
  const settled = Promise.allSettled(all);
  assert.deepEqual([begun, places.waiting], [[0, 1], 3]);
  ends[1]?.reject(new Error('failed'));
  await assert.rejects(all[1] ?? Promise.resolve(), /failed/);
  assert.deepEqual([begun, places.waiting], [[0, 1, 2], 2]);
  for (const { resolve } of ends) resolve();
  await settled;
  assert.deepEqual([begun, places.waiting], [[0, 1, 2, 3, 4], 0]);
});

test('a write that has waited too long is given up, and takes no place', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const places = new WritePlaces({ ...limits, places: 1 });
  const end = Promise.withResolvers<void>();
  const first = places.during(() => end.promise);
  const late = assert.rejects(
    places.during(async () => assert.fail('it has begun')),
    StoreUnavailable,
  );
  t.mock.timers.tick(5_000);
  await late;
  end.resolve();
  await first;
  assert.equal(await places.during(async () => 'written'), 'written');
});

test('one user has no more than some of the places, and others overtake what waits for these', async () => {
  const places = new WritePlaces(limits);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const all = ['ines 1', 'ines 2', 'ines 3', 'otto 1', 'otto 2', 'ines 4', 'nobody', 'otto 3'].map((name) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const userId = { ines: 1, otto: 2 }[name.split(' ')[0] ?? ''];
    return places.during(() => {
      begun.push(name);
      return end.promise;
    }, userId);
  });
  const end = async (name: string): Promise<readonly string[]> => {
    const before = begun.length;
    ends.get(name)?.resolve();
    await nextTurn();
    return begun.slice(before);
  };
  assert.deepEqual(begun, ['ines 1', 'ines 2', 'otto 1']);
  assert.deepEqual(await end('otto 1'), ['otto 2']);
  assert.deepEqual(await end('ines 2'), ['ines 3']);
  assert.deepEqual(await end('otto 2'), ['nobody']);
  assert.deepEqual(await end('nobody'), ['otto 3']);
  assert.deepEqual(await end('otto 3'), [], 'the place stays free');
  assert.deepEqual(await end('ines 1'), ['ines 4']);
  for (const name of ['ines 3', 'ines 4']) await end(name);
  await Promise.all(all);
  assert.equal(places.waiting, 0);
});

test('a write that waits for others of its user alone waits as long as it might for their rows', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const places = new WritePlaces(limits);
  const ends = [0, 1].map(() => Promise.withResolvers<void>());
  const own = ends.map(({ promise }) => places.during(() => promise, 1));
  const patient = places.during(async () => 'written', 1);
  t.mock.timers.tick(limits.timeoutMs);
  t.mock.timers.tick(limits.ownTimeoutMs - limits.timeoutMs - 1);
  ends[0]?.resolve();
  assert.equal(await patient, 'written');
  own.push(places.during(() => ends[1]?.promise ?? Promise.resolve(), 1));
  const late = assert.rejects(
    places.during(async () => assert.fail('it has begun'), 1),
    StoreUnavailable,
  );
  t.mock.timers.tick(limits.timeoutMs);
  t.mock.timers.tick(limits.ownTimeoutMs - limits.timeoutMs);
  await late;
  ends[1]?.resolve();
  await Promise.all(own);
});

test('writes that came while others had all places may wait for each other as long', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const places = new WritePlaces({ ...limits, places: 2 });
  const [others, own] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const all = [others, others, own, own].map(({ promise }, n) => places.during(() => promise, n < 2 ? 1 : 2));
  const patient = places.during(async () => 'written', 2);
  assert.equal(places.waiting, 3);
  others.resolve();
  await nextTurn();
  assert.equal(places.waiting, 0, 'nobody waits for what others have');
  t.mock.timers.tick(limits.timeoutMs);
  own.resolve();
  assert.equal(await patient, 'written');
  await Promise.all(all);
});

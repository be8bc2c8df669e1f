// A house at work removes what has expired, without being told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { resting } from '../src/crawler/forgetting/limits.ts';
import { type Log, silentLog } from '../src/log.ts';
import { sweepRegularly } from '../src/service/sweep.ts';
import { serveHouse } from '../src/service.ts';
import { openStore } from '../src/store/open.ts';
import { keepSchedule } from '../src/store/sources/schedules.ts';
import { findSource, findSourceAt } from '../src/store/sources/sources.ts';
import { someSource } from '../src/store/testing/rows.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import { temporaryInstance } from './environment.ts';
import { fakeClock } from './fake-clock.ts';
import { fakeWeb } from './fake-web.ts';
import { testHouse } from './house.ts';
import { temporaryStore } from './temporary-store.ts';

const URL = 'https://nobody.example/feed';
const HOUR = 3_600_000;

test('a source that nobody follows is swept out by the service', async (t) => {
  const clock = fakeClock();
  const config = readConfig(await temporaryInstance(t, { COURANT_FETCH_ALLOW: '' }));
  const store = await openStore(config.database, clock);
  await store.write(async (tx) => {
    const source = await findSource(tx, await someSource(tx, URL));
    assert.ok(source);
    const never = { nextVisitAt: undefined, plannedAt: undefined, lastVisitAt: undefined, failures: 0 };
    await keepSchedule(tx, { sourceId: source.id, hostId: source.hostId, ...never });
    // A month ago it was seen to have no followers.
    const since = clock.now() - resting.unfollowedMs - 1;
    await tx.run({ text: 'INSERT INTO unfollowed_sources VALUES (?, ?)', values: [source.id, since] });
  });
  const service = await serveHouse({
    config,
    log: silentLog,
    clock,
    openCrawler: (own) => crawlerInTests({ store: own, web: fakeWeb(clock), clock }),
  });
  const isThere = async () => (await store.read((tx) => findSourceAt(tx, URL))) !== undefined;
  for (let turn = 0; turn < 1_000 && (await isThere()); turn++) await clock.settle();
  assert.equal(await isThere(), false);
  const closing = service.close();
  await clock.advance(60_000);
  await closing;
  await store.close();
});

test('what an app marked is forgotten when it can no longer take it back, also if the app never comes again', async (t) => {
  const house = await testHouse(t);
  const { userId } = await house.signIn('ada');
  const { store } = house.house.library;
  const { clock } = house;
  const [recent, old, ahead] = [-9, -11, 24 * 60].map((minutes) => clock.now() + minutes * 60_000);
  for (const at of [recent, old, ahead]) {
    const insert = 'INSERT INTO recent_reads (user_id, reader, at, item_id) VALUES (?, ?, ?, 1)';
    await store.write((tx) => tx.run({ text: insert, values: [userId, 'gone', at ?? 0] }));
  }
  const left = async () => {
    const rows = await store.read((tx) =>
      tx.all<{ at: number }>({ text: 'SELECT at FROM recent_reads', values: [] }),
    );
    return rows.map(({ at }) => at);
  };
  t.after(sweepRegularly(house.house, { clock, log: silentLog }));
  for (let turn = 0; turn < 1_000 && (await left()).length > 1; turn++) await clock.settle();
  assert.deepEqual(await left(), [recent]);
});

test('a sweep that takes longer than an hour goes on alone', async (t) => {
  const { house, clock } = await testHouse(t);
  const { store } = house.library;
  const end = Promise.withResolvers<void>();
  let writes = 0;
  // It takes the duty, looks at the clock, and then gets stuck.
  const write: typeof store.write = async (...asked) => {
    if (++writes === 3) await end.promise;
    return store.write(...asked);
  };
  const library = { ...house.library, store: { ...store, write } };
  t.after(sweepRegularly({ accounts: house.accounts, library }, { clock, log: silentLog }));
  await clock.advance(HOUR);
  let others = 0;
  const writeThere: typeof store.write = (...asked) => {
    others++;
    return store.write(...asked);
  };
  const there = { ...house.library, store: { ...store, write: writeThere } };
  t.after(sweepRegularly({ accounts: house.accounts, library: there }, { clock, log: silentLog }));
  await clock.advance(HOUR);
  // It has only kept the duty, for which another node has only asked.
  assert.deepEqual([writes, others], [5, 2]);
  end.resolve();
  for (let turn = 0; turn < 1_000 && writes < 10; turn++) await clock.settle();
  assert.ok(writes >= 10);
});

test('what cannot be swept does not keep the rest from being swept', async (t) => {
  const { house, clock, signIn } = await testHouse(t);
  const { store } = house.library;
  const { userId } = await signIn('ada');
  const insert = 'INSERT INTO recent_reads (user_id, reader, at, item_id) VALUES (?, ?, ?, 1)';
  const values = [userId, 'gone', clock.now() - HOUR];
  await store.write((tx) => tx.run({ text: insert, values }));
  let writes = 0;
  const write: typeof store.write = async (...asked) => {
    if (++writes === 3) throw new Error('It cannot be done');
    return store.write(...asked);
  };
  const faults: string[] = [];
  const log: Log = { ...silentLog, error: (event) => void faults.push(event) };
  const library = { ...house.library, store: { ...store, write } };
  t.after(sweepRegularly({ accounts: house.accounts, library }, { clock, log }));
  const left = () => store.read((tx) => tx.all({ text: 'SELECT at FROM recent_reads', values: [] }));
  for (let turn = 0; turn < 1_000 && (await left()).length > 0; turn++) await clock.settle();
  assert.deepEqual([await left(), faults], [[], ['sweeping failed']]);
});

for (const [title, isStopped, expected] of [
  ['a sweep whose database is closed because the service stops is no fault', true, []],
  ['a sweep whose database is gone otherwise is logged as a fault', false, ['sweeping failed']],
] as const) {
  test(title, async (t) => {
    const { house, clock } = await testHouse(t);
    const { address } = await temporaryStore(t, clock);
    const store = await openStore(address, clock);
    const closed = Promise.withResolvers<void>();
    // A sweep that is long: its next transaction comes after the end.
    const write: typeof store.write = (...asked) => closed.promise.then(() => store.write(...asked));
    const faults: string[] = [];
    const log: Log = { ...silentLog, error: (event) => void faults.push(event) };
    const library = { ...house.library, store: { ...store, write } };
    const stop = sweepRegularly({ accounts: house.accounts, library }, { clock, log });
    t.after(stop);
    if (isStopped) stop();
    await store.close();
    closed.resolve();
    await clock.settle();
    assert.deepEqual(faults, expected);
  });
}

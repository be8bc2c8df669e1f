import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crawler, Followed } from '../../crawler/crawler.ts';
import { takeDuty } from '../../store/duties.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { someUser } from '../../store/testing/rows.ts';
import { insertImportFeeds } from '../../store/transfer/import-parts.ts';
import { insertImport, openImport } from '../../store/transfer/imports.ts';
import { someLibrary } from '../testing/some-library.ts';
import { getImport } from './imports.ts';
import { importLimits } from './limits.ts';
import { openImports } from './runner.ts';

const MINUTE = 60_000;
const gone: Followed = { kind: 'refused', reason: 'bad-address', sentence: 'It is gone' };
const busy: Followed = {
  kind: 'refused',
  reason: 'site-wants-rest',
  sentence: 'It is busy',
  againInMs: MINUTE,
};

test('a feed that was put off is asked for when its site says, until imports are closed, and with them all is over', async (t) => {
  const { library, clock, ines, otto } = await someLibrary(t);
  const isReleased = Promise.withResolvers<void>();
  const asked: string[] = [];
  const follow: Crawler['follow'] = async (url) => {
    asked.push(url);
    if (url.startsWith('https://busy.')) return busy;
    await isReleased.promise;
    return gone;
  };
  const { store, late, close } = untilClosed(library.store);
  const imports = openImports({
    store,
    clock,
    crawler: { ...library.crawler, follow },
    failed: (_what, error) => assert.ifError(error),
  });
  await handIn(library.store, ines.userId, ['https://busy.example/ines']);
  const slow = await handIn(library.store, otto.userId, [
    'https://slow.example/1',
    'https://busy.example/otto',
    'https://slow.example/2',
  ]);
  await imports.start();
  await clock.settle();
  const both = ['https://busy.example/ines', 'https://busy.example/otto'];
  assert.deepEqual(asked.splice(0).sort(), [...both, 'https://slow.example/1']);
  await clock.advance(MINUTE + importLimits.dutyMs);
  assert.deepEqual(asked.splice(0).sort(), both, 'also while others have not answered yet');
  let isClosed = false;
  const closing = imports.close().then(() => {
    isClosed = true;
  });
  await clock.settle();
  assert.equal(isClosed, false);
  isReleased.resolve();
  await closing;
  assert.equal(clock.pending, 0);
  close();
  imports.wake();
  await clock.settle();
  assert.deepEqual([asked, late], [[], []]);
  const { state, feeds } = await getImport(library, otto.userId, slow);
  assert.deepEqual(
    [state, feeds.waiting],
    ['running', 3],
    'its next run goes on with all that has had no answer',
  );
});

test('imports that are closed while they look for something to do are over, too', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { store, late, close } = untilClosed(library.store);
  const isClosed = Promise.withResolvers<void>();
  const read: Store['read'] = (fn, options) => {
    isClosed.resolve(imports.close());
    return store.read(fn, options);
  };
  const imports = openImports({
    store: { ...store, read },
    clock,
    crawler: library.crawler,
    failed: (_what, error) => assert.ifError(error),
  });
  await handIn(library.store, ines.userId, ['https://one.example/']);
  imports.wake();
  await isClosed.promise;
  close();
  await clock.settle();
  assert.deepEqual([late, clock.pending], [[], 0]);
});

test('when something of ours is broken, all imports rest for a while, and what was broken is told', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { store } = library;
  let [isAway, asked] = [true, 0];
  const told: string[] = [];
  const read: Store['read'] = (fn, options) =>
    isAway ? Promise.reject(new StoreUnavailable('It is away')) : store.read(fn, options);
  const follow: Crawler['follow'] = async () => {
    throw ++asked === 1 ? new StoreUnavailable('It is away') : new Error('It is a bug');
  };
  const imports = openImports({
    store: { ...store, read },
    clock,
    crawler: { ...library.crawler, follow },
    failed: (what) => told.push(what),
  });
  const id = await handIn(store, ines.userId, ['https://one.example/']);
  imports.wake();
  await clock.settle();
  isAway = false;
  await imports.start();
  for (const times of [1, 2]) {
    await clock.advance(importLimits.restMs - 1);
    assert.deepEqual([asked, told.length], [times - 1, times]);
    await clock.advance(1);
    assert.equal(asked, times);
  }
  assert.equal((await getImport(library, ines.userId, id)).state, 'done');
  assert.deepEqual(told, ['looking for imports failed', 'import failed', 'feed was not imported']);
  isAway = true;
  imports.wake();
  await clock.settle();
  await imports.close();
  assert.equal(clock.pending, 0);
});

test('an import that another node has taken over is left to it, and taken up again once that one is gone', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { store } = library;
  const isReleased = Promise.withResolvers<void>();
  const asked: string[] = [];
  const follow: Crawler['follow'] = async (url) => {
    asked.push(url);
    await isReleased.promise;
    return gone;
  };
  const told: string[] = [];
  let isAway = false;
  const imports = openImports({
    store: {
      ...store,
      write: (fn, options) =>
        isAway ? Promise.reject(new StoreUnavailable('It is away')) : store.write(fn, options),
    },
    clock,
    crawler: { ...library.crawler, follow },
    failed: (what) => told.push(what),
  });
  const id = await handIn(store, ines.userId, ['https://one.example/', 'https://one.example/2']);
  await imports.start();
  await clock.settle();
  isAway = true;
  await clock.advance(importLimits.dutyMs);
  isAway = false;
  assert.deepEqual(
    told,
    Array(3).fill('duties were not kept'),
    'each time that it would say that it is still there',
  );
  const other = { name: `imports of ${ines.userId}`, holder: 'other' };
  const takeOver = () => store.write((tx) => takeDuty(tx, other, importLimits.dutyMs));
  assert.equal(await takeOver(), true);
  await clock.advance(importLimits.dutyMs / 3);
  isReleased.resolve();
  await clock.settle();
  assert.deepEqual(asked, ['https://one.example/'], 'its answer comes too late');
  await clock.advance(importLimits.dutyMs);
  assert.deepEqual(asked, ['https://one.example/', 'https://one.example/', 'https://one.example/2']);
  assert.equal((await getImport(library, ines.userId, id)).state, 'done');
  assert.equal(await takeOver(), true, 'another node need not wait until this one would be gone');
  await imports.close();
});

test('imports of some users are under way at once, and the next one begins when one of them has ended', async (t) => {
  const { library, clock } = await someLibrary(t);
  const { store } = library;
  const answers: (() => void)[] = [];
  const follow: Crawler['follow'] = () => new Promise((resolve) => answers.push(() => resolve(gone)));
  const imports = openImports({
    store,
    clock,
    crawler: { ...library.crawler, follow },
    failed: (_what, error) => assert.ifError(error),
  });
  for (let n = 0; n <= importLimits.atOnce; n++)
    await handIn(store, await store.write((tx) => someUser(tx, `user ${n}`)), [`https://${n}.example/`]);
  imports.wake();
  await clock.settle();
  assert.equal(answers.length, importLimits.atOnce);
  answers[0]?.();
  await clock.settle();
  assert.equal(answers.length, importLimits.atOnce + 1);
  for (const answer of answers) answer();
  await imports.close();
});

/** A store that notes what is asked of it after it was closed. */
function untilClosed(store: Store): { store: Store; late: unknown[]; close(): void } {
  const late: unknown[] = [];
  let isClosed = false;
  const noted = <T>(value: T): T => {
    if (isClosed) late.push(value);
    return value;
  };
  return {
    store: {
      ...store,
      read: (fn, options) => store.read(noted(fn), options),
      write: (fn, options) => store.write(noted(fn), options),
    },
    late,
    close: () => {
      isClosed = true;
    },
  };
}

function handIn(store: Store, userId: number, urls: readonly string[]): Promise<number> {
  return store.write(async (tx) => {
    const id = await insertImport(tx, userId, 'opml');
    await insertImportFeeds(
      tx,
      id,
      urls.map((url, place) => ({ place, feed: { url, groups: [] } })),
    );
    await openImport(tx, id);
    return id;
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isOnPostgres } from '../../../test/temporary-store.ts';
import { untilWaitedFor } from '../../accounts/testing/meanwhile.ts';
import type { Crawler, Followed } from '../../crawler/crawler.ts';
import { adoptSource } from '../../crawler/following/adopt-source.ts';
import { listFeeds } from '../../store/feeds/feeds.ts';
import { insertEntry } from '../../store/journal.ts';
import type { Sql } from '../../store/sql.ts';
import { type ReadTx, type Store, StoreUnavailable } from '../../store/store.ts';
import { overtaken } from '../../store/testing/overtaken.ts';
import { setEntryOf } from '../../store/transfer/import-entries.ts';
import { failedFeeds, insertImportFeeds } from '../../store/transfer/import-parts.ts';
import { findState, insertImport, openImport } from '../../store/transfer/imports.ts';
import { undo } from '../journal.ts';
import { someLibrary } from '../testing/some-library.ts';
import { runImport } from './import-run.ts';
import { getImport, retryImport } from './imports.ts';
import { importLimits } from './limits.ts';

const FEEDS = 30;

const gone: Followed = { kind: 'refused', reason: 'bad-address', sentence: 'It is gone' };

/** Nothing comes from outside. */
const unhurried = {
  isClosing: () => false,
  failed: assert.ifError,
  news: () => new Promise<void>(() => {}),
};

test('an import looks through all that it has left only when nothing can be tried at once', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const id = await handIn(library.store, userId, FEEDS);
  const { store, asked } = countingStore(library.store, /min\(not_before\)/);
  const areMany = Promise.withResolvers<void>();
  let [underWay, most] = [0, 0];
  const follow: Crawler['follow'] = async () => {
    most = Math.max(most, ++underWay);
    if (underWay === importLimits.followsAtOnce) areMany.resolve();
    await areMany.promise;
    for (let turns = 0; turns < 5; turns++) await setImmediate();
    underWay--;
    return gone;
  };
  await runImport({ ...unhurried, store, clock, crawler: { ...library.crawler, follow } }, { id, userId });
  const [state, failed] = await library.store.read(async (tx) => [
    await findState(tx, id),
    await failedFeeds(tx, id),
  ]);
  assert.deepEqual([state, failed?.length], ['done', FEEDS]);
  assert.ok(asked() < FEEDS / 2, `${asked()} times for ${FEEDS} feeds`);
  assert.equal(most, importLimits.followsAtOnce);
});

test('an import that breaks off ends after what it has begun and begins nothing more, but a bug costs only one feed', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const { store } = library;
  const full: Store['write'] = async () => Promise.reject(new Error('disk full'));
  for (const how of ['closes', 'is away', 'cannot note that', 'stumbles'] as const) {
    const id = await handIn(store, userId, 2);
    const [areBoth, isSeen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [asked, isOver] = [0, false];
    const follow: Crawler['follow'] = async () => {
      if (++asked > 2) throw new Error('More is asked for');
      if (asked === 2) {
        areBoth.resolve();
        await isSeen.promise;
        for (let turns = 0; turns < 5; turns++) await setImmediate();
        isOver = true;
        return gone;
      }
      await areBoth.promise;
      if (how === 'closes') return gone;
      isSeen.resolve();
      throw how === 'is away' ? new StoreUnavailable('It is away') : new Error('A bug');
    };
    const isClosing = (): boolean => {
      if (how === 'closes' && asked === 2) isSeen.resolve();
      return how === 'closes' && asked === 2;
    };
    const write: Store['write'] = (fn, options) =>
      (asked === 2 && how === 'cannot note that' ? full : store.write)(fn, options);
    const told: unknown[] = [];
    const failed = (error: unknown): void => void told.push(error);
    const crawler = { ...library.crawler, follow };
    const job = { id, userId };
    const ended = runImport(
      { ...unhurried, isClosing, failed, store: { ...store, write }, clock, crawler },
      job,
    );
    if (how === 'closes' || how === 'stumbles') assert.equal(await ended, undefined);
    else await assert.rejects(ended, /It is away|disk full/);
    assert.deepEqual([asked, isOver], [2, true], how);
    if (how !== 'stumbles') continue;
    const { failures } = await getImport(library, userId, id);
    // Either feed may be the first that is asked for.
    const codes = failures.map(({ why }) => why?.code).sort();
    assert.deepEqual([told.length, codes], [1, ['bad-address', 'interrupted']]);
  }
});

test('a feed that is put off while the next one is looked for is not asked for at once again', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const id = await handIn(library.store, userId, 1);
  const [hasLooked, isPutOff] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const follow: Crawler['follow'] = async () => {
    asked++;
    await hasLooked.promise;
    return { kind: 'refused', reason: 'site-wants-rest', sentence: 'It is busy', againInMs: 3_600_000 };
  };
  let reads = 0;
  const read: Store['read'] = async (fn, options) => {
    // The first ones look for the feed, and whether the user has it; this one looks for the next.
    const isNext = ++reads === 3;
    const found = await library.store.read(fn, options);
    if (!isNext) return found;
    hasLooked.resolve();
    await isPutOff.promise;
    return found;
  };
  const write: Store['write'] = async (fn) => {
    const done = await library.store.write(fn);
    // After all that waits for it.
    if (asked > 0) setImmediate().then(isPutOff.resolve);
    return done;
  };
  const [store, crawler] = [
    { ...library.store, read, write },
    { ...library.crawler, follow },
  ];
  const nextAt = await runImport({ ...unhurried, store, clock, crawler }, { id, userId });
  assert.deepEqual([asked, nextAt], [1, clock.now() + 3_600_000]);
});

const MINUTE = 60_000;
const [asked, unasked] = [{}, { unasked: true as const }];

for (const [what, answers, times] of [
  ['that asks for six hours each time is asked five times', [[360, asked]], 5],
  ['that asks for longer is asked once', [[361, asked]], 1],
  ['that is not asked because the turn of others comes first waits for its own', [[10, unasked]], Infinity],
  ['whose site is not asked because it rests for longer is given up like others', [[11, unasked]], 5],
  [
    'that has one try left keeps it while others have their turn',
    [
      [1, asked],
      [1, asked],
      [1, asked],
      [1, asked],
      [1, unasked],
      [1, unasked],
      [1, asked],
    ],
    7,
  ],
] as const)
  test(`a feed of an import ${what}`, async (t) => {
    const { library, clock, ines } = await someLibrary(t);
    const { userId } = ines;
    const id = await handIn(library.store, userId, 1);
    let tries = 0;
    const follow: Crawler['follow'] = async () => {
      const [minutes, how] = answers[tries++] ?? answers[0];
      const againInMs = minutes * MINUTE;
      return { kind: 'refused', reason: 'site-wants-rest', sentence: 'It is busy', againInMs, ...how };
    };
    const options = { ...unhurried, store: library.store, clock, crawler: { ...library.crawler, follow } };
    let nextAt: number | undefined = clock.now();
    while (nextAt !== undefined && tries < 20) {
      await clock.advance(nextAt - clock.now());
      nextAt = await runImport(options, { id, userId });
    }
    assert.equal(nextAt === undefined ? tries : Infinity, times);
  });

test('an import whose items cannot be taken just now goes on with them half a minute later', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const id = await handIn(library.store, userId, 1);
  const sourceId = await library.store.write((tx) => adoptSource(tx, 'https://feeds.example/0'));
  assert.ok(sourceId);
  let isAway = true;
  const crawler: Crawler = {
    ...library.crawler,
    follow: async () => ({ kind: 'source', sourceId }),
    takeImported: async () => (isAway ? 'away' : 'done'),
  };
  const run = () => runImport({ ...unhurried, store: library.store, clock, crawler }, { id, userId });
  assert.equal(await run(), clock.now() + 30_000);
  isAway = false;
  await clock.advance(30_000);
  assert.equal(await run(), undefined);
  assert.equal((await getImport(library, userId, id)).feeds.followed, 1);
});

test('an import that is tried again at the moment at which it ends goes on', async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId } = ines;
  const id = await handIn(library.store, userId, 1);
  let asked = 0;
  const follow: Crawler['follow'] = async () => {
    asked++;
    return gone;
  };
  const retrying = { ...library, imports: { ...library.imports, wake: () => {} } };
  const ending = overtaken(library.store, () => retryImport(retrying, userId, id));
  const write: Store['write'] = async (fn, options) => {
    const hasFailed = (await library.store.read((tx) => failedFeeds(tx, id))).length > 0;
    return (hasFailed ? ending : library.store).write(fn, options);
  };
  const [store, crawler] = [
    { ...library.store, write },
    { ...library.crawler, follow },
  ];
  await runImport({ ...unhurried, store, clock, crawler }, { id, userId });
  assert.equal(asked, 2);
  assert.deepEqual((await getImport(library, userId, id)).feeds, {
    waiting: 0,
    followed: 0,
    there: 0,
    failed: 1,
  });
});

test('nothing is followed for an import that is undone just before', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { library, clock, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const { store } = library;
  const id = await handIn(store, userId, 1);
  const { entryId, sourceId = 0 } = await store.write(async (tx) => {
    const subject = { kind: 'import', id } as const;
    const entryId = await insertEntry(tx, userId, { action: 'import.done', subject });
    await setEntryOf(tx, id, entryId);
    return { entryId, sourceId: await adoptSource(tx, 'https://0.example/') };
  });
  const isFound = Promise.withResolvers<void>();
  const follow: Crawler['follow'] = async () => {
    await isFound.promise;
    return { kind: 'source', sourceId };
  };
  const crawler = { ...library.crawler, follow, takeImported: async () => 'left' as const };
  const run = runImport({ ...unhurried, store, clock, crawler }, { id, userId });
  const undoing = untilWaitedFor(store, 1, async () => {
    isFound.resolve();
    await run;
  });
  const imports = { ...library.imports, wake: () => {} };
  await undo({ ...library, imports, store: undoing.store }, userId, entryId);
  await undoing.begun;
  assert.equal((await store.read((tx) => listFeeds(tx, userId))).length, feeds.length);
});

/** An import of feeds on hosts of their own. */
function handIn(store: Store, userId: number, count: number): Promise<number> {
  return store.write(async (tx) => {
    const id = await insertImport(tx, userId, 'opml');
    const feeds = Array.from({ length: count }, (_, place) => ({
      place,
      feed: { url: `https://${place}.example/`, groups: [] },
    }));
    await insertImportFeeds(tx, id, feeds);
    await openImport(tx, id);
    return id;
  });
}

/** A store that counts how often its transactions that only read ask for something. */
function countingStore(store: Store, what: RegExp): { store: Store; asked(): number } {
  let count = 0;
  const read: Store['read'] = (fn, options) =>
    store.read((tx) => {
      const get: ReadTx['get'] = (statement: Sql) => {
        if (what.test(statement.text)) count++;
        return tx.get(statement);
      };
      return fn({ now: tx.now, dialect: tx.dialect, all: (statement) => tx.all(statement), get });
    }, options);
  return { store: { ...store, read }, asked: () => count };
}

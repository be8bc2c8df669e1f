// What becomes of an import is decided by whoever comes first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import {
  changeState,
  findState,
  halfImports,
  insertImport,
  nextImports,
  oldImports,
  openImport,
  stopImport,
} from './imports.ts';

test('an import that is stopped while its state was about to change stays stopped, until it is opened again', {
  skip: !isOnPostgres && 'SQLite has one writer',
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const id = await store.write(async (tx) => {
    const job = await insertImport(tx, await someUser(tx, 'ines'), 'opml');
    await openImport(tx, job);
    return job;
  });
  const [hasRead, hasStopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const beginning = store.write(async (tx) => {
    assert.equal(await findState(tx, id), 'waiting');
    hasRead.resolve();
    await hasStopped.promise;
    return changeState(tx, id, { from: 'waiting', to: 'running' });
  });
  await Promise.race([hasRead.promise, beginning]);
  const stopped = await store.write((tx) => stopImport(tx, id)).finally(() => hasStopped.resolve());
  const hasBegun = await beginning;
  assert.deepEqual([hasBegun, stopped], [false, true]);
  assert.equal(await store.read((tx) => findState(tx, id)), 'cancelled');
  assert.equal(await store.write((tx) => stopImport(tx, id)), false);
  await store.write((tx) => openImport(tx, id));
  assert.equal(await store.read((tx) => findState(tx, id)), 'waiting');
});

test('an import at work is neither half handed in nor old, however long ago it began', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const { half, open } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const [half, open] = [await insertImport(tx, userId, 'opml'), await insertImport(tx, userId, 'opml')];
    await openImport(tx, open);
    return { half, open };
  });
  const begun = clock.now();
  await clock.advance(1_000);
  const old = (before: number) => store.read((tx) => oldImports(tx, before, 10));
  assert.deepEqual(await store.read((tx) => halfImports(tx, tx.now)), [half]);
  assert.deepEqual(await store.read((tx) => halfImports(tx, begun - 1)), []);
  assert.deepEqual(await old(clock.now()), []);
  await store.write((tx) => stopImport(tx, open));
  assert.deepEqual([await old(clock.now()), await old(clock.now() + 1)], [[], [open]]);
});

test('which imports have something to do is found by what is left of them, not among all that they had', {
  skip: isOnPostgres ? 'it counts how many there are' : false,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  await store.read(nextImports);
  const steps = await stepsOf(real, spied);
  const ofFeeds = steps.filter((step) => /^(SEARCH|SCAN) [lf] /.test(step));
  assert.deepEqual(ofFeeds, [
    'SEARCH l USING COVERING INDEX import_feeds_state (import_id=? AND state=?)',
    'SEARCH l USING COVERING INDEX import_feeds_state (import_id=? AND state=?)',
    'SEARCH f USING PRIMARY KEY (import_id=? AND place=?)',
  ]);
});

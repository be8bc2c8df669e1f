import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { readFact, writeFact } from './facts.ts';
import type { WriteTx } from './store.ts';

const noteAll = (tx: WriteTx, names: readonly string[]) => writeFact(tx, 'noted', names.join());

test('what is left to the end of a transaction is done before its commit, with all that was left for the same worker', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    tx.beforeCommit(noteAll, ['a', 'b']);
    tx.beforeCommit(async (last) => writeFact(last, 'seen', String(await readFact(last, 'visit'))), [1]);
    tx.beforeCommit(noteAll, ['c']);
    assert.equal(await readFact(tx, 'noted'), undefined);
    await writeFact(tx, 'visit', 'whole');
  });
  const facts = await store.read(async (tx) => [await readFact(tx, 'noted'), await readFact(tx, 'seen')]);
  assert.deepEqual(facts, ['a,b,c', 'whole']);
});

test('what fails at the end of a transaction takes all of it back', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const taken = store.write(async (tx) => {
    tx.beforeCommit(() => Promise.reject(new Error('no')), [1]);
    await writeFact(tx, 'visit', 'whole');
  });
  await assert.rejects(taken, /no/);
  assert.equal(await store.read((tx) => readFact(tx, 'visit')), undefined);
});

test('what is taken back has left nothing to the end', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const [taken, kept] = await Promise.allSettled([
    store.write(async (tx) => {
      tx.beforeCommit(noteAll, ['taken back']);
      throw new Error('no');
    }),
    store.write(async (tx) => tx.beforeCommit(noteAll, ['kept'])),
  ]);
  assert.equal(taken.status, 'rejected');
  assert.equal(kept.status, 'fulfilled');
  assert.equal(await store.read((tx) => readFact(tx, 'noted')), 'kept');
});

test('work that is left for afterwards at the end of a transaction is done', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) =>
    tx.beforeCommit(async (last) => last.afterwards((later) => writeFact(later, 'noted', 'later')), [1]),
  );
  // Runs after the work that was left.
  await store.write(async (tx) => assert.equal(await readFact(tx, 'noted'), 'later'));
});

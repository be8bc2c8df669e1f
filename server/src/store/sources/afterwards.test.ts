import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { readFact, writeFact } from '../facts.ts';

test('what a transaction leaves for afterwards is done, with what it has written before it', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    tx.afterwards(async (later) => writeFact(later, 'upkeep', `of a ${await readFact(later, 'visit')}`));
    await writeFact(tx, 'visit', 'visit');
    assert.equal(await readFact(tx, 'upkeep'), undefined);
  });
  // Runs after the work that was left.
  await store.write(async (tx) => assert.equal(await readFact(tx, 'upkeep'), 'of a visit'));
});

test('what is taken back leaves nothing for afterwards', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const taken = store.write(async (tx) => {
    tx.afterwards((later) => writeFact(later, 'upkeep', 'of what was taken back'));
    throw new Error('no');
  });
  await assert.rejects(taken, /no/);
  await store.write(async (tx) => assert.equal(await readFact(tx, 'upkeep'), undefined));
});

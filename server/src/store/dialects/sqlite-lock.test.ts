import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFile } from '../../../test/temporary-sqlite.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { writeLock } from './sqlite-lock.ts';

const busy = Object.assign(new Error('database is locked'), { errcode: 5 });

test('chores take the lock after people who wait for it, though they could have it before', async () => {
  const precedence = new SharedArrayBuffer(4);
  const taken: string[] = [];
  let tries = 0;
  const people = writeLock({ precedence })(() => {
    if (++tries < 5) throw busy;
    taken.push('people');
  });
  await writeLock({ precedence, doesChores: true })(() => taken.push('chores'));
  await people;
  assert.deepEqual(taken, ['people', 'chores']);
});

test('people who never stop waiting do not stop chores', async () => {
  const precedence = new SharedArrayBuffer(4);
  let isDone = false;
  const people = writeLock({ precedence })(() => {
    if (!isDone) throw busy;
  });
  await writeLock({ precedence, doesChores: true })(() => {
    isDone = true;
  });
  await people;
});

test('whoever could not have the lock no longer waits for it', async () => {
  const precedence = new SharedArrayBuffer(4);
  const refused = writeLock({ precedence })(() => {
    throw new Error('disk I/O error');
  });
  await assert.rejects(refused, /disk I\/O error/);
  assert.equal(new Int32Array(precedence)[0], 0);
});

test('stores of one file heed each other', async (t) => {
  const address = temporaryFile();
  const clock = fakeClock();
  const precedence = new SharedArrayBuffer(4);
  const chores = await openStore(address, clock, { doesChores: true, precedence });
  t.after(() => chores.close());
  const waiting = new Int32Array(precedence);
  waiting[0] = 1;
  const written = chores.write(async (tx) => {
    await tx.run(sql`INSERT INTO facts (name, value) VALUES ('visit', 'x')`);
    return waiting[0];
  });
  setImmediate(() => Atomics.store(waiting, 0, 0));
  assert.equal(await written, 0);
});

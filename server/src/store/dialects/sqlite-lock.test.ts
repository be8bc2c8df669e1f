import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFile } from '../../../test/temporary-sqlite.ts';
import { openPeople } from '../../people.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { writeLock } from './sqlite-lock.ts';

const busy = Object.assign(new Error('database is locked'), { errcode: 5 });

test('chores take the lock after people who wait for it, though they could have it before', async () => {
  const those = openPeople(fakeClock());
  const taken: string[] = [];
  let tries = 0;
  const people = writeLock({ people: those })(() => {
    if (++tries < 5) throw busy;
    taken.push('people');
  });
  await writeLock({ people: those, doesChores: true })(() => taken.push('chores'));
  await people;
  assert.deepEqual(taken, ['people', 'chores']);
});

test('people who never stop waiting do not stop chores', async () => {
  const those = openPeople(fakeClock());
  let isDone = false;
  const people = writeLock({ people: those })(() => {
    if (!isDone) throw busy;
  });
  await writeLock({ people: those, doesChores: true })(() => {
    isDone = true;
  });
  await people;
});

test('a write that failed no longer counts as waiting for the lock', async () => {
  const those = openPeople(fakeClock());
  const refused = writeLock({ people: those })(() => {
    throw new Error('disk I/O error');
  });
  await assert.rejects(refused, /disk I\/O error/);
  assert.equal(those.areWaiting(), false);
});

test('a store that does chores lets people who wait write first', async (t) => {
  const clock = fakeClock();
  const people = openPeople(clock);
  const chores = await openStore(temporaryFile(), clock, { doesChores: true, people });
  t.after(() => chores.close());
  const waitNoMore = people.wait();
  const written = chores.write(async (tx) => {
    await tx.run(sql`INSERT INTO facts (name, value) VALUES ('visit', 'x')`);
    return people.areWaiting();
  });
  setImmediate(waitNoMore);
  assert.equal(await written, false);
});

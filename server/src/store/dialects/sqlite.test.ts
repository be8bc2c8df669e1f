import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFile, temporarySqlite } from '../../../test/temporary-sqlite.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { ReadTx, Store, WriteTx } from '../store.ts';
import { openSqlite } from './sqlite.ts';

const add = (tx: WriteTx, name: string) => tx.run(sql`INSERT INTO facts (name, value) VALUES (${name}, 'x')`);
const names = async (tx: ReadTx) =>
  (await tx.all<{ name: string }>(sql`SELECT name FROM facts ORDER BY name`)).map((row) => row.name);

test('a write is kept whole, and answers what its callback answered', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const changed = await store.write(async (tx) => (await add(tx, 'a')) + (await add(tx, 'b')));
  assert.equal(changed, 2);
  assert.deepEqual(await store.read(names), ['a', 'b']);
});

test('a throw takes everything back, is passed on, and leaves the store usable', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const reason = new Error('no');
  const attempt = store.write(async (tx) => {
    await add(tx, 'a');
    throw reason;
  });
  await assert.rejects(attempt, (error) => error === reason);
  assert.deepEqual(await store.read(names), []);
  await store.write((tx) => add(tx, 'b'));
  assert.deepEqual(await store.read(names), ['b']);
});

test('a statement that fails takes the whole transaction back', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const attempt = store.write(async (tx) => {
    await add(tx, 'a');
    await add(tx, 'a');
  });
  await assert.rejects(attempt, /UNIQUE/);
  assert.deepEqual(await store.read(names), []);
});

test('all of a transaction happens at one time', async (t) => {
  const clock = fakeClock(1_000);
  const { store } = await temporarySqlite(t, clock);
  const times = await store.write(async (tx) => {
    const before = tx.now;
    await clock.advance(50);
    return [before, tx.now];
  });
  assert.deepEqual(times, [1_000, 1_000]);
  assert.equal(await store.read(async (tx) => tx.now), 1_050);
});

test('what waits for the commit is called after it, in order, and never after a rollback', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const called: string[] = [];
  await store.write(async (tx) => {
    tx.onCommit(() => called.push('first'));
    tx.onCommit(() => called.push('second'));
    await add(tx, 'a');
    assert.deepEqual(called, []);
  });
  assert.deepEqual(called, ['first', 'second']);
  const attempt = store.write(async (tx) => {
    tx.onCommit(() => called.push('never'));
    throw new Error('no');
  });
  await assert.rejects(attempt);
  assert.deepEqual(called, ['first', 'second']);
});

test('a transaction that has ended can no longer be used for anything', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const read: ReadTx = await store.read(async (tx) => tx);
  const written: WriteTx = await store.write(async (tx) => tx);
  let failed: WriteTx | undefined;
  await assert.rejects(
    store.write(async (tx) => {
      failed = tx;
      throw new Error('no');
    }),
  );
  const dead = /Cannot use a transaction after it has ended/;
  for (const tx of [read, written, failed ?? written]) {
    await assert.rejects(tx.all(sql`SELECT 1`), dead);
    await assert.rejects(tx.get(sql`SELECT 1`), dead);
  }
  await assert.rejects(written.run(sql`DELETE FROM facts`), dead);
  assert.throws(() => written.onCommit(() => {}), dead);
});

test('a read sees one state of the store while another connection and its own store write', async (t) => {
  const { store, other } = await twoStores(t);
  await store.write((tx) => add(tx, 'a'));
  const seen = await store.read(async (tx) => {
    const before = await names(tx);
    await store.write((own) => add(own, 'b'));
    await other.write((foreign) => add(foreign, 'c'));
    return [before, await names(tx)];
  });
  assert.deepEqual(seen, [['a'], ['a']]);
  assert.deepEqual(await store.read(names), ['a', 'b', 'c']);
});

test('the version is another one after each commit, of whomever, and the same as long as there is none', async (t) => {
  const { store, other } = await twoStores(t);
  const first = store.version?.();
  assert.notEqual(first, undefined);
  await setImmediate();
  assert.equal(store.version?.(), first);
  await store.write((tx) => add(tx, 'a'));
  const second = store.version?.();
  assert.notEqual(second, first);
  await other.write((tx) => add(tx, 'b'));
  await setImmediate();
  assert.notEqual(store.version?.(), second);
});

test('within a transaction that reads there is no version, for it would be that of its beginning', async (t) => {
  const { store } = await twoStores(t);
  await store.read(async () => assert.equal(store.version?.(), undefined));
});

test('two stores that write at once both succeed, and the one that waits holds up nobody', async (t) => {
  const { store, other } = await twoStores(t);
  const release = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const held = store.write(async (tx) => {
    await add(tx, 'a');
    began.resolve();
    await release.promise;
    return 'held';
  });
  await began.promise;
  let entered = false;
  const waited = other.write(async (tx) => {
    entered = true;
    return [...(await names(tx)), await add(tx, 'b')];
  });
  // A wait inside the event loop would never come back from here.
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  assert.equal(entered, false);
  assert.deepEqual(await other.read(names), []);
  release.resolve();
  assert.equal(await held, 'held');
  assert.deepEqual(await waited, ['a', 1]);
});

test('writes of one store follow each other in the order in which they were asked for', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const counts = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      store.write(async (tx) => {
        const { length } = await names(tx);
        await setImmediate();
        await add(tx, name);
        return length;
      }),
    ),
  );
  assert.deepEqual(counts, [0, 1, 2, 3]);
});

for (const doesChores of [true, false]) {
  const what = doesChores ? 'moved into the file by' : 'left for later by';
  test(`what is written is ${what} ${doesChores ? 'whoever does the chores' : 'everybody else'}`, async (t) => {
    const { address } = await temporarySqlite(t, fakeClock());
    const store = await openStore(address, fakeClock(), { doesChores });
    t.after(() => store.close());
    const path = address.slice('file:'.length);
    const before = statSync(path).size;
    // Some 1,500 pages.
    const value = 'x'.repeat(6_000_000);
    await store.write((tx) => tx.run(sql`INSERT INTO facts (name, value) VALUES ('long', ${value})`));
    assert.equal(statSync(path).size > before, doesChores);
  });
}

test('a database that is made is for its owner alone, and so is what lies beside it', async (t) => {
  const folder = join(dirname(temporaryFile().slice('file:'.length)), 'data');
  const store = await openStore(`file:${join(folder, 'courant.db')}`, fakeClock());
  t.after(() => store.close());
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const name of ['courant.db', 'courant.db-wal', 'courant.db-shm'])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
});

test('opening waits for whoever has the file alone just now', async (t) => {
  const { address } = await temporarySqlite(t, fakeClock());
  const path = `${address.slice('file:'.length)}.fresh`;
  const maker = new DatabaseSync(path);
  maker.exec('BEGIN EXCLUSIVE');
  const opening = openSqlite(path, fakeClock());
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  maker.exec('CREATE TABLE made (id INTEGER); COMMIT');
  maker.close();
  const store = await opening;
  assert.deepEqual(await store.read((tx) => tx.all(sql`SELECT * FROM made`)), []);
  await store.close();
});

test('closing waits for what is under way', async (t) => {
  const { address } = await temporarySqlite(t, fakeClock());
  const store = await openStore(address, fakeClock());
  const written = store.write(async (tx) => {
    await setImmediate();
    return add(tx, 'a');
  });
  await store.close();
  assert.equal(await written, 1);
});

test('a store in memory reads and writes', async () => {
  const store = await openSqlite(':memory:', fakeClock());
  await store.write((tx) => tx.run(sql`CREATE TABLE facts (name TEXT)`));
  await store.write((tx) => tx.run(sql`INSERT INTO facts (name) VALUES ('a')`));
  assert.deepEqual(await store.read(names), ['a']);
  await store.close();
});

test('what refers to a row that is not there is refused', async (t) => {
  const { store } = await temporarySqlite(t, fakeClock());
  const orphan = store.write((tx) =>
    tx.run(sql`INSERT INTO groups (user_id, title, created_at) VALUES (99, 'x', 0)`),
  );
  await assert.rejects(orphan, /FOREIGN KEY/);
});

async function twoStores(t: TestContext): Promise<{ store: Store; other: Store }> {
  const { store, address } = await temporarySqlite(t, fakeClock());
  const other = await openStore(address, fakeClock());
  t.after(() => other.close());
  return { store, other };
}

import assert from 'node:assert/strict';
import { statSync, symlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFile } from '../../../test/temporary-sqlite.ts';
import { openPeople } from '../../people.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { openSqlite } from './sqlite.ts';
import { tendLog } from './sqlite-log.ts';

const LOOK_MS = 2_000;

test('a log that has grown long is made short, and nothing of it is lost', async (t) => {
  const { clock, database, logBytes } = tended(t);
  fill(database);
  assert.ok(logBytes() > 100_000);
  await clock.advance(LOOK_MS);
  assert.equal(logBytes(), 0);
  assert.deepEqual(database.prepare('SELECT count(*) AS n FROM things').get(), { __proto__: null, n: 100 });
});

test('a log that has grown long is made short also if SQLite has begun it anew meanwhile', async (t) => {
  const { clock, database, logBytes } = tended(t);
  fill(database);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  database.exec('DELETE FROM things WHERE rowid = 1');
  assert.ok(logBytes() > 100_000);
  await clock.advance(LOOK_MS);
  assert.equal(logBytes(), 0);
});

test('whoever reads what is old by now, or writes, is not disturbed, and the log is made short after that', async (t) => {
  for (const begin of ['BEGIN; SELECT count(*) FROM things', 'BEGIN IMMEDIATE']) {
    const { path, clock, database, logBytes } = tended(t);
    fill(database);
    const other = new DatabaseSync(path);
    other.exec(begin);
    other.prepare('SELECT count(*) FROM things').get();
    if (begin !== 'BEGIN IMMEDIATE') fill(database);
    await clock.advance(LOOK_MS);
    assert.ok(logBytes() > 100_000, begin);
    other.exec('COMMIT');
    other.close();
    await clock.advance(LOOK_MS);
    assert.equal(logBytes(), 0, begin);
  }
});

test('in the midst of its own transaction the thread waits for the end of it', async (t) => {
  const { clock, database, logBytes, state } = tended(t);
  fill(database);
  state.isWriting = true;
  await clock.advance(LOOK_MS);
  assert.ok(logBytes() > 100_000);
  state.isWriting = false;
  await clock.advance(50);
  assert.equal(logBytes(), 0);
});

test('who answers people leaves the log to whoever does the chores', async (t) => {
  const address = temporaryFile().slice('file:'.length);
  const clock = fakeClock();
  const people = openPeople(clock);
  const forPeople = await openSqlite(address, clock, { people });
  const forChores = await openSqlite(address, clock, { people, doesChores: true, tendsLog: true });
  t.after(() => forPeople.close());
  const pages = await Promise.all([forPeople, forChores].map(pagesUntilFolded));
  assert.deepEqual(
    pages.map((count) => count >= 200_000),
    [true, false],
  );
  assert.equal(clock.pending, 1);
  await forChores.close();
  assert.equal(clock.pending, 0);
});

interface Tended {
  path: string;
  clock: FakeClock;
  database: DatabaseSync;
  logBytes(): number;
  state: { isWriting: boolean };
}

function tended(t: TestContext): Tended {
  const path = temporaryFile().slice('file:'.length);
  const clock = fakeClock();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE things (thing TEXT)');
  const state = { isWriting: false };
  // What is named may be a link to the file.
  symlinkSync(path, `${path}-link`);
  const stop = tendLog(`${path}-link`, { clock, isWriting: () => state.isWriting, mostBytes: 80_000 });
  t.after(() => {
    stop();
    database.close();
  });
  return { path, clock, database, logBytes: () => statSync(`${path}-wal`).size, state };
}

function fill(database: DatabaseSync): void {
  const insert = database.prepare('INSERT INTO things (thing) VALUES (?)');
  for (let number = 0; number < 100; number++) insert.run('x'.repeat(4_000));
}

async function pagesUntilFolded(store: Store): Promise<number> {
  const row = await store.write((tx) =>
    tx.get<{ wal_autocheckpoint: number }>(sql`PRAGMA wal_autocheckpoint`),
  );
  return row?.wal_autocheckpoint ?? 0;
}

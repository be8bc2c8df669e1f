// Restoring: what is there is never overwritten, damage is found, and what was set aside is whole.
import assert from 'node:assert/strict';
import {
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { temporaryCopy, temporaryFile } from '../../../test/temporary-sqlite.ts';
import { emptyDatabase, isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { KEPT_SUMS } from '../copy/catalog.ts';
import type { CopyProgress } from '../copy/copy-store.ts';
import { beginCopy } from '../copy/progress.ts';
import { named } from '../copy/rows.ts';
import { firstFault } from '../dialects/sqlite-file.ts';
import { writeFact } from '../facts.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { backUpDatabase } from './back-up.ts';
import { restoreDatabase } from './restore.ts';

const clock = fakeClock();

/** An instance with one user, which nobody has open. */
async function instanceOf(name: string, address: string): Promise<string> {
  const store = await openStore(address, clock);
  await store.write((tx) => someUser(tx, name));
  await store.close();
  return address;
}

/** Of an instance with the user `ines`, which is backed up once. */
async function someBackup(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  made ??= temporaryCopy(t)
    .then((address) => instanceOf('ines', address))
    .then((from) => backUpDatabase({ from, to: join(dirname(from.slice('file:'.length)), 'made.db') }, clock))
    .then(({ file }) => readFileSync(file));
  const backup = join(folder, 'backup.db');
  writeFileSync(backup, await made);
  return backup;
}

let made: Promise<Uint8Array> | undefined;

/** The store of an instance that was filled, backed up and restored. */
async function restoredWith(t: TestContext, fill: (tx: WriteTx) => Promise<unknown>): Promise<Store> {
  const from = await instanceOf('ines', await temporaryCopy(t));
  const store = await openStore(from, clock);
  await store.write(fill);
  await store.close();
  const { file } = await backUpDatabase({ from, to: join(temporaryFolder(t), 'backup.db') }, clock);
  const to = await temporaryDatabase(t);
  await restoreDatabase({ backup: file, to }, clock);
  const restored = await openStore(to, clock);
  t.after(() => restored.close());
  return restored;
}

async function usersOf(address: string): Promise<string[]> {
  const store = await openStore(address, clock);
  try {
    return await usersIn(store);
  } finally {
    await store.close();
  }
}

async function usersIn(store: Store): Promise<string[]> {
  const users = await store.read((tx) => tx.all<{ name: string }>(sql`SELECT name FROM users`));
  return users.map(({ name }) => name);
}

/** Restores, and returns where the previous instance is. */
async function setAsideBy(restore: Parameters<typeof restoreDatabase>[0]): Promise<string | undefined> {
  let place: string | undefined;
  const tellAside = (told: string) => {
    place = told;
  };
  await restoreDatabase({ ...restore, tellAside }, clock);
  return place;
}

/** The address of what was set aside: a file, or a schema of the same database. */
function asideOf(address: string, setAside: string | undefined): string {
  assert.ok(setAside);
  if (!isOnPostgres) return `file:${setAside}`;
  const other = new URL(address);
  other.searchParams.set('options', `-c search_path=${setAside}`);
  return other.href;
}

test('a table of another program in the file, one of ours that has never given an id, and a NUL in a text are in the way of no restore', async (t) => {
  const restored = await restoredWith(t, async (tx) => {
    await tx.run(sql`CREATE TABLE strangers (id INTEGER PRIMARY KEY AUTOINCREMENT)`);
    await tx.run(sql`INSERT INTO strangers VALUES (7)`);
    // SQLite notes 0 as the last id where no row comes of it.
    await tx.run(sql`INSERT INTO hosts (name) SELECT 'none.example' WHERE 1 = 0`);
    // Which only a file can hold.
    await someFeed(tx, 1, { url: 'https://one.example/feed', count: 1 });
    await tx.run(sql`UPDATE posts SET title = ${'one\0two'}`);
  });
  assert.deepEqual(await usersIn(restored), ['ines']);
  const post = await restored.read((tx) => tx.get<{ title: string }>(sql`SELECT title FROM posts`));
  assert.equal(post?.title, isOnPostgres ? 'onetwo' : 'one\0two');
});

for (const [given, next] of [
  [5, 100_006],
  // A tenth of which would be less.
  [900_000, 1_000_001],
  // A tenth of which is no whole number.
  [1_234_567, 1_358_024],
  // As an earlier version has left it after a restore.
  [1_358_023.7, 1_493_827],
] as const)
  test(`of an instance that has given ${given} items, new ones come well behind those`, {
    // It is reckoned in a file, before that is copied.
    skip: isOnPostgres && Number.isInteger(given),
  }, async (t) => {
    const restored = await restoredWith(t, (tx) =>
      tx.run(sql`UPDATE counters SET value = ${given} WHERE name = 'item'`),
    );
    const { itemIds } = await restored.write(async (tx) =>
      someFeed(tx, await someUser(tx, 'otto'), { url: 'https://a.example/', count: 2 }),
    );
    assert.deepEqual(itemIds, [next, next + 1]);
  });

test('an instance that is there stays as it is, is set aside whole where that is asked for, and stays there if the clock is set back', async (t) => {
  const backup = await someBackup(t);
  const address = await instanceOf('omar', await emptyDatabase());
  await assert.rejects(
    restoreDatabase({ backup, to: address }, clock),
    /^Error: Cannot restore: .* holds an instance already; say --replace to set it aside$/,
  );
  assert.deepEqual(await usersOf(address), ['omar']);
  const setAside = await setAsideBy({ backup, to: address, replace: true });
  assert.deepEqual(await usersOf(address), ['ines']);
  assert.deepEqual(await usersOf(asideOf(address, setAside)), ['omar']);
  // At the moment of that restore once more.
  await instanceOf('eve', address);
  await assert.rejects(restoreDatabase({ backup, to: address, replace: true }, clock), /already/);
  assert.deepEqual(await usersOf(asideOf(address, setAside)), ['omar']);
  assert.deepEqual(await usersOf(address), ['ines', 'eve']);
});

/** Makes another program's table, with one row, in the schema of an address. The result tells whether it is still there. */
async function neighbourAt(t: TestContext, address: string): Promise<() => Promise<number | undefined>> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  t.after(() => client.end());
  await client.query('CREATE TABLE recipes (id BIGINT PRIMARY KEY)');
  await client.query('INSERT INTO recipes VALUES (1)');
  return async () => (await client.query('SELECT 1 FROM recipes')).rowCount ?? undefined;
}

test('tables of others in the same schema are left where they are, but are not told from those of a newer version: then nothing is moved', {
  skip: !isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const address = await instanceOf('omar', await emptyDatabase());
  const recipes = await neighbourAt(t, address);
  const newer = await openStore(address, clock);
  await newer.write((tx) =>
    tx.run(sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (999, 'later', 0)`),
  );
  await assert.rejects(
    restoreDatabase({ backup, to: address, replace: true }, clock),
    /^Error: Cannot restore: the schema is of a newer Courant, and recipes may be its or another program's; /,
  );
  assert.equal(await recipes(), 1);
  await newer.write((tx) => tx.run(sql`DELETE FROM schema_versions WHERE version = 999`));
  await newer.close();
  assert.deepEqual(await usersOf(address), ['omar']);

  await clock.advance(1);
  const setAside = await setAsideBy({ backup, to: address, replace: true });
  assert.equal(await recipes(), 1);
  assert.deepEqual(await usersOf(address), ['ines']);
  assert.deepEqual(await usersOf(asideOf(address, setAside)), ['omar']);
  const { file } = await backUpDatabase({ from: address, to: join(dirname(backup), 'again.db') }, clock);
  assert.deepEqual(await usersOf(`file:${file}`), ['ines'], 'nor are they in the way of a backup');
});

test('ids that items were given after the backup are not given to others', {
  skip: isOnPostgres ? 'the ids are reckoned in a file, before that is copied' : false,
}, async (t) => {
  const from = await instanceOf('ines', temporaryFile());
  const store = await openStore(from, clock);
  const userId = 1;
  await store.write((tx) => someFeed(tx, userId, { url: 'https://one.example/feed', count: 5 }));
  const folder = temporaryFolder(t);
  const { file } = await backUpDatabase({ from, to: join(folder, 'backup.db') }, clock);
  const later = await store.write((tx) =>
    someFeed(tx, userId, { url: 'https://two.example/feed', count: 50 }),
  );
  await store.close();

  const to = await emptyDatabase();
  await restoreDatabase({ backup: file, to }, clock);
  const restored = await openStore(to, clock);
  t.after(() => restored.close());
  const fresh = await restored.write((tx) =>
    someFeed(tx, userId, { url: 'https://three.example/feed', count: 5 }),
  );
  assert.ok(Math.min(...fresh.itemIds) > Math.max(...later.itemIds));
});

test('a restore by root makes a file that the owner of the folder can use, or of the file before it', {
  skip: isOnPostgres || process.getuid?.() !== 0,
}, async (t) => {
  const backup = await someBackup(t);
  const address = temporaryFile();
  const path = address.slice('file:'.length);
  const NOBODY = 65_534;
  chownSync(dirname(path), NOBODY, NOBODY);
  await restoreDatabase({ backup, to: address }, clock);
  assert.deepEqual([statSync(path).uid, statSync(path).gid], [NOBODY, NOBODY]);
  // A folder may be root's, and the service's only by its group.
  const DAEMON = 1;
  chownSync(path, DAEMON, DAEMON);
  await clock.advance(1);
  await restoreDatabase({ backup, to: address, replace: true }, clock);
  assert.deepEqual([statSync(path).uid, statSync(path).gid], [DAEMON, DAEMON]);
  // And root may have made the file.
  chownSync(path, 0, 0);
  await clock.advance(1);
  await restoreDatabase({ backup, to: address, replace: true }, clock);
  assert.deepEqual([statSync(path).uid, statSync(path).gid], [NOBODY, NOBODY]);
});

test('an instance that nobody has begun to use is replaced without being asked for', async (t) => {
  const backup = await someBackup(t);
  const address = await temporaryDatabase(t);
  await restoreDatabase({ backup, to: address }, clock);
  assert.deepEqual(await usersOf(address), ['ines']);
  if (!isOnPostgres) assert.equal(statSync(address.slice('file:'.length)).mode & 0o777, 0o600);
});

test('an empty file is replaced without being asked for', { skip: isOnPostgres }, async (t) => {
  const backup = await someBackup(t);
  const address = temporaryFile();
  // As somebody makes it who has to give a container a file that is there.
  writeFileSync(address.slice('file:'.length), '');
  await restoreDatabase({ backup, to: address }, clock);
  assert.deepEqual(await usersOf(address), ['ines']);
});

test('a file that a service has open is not touched', { skip: isOnPostgres }, async (t) => {
  const backup = await someBackup(t);
  const address = temporaryFile();
  const store = await openStore(address, clock);
  await store.write((tx) => someUser(tx, 'omar'));
  await assert.rejects(
    restoreDatabase({ backup, to: address, replace: true }, clock),
    /^Error: Cannot restore: .* is in use; stop the service first/,
  );
  await store.write((tx) => someUser(tx, 'olga'));
  await store.close();
  assert.deepEqual(await usersOf(address), ['omar', 'olga']);
});

test('a backup that is damaged or none of ours is refused before anything is touched', async (t) => {
  const backup = await someBackup(t);
  const address = await instanceOf('omar', await temporaryDatabase(t));
  const bytes = readFileSync(backup);
  const folder = dirname(backup);
  const cases: [name: string, bytes: Uint8Array | string, says: RegExp][] = [
    ['short.db', bytes.subarray(0, bytes.length / 2), /is damaged, or is no database/],
    ['torn.db', Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192)]), /is damaged/],
    ['text.db', 'not a database, only words and more words', /is damaged, or is no database/],
    ['nothing.db', '', /holds no instance of Courant/],
  ];
  for (const [name, content, says] of cases) {
    writeFileSync(join(folder, name), content);
    await assert.rejects(
      restoreDatabase({ backup: join(folder, name), to: address, replace: true }, clock),
      (error: Error) => {
        assert.match(error.message, says, name);
        assert.ok(error.message.startsWith(`Cannot restore: ${join(folder, name)} `), error.message);
        return true;
      },
    );
  }
  await assert.rejects(
    restoreDatabase({ backup: join(folder, 'gone.db'), to: address, replace: true }, clock),
    /^Error: Cannot restore: there is no file .*gone\.db$/,
  );
  assert.deepEqual(await usersOf(address), ['omar']);
});

const MARKED = 'a value that no index holds';

async function markedBackup(t: TestContext): Promise<string> {
  const from = await instanceOf('ines', await temporaryDatabase(t));
  const store = await openStore(from, clock);
  await store.write((tx) => writeFact(tx, 'marked', MARKED));
  await store.close();
  const folder = temporaryFolder(t);
  return (await backUpDatabase({ from, to: join(folder, 'backup.db') }, clock)).file;
}

test('a bit that has changed in a backup is found out where SQLite sees nothing wrong', async (t) => {
  const backup = await markedBackup(t);
  const bytes = readFileSync(backup);
  const place = bytes.indexOf(MARKED);
  assert.ok(place > 0);
  bytes.writeUInt8(bytes.readUInt8(place + 3) ^ 1, place + 3);
  writeFileSync(backup, bytes);
  assert.equal(firstFault(backup), undefined);
  await assert.rejects(restoreDatabase({ backup, to: await emptyDatabase() }, clock), {
    message: `Cannot restore: ${backup} is damaged: facts holds other values than when it was made`,
  });
});

test('what a backup says of itself is no part of the instance, and one that says nothing is restored all the same', async (t) => {
  const backup = await someBackup(t);
  const address = await temporaryDatabase(t);
  const { isCompared } = await restoreDatabase({ backup, to: address }, clock);
  assert.ok(isCompared);
  const store = await openStore(address, clock);
  await assert.rejects(store.read((tx) => tx.get(sql`SELECT 1 FROM ${named(KEPT_SUMS)}`)));
  await store.close();
  // An instance is served from it, so from then on it holds something else.
  await instanceOf('omar', `file:${backup}`);
  const other = await emptyDatabase();
  assert.deepEqual((await restoreDatabase({ backup, to: other }, clock)).isCompared, false);
  assert.deepEqual(await usersOf(other), ['ines', 'omar']);
});

test('a database that cannot be read any more is replaced, and all of it is kept', {
  skip: isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const address = temporaryFile();
  const path = address.slice('file:'.length);
  const damaged = temporaryFile();
  writeFileSync(
    damaged.slice('file:'.length),
    `SQLite format 3\0${'and nothing that follows from it'.repeat(40)}`,
  );
  await assert.rejects(restoreDatabase({ backup, to: damaged }, clock), /holds an instance already/);
  writeFileSync(path, 'the disk has failed, and this is what is left of it');
  writeFileSync(`${path}-wal`, 'the newest words');
  await assert.rejects(restoreDatabase({ backup, to: address }, clock), /holds an instance already/);
  const setAside = await setAsideBy({ backup, to: address, replace: true });
  assert.deepEqual(await usersOf(address), ['ines']);
  assert.match(readFileSync(setAside ?? '', 'utf8'), /what is left of it/);
  assert.equal(readFileSync(`${setAside}-wal`, 'utf8'), 'the newest words');
});

test('a link to nothing is not replaced, and one to a database stays one', {
  skip: isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const folder = dirname(backup);
  const link = join(folder, 'courant.db');
  symlinkSync(join(folder, 'elsewhere.db'), link);
  await assert.rejects(restoreDatabase({ backup, to: `file:${link}` }, clock), {
    message: `Cannot restore: ${link} is a link to ${join(folder, 'elsewhere.db')}, where there is nothing`,
  });
  await (await openStore(`file:${join(folder, 'elsewhere.db')}`, clock)).close();
  await restoreDatabase({ backup, to: `file:${link}` }, clock);
  assert.deepEqual(await usersOf(`file:${join(folder, 'elsewhere.db')}`), ['ines']);
  assert.ok(lstatSync(link).isSymbolicLink());
});

test('a log that is left of a removed database is not taken for news of this one', {
  skip: isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const address = temporaryFile();
  const path = address.slice('file:'.length);
  // As after a crash: the last writes are only in the log, and somebody has removed just the database file.
  const store = await openStore(address, clock);
  await store.write((tx) => someUser(tx, 'omar'));
  const log = readFileSync(`${path}-wal`);
  await store.close();
  rmSync(path);
  writeFileSync(`${path}-wal`, log);
  await restoreDatabase({ backup, to: address }, clock);
  // Of the file format: nor has this one a log of its own, which would have been left behind when it took its place.
  assert.deepEqual([...readFileSync(path).subarray(18, 20)], [1, 1]);
  assert.deepEqual(await usersOf(address), ['ines']);
  const left = readdirSync(dirname(path)).filter((name) => name.endsWith('-wal'));
  assert.ok(left.some((name) => name.startsWith(`${basename(path)}.before-restore-`)));
});

test('a restore that was broken off goes on, also from another backup', {
  skip: !isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const address = await temporaryDatabase(t);
  const half = await openStore(address, clock, { isTargetOfCopy: true });
  await half.write(async (tx) => {
    await beginCopy(tx, 'of another source');
    await someUser(tx, 'half');
  });
  await half.close();
  const setAside = await setAsideBy({ backup, to: address });
  assert.equal(setAside, undefined);
  assert.deepEqual(await usersOf(address), ['ines']);
});

test('where the previous instance is, is told before anything else can fail; no service takes what is in its place for a new one, and the next try goes on', {
  skip: !isOnPostgres,
}, async (t) => {
  const backup = await someBackup(t);
  const address = await instanceOf('omar', await emptyDatabase());
  await clock.advance(1);
  let place: string | undefined;
  const tellAside = (told: string) => {
    place = told;
    throw new Error('killed');
  };
  await assert.rejects(restoreDatabase({ backup, to: address, replace: true, tellAside }, clock));
  assert.deepEqual(await usersOf(asideOf(address, place)), ['omar']);
  await assert.rejects(openStore(address, clock), /a copy into it has not ended/);
  const stopping = new AbortController();
  const { signal } = stopping;
  // While it is copied into PostgreSQL.
  const tell = ({ step }: CopyProgress) => {
    if (step === 'copied') stopping.abort();
  };
  await assert.rejects(
    restoreDatabase({ backup, to: address, signal, tell }, clock),
    /^Error: Cannot restore: it was stopped$/,
  );
  assert.equal(await setAsideBy({ backup, to: address }), undefined);
  assert.deepEqual(await usersOf(address), ['ines']);
});

// Backups of either database: whole, of one moment, readable only by their owner, and never overwriting another file.
import assert from 'node:assert/strict';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { temporaryFile } from '../../../test/temporary-sqlite.ts';
import { isOnPostgres, temporaryDatabase, temporaryStore } from '../../../test/temporary-store.ts';
import { beginCopy, forgetCopy } from '../copy/progress.ts';
import { insertRows } from '../copy/rows.ts';
import { sumsOfAll } from '../copy/sums.ts';
import { inOrder, ownBooks, tablesOf } from '../copy/tables.ts';
import { lockFile } from '../dialects/sqlite-file.ts';
import { connectStore, openStore } from '../open.ts';
import { indexArticles } from '../search/search-index.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { backUpDatabase } from './back-up.ts';
import { restoreDatabase } from './restore.ts';

const clock = fakeClock();

async function someInstance(t: TestContext): Promise<{ store: Store; address: string }> {
  const opened = await temporaryStore(t, clock);
  await opened.store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { sourceId } = await someFeed(tx, userId, { url: 'https://one.example/新聞', count: 300 });
    const body = Uint8Array.from({ length: 500 }, (_, index) => index % 256);
    await tx.run(
      sql`INSERT INTO source_bodies (source_id, body, url) VALUES (${sourceId}, ${body}, 'https://one.example/feed')`,
    );
  });
  return opened;
}

/** The sums of all tables except those that describe the database itself and the counter of ids, which goes on elsewhere. */
async function sumsAt(address: string): Promise<[string, unknown][]> {
  const store = await connectStore(address, clock);
  try {
    return [...(await store.read((tx) => sumsOfAll(tx)))]
      .filter(([name]) => !ownBooks.has(name) && name !== 'counters')
      .sort();
  } finally {
    await store.close();
  }
}

test('a backup holds every row, and is an instance again in a file and in the database that it is from', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const made = await backUpDatabase({ from: address, to: `${folder}/` }, clock);
  assert.ok(made.rows > 600 && made.tables > 30, `${made.rows} rows of ${made.tables} tables`);
  assert.equal(made.bytes, statSync(made.file).size);
  const before = await sumsAt(address);
  for (const to of [temporaryFile(), await temporaryDatabase(t)]) {
    const restored = await restoreDatabase({ backup: made.file, to }, clock);
    assert.deepEqual([restored.tables, restored.rows], [made.tables, made.rows]);
    assert.deepEqual(await sumsAt(to), before);
    await (await openStore(to, clock)).close();
  }
});

test('whatever is in the columns of a table, it is backed up', async (t) => {
  const { address, store } = await temporaryStore(t, clock);
  await store.write(async (tx) => {
    for (const table of inOrder(await tablesOf(tx)))
      if (!ownBooks.has(table.name))
        await insertRows(tx, table, [Object.fromEntries(table.columns.map((column) => [column, 1]))]);
  });
  const made = await backUpDatabase({ from: address, to: `${temporaryFolder(t)}/` }, clock);
  for (const to of [temporaryFile(), await temporaryDatabase(t)]) {
    const restored = await restoreDatabase({ backup: made.file, to }, clock);
    assert.deepEqual([restored.tables, restored.rows], [made.tables, made.rows]);
  }
});

test('articles in the full-text index are backed up, and wait for their words only where the index did not come along', async (t) => {
  const { address, store } = await someInstance(t);
  await store.write(async (tx) => {
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, content)
      SELECT id, 'https://one.example/', 1, '<p>hedge</p>' FROM posts ORDER BY id LIMIT 2`);
    await indexArticles(tx, 1);
  });
  const made = await backUpDatabase({ from: address, to: `${temporaryFolder(t)}/` }, clock);
  for (const to of [temporaryFile(), await temporaryDatabase(t)]) {
    await restoreDatabase({ backup: made.file, to }, clock);
    assert.equal(await articlesWithWords(to), isOnPostgres ? 0 : 1);
  }
  assert.equal(await articlesWithWords(address), 1);
});

async function articlesWithWords(address: string): Promise<number | undefined> {
  const store = await connectStore(address, clock);
  try {
    return (
      await store.read((tx) =>
        tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM full_texts WHERE has_words = 1`),
      )
    )?.count;
  } finally {
    await store.close();
  }
}

test('a backup shows one moment, however much is written meanwhile, and no writer waits for its end', async (t) => {
  const { address, store } = await someInstance(t);
  let written = 0;
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      await store.write(async (tx) => {
        await tx.run(sql`INSERT INTO facts (name, value) VALUES (${`first ${written}`}, 'x')`);
        await tx.run(sql`INSERT INTO hosts (name) VALUES (${`second ${written}`})`);
      });
      written++;
    }
  })();
  const { file } = await backUpDatabase({ from: address, to: `${temporaryFolder(t)}/` }, clock);
  isOver = true;
  await writing;
  const kept = await openStore(`file:${file}`, clock);
  t.after(() => kept.close());
  const row = await kept.read((tx) =>
    tx.get<{ facts: number; hosts: number }>(sql`
      SELECT (SELECT count(*) FROM facts WHERE name LIKE 'first %') AS facts,
        (SELECT count(*) FROM hosts WHERE name LIKE 'second %') AS hosts`),
  );
  assert.equal(row?.facts, row?.hosts);
  assert.ok(written > (row?.hosts ?? 0) + 5, `${written} written, ${row?.hosts} of them in the backup`);
});

test('what root backs up beside a database is for its owner, and what root keeps elsewhere is not', {
  skip: isOnPostgres || process.getuid?.() !== 0,
}, async (t) => {
  const { address } = await someInstance(t);
  const path = address.slice('file:'.length);
  const NOBODY = 65_534;
  for (const each of [dirname(path), path]) chownSync(each, NOBODY, NOBODY);
  const { file } = await backUpDatabase({ from: address }, clock);
  for (const each of [file, dirname(file)])
    assert.deepEqual([statSync(each).uid, statSync(each).gid], [NOBODY, NOBODY], each);
  const elsewhere = await backUpDatabase({ from: address, to: `${temporaryFolder(t)}/` }, clock);
  assert.equal(statSync(elsewhere.file).uid, 0, 'the user of the service cannot destroy that one');
});

test('a link to nothing, and a path of which the system says only an error, are told in a sentence', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  symlinkSync(join(folder, 'disk'), join(folder, 'backups'));
  symlinkSync(join(folder, 'disk', 'newest.db'), join(folder, 'newest.db'));
  for (const [to, says] of [
    ['backups/', /^Error: Cannot back up: .*backups is a link to .*disk, where there is nothing$/],
    [
      'newest.db',
      /^Error: Cannot back up: .*newest.db is a link to .*disk\/newest.db, where there is nothing$/,
    ],
    ['x'.repeat(300), /^Error: Cannot back up: ENAMETOOLONG: /],
  ] as const)
    await assert.rejects(backUpDatabase({ from: address, to: join(folder, to) }, clock), says);
  assert.deepEqual(readdirSync(folder), ['backups', 'newest.db']);
});

test('only its owner may read a backup, and nothing else is left beside it', async (t) => {
  const { address } = await someInstance(t);
  const folder = join(temporaryFolder(t), 'new');
  const { file } = await backUpDatabase({ from: address, to: `${folder}/` }, clock);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(folder), [file.slice(folder.length + 1)]);
  // Of the file format: needs no log beside it, so it can be read where nothing can be written.
  assert.deepEqual([...readFileSync(file).subarray(18, 20)], [1, 1]);
});

test('with a number to keep, older backups are removed and other files stay', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'holiday.db'), 'mine');
  const files: string[] = [];
  for (let made = 0; made < 3; made++) {
    await clock.advance(60_000);
    files.push((await backUpDatabase({ from: address, to: folder }, clock)).file);
  }
  await clock.advance(60_000);
  const last = await backUpDatabase({ from: address, to: folder, keep: 2 }, clock);
  assert.deepEqual(
    last.pruned.map((name) => join(folder, name)),
    files.slice(0, 2),
  );
  assert.deepEqual(readdirSync(folder).length, 3);
  assert.ok(existsSync(join(folder, 'holiday.db')));
});

test('the backup just made stays and counts, whatever times the names of others have', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  // As of a clock that was wrong for a day.
  const later = ['courant-2098-01-01T00-00-00-000Z.db', 'courant-2099-01-01T00-00-00-000Z.db'];
  for (const name of later) writeFileSync(join(folder, name), '');
  const two = await backUpDatabase({ from: address, to: folder, keep: 2 }, clock);
  assert.deepEqual(two.pruned, later.slice(0, 1));
  assert.deepEqual(readdirSync(folder).sort(), [basename(two.file), later[1]].sort());
  await clock.advance(60_000);
  const one = await backUpDatabase({ from: address, to: folder, keep: 1 }, clock);
  assert.deepEqual(one.pruned, [basename(two.file), later[1]]);
  assert.deepEqual(readdirSync(folder), [basename(one.file)]);
});

test('an old backup that cannot be removed is named, the new one too, and the others go', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const [stuck, old] = [
    'courant-2001-01-01T00-00-00-000Z.db',
    'courant-2002-01-01T00-00-00-000Z.db',
  ] as const;
  // Removed by nobody, not even by root, as a file: what somebody has made of it.
  mkdirSync(join(folder, stuck));
  writeFileSync(join(folder, old), '');
  await assert.rejects(
    backUpDatabase({ from: address, to: folder, keep: 1 }, clock),
    ({ message }: Error) => {
      const made = readdirSync(folder).find((name) => name !== stuck);
      assert.ok(made);
      assert.match(message, /^Cannot remove old backups: E[A-Z]+: .*2001-01-01.*; the new one is whole: /);
      return message.endsWith(join(folder, made));
    },
  );
  assert.equal(readdirSync(folder).length, 2);
});

test('a file that is there is not written over, whatever it is', async (t) => {
  const { address } = await someInstance(t);
  const file = join(temporaryFolder(t), 'holiday.jpg');
  writeFileSync(file, 'mine');
  await assert.rejects(backUpDatabase({ from: address, to: file }, clock), /holiday\.jpg is there already/);
});

test('what cannot be backed up is said in a sentence, and leaves nothing behind', async (t) => {
  const folder = temporaryFolder(t);
  const missing = `file:${join(folder, 'none.db')}`;
  await assert.rejects(
    backUpDatabase({ from: missing, to: join(folder, 'backups/') }, clock),
    /^Error: Cannot back up: there is no database at /,
  );
  const picture = join(folder, 'picture.db');
  writeFileSync(picture, 'not of SQLite'.repeat(1000));
  await assert.rejects(backUpDatabase({ from: `file:${picture}`, to: `${folder}/` }, clock), {
    message: `Cannot use the database: ${picture} is no database of SQLite`,
  });
  rmSync(picture);
  const { address, store } = await someInstance(t);
  await store.write((tx) => beginCopy(tx, 'of another database'));
  await assert.rejects(
    backUpDatabase({ from: address, to: `${folder}/` }, clock),
    /Cannot back up: a copy into .* has not ended/,
  );
  await store.write(forgetCopy);
  await store.write((tx) =>
    tx.run(sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (999, 'later', 0)`),
  );
  await assert.rejects(
    backUpDatabase({ from: address, to: `${folder}/` }, clock),
    /Cannot back up: the schema of .* is version 999, this program knows/,
  );
  writeFileSync(join(folder, 'file'), '');
  await assert.rejects(
    backUpDatabase({ from: address, to: join(folder, 'file/backup.db') }, clock),
    /^Error: Cannot back up: E(NOTDIR|EXIST)/,
  );
  assert.deepEqual(readdirSync(folder), ['file']);
});

test('a backup of a backup says itself what it holds, also of how its tables are made and which ids were given', {
  skip: isOnPostgres,
}, async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const { file } = await backUpDatabase({ from: address, to: join(folder, 'first.db') }, clock);
  const second = await backUpDatabase({ from: `file:${file}`, to: join(folder, 'second.db') }, clock);
  const { isCompared } = await restoreDatabase({ backup: second.file, to: temporaryFile() }, clock);
  assert.ok(isCompared);
  change(file, 'UPDATE sqlite_sequence SET seq = seq - 1');
  change(second.file, 'DROP INDEX feeds_source');
  for (const backup of [file, second.file])
    await assert.rejects(restoreDatabase({ backup, to: temporaryFile() }, clock), /is damaged: sqlite_/);
});

test('what another program has put into the file is in the way of no backup, and comes along', {
  skip: isOnPostgres,
}, async (t) => {
  const { address } = await someInstance(t);
  // As Litestream does, which copies the log of the file to another machine.
  change(address.slice('file:'.length), 'CREATE TABLE _litestream_lock (id INTEGER)');
  change(address.slice('file:'.length), 'INSERT INTO _litestream_lock VALUES (7)');
  const { file } = await backUpDatabase({ from: address, to: join(temporaryFolder(t), 'backup.db') }, clock);
  const to = temporaryFile();
  const { isCompared } = await restoreDatabase({ backup: file, to }, clock);
  assert.ok(isCompared);
  const store = await connectStore(to, clock);
  t.after(() => store.close());
  assert.equal(
    (await store.read((tx) => tx.get<{ id: number }>(sql`SELECT id FROM _litestream_lock`)))?.id,
    7,
  );
});

test('a backup that does not hold what the database holds gets no name', {
  skip: isOnPostgres,
}, async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const signal = telling(() => changeName(join(folder, '.courant-backup/new.db')));
  await assert.rejects(
    backUpDatabase({ from: address, to: `${folder}/`, signal }, clock),
    /users holds other values than when it was made/,
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('a file that has come to the place of the backup meanwhile is not overwritten', {
  skip: isOnPostgres,
}, async (t) => {
  const { address } = await someInstance(t);
  const to = join(temporaryFolder(t), 'mine.db');
  const signal = telling(() => writeFileSync(to, 'of somebody else'));
  await assert.rejects(backUpDatabase({ from: address, to, signal }, clock), /is there already/);
  assert.equal(readFileSync(to, 'utf8'), 'of somebody else');
});

/** A signal that nobody aborts: each time that it is checked, `deed` is run. */
function telling(deed: () => void): AbortSignal {
  const { signal } = new AbortController();
  signal.throwIfAborted = deed;
  return signal;
}

/** What the disk might do to a copy once it is complete. */
function changeName(path: string): void {
  try {
    change(path, `UPDATE users SET name = 'eve'`);
  } catch {
    // The copy is still being made.
  }
}

function change(path: string, statement: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

test('a backup that is stopped leaves nothing behind', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const stopping = new AbortController();
  const making = backUpDatabase({ from: address, to: `${folder}/`, signal: stopping.signal }, clock);
  stopping.abort();
  await assert.rejects(making, /^Error: Cannot back up: it was stopped$/);
  assert.deepEqual(readdirSync(folder), []);
});

test('two backups at once in one folder do not mix', async (t) => {
  const { address } = await someInstance(t);
  const folder = temporaryFolder(t);
  const making = backUpDatabase({ from: address, to: `${folder}/` }, clock);
  const lock = lockFile(join(folder, '.courant-backup/lock'));
  assert.equal(lock, undefined, 'the first holds it');
  await assert.rejects(
    backUpDatabase({ from: address, to: join(folder, 'other.db') }, clock),
    /another backup or restore is at work in .*, or its disk is a share that locks no files: then use a disk of this machine$/,
  );
  await making;
});

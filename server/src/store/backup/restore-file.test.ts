// What may be restored: a whole file, and nothing that is only a part of a database.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { temporaryFile } from '../../../test/temporary-sqlite.ts';
import { emptyDatabase, isOnPostgres } from '../../../test/temporary-store.ts';
import { openStore } from '../open.ts';
import { someUser } from '../testing/rows.ts';
import { backUpDatabase } from './back-up.ts';
import { restoreDatabase } from './restore.ts';

const clock = fakeClock();

/** Copies of the files of a database as a killed process leaves them: its last writes are in the log. */
async function leftBehind(t: TestContext): Promise<string> {
  const from = temporaryFile();
  const store = await openStore(from, clock);
  await store.write((tx) => someUser(tx, 'ines'));
  const left = join(temporaryFolder(t), 'left.db');
  for (const end of ['', '-wal']) copyFileSync(from.slice('file:'.length) + end, left + end);
  await store.close();
  return left;
}

test('a database whose last writes are in a log beside it is no backup, and becomes one', async (t) => {
  const left = await leftBehind(t);
  const to = await emptyDatabase();
  await assert.rejects(restoreDatabase({ backup: left, to }, clock), {
    message: `Cannot restore: ${left} is not a backup but a database in use, or of a service that was killed: its last writes are in ${left}-wal; give \`courant backup\` for it, and restore the file that it writes`,
  });
  const { file } = await backUpDatabase({ from: `file:${left}`, to: `${left}.backup` }, clock);
  await restoreDatabase({ backup: file, to }, clock);
  await assert.rejects(restoreDatabase({ backup: file, to }, clock), /holds an instance already/);
  writeFileSync(`${file}-journal`, 'of a transaction that was broken off');
  await assert.rejects(restoreDatabase({ backup: file, to }, clock), /its last writes are in .*-journal;/);
});

test('a database of another program stays where it is, whatever is said', {
  skip: isOnPostgres,
}, async (t) => {
  const backup = join(temporaryFolder(t), 'backup.db');
  await backUpDatabase({ from: await closedInstance(), to: backup }, clock);
  const path = join(dirname(backup), 'recipes.db');
  const recipes = new DatabaseSync(path);
  recipes.exec("CREATE TABLE recipes (title TEXT); INSERT INTO recipes VALUES ('Bread')");
  recipes.close();
  const before = readFileSync(path);
  for (const replace of [false, true])
    await assert.rejects(restoreDatabase({ backup, to: `file:${path}`, replace }, clock), {
      message: `Cannot restore: ${path} holds no instance of Courant but tables of another program: recipes; give another address, or move the file away yourself`,
    });
  assert.deepEqual(readFileSync(path), before);
  assert.deepEqual(
    readdirSync(dirname(path)).filter((name) => name.startsWith('recipes.db')),
    ['recipes.db'],
  );
});

async function closedInstance(): Promise<string> {
  const address = temporaryFile();
  await (await openStore(address, clock)).close();
  return address;
}

test('a restore from nothing, or to where a folder is, makes nothing', { skip: isOnPostgres }, async (t) => {
  const folder = temporaryFolder(t);
  const to = join(folder, 'new', 'courant.db');
  const missing = join(folder, 'missing.db');
  await assert.rejects(restoreDatabase({ backup: missing, to: `file:${to}` }, clock), {
    message: `Cannot restore: there is no file ${missing}`,
  });
  assert.ok(!existsSync(dirname(to)));
  const from = await closedInstance();
  const { file } = await backUpDatabase({ from, to: join(folder, 'backup.db') }, clock);
  mkdirSync(to, { recursive: true });
  for (const replace of [false, true])
    await assert.rejects(restoreDatabase({ backup: file, to: `file:${to}`, replace }, clock), {
      message: `Cannot restore: ${to} is a folder`,
    });
});

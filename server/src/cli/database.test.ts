import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { temporaryFile } from '../../test/temporary-sqlite.ts';
import { emptyDatabase, isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { systemClock } from '../clock.ts';
import { connectStore, openStore } from '../store/open.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

const copyWords = (from: string, to: string): string[] => ['database', 'copy', '--from', from, '--to', to];
const pathOf = (address: string): string => address.slice('file:'.length);

async function fill(store: Store): Promise<void> {
  await store.write(async (tx) =>
    someFeed(tx, await someUser(tx, 'ines'), { url: 'https://one.example/feed', count: 5 }),
  );
}

test('an instance is moved with one command, which says what it has done', async (t) => {
  const from = await emptyDatabase();
  const store = await openStore(from, systemClock);
  await fill(store);
  await store.close();
  const to = await temporaryStore(t, systemClock);
  const words = copyWords(from, to.address);
  const { code, out, err } = await typed(words);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^copied users: 1 row$/m);
  assert.match(out, /^compared items: 5 rows$/m);
  assert.match(out, /^Copied and compared \d+ rows of \d+ tables$/m);
  const items = await to.store.read((tx) => tx.all(sql`SELECT id FROM items`));
  assert.equal(items.length, 5);
  const again = await typed(words);
  assert.deepEqual(
    [again.code, again.err],
    [1, 'Cannot copy the database: the target holds an instance already; give an empty database\n'],
  );
});

test('a copy wants two addresses that differ', async (t) => {
  const { address } = await temporaryStore(t, systemClock);
  const half = await typed(['database', 'copy', '--from', address]);
  assert.equal(half.code, 2);
  assert.match(
    half.err,
    /^Cannot database copy: --to is missing\n\nUsage: courant database copy --from ADDRESS /,
  );
  const same = await typed(copyWords(address, address));
  assert.deepEqual([same.code, same.err], [1, 'Cannot copy the database: both addresses are the same\n']);
  if (isOnPostgres) return;
  const path = pathOf(address);
  const other = await typed(copyWords(address, `file:${dirname(path)}/./${basename(path)}`));
  assert.deepEqual([other.code, other.err], [same.code, same.err], 'by whatever path one comes there');
});

test('an address that is none is told by the option it was given to, and nothing is begun', async () => {
  const right = `file:${temporaryFile()}`;
  for (const [words, message] of [
    [copyWords('./courant.db', right), /^Cannot copy the database: --from must be file:PATH/],
    [
      copyWords(right, 'postgres://ines:hunt/er2@db/courant'),
      /--to must be .*; in a password, \/ is written %2F/,
    ],
    [copyWords(right, 'postgres://a,b/courant'), /--to names several hosts/],
    [copyWords(right, 'postgres://db/courant?statement_timeout=30s'), /--to says statement_timeout=30s/],
  ] as const) {
    const { code, out, err } = await typed(words);
    assert.deepEqual([code, out], [2, ''], err);
    assert.match(err, message);
    assert.doesNotMatch(err, /er2/);
    assert.equal(err.trimEnd().includes('\n'), false, err);
  }
});

test('what is no instance is not copied, and neither source nor target is made for it', async () => {
  const [from, to] = [temporaryFile(), temporaryFile()];
  const missing = await typed(copyWords(from, to));
  assert.deepEqual(
    [missing.code, missing.err],
    [1, `Cannot copy the database: there is no database at ${pathOf(from)}\n`],
  );
  for (const [content, says] of [
    ['', 'holds no instance of Courant'],
    ['words of somebody who has something else to say', 'is no database of SQLite'],
  ]) {
    writeFileSync(pathOf(from), content ?? '');
    const other = await typed(copyWords(from, to));
    assert.deepEqual([other.code, other.err], [1, `Cannot copy the database: ${pathOf(from)} ${says}\n`]);
    assert.equal(readFileSync(pathOf(from), 'utf8'), content);
  }
  assert.ok(!existsSync(pathOf(to)));
});

test('a source of another version is told apart, and stays as it is', async (t) => {
  const address = await emptyDatabase();
  const store = await openStore(address, systemClock);
  await store.write((tx) => tx.run(sql`DELETE FROM schema_versions WHERE version > 20`));
  await store.close();
  const { code, err } = await typed(copyWords(address, temporaryFile()));
  assert.equal(code, 1);
  assert.match(
    err,
    /^Cannot copy the database: the schema of .* is version 20, this program makes \d+; give `courant database migrate` for it first\n$/,
  );
  const source = await connectStore(address, systemClock);
  t.after(() => source.close());
  const row = await source.read((tx) =>
    tx.get<{ version: number }>(sql`SELECT max(version) AS version FROM schema_versions`),
  );
  assert.equal(row?.version, 20);
});

test('a file that a service has open is not copied', { skip: isOnPostgres }, async (t) => {
  const from = await temporaryStore(t, systemClock);
  await fill(from.store);
  const to = temporaryFile();
  const { code, err } = await typed(copyWords(from.address, to));
  assert.deepEqual(
    [code, err],
    [
      1,
      `Cannot copy the database: ${pathOf(from.address)} is in use; stop the service first, and whatever else has it open\n`,
    ],
  );
  assert.ok(!existsSync(pathOf(to)));
});

test('what a crash has left in the write-ahead log is copied too', async () => {
  const from = temporaryFile();
  const store = await openStore(from, systemClock);
  await fill(store);
  const [file, log] = ['', '-wal'].map((end) => readFileSync(pathOf(from) + end));
  await store.close();
  const left = temporaryFile();
  writeFileSync(pathOf(left), file ?? '');
  writeFileSync(`${pathOf(left)}-wal`, log ?? '');
  const to = temporaryFile();
  const { code, err } = await typed(copyWords(left, to));
  assert.deepEqual([code, err], [0, '']);
  const copy = await openStore(to, systemClock);
  assert.equal((await copy.read((tx) => tx.all(sql`SELECT id FROM items`))).length, 5);
  await copy.close();
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFile } from '../../test/temporary-sqlite.ts';
import {
  emptyDatabase,
  isOnPostgres,
  temporaryDatabase,
  temporaryStore,
} from '../../test/temporary-store.ts';
import { openInvitation } from '../accounts/invitations.ts';
import { systemClock } from '../clock.ts';
import { listAccounts } from '../store/accounts/users.ts';
import { tablesOf } from '../store/copy/tables.ts';
import { connectStore } from '../store/open.ts';
import { sql } from '../store/sql.ts';
import { someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

test('users are created, listed and deleted', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  const create = (name: string) =>
    typed(['user', 'create', name, '--password-stdin'], environment, 'a long password\n');
  const created = await create('Ines');
  assert.deepEqual([created.code, created.out, created.err], [0, 'Created user Ines (admin)\n', '']);
  const again = await create('ines');
  assert.deepEqual([again.code, again.err], [1, 'Cannot create user: the name is taken\n']);
  assert.match((await typed(['user', 'list'], environment)).out, /^1\tInes\t\d{4}-\d\d-\d\d\tadmin\n$/);
  assert.equal((await typed(['user', 'delete', 'Ines'], environment)).out, 'Deleted user Ines\n');
  assert.equal((await typed(['user', 'delete', 'Ines'], environment)).code, 1);
  assert.equal((await typed(['user', 'list'], environment)).out, '');
});

test('the last administrator is not deleted while others would be left without one', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  for (const name of ['ines', 'omar'])
    await typed(['user', 'create', name, '--password-stdin'], environment, 'a long password\n');
  const refused = await typed(['user', 'delete', 'ines'], environment);
  assert.deepEqual(
    [refused.code, refused.err],
    [
      1,
      'Cannot delete user: nobody else can administer this instance; make somebody an administrator first\n',
    ],
  );
  const ada = ['user', 'create', 'ada', '--admin', '--password-stdin'];
  assert.equal((await typed(ada, environment, 'a long password\n')).out, 'Created user ada (admin)\n');
  assert.equal((await typed(['user', 'delete', 'ines'], environment)).code, 0);
  assert.match((await typed(['user', 'list'], environment)).out, /^2\tomar\t.*\n3\tada\t.*\tadmin\n$/);
});

test('an account is made an administrator by its name, and is one no longer', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  for (const name of ['ines', 'omar']) {
    const { out } = await typed(
      ['user', 'create', name, '--password-stdin'],
      environment,
      'a long password\n',
    );
    assert.equal(out, `Created user ${name}${name === 'ines' ? ' (admin)' : ''}\n`);
  }
  const refused = await typed(['user', 'demote', 'ines'], environment);
  assert.deepEqual(
    [refused.code, refused.err],
    [
      1,
      'Cannot demote user: nobody else can administer this instance; make somebody an administrator first\n',
    ],
  );
  assert.equal((await typed(['user', 'promote', 'Omar'], environment)).out, 'Promoted user omar\n');
  assert.equal((await typed(['user', 'demote', 'ines'], environment)).out, 'Demoted user ines\n');
  assert.match((await typed(['user', 'list'], environment)).out, /^1\tines\t\S+\t\n2\tomar\t\S+\tadmin\n$/);
  const { code, err } = await typed(['user', 'promote', 'nobody'], environment);
  assert.deepEqual([code, err], [1, 'Cannot promote user: there is no user nobody\n']);
});

test('the password comes from standard input or not at all', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  assert.equal((await typed(['user', 'create', 'ines'], environment)).code, 2);
  const short = await typed(['user', 'create', 'ines', '--password-stdin'], environment, '\n');
  assert.equal(short.code, 1);
  assert.match(short.err, /password/);
});

test('a password that is not in UTF-8 is refused, and neither a mark of UTF-8 nor the end of its line is part of it', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  const words = ['user', 'create', 'ines', '--password-stdin'];
  const refusal = 'Cannot create user: the password is not in UTF-8, which pages and apps send it in\n';
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const { code, out, err } = await typed(
      words,
      environment,
      Buffer.from('\ufeffgeheimes W\u00f6rtchen\n', encoding),
    );
    assert.deepEqual([code, out, err], [1, '', refusal], encoding);
  }
  for (const short of ['\ufeff1234567\n', '1234567\r\n', '1234567'])
    assert.match((await typed(words, environment, short)).err, /shorter than 8/, JSON.stringify(short));
  const behind = Buffer.concat([Buffer.from('ein W\u00f6rtchen\n'), Buffer.from([0xff])]);
  const atTerminal = (async function* () {
    yield behind;
    assert.fail('the next line is not waited for');
  })();
  assert.equal((await typed(words, environment, '', { stdin: atTerminal })).code, 0, 'nor looked at');
  // As a program writes it that ends no line, in pieces.
  const stdin = (async function* () {
    yield* ['acht', 'Zei9'];
  })();
  assert.equal((await typed(words.with(2, 'omar'), environment, '', { stdin })).code, 0);
});

test('links are printed, which lead to a new account and to a new password', async (t) => {
  const { store, address } = await temporaryStore(t, systemClock);
  const ines = await store.write((tx) => someUser(tx, 'ines'));
  const environment = { COURANT_DATABASE: address, COURANT_PUBLIC_URL: 'https://news.example' };
  const offered = async (words: string[]): Promise<number | undefined> => {
    const { code, out, err } = await typed(words, environment);
    assert.deepEqual([code, err], [0, '']);
    const [, token = ''] = /^https:\/\/news\.example\/invitation\?token=(\S+)\n$/.exec(out) ?? [];
    return (await openInvitation({ store }, token)).user?.id;
  };
  assert.equal(await offered(['user', 'invite', 'For the neighbour']), undefined);
  assert.equal(await offered(['user', 'reset', 'Ines']), ines);
});

test('an account is disabled and enabled by its name', async (t) => {
  const { store, address } = await temporaryStore(t, systemClock);
  await store.write((tx) => someUser(tx, 'otto'));
  const environment = { COURANT_DATABASE: address };
  const isDisabled = async () =>
    (await store.read((tx) => listAccounts(tx, { after: 0, named: '', limit: 9 })))[0]?.disabledAt !==
    undefined;
  assert.equal((await typed(['user', 'disable', 'otto'], environment)).out, 'Disabled user otto\n');
  assert.equal(await isDisabled(), true);
  assert.match((await typed(['user', 'list'], environment)).out, /\totto\t[^\t]+\t(admin, )?disabled\n$/);
  assert.equal((await typed(['user', 'enable', 'otto'], environment)).out, 'Enabled user otto\n');
  assert.equal(await isDisabled(), false);
  assert.doesNotMatch((await typed(['user', 'list'], environment)).out, /disabled/);
  const { code, err } = await typed(['user', 'disable', 'nobody'], environment);
  assert.deepEqual([code, err], [1, 'Cannot disable user: there is no user nobody\n']);
});

test('a command about what is there makes no database where there is none, and the first account makes one', async () => {
  const address = temporaryFile();
  const path = address.slice('file:'.length);
  const environment = { COURANT_DATABASE: address };
  for (const words of [
    ['user', 'list'],
    ['user', 'invite'],
    ['user', 'disable', 'ines'],
    ['feed', 'status'],
    ['feed', 'refresh', 'https://one.example/feed'],
  ]) {
    const { code, err } = await typed(words, environment);
    assert.deepEqual(
      [code, err],
      [1, `Cannot use the database: there is none at ${path}\n`],
      words.join(' '),
    );
  }
  assert.ok(!existsSync(path));
  const words = ['user', 'create', 'ines', '--password-stdin'];
  assert.equal((await typed(words, environment, 'a long password\n')).code, 0);
  assert.match((await typed(['user', 'list'], environment)).out, /\tines\t/);
});

test('a command about what is there makes no instance of a database that is empty', async (t) => {
  const address = await emptyDatabase();
  const path = address.slice('file:'.length);
  if (!isOnPostgres) writeFileSync(path, '');
  const { code, err } = await typed(['user', 'list'], { COURANT_DATABASE: address });
  const what = isOnPostgres ? 'it' : path;
  assert.deepEqual([code, err], [1, `Cannot use the database: ${what} holds no instance of Courant\n`]);
  const store = await connectStore(address, systemClock);
  t.after(() => store.close());
  assert.deepEqual(await store.read(tablesOf), []);
});

test('a command about what is there leaves the file of another program as it is', async () => {
  const address = temporaryFile();
  const path = address.slice('file:'.length);
  const recipes = new DatabaseSync(path);
  recipes.exec('CREATE TABLE recipes (title TEXT)');
  recipes.close();
  const before = readFileSync(path);
  for (const words of [
    ['user', 'list'],
    ['feed', 'status'],
  ]) {
    const { code, err } = await typed(words, { COURANT_DATABASE: address });
    assert.deepEqual([code, err], [1, `Cannot use the database: ${path} holds no instance of Courant\n`]);
    assert.deepEqual(readFileSync(path), before);
  }
});

test('a command about what is there leaves the schema to the version that serves it', async (t) => {
  const { address, store } = await temporaryStore(t, systemClock);
  const environment = { COURANT_DATABASE: address };
  const create = ['user', 'create', 'ines', '--password-stdin'];
  assert.equal((await typed(create, environment, 'a long password')).code, 0);
  const steps = () => store.read((tx) => tx.all(sql`SELECT name FROM schema_versions ORDER BY version`));
  await store.write((tx) => tx.run(sql`DELETE FROM schema_versions WHERE name = 'one shape'`));
  const before = await steps();
  for (const words of [
    ['user', 'list'],
    [...create.slice(0, 2), 'omar', ...create.slice(3)],
  ]) {
    const { code, err } = await typed(words, environment, 'a long password');
    assert.deepEqual(
      [code, err],
      [
        1,
        'Cannot use the database: its schema is of an earlier version; stop every node of that, and start this one or give `courant database migrate`\n',
      ],
    );
    assert.deepEqual(await steps(), before);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '../../test/temporary-store.ts';
import { typed } from './testing/typed.ts';

test('users are created, listed and deleted', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  const create = (name: string) =>
    typed(['user', 'create', name, '--password-stdin'], environment, 'a long password\n');
  const created = await create('Ines');
  assert.deepEqual([created.code, created.err], [0, '']);
  const again = await create('ines');
  assert.deepEqual([again.code, again.err], [1, 'Cannot create user: the name is taken\n']);
  assert.match((await typed(['user', 'list'], environment)).out, /^1\tInes\t\d{4}-\d\d-\d\d\tadmin\n$/);
  assert.equal((await typed(['user', 'delete', 'Ines'], environment)).code, 0);
  assert.equal((await typed(['user', 'delete', 'Ines'], environment)).code, 1);
  assert.equal((await typed(['user', 'list'], environment)).out, '');
});

test('the password comes from standard input or not at all', async (t) => {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t) };
  assert.equal((await typed(['user', 'create', 'ines'], environment)).code, 2);
  const short = await typed(['user', 'create', 'ines', '--password-stdin'], environment, '\n');
  assert.equal(short.code, 1);
  assert.match(short.err, /password/);
});

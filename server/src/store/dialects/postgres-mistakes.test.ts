import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { openStore } from '../open.ts';
import { StoreUnavailable } from '../store.ts';
import { mistakeOf } from './postgres-mistakes.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no users' };

test('a user, a database or a schema that is not there is told in a sentence', onPostgres, async (t) => {
  const right = await temporaryDatabase(t);
  for (const [change, message] of [
    [{ username: 'nobody' }, 'Cannot use the database: role "nobody" does not exist'],
    [{ pathname: '/nowhere' }, 'Cannot use the database: database "nowhere" does not exist'],
    [
      { search: '?options=-c search_path=nowhere' },
      'Cannot use the database: no schema has been selected to create in',
    ],
  ] as const) {
    const wrong = new URL(right);
    Object.assign(wrong, change);
    await assert.rejects(openStore(wrong.href, systemClock), { message });
  }
});

test('what the server does not understand of the address is told in a sentence', onPostgres, async (t) => {
  const address = await temporaryDatabase(t);
  for (const [options, reason] of [
    ['-c lock_timeout=soon', 'invalid value for parameter "lock_timeout": "soon"'],
    ['-c lock_timout=1', 'unrecognized configuration parameter "lock_timout"'],
    ['-c lock_timeout', '-c lock_timeout requires a value'],
  ] as const) {
    const wrong = new URL(address);
    wrong.searchParams.set('options', options);
    await assert.rejects(openStore(wrong.href.replaceAll('+', '%20'), systemClock), {
      message: `Cannot use the database: ${reason}`,
    });
  }
});

test('a server without TLS and a file that is not there are told in a sentence', onPostgres, async (t) => {
  const address = await temporaryDatabase(t);
  for (const [setting, message] of [
    [
      'sslmode=verify-full',
      'Cannot use the database: the server has no TLS, which the address asks for (sslmode)',
    ],
    [
      'sslrootcert=/nowhere/root.crt',
      "Cannot use the database: ENOENT: no such file or directory, open '/nowhere/root.crt'",
    ],
  ])
    await assert.rejects(openStore(`${address}&${setting}`, systemClock), { message });
});

test('a new instance is refused by a database that cannot hold every character', onPostgres, async (t) => {
  const right = await temporaryDatabase(t);
  const name = `courant_latin_${process.pid}`;
  const server = new pg.Client({ connectionString: right });
  await server.connect();
  t.after(async () => {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).finally(() => server.end());
  });
  await server.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const wrong = new URL(right);
  Object.assign(wrong, { pathname: `/${name}`, search: '' });
  await assert.rejects(openStore(wrong.href, systemClock), {
    message: 'Cannot use the database: its encoding is LATIN1, must be UTF8',
  });
});

test('a certificate that is not believed is a mistake', () => {
  const said = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  assert.equal(mistakeOf(said)?.message, 'Cannot use the database: self-signed certificate');
});

test('a host that nobody knows is a mistake, and one that does not answer is not', () => {
  const unknown = Object.assign(new Error(), { code: 'ENOTFOUND', hostname: 'databse.example' });
  const asSeen = new StoreUnavailable('Cannot reach the database', { cause: unknown });
  assert.equal(
    mistakeOf(asSeen)?.message,
    'Cannot use the database: there is no host called databse.example',
  );
  for (const code of ['ECONNREFUSED', 'ENETUNREACH', 'EAI_AGAIN', '57P03', '53300']) {
    const cause = Object.assign(new Error(), { code });
    assert.equal(mistakeOf(new StoreUnavailable('Cannot reach the database', { cause })), undefined, code);
  }
});

test('a socket that is closed to us is a mistake, and one that is not there is not', () => {
  const seen = (code: string) => {
    const cause = Object.assign(new Error(`connect ${code} /run/postgresql`), { code, syscall: 'connect' });
    return mistakeOf(new StoreUnavailable('Cannot reach the database', { cause }))?.message;
  };
  assert.equal(seen('EACCES'), 'Cannot use the database: connect EACCES /run/postgresql');
  assert.equal(seen('ENOENT'), undefined);
});

test('a password that nobody has given is a mistake', () => {
  for (const kind of ['a string', 'a non-empty string']) {
    const cause = new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be ${kind}`);
    assert.equal(
      mistakeOf(new StoreUnavailable('Cannot reach the database', { cause }))?.message,
      'Cannot use the database: the server asks for a password, and neither the address nor PGPASSWORD or PGPASSFILE has one',
    );
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { emptyDatabase, isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore } from '../open.ts';
import { sql } from '../sql.ts';
import { type ReadTx, StoreUnavailable, type WriteTx } from '../store.ts';
import { asUnavailable, openConnections } from './postgres-connections.ts';

const onPostgres = { skip: isOnPostgres ? false : 'there are no connections to a file' };

test('a connection that is lost while all are closed ends nothing else', onPostgres, async (t) => {
  const connections = openConnections(await temporaryDatabase(t));
  const client = await connections.connect();
  const closing = connections.close();
  // What the driver reports when a server throws out its connections.
  const lost = new Error('terminating connection due to administrator command');
  assert.doesNotThrow(() => client.emit('error', lost));
  client.release();
  await closing;
});

test(
  'one refused write gives up every connection to a server that has become a standby',
  onPostgres,
  async (t) => {
    const store = await connectStore(await emptyDatabase(), systemClock);
    t.after(() => store.close());
    const insert = (tx: WriteTx) => tx.run(sql`INSERT INTO notes (text) VALUES ('kept')`);
    await store.write((tx) => tx.run(sql`CREATE TABLE notes (text TEXT)`));
    // As of a server that was the primary: it still answers, but refuses writes. The address leads to another one by now.
    const all = Promise.withResolvers<void>();
    let left = 3;
    const demote = async (tx: ReadTx) => {
      await tx.all(sql`SET default_transaction_read_only = on`);
      if (--left === 0) all.resolve();
      await all.promise;
    };
    const demoted = Array.from({ length: left }, () => store.read(demote, { isSingle: true }));
    await Promise.all(demoted);
    await assert.rejects(store.write(insert), StoreUnavailable);
    assert.deepEqual(await Promise.all(demoted.map(() => store.write(insert))), [1, 1, 1]);
  },
);

test('while nodes run, a new password or certificate, a renamed database, a failing disk or a lock held too long is no fault', () => {
  for (const code of [
    '28P01',
    '28000',
    '3D000',
    '55P03',
    '58030',
    '25P04',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]) {
    const told = asUnavailable(Object.assign(new Error('said the server'), { code }));
    assert.ok(told instanceof StoreUnavailable, code);
    assert.equal(told.message, 'Cannot reach the database: said the server');
  }
  const fault = Object.assign(new Error('syntax error'), { code: '42601' });
  assert.equal(asUnavailable(fault), fault);
});

test('a socket that its server has not made yet is no fault', async (t) => {
  const folder = temporaryFolder(t);
  const store = await connectStore(`postgres:///courant?user=courant&host=${folder}`, systemClock);
  t.after(() => store.close());
  await assert.rejects(
    store.write((tx) => tx.run(sql`SELECT 1`)),
    { name: 'StoreUnavailable', message: /^Cannot reach the database: connect ENOENT / },
  );
});

test('whatever keeps a node from connecting, it tries again', () => {
  for (const code of ['ENOENT', 'EACCES', 'EAGAIN', 'EADDRNOTAVAIL', 'ENETDOWN']) {
    const told = asUnavailable(Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' }));
    assert.ok(told instanceof StoreUnavailable, code);
  }
  // Of a host with several addresses, the driver hears neither what was called nor what was said.
  assert.ok(
    asUnavailable(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })) instanceof
      StoreUnavailable,
  );
  const ofDriver = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';
  assert.ok(asUnavailable(new Error(ofDriver)) instanceof StoreUnavailable);
});

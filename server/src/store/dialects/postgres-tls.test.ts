import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore, openStore } from '../open.ts';
import { sql } from '../sql.ts';
import { StoreUnavailable } from '../store.ts';
import { asUnavailable } from './postgres-connections.ts';
import { mistakeOf } from './postgres-mistakes.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has no certificates' };
const certificate = fileURLToPath(new URL('../../net/testing/fixtures/test-only-cert.pem', import.meta.url));

test('a certificate and a key that do not fit are told in a sentence, and no connection is left', {
  timeout: 120_000,
}, async (t) => {
  const key = join(temporaryFolder(t), 'key.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const connected = Promise.withResolvers<Socket>();
  // A server that has TLS, and waits for the handshake for as long as it takes.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write('S'));
    connected.resolve(socket);
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pair = new URLSearchParams({ sslcert: certificate, sslkey: key });
  const address = `postgres://courant@127.0.0.1:${port}/courant?sslmode=verify-full&${pair}`;
  await assert.rejects(
    openStore(address, systemClock),
    /^Error: Cannot use the database: .*key values mismatch/,
  );
  const socket = await connected.promise;
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
});

test('a certificate of ours that is wrong for the server, or does not fit its key, is a mistake, and no fault while nodes run', () => {
  for (const code of [
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_OSSL_X509_KEY_VALUES_MISMATCH',
    'ERR_OSSL_PEM_NO_START_LINE',
  ]) {
    const said = Object.assign(new Error('said OpenSSL'), { code });
    assert.equal(mistakeOf(asUnavailable(said))?.message, 'Cannot use the database: said OpenSSL', code);
    assert.ok(asUnavailable(said) instanceof StoreUnavailable, code);
  }
});

test(
  'a file of the address that is away while it is replaced is no fault of a node that runs',
  onPostgres,
  async (t) => {
    const file = join(temporaryFolder(t), 'ca.pem');
    writeFileSync(file, '');
    const address = `${await temporaryDatabase(t)}&sslmode=disable&sslrootcert=${file}`;
    const store = await connectStore(address, systemClock);
    t.after(() => store.close());
    const one = (): Promise<unknown> => store.read((tx) => tx.get(sql`SELECT 1`), { isSingle: true });
    await store.read(async (tx) => {
      await tx.get(sql`SELECT 1`);
      rmSync(file);
      await assert.rejects(one(), {
        name: 'StoreUnavailable',
        message: /^Cannot reach the database: ENOENT/,
      });
      writeFileSync(file, '');
      await one();
    });
  },
);

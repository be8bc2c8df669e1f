import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { openConnections } from './postgres-connections.ts';

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

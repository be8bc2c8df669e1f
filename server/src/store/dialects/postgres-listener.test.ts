import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { tcpProxy } from '../../../test/tcp-proxy.ts';
import { isOnPostgres, temporaryDatabase } from '../../../test/temporary-store.ts';
import { CHANGED_CHANNEL, listenForChanges, notification } from './postgres-listener.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file tells nobody', timeout: 600_000 };

/** Where a silence has to be found out first, thousands of notifications would come to nothing. */
const TELL_AGAIN_MS = 10;

test('what another node has written is heard; what this one has is not told twice', onPostgres, async (t) => {
  const some = await someDatabase(t);
  some.listen(some.address);
  await some.tellUntilHeard(7);
  await some.tell('this', 8);
  await some.tellUntilHeard(9);
  assert.deepEqual([...some.heard], [7, 9]);
});

test('a connection that has gone silent is found out and made again', onPostgres, async (t) => {
  const some = await someDatabase(t);
  const proxy = await tcpProxy(t, some.address);
  some.listen(proxy.address);
  await some.tellUntilHeard(7);
  proxy.blockThese();
  await some.tellUntilHeard(8);
});

test('closing does not wait for a connection that is silent', onPostgres, async (t) => {
  const some = await someDatabase(t);
  const proxy = await tcpProxy(t, some.address);
  const listener = some.listen(proxy.address);
  await some.tellUntilHeard(7);
  proxy.blockAll();
  await listener.close();
});

async function someDatabase(t: TestContext) {
  const address = await temporaryDatabase(t);
  const heard = new Set<number>();
  const teller = new pg.Client({ connectionString: address });
  await teller.connect();
  t.after(() => teller.end());
  const tell = (by: string, userId: number): Promise<unknown> =>
    teller.query('SELECT pg_notify($1 || current_schema(), $2)', [
      CHANGED_CHANNEL,
      notification(by, [userId]),
    ]);
  return {
    address,
    heard,
    tell,
    /** Notifications sent before a listener is connected are lost, so this one is repeated. */
    async tellUntilHeard(userId: number): Promise<void> {
      while (!heard.has(userId)) {
        await tell('other', userId);
        await setTimeout(TELL_AGAIN_MS);
      }
    },
    listen(from: string) {
      const listener = listenForChanges({
        address: from,
        nodeId: 'this',
        changed: (userIds) => {
          for (const userId of userIds) heard.add(userId);
        },
        probeEveryMs: 50,
        answerMs: 2_000,
      });
      t.after(() => listener.close());
      return listener;
    },
  };
}

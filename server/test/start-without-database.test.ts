// `courant serve` while its PostgreSQL is not available yet: it waits and says so, and ends at once when told to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, temporaryInstance } from './environment.ts';
import { isPostgresPacked, startPostgres } from './postgres.ts';
import { beginCourant, typeCommand } from './process.ts';
import { isOnPostgres } from './temporary-store.ts';

const onOwnPostgres = { skip: isOnPostgres && isPostgresPacked ? false : 'there is no PostgreSQL to stop' };

test(
  'a service that starts before its database waits for it, and meanwhile is alive and not ready',
  onOwnPostgres,
  async (t) => {
    const server = await startPostgres();
    t.after(server.stop);
    const environment: Environment = { ...(await temporaryInstance(t)), COURANT_DATABASE: server.address };
    await server.shutDown();
    const waiting = beginCourant(t, environment);
    const told = beginCourant(t, environment);
    const [, port] = await waiting.says(/"event":"not ready yet","port":(\d+)/);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal((await ask('/health/live')).status, 200);
    assert.equal((await ask('/health/ready')).status, 503);
    const refused = await ask('/api/v1/feeds');
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '5']);
    await waiting.says(/"event":"waiting for the database".*"reason":"connect ECONNREFUSED/);
    await told.says(/"event":"waiting for the database"/);
    assert.equal(await told.stop(), 0);
    assert.equal(told.out(), '');
    await server.startAgain();
    await waiting.says(/Courant is at/);
    await waiting.says(/"event":"the database is there"/);
    assert.equal((await ask('/health/ready')).status, 200);
    assert.equal((await ask('/api/v1/feeds')).status, 401);
    assert.equal(await waiting.stop(), 0);
  },
);

test('a service whose database does not exist ends with a sentence', {
  skip: isOnPostgres ? false : 'a file is made',
}, async (t) => {
  const environment = await temporaryInstance(t);
  const wrong = new URL(environment.COURANT_DATABASE ?? '');
  wrong.pathname = '/nowhere';
  const { code, err } = await typeCommand({ ...environment, COURANT_DATABASE: wrong.href }, ['serve']);
  assert.equal(code, 1);
  assert.match(err, /^(\{.*\}\n)*Cannot use the database: database "nowhere" does not exist\n$/);
});

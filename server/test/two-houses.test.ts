// Two nodes on one PostgreSQL are one instance: whatever is done at one holds at the other, at once.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endpoints } from '@courant/protocol';
import { endSession } from '../src/accounts/sessions.ts';
import { takeTry } from '../src/accounts/throttle.ts';
import { backUpDatabase } from '../src/store/backup/back-up.ts';
import { openStore } from '../src/store/open.ts';
import { StoreUnavailable } from '../src/store/store.ts';
import { browserClient } from './browser-client.ts';
import { posts } from './documents.ts';
import { fakeClock } from './fake-clock.ts';
import { follow, type TestHouse, testHouse } from './house.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { isOnPostgres, temporaryDatabase } from './temporary-store.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has one node', timeout: 600_000 };
/** What another node has not been told by then it is never told. */
const PATIENCE_MS = 60_000;

test('a mark at one node wakes an app that listens at the other', onPostgres, async (t) => {
  const [here, there] = await twoHouses(t);
  const ines = await here.signIn('ines');
  await follow(here, ines.client, 'https://a.example/feed', posts(1, 1));
  const { items } = await ines.client.items.list();
  const { cursor } = await ines.client.sync.changes();
  const response = await there.ask(
    `${endpoints.followEvents.path}?since=${cursor}`,
    bearer(ines.accessToken),
  );
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  assert.equal((await reader.read()).value, 'retry: 3000\n\n');
  let event: string | undefined;
  const coming = reader.read().then(({ value }) => {
    event = value;
  });
  // The other node's clock stands still, so it does not check by itself. It may not be listening yet, so the mark is repeated.
  const id = items[0]?.id ?? 0;
  for (const end = Date.now() + PATIENCE_MS; event === undefined && Date.now() < end; ) {
    await ines.client.items.markRead(id);
    await ines.client.items.markUnread(id);
  }
  assert.match(event ?? 'nothing', /^id: .*\nevent: changes\n/);
  await coming;
  await reader.cancel();
});

test('a session and a token of one node hold at the other, and end there too', onPostgres, async (t) => {
  const [here, there] = await twoHouses(t);
  const browser = await browserClient(here, 'ines');
  const otto = await here.signIn('otto');
  const asked = async (): Promise<number[]> => {
    const answers = [
      await there.ask('/api/v1/feeds', { headers: browser.headers() }),
      await there.ask('/api/v1/feeds', bearer(otto.accessToken)),
    ];
    return answers.map((answer) => answer.status);
  };
  assert.deepEqual(await asked(), [200, 200]);
  await endSession(here.house.accounts, browser.secret());
  assert.deepEqual(await asked(), [401, 200]);
  await otto.client.revoke();
  assert.deepEqual(await asked(), [401, 401]);
});

test('tries are counted together, however many are made at once', onPostgres, async (t) => {
  const stores = (await twoHouses(t)).map(({ house }) => house.accounts.store);
  const limit = { burst: 10, refillMs: 3_600_000 };
  const tries = Array.from({ length: 15 }, () =>
    stores.map((store) => store.write((tx) => takeTry(tx, 'sign-in', limit))),
  );
  const waits = await Promise.all(tries.flat());
  assert.equal(waits.filter((wait) => wait === undefined).length, limit.burst);
});

test('what may take its time is not ended by the limit of others', onPostgres, async (t) => {
  const address = new URL(await temporaryDatabase(t));
  for (const name of ['statement_timeout', 'query_timeout']) address.searchParams.set(name, '4000');
  const store = await openStore(address.href, fakeClock());
  t.after(() => store.close());
  // A limit of 4 s is long enough for a busy machine to begin a transaction.
  const write = (isLong: boolean) =>
    store.write((tx) => tx.all({ text: 'SELECT pg_sleep(4.5)', values: [] }), { isLong });
  await assert.rejects(write(false), StoreUnavailable);
  await write(true);
});

test('nor is a backup, which counts the rows of every table', onPostgres, async (t) => {
  const address = new URL(await temporaryDatabase(t));
  const store = await openStore(address.href, fakeClock());
  t.after(() => store.close());
  const locked = Promise.withResolvers<void>();
  // As long as counting takes if there are very many.
  const counting = store.write(async (tx) => {
    await tx.run({ text: 'LOCK TABLE items', values: [] });
    locked.resolve();
    await tx.all({ text: 'SELECT pg_sleep(4.5)', values: [] });
  });
  await locked.promise;
  for (const name of ['statement_timeout', 'query_timeout']) address.searchParams.set(name, '4000');
  const folder = temporaryFolder(t);
  const { tables } = await backUpDatabase({ from: address.href, to: `${folder}/` }, fakeClock());
  assert.ok(tables > 30, `${tables} tables`);
  await counting;
});

async function twoHouses(t: TestContext): Promise<[TestHouse, TestHouse]> {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t), COURANT_RATE_LIMITS: 'off' };
  return [await testHouse(t, environment), await testHouse(t, environment)];
}

function bearer(accessToken: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${accessToken}` } };
}

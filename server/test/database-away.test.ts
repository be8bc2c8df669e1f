// PostgreSQL restarts, hangs or is slow while a house is open: callers are told to come back, and everything recovers by itself.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isReady } from '../src/library/readiness.ts';
import { posts, rss } from './documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from './house.ts';
import { isPostgresPacked, startPostgres } from './postgres.ts';
import { tcpProxy } from './tcp-proxy.ts';
import { isOnPostgres, temporaryDatabase } from './temporary-store.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file does not go away' };
const onOwnPostgres = { skip: isOnPostgres && isPostgresPacked ? false : 'there is no PostgreSQL to stop' };

const HOUR = 3_600_000;
/** Whatever has not happened by then never will. */
const PATIENCE_MS = 60_000;
/** How long the house waits for an answer, and how long a statement may run: longer than any takes here on a busy machine. */
const SHORT_LIMIT_MS = 4_000;
const url = 'https://a.example/feed';

test(
  'a database that restarts takes nothing along that was acknowledged, and all goes on by itself',
  onOwnPostgres,
  async (t) => {
    const server = await startPostgres();
    t.after(server.stop);
    const { house, ines } = await someHouse(t, server.address);
    // Its next visit is due after a little more than a day.
    await house.clock.advance(25 * HOUR);
    house.house.library.crawler.start();
    const begun = Promise.withResolvers<void>();
    const marking = markAll(ines, begun.resolve);
    await begun.promise;
    await server.shutDown();
    const acknowledged = await marking;
    assert.ok(acknowledged.size > 0);
    await assertAway(house, ines);
    house.web.serve(url, rss('Feed', posts(1, 41)));
    // It falls due while there is no database: the site is not visited.
    const asked = house.web.requests.length;
    await house.clock.advance(4 * HOUR);
    assert.equal(house.web.requests.length, asked);
    await server.startAgain();
    const { items } = await ines.client.items.list({ limit: 200 });
    for (const { id, read } of items) if (acknowledged.has(id)) assert.ok(read, `item ${id} was marked`);
    await house.clock.advance(60_000);
    assert.equal(await countBeyond(house, ines, items.length), items.length + 1);
  },
);

test('a database that hangs keeps nobody waiting for longer than the limit', onPostgres, async (t) => {
  const proxy = await tcpProxy(t, await temporaryDatabase(t));
  const { house, ines } = await someHouse(t, withLimit(proxy.address, SHORT_LIMIT_MS));
  proxy.blockAll();
  await assertAway(house, ines);
  proxy.unblock();
  // The other connections are closed with the one that did not answer, a moment after the failure is reported.
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  assert.equal((await house.ask('/api/v1/feeds', bearer(ines))).status, 200);
});

test(
  'whether it is ready is answered in two seconds by a service whose database hangs',
  onPostgres,
  async (t) => {
    const proxy = await tcpProxy(t, await temporaryDatabase(t));
    const { house } = await someHouse(t, withLimit(proxy.address, PATIENCE_MS));
    assert.equal((await house.ask('/health/ready')).status, 200);
    proxy.blockAll();
    const waits: { delayMs: number; end: () => void }[] = [];
    // The clock of tests waits for databases.
    const ready = isReady(house.house.library, {
      ...house.clock,
      after(delayMs, end) {
        waits.push({ delayMs, end });
        return () => waits.pop();
      },
    });
    assert.deepEqual(
      waits.map(({ delayMs }) => delayMs),
      [2_000],
    );
    waits[0]?.end();
    assert.equal(await ready, false);
    assert.deepEqual(waits, []);
  },
);

test('a statement that is too slow is ended, and told as such', onPostgres, async (t) => {
  const { house, ines } = await someHouse(t, withLimit(await temporaryDatabase(t), 20_000, SHORT_LIMIT_MS));
  // Another session locks what everybody needs.
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const other = house.house.library.store.write(async (tx) => {
    await tx.run({ text: 'LOCK TABLE change_counters', values: [] });
    locked.resolve();
    await free.promise;
  });
  t.after(() => free.resolve());
  await locked.promise;
  const mark = () =>
    house.ask('/api/v1/groups/create', {
      method: 'POST',
      body: new URLSearchParams({ title: 'One' }),
      ...bearer(ines),
    });
  const refused = await mark();
  assert.deepEqual([refused.status, refused.headers.has('Retry-After')], [503, true]);
  free.resolve();
  await other;
  assert.equal((await mark()).status, 200);
});

async function someHouse(t: TestContext, address: string): Promise<{ house: TestHouse; ines: SignedIn }> {
  const house = await testHouse(t, { COURANT_DATABASE: address, COURANT_RATE_LIMITS: 'off' });
  const ines = await house.signIn('ines');
  await follow(house, ines.client, url, posts(1, 40));
  return { house, ines };
}

/** Marks one item after the other until that fails; returns those that were acknowledged. */
async function markAll({ client }: SignedIn, begun: () => void): Promise<Set<number>> {
  const acknowledged = new Set<number>();
  const { items } = await client.items.list({ limit: 200 });
  for (;;) {
    for (const { id } of items) {
      try {
        await client.items.markRead(id);
        acknowledged.add(id);
        if (acknowledged.size === 10) begun();
      } catch {
        return acknowledged;
      }
    }
  }
}

/** Waits until there are more than `count` items and returns how many: documents are read in a thread, which takes its time. */
async function countBeyond({ clock }: TestHouse, { client }: SignedIn, count: number): Promise<number> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const { items } = await client.items.list({ limit: 200 });
    if (items.length > count || Date.now() > end) return items.length;
    await clock.settle();
  }
}

async function assertAway(house: TestHouse, ines: SignedIn): Promise<void> {
  const { status, headers } = await house.ask('/api/v1/feeds', bearer(ines));
  assert.equal(status, 503);
  assert.match(headers.get('Retry-After') ?? '', /^\d+$/);
}

function bearer({ accessToken }: SignedIn): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${accessToken}` } };
}

/** Adds limits for the driver and the server to an address, in the way that an operator may write them. */
function withLimit(address: string, answerMs: number, statementMs = answerMs): string {
  const limited = new URL(address);
  limited.searchParams.set('query_timeout', String(answerMs));
  limited.searchParams.set('statement_timeout', String(statementMs));
  return limited.href;
}

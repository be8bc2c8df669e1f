// What the service reports about itself: numbers that are right, and nothing about any person.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { openEvents } from '../events.ts';
import { restHost } from '../store/sources/hosts.ts';
import { keepSchedule } from '../store/sources/schedules.ts';
import { sql } from '../store/sql.ts';
import { type Store, StoreUnavailable, type WriteTx } from '../store/store.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { type Metrics, openMetrics } from './metrics.ts';

function metricsFor(t: TestContext, clock = fakeClock()): Metrics {
  const metrics = openMetrics({ clock, version: '9.9.9' });
  t.after(() => metrics.close());
  return metrics;
}

const listener = { changed() {}, closed() {} };

test('answers are counted by protocol and status, with how long they took', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  for (const ms of [1, 3, 40]) metrics.served({ door: 'fervor', method: 'GET', status: 200, ms });
  metrics.served({ door: 'pages', method: 'POST', status: 303, ms: 7 });
  const text = await metrics.write({ store, events: openEvents() });
  assert.match(text, /^courant_http_requests_total\{door="fervor",method="GET",status="200"\} 3$/m);
  assert.match(text, /^courant_http_requests_total\{door="pages",method="POST",status="303"\} 1$/m);
  assert.match(text, /^courant_http_request_duration_seconds_bucket\{door="fervor",le="0.005"\} 2$/m);
  assert.match(text, /^courant_http_request_duration_seconds_sum\{door="fervor"\} 0.044$/m);
  assert.match(text, /^courant_build_info\{version="9.9.9"\} 1$/m);
});

/** A feed, and when it is to be visited. */
async function someVisits(
  tx: WriteTx,
  userId: number,
  visits: { name: string; hostId: number; nextVisitAt: number | undefined; failures?: number },
): Promise<void> {
  const { name, hostId, nextVisitAt, failures = 0 } = visits;
  const { sourceId } = await someFeed(tx, userId, { url: `https://${name}.example/feed`, count: 1 });
  const never = { plannedAt: undefined, lastVisitAt: undefined };
  await keepSchedule(tx, { sourceId, hostId, nextVisitAt, failures, ...never });
}

test('it says how late the most overdue visit is, how many are due, and how many sources fail', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    for (const [name, inMs, failures] of [
      ['late', -90_000, 2],
      ['later', -30_000, 0],
      ['soon', 60_000, 1],
      ['never', undefined, 5],
    ] as const) {
      const nextVisitAt = inMs === undefined ? undefined : tx.now + inMs;
      await someVisits(tx, userId, { name, hostId: 1, nextVisitAt, failures });
    }
  });
  const text = await metrics.write({ store, events: openEvents() });
  assert.match(text, /^courant_queue_lateness_seconds 90$/m);
  assert.match(text, /^courant_sources 3$/m);
  assert.match(text, /^courant_sources_due 2$/m);
  assert.match(text, /^courant_sources_failing 2$/m);
  assert.match(text, /^courant_schema_version \d+$/m);
  assert.match(text, /^courant_database_bytes [1-9]\d+$/m);
  assert.doesNotMatch(text, /example|ines/);
});

test('a visit that waits because its site has asked for a pause is not late, and counts from its end', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    await someVisits(tx, userId, { name: 'open', hostId: 1, nextVisitAt: tx.now - 60_000 });
    await someVisits(tx, userId, { name: 'resting', hostId: 2, nextVisitAt: tx.now - 10_800_000 });
    await restHost(tx, 2, { backoffUntil: tx.now + 3_600_000 });
  });
  const lateness = async (): Promise<string | undefined> => {
    const text = await metrics.write({ store, events: openEvents() });
    return /^courant_queue_lateness_seconds (.*)$/m.exec(text)?.[1];
  };
  assert.equal(await lateness(), '60');
  await store.write((tx) => tx.run(sql`DELETE FROM schedules WHERE host_id = 1`));
  await clock.advance(600_000);
  assert.equal(await lateness(), '0');
  await clock.advance(3_100_000);
  assert.equal(await lateness(), '100');
});

test('the database is not asked more often than every ten seconds, however often somebody looks', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  let asked = 0;
  const counting: Store = {
    ...store,
    read(fn) {
      asked++;
      return store.read(fn);
    },
  };
  for (let times = 0; times < 3; times++) await metrics.write({ store: counting, events: openEvents() });
  assert.equal(asked, 1);
  await clock.advance(10_000);
  await metrics.write({ store: counting, events: openEvents() });
  assert.equal(asked, 2);
  clock.set(clock.now() - 3_600_000);
  await metrics.write({ store: counting, events: openEvents() });
  assert.equal(asked, 3, 'also if the clock was an hour ahead');
});

test('a database that is away is told as such, and the rest all the same', async (t) => {
  const metrics = metricsFor(t);
  const away = async (): Promise<never> => {
    throw new StoreUnavailable('Cannot reach the database');
  };
  const store = metrics.measure({ read: away, write: away, close: async () => {} });
  await assert.rejects(store.write(async () => {}));
  const text = await metrics.write({ store, events: openEvents() });
  assert.match(text, /^courant_database_up 0$/m);
  assert.match(text, /^courant_store_unavailable_total\{kind="write"\} 1$/m);
  assert.doesNotMatch(text, /courant_queue_lateness/);
  assert.match(text, /^process_resident_memory_bytes [1-9]\d+$/m);
});

test('a database that hangs is told as away before Prometheus gives up, and asked again later', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  let hangs = true;
  const hanging: Store = { ...store, read: (fn) => (hangs ? new Promise(() => {}) : store.read(fn)) };
  const write = () => metrics.write({ store: hanging, events: openEvents() });
  let text = '';
  void write().then((written) => {
    text = written;
  });
  await clock.advance(5_000);
  assert.match(text, /^courant_database_up 0$/m);
  assert.match(text, /^process_resident_memory_bytes [1-9]\d+$/m);
  hangs = false;
  await clock.advance(5_000);
  assert.match(await write(), /^courant_database_up 1$/m);
  assert.equal(clock.pending, 0);
});

test('transactions are measured, those that wait are told, and their results come through', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const opened = await temporaryStore(t, clock);
  const store = metrics.measure(opened.store);
  const row = await store.read((tx) => tx.get<{ one: number }>(sql`SELECT 1 AS one`));
  assert.equal(row?.one, 1);
  await assert.rejects(
    store.write(async () => {
      throw new Error('a bug');
    }),
    /a bug/,
  );
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = store.write(async () => {
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const meanwhile = await metrics.write({ store: opened.store, events: openEvents() });
  assert.match(meanwhile, /^courant_store_transactions_under_way\{kind="write"\} 1$/m);
  await clock.advance(2_000);
  goOn.resolve();
  await slow;
  const text = await metrics.write({ store: opened.store, events: openEvents() });
  assert.match(text, /^courant_store_transactions_under_way\{kind="write"\} 0$/m);
  assert.match(text, /^courant_store_transaction_duration_seconds_count\{kind="write"\} 2$/m);
  assert.match(text, /^courant_store_transaction_duration_seconds_sum\{kind="write"\} 2$/m);
  assert.match(text, /^courant_store_transaction_duration_seconds_count\{kind="read"\} 1$/m);
});

test('open streams and those who wait for news are counted, and forgotten when they end', async (t) => {
  const clock = fakeClock();
  const metrics = metricsFor(t, clock);
  const { store } = await temporaryStore(t, clock);
  const events = openEvents();
  const stops = [
    events.listen(1, { ...listener }),
    events.listen(1, { ...listener }),
    events.listen(2, { ...listener }),
  ];
  const open = await metrics.write({ store, events });
  assert.match(open, /^courant_event_streams 3$/m);
  assert.match(open, /^courant_change_waiters 2$/m);
  for (const stop of stops) stop();
  assert.match(await metrics.write({ store, events }), /^courant_event_streams 0$/m);
});

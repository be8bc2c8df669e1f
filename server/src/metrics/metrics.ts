// What the service counts about itself for its operator: how much, how long, how late. Never who, and never which feed.
import { type Clock, inTime } from '../clock.ts';
import type { OutcomeKind } from '../model/visit.ts';
import { type Gauges, readGauges } from '../store/gauges.ts';
import { measuredStore } from '../store/measured.ts';
import type { Pool, Store } from '../store/store.ts';
import { openRuntime } from './runtime.ts';
import { type Count, openRegistry, type Reading, type Registry, type Times } from './text.ts';

/** In seconds: from the time for a page of a list to longer than anybody waits. */
const REQUEST_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TRANSACTION_BOUNDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 20];
/** More frequent requests get the same figures of the database again: counting costs it work. */
const GAUGES_TTL_MS = 10_000;
/** Prometheus waits for ten seconds, and without an answer it learns only that the node is silent. A store that hangs takes twenty. */
const GAUGES_WITHIN_MS = 5_000;

export interface Metrics {
  /** A request was answered. `door`: the protocol that it spoke. */
  served(answer: { door: string; method: string; status: number; ms: number }): void;
  visited(visit: { outcome: OutcomeKind; newPosts: number }): void;
  /** The same store, with its transactions measured. */
  measure(store: Store): Store;
  /** Everything, in the format of Prometheus. */
  write(house: Measured): Promise<string>;
  close(): void;
}

/** What is looked up at each request for the metrics. */
interface Measured {
  store: Store;
  events: { listeners(): { streams: number; users: number } };
}

export function openMetrics({ clock, version }: { clock: Clock; version: string }): Metrics {
  const registry = openRegistry();
  const { requests, durations, visits, posts, transactions, failed } = countersOf(registry);
  const answers = new Map<string, { count: Count; times: Times }>();
  const took = { read: transactions.of({ kind: 'read' }), write: transactions.of({ kind: 'write' }) };
  const underWay = { read: 0, write: 0 };
  const gauges = recent(clock, readGauges);
  const runtime = openRuntime();
  return {
    served({ door, method, status, ms }) {
      const key = `${door} ${method} ${status}`;
      const known = answers.get(key) ?? {
        count: requests.of({ door, method, status }),
        times: durations.of({ door }),
      };
      answers.set(key, known);
      known.count.add();
      known.times.observe(ms / 1000);
    },
    visited({ outcome, newPosts }) {
      visits.of({ outcome }).add();
      posts.add(newPosts);
    },
    measure: (store) =>
      measuredStore(store, clock, {
        begun: (kind) => void underWay[kind]++,
        ended(kind, { ms, isAway }) {
          underWay[kind]--;
          took[kind].observe(ms / 1000);
          if (isAway) failed.of({ kind }).add();
        },
      }),
    async write({ store, events }) {
      // Read first, so that the transaction of this reading is not counted.
      const waiting = { ...underWay };
      const found = await gauges(store);
      return registry.write([
        ...houseReadings({ version, waiting, listeners: events.listeners(), pool: store.pool?.() }),
        gauge('courant_database_up', 'Whether the database answers.', [{ value: found ? 1 : 0 }]),
        ...(found ? databaseReadings(found, clock.now()) : []),
        ...runtime.read(),
      ]);
    },
    close: runtime.close,
  };
}

/** What is counted as it happens. */
function countersOf(registry: Registry) {
  return {
    requests: registry.counter('courant_http_requests_total', 'Requests answered, by protocol and status.'),
    durations: registry.histogram(
      'courant_http_request_duration_seconds',
      'From a request to its answer; for a stream, to its beginning.',
      REQUEST_BOUNDS,
    ),
    visits: registry.counter('courant_crawl_visits_total', 'Visits to sources, by outcome.'),
    posts: registry.counter('courant_crawl_new_posts_total', 'New posts that visits have found.').of({}),
    transactions: registry.histogram(
      'courant_store_transaction_duration_seconds',
      'Transactions of the API, from request to commit, waiting included.',
      TRANSACTION_BOUNDS,
    ),
    failed: registry.counter(
      'courant_store_unavailable_total',
      'Transactions that could not reach the database.',
    ),
  };
}

/** Reads at most once in GAUGES_TTL_MS. Undefined: the database does not answer, or not in time. */
function recent(
  clock: Clock,
  read: (store: Store) => Promise<Gauges>,
): (store: Store) => Promise<Gauges | undefined> {
  let last: { at: number; found: Promise<Gauges | undefined> } | undefined;
  return (store) => {
    const now = clock.now();
    // A time to come is from a clock that was ahead.
    if (!last || Math.abs(now - last.at) >= GAUGES_TTL_MS)
      last = { at: now, found: inTime(clock, GAUGES_WITHIN_MS, read(store)).catch(() => undefined) };
    return last.found;
  };
}

interface HouseState {
  version: string;
  waiting: { read: number; write: number };
  listeners: { streams: number; users: number };
  pool: Pool | undefined;
}

function houseReadings({ version, waiting, listeners, pool }: HouseState): Reading[] {
  return [
    gauge('courant_build_info', 'The version of this node.', [{ labels: { version }, value: 1 }]),
    gauge('courant_event_streams', 'Open event streams.', [{ value: listeners.streams }]),
    gauge('courant_change_waiters', 'Users who are notified of changes at once.', [
      { value: listeners.users },
    ]),
    gauge('courant_store_transactions_under_way', 'Transactions that are running or waiting.', [
      { labels: { kind: 'read' }, value: waiting.read },
      { labels: { kind: 'write' }, value: waiting.write },
    ]),
    ...(pool
      ? [
          gauge(
            'courant_store_connections',
            'Connections to PostgreSQL, and transactions that wait for one.',
            [
              { labels: { state: 'busy' }, value: pool.busy },
              { labels: { state: 'idle' }, value: pool.idle },
              { labels: { state: 'waited-for' }, value: pool.waiting },
            ],
          ),
        ]
      : []),
  ];
}

/** Figures for the whole instance: every node reports the same. */
function databaseReadings(found: Gauges, now: number): Reading[] {
  const { lateSince } = found;
  const lateMs = lateSince === undefined ? 0 : Math.max(0, now - lateSince);
  return [
    gauge('courant_schema_version', 'Version of the schema: the number of migrations applied.', [
      { value: found.schemaVersion },
    ]),
    gauge('courant_database_bytes', 'Size of the database.', [{ value: found.databaseBytes }]),
    gauge('courant_sources', 'Sources that are visited.', [{ value: found.sources }]),
    gauge('courant_sources_due', 'Sources whose visit is due, even if their site has asked for a pause.', [
      { value: found.sourcesDue },
    ]),
    gauge('courant_sources_failing', 'Sources whose last visits failed.', [{ value: found.sourcesFailing }]),
    gauge(
      'courant_queue_lateness_seconds',
      'How late the most overdue visit is, without pauses that its site has asked for.',
      [{ value: lateMs / 1000 }],
    ),
  ];
}

function gauge(name: string, help: string, values: Reading['values']): Reading {
  return { name, help, kind: 'gauge', values };
}

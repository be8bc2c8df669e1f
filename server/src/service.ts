// Builds the house from its rooms, opens its doors, and closes it again.
import type { AccountsOptions } from './accounts/options.ts';
import { openSetUp } from './accounts/set-up.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Crawler } from './crawler/crawler.ts';
import { openCrawlerThread } from './crawler/crawler-thread.ts';
import { type Events, openEvents } from './events.ts';
import { type App, openApp } from './http/app.ts';
import { type Listener, listen } from './http/listen.ts';
import { openMetricsDoor } from './http/metrics/routes.ts';
import { aboutBotPath } from './http/pages/paths.ts';
import { openImageAddresses } from './library/image-addresses.ts';
import type { Library } from './library/library.ts';
import { openImports } from './library/transfer/runner.ts';
import type { Log } from './log.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { openPeople } from './people.ts';
import { openDoors, openWaiting } from './service/doors.ts';
import { openSiteWaits } from './service/site-waits.ts';
import { sweepRegularly } from './service/sweep.ts';
import { untilThere } from './service/until-there.ts';
import { takeOver } from './store/duties.ts';
import { openStore } from './store/open.ts';
import { type Store, StoreUnavailable } from './store/store.ts';
import { version } from './version.ts';

export { backUpDatabase } from './store/backup/back-up.ts';
export { namesFolder } from './store/backup/places.ts';
export { restoreDatabase } from './store/backup/restore.ts';
export { copyDatabase } from './store/copy/copy-database.ts';
export type { CopyProgress } from './store/copy/copy-store.ts';

/** How long proxies and people have to receive the answer under way; with the crawler's share it stays below 10 s. */
const CLOSING_GRACE_MS = 5_000;
/** The part of it that sites have to answer. The rest is for telling people who wait for a site to try again. */
const SITES_GRACE_MS = 4_000;
/** Log lines are gathered for a shorter time than this. */
const LOG_GRACE_MS = 50;

/** `api` does not visit sources on its own, `crawler` answers only questions about its health. */
export const roles = ['api', 'crawler'] as const;
type Role = (typeof roles)[number];

interface HouseOptions {
  config: Config;
  log: Log;
  clock: Clock;
  /** The address at which people reach the instance; default: from the settings. */
  publicUrl?: string;
  /** Which part of the work this node does; default: all of it. */
  role?: Role;
  /** Where no instance is, that is an error, instead of one being made. */
  mustBeThere?: boolean;
  /** An earlier schema is an error instead of being updated: a node of that version may be running. */
  leavesSchema?: boolean;
  /** Where the house counts what it does. */
  metrics?: Metrics;
  /** Makes the crawler; default: one in a thread of its own. */
  openCrawler?: (store: Store) => Crawler;
}

export interface House {
  app: App;
  accounts: AccountsOptions;
  library: Library;
  /** Tells everybody who waits for a site that the house closes. */
  letGo(): void;
  close(): Promise<void>;
}

/** Opens the store and the rooms above it. Nothing listens yet, and the crawler makes no rounds until it is started. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { config, clock } = options;
  const publicUrl = options.publicUrl ?? config.publicUrl ?? `http://${hostAndPort(config.listen)}`;
  const events = openEvents();
  const people = openPeople(clock);
  const { mustBeThere = false, leavesSchema } = options;
  const beforeUpdate = leavesSchema ? refuseUpdate : tellOfUpdate(options);
  const hooks = { changed: events.changed, people, mustBeThere, beforeUpdate };
  const opened = await openStore(config.database, clock, hooks);
  const store = options.metrics?.measure(opened) ?? opened;
  const images = await openImageAddresses(store).catch(closing(store));
  const crawler =
    options.openCrawler?.(store) ?? openThread(options, { publicUrl, events, people: people.memory });
  const imports = openImports({
    store,
    crawler,
    clock,
    failed: (what, error) => options.log.error(what, { error }),
  });
  // Nobody waits for imports: they stop when the crawler has stopped, and continue when the service is started again.
  const waits = openSiteWaits(crawler);
  const library: Library = { store, crawler: waits.crawler, events, imports, images };
  const accounts: AccountsOptions = {
    store,
    clock,
    publicUrl,
    accessTokenTtlMs: config.accessTokenTtlSeconds * 1000,
    passwordGrant: config.passwordGrant,
    hardened: config.hardened,
    rateLimits: config.rateLimits,
    audit: (event, facts) => options.log.info(event, facts),
  };
  return {
    app: openDoors(options, { library, accounts, publicUrl, people }),
    accounts,
    library,
    letGo: waits.letGo,
    async close() {
      events.close();
      await Promise.all([imports.close(), crawler.close()]);
      await store.close();
    },
  };
}

/** A house at work: it serves people and apps, and the crawler makes its rounds. */
export interface Service {
  url: string;
  /** Opens the set-up page as long as there is no account. */
  setUpToken: string | undefined;
  close(): Promise<void>;
}

/**
 * Listens, opens the house and starts the crawler. Rejects with a sentence if the address is taken or the database cannot be used;
 * a database that does not answer is waited for.
 */
export async function serveHouse(options: HouseOptions): Promise<Service> {
  const { config, log } = options;
  const metrics = config.metrics && openMetrics({ clock: options.clock, version });
  const { listener, counted } = await listenFor(config, log);
  const publicUrl = config.publicUrl ?? `http://${hostAndPort({ ...config.listen, port: listener.port })}`;
  const waiting = openWaiting(options);
  const { house, setUpToken } = await untilThere(
    () => openToWork({ ...options, publicUrl, ...(metrics && { metrics }) }),
    {
      ...options,
      isLate() {
        log.warn('not ready yet', { port: listener.port });
        for (const each of [listener, counted]) each?.serve(waiting);
      },
    },
  ).catch(async (error: unknown) => {
    metrics?.close();
    await Promise.all([listener.close(0), counted?.close(0)]);
    throw error;
  });
  if (metrics) counted?.serve(openMetricsApp(options, { metrics, library: house.library }));
  listener.serve(house.app);
  if (options.role !== 'api') house.library.crawler.start();
  const stopSweeping = sweepRegularly(house, options);
  const { port } = listener;
  log.info('serving', { url: publicUrl, port, version, ...(counted && { metricsPort: counted.port }) });
  return {
    url: publicUrl,
    setUpToken,
    async close() {
      log.info('closing');
      stopSweeping();
      // Streams never end by themselves, and the listener waits for requests under way.
      house.library.events.close();
      const cancel = options.clock.after(SITES_GRACE_MS, house.letGo);
      await Promise.all([listener.close(CLOSING_GRACE_MS), counted?.close(0)]);
      cancel();
      metrics?.close();
      await house.close();
      log.info('closed');
    },
  };
}

/** Opens the house and does all that must be done before the first request. */
async function openToWork(options: HouseOptions): Promise<{ house: House; setUpToken: string | undefined }> {
  const house = await openHouse(options);
  const { store, imports } = house.library;
  const begin = async () => {
    await store.write(takeOver);
    await imports.start();
    return { house, setUpToken: await openSetUp(house.accounts) };
  };
  return begin().catch(closing(house));
}

/** Closes what is open already, and passes the error on. */
function closing(opened: { close(): Promise<void> }): (error: unknown) => Promise<never> {
  return async (error) => {
    await opened.close();
    throw error;
  };
}

/** Listens at both addresses, or rejects with a sentence and listens at neither. */
async function listenFor(
  { listen: address, metrics, trustProxy }: Config,
  log: Log,
): Promise<{ listener: Listener; counted?: Listener }> {
  const proxySetting = 'COURANT_TRUST_PROXY';
  const listener = await listen({ ...address, setting: 'COURANT_LISTEN', trustProxy, proxySetting, log });
  try {
    if (!metrics) return { listener };
    const counted = await listen({ ...metrics, setting: 'COURANT_METRICS', trustProxy: false, log });
    return { listener, counted };
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

/** Has its own address, so that no proxy exposes it to the world by mistake. */
function openMetricsApp(
  { log, clock }: HouseOptions,
  { metrics, library }: { metrics: Metrics; library: Library },
): App {
  return openApp({
    // The same request several times a minute is not worth `info`.
    log: { ...log, info: log.debug },
    clock,
    isUnavailable: (error) => error instanceof StoreUnavailable,
    doors: [openMetricsDoor(() => metrics.write(library))],
  });
}

/** Logs what is about to be done, and leaves time to write it: while the schema of a file is updated, this thread does nothing else. */
function tellOfUpdate({ log, clock }: HouseOptions): (steps: readonly string[]) => Promise<void> {
  return (steps) => {
    log.info('updating the schema', { steps });
    return new Promise((resolve) => clock.after(LOG_GRACE_MS, resolve));
  };
}

async function refuseUpdate(): Promise<never> {
  throw new Error(
    'Cannot use the database: its schema is of an earlier version; stop every node of that, and start this one or give `courant database migrate`',
  );
}

/** Brings the schema up to date and names the migrations that were applied. */
export async function migrateStore(config: Config, clock: Clock): Promise<readonly string[]> {
  const store = await openStore(config.database, clock);
  await store.close();
  return store.migrated;
}

function openThread(
  { config, log, clock, metrics }: HouseOptions,
  { publicUrl, events, people }: { publicUrl: string; events: Events; people: SharedArrayBuffer },
): Crawler {
  return openCrawlerThread({
    // The thread has its own store, so the house must be told of its commits.
    changed: events.changed,
    ...(metrics && { visited: metrics.visited }),
    settings: {
      database: config.database,
      people,
      fetchAllow: config.fetchAllow,
      imageCacheBytes: config.imageCacheBytes,
      publicUrl,
      agent: { product: `Courant/${version}`, contactUrl: publicUrl + aboutBotPath },
      logLevel: config.logLevel,
    },
    log,
    clock,
  });
}

function hostAndPort({ host, port }: { host: string; port: number }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

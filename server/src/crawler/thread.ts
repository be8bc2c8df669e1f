// The program of the crawler's thread: opens its own store, web and readers, and carries out orders.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { nodeClock } from '../clock.ts';
import { openIdleMemory } from '../idle-memory.ts';
import { logFrom } from '../log.ts';
import { type AllowList, parseAllowList } from '../net/allowed-addresses.ts';
import { openWeb } from '../net/web.ts';
import { openPeople } from '../people.ts';
import { openStore } from '../store/open.ts';
import { StoreUnavailable } from '../store/store.ts';
import { type Crawler, openCrawler } from './crawler.ts';
import { userAgent } from './equipment.ts';
import { giveWay, giving } from './give-way.ts';
import { keepLeases } from './keep-leases.ts';
import { openReadingPool } from './reading/reading-pool.ts';
import type { Order, Report, ThreadSettings } from './thread-messages.ts';
import { pushUrlOf } from './websub/push-url.ts';

if (!parentPort) throw new Error('This program runs in a thread of the house only');
giveWay(giving.crawler);
await run(parentPort, workerData as ThreadSettings);

async function run(port: MessagePort, settings: ThreadSettings): Promise<void> {
  const { database, fetchAllow, imageCacheBytes, publicUrl, agent } = settings;
  const pushUrl = pushUrlOf(publicUrl);
  const tell = (report: Report): void => port.postMessage(report);
  const clock = nodeClock();
  const people = openPeople(clock, settings.people);
  const store = await openStore(database, clock, { doesChores: true, tendsLog: true, people });
  const web = openWeb({ allow: allowList(fetchAllow), userAgent: userAgent(agent), clock });
  const pool = openReadingPool({ clock });
  // The main thread writes the one log: lines of two threads would get mixed up.
  const log = logFrom(settings.logLevel, (level, event, facts) => tell({ kind: 'log', level, event, facts }));
  const idle = openIdleMemory(clock);
  const crawler = openCrawler({
    store,
    web,
    read: pool.read,
    extract: pool.extract,
    clock,
    chance: Math.random,
    log,
    agent,
    ...(pushUrl !== undefined && { pushUrl }),
    findsIcons: true,
    imageCacheBytes,
    arePeopleHere: people.areHere,
    changed: (userIds) => tell({ kind: 'changed', userIds }),
    visited(visit) {
      idle.worked();
      tell({ kind: 'visited', visit });
    },
  });
  // Loading the program has left garbage behind.
  idle.worked();
  const stopKeeping = keepLeases(crawler, { clock, log });
  const close = async (): Promise<void> => {
    await crawler.close();
    stopKeeping();
    idle.close();
    await web.close();
    await pool.close();
    await store.close();
  };
  port.on('message', async (order: Order) => {
    tell(await reportOn(order, { ...crawler, close }));
    // The port is the last thing that keeps the thread alive.
    if (order.call === 'close') port.close();
  });
}

async function reportOn({ id, call, args }: Order, crawler: Crawler): Promise<Report> {
  const method = crawler[call] as (...given: readonly unknown[]) => unknown;
  try {
    return { kind: 'answer', id, value: await method(...args) };
  } catch (error) {
    return { kind: 'failure', id, error, isAway: error instanceof StoreUnavailable };
  }
}

function allowList(text: string): AllowList {
  const list = parseAllowList(text);
  if ('mistakes' in list)
    throw new Error(`Cannot read the list of allowed addresses: ${list.mistakes.join('; ')}`);
  return list;
}

// How long an app waits for the API while every feed is refreshed, and while none is: in the same process, one after the other.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../server/src/clock.ts';
import { openStore } from '../../server/src/store/open.ts';
import { type Call, startApp, type Waits, waitsOf } from './app.ts';
import { type Spread, spreadOf } from './figures.ts';
import type { Workload } from './hosts.ts';
import {
  type Peak,
  type Progress,
  progressOf,
  type Resources,
  resourcesOf,
  startInstance,
  watchMemory,
} from './instance.ts';
import { planAll, seed } from './seed.ts';

/** The service and the app warm up before anything counts. */
const WARM_MS = 5_000;
const QUIET_MS = 20_000;
/** The time limit of a refresh. */
const LONGEST_MS = 180_000;
/** Time for the service and the app to start. */
const START_MS = 5_000;
const LOOK_EVERY_MS = 250;

export interface Latency {
  workload: Workload;
  hosts: number;
  visitsPerSecond: number;
  quiet: Answers;
  refreshing: Answers;
  atRest: Resources;
  memory: Peak;
}

export interface Answers extends Waits {
  all: Spread;
}

interface LatencyOptions {
  workload: Workload;
  hosts: number;
  port: number;
  folder: string;
  profile?: string | undefined;
}

export async function measureLatency(options: LatencyOptions): Promise<Latency> {
  const { workload, hosts, port, folder } = options;
  const database = `file:${folder}/latency.db`;
  await seed({ database, workload, hosts, port });
  const store = await openStore(database, systemClock);
  const dueAt = Date.now() + START_MS + WARM_MS + QUIET_MS;
  await planAll(store, dueAt);
  const instance = await startInstance({
    database,
    logFile: `${folder}/service.log`,
    profile: options.profile,
  });
  const app = await startApp(instance.url);
  const peakOf = watchMemory(instance);
  const warmAt = Date.now() + WARM_MS;
  await pause(dueAt - Date.now());
  const atRest = resourcesOf(instance);
  let progress: Progress;
  for (progress = await progressOf(store); progress.visits < hosts; progress = await progressOf(store)) {
    if (Date.now() > dueAt + LONGEST_MS) throw new Error(`Cannot measure: only ${progress.visits} visits`);
    await pause(LOOK_EVERY_MS);
  }
  const endedAt = dueAt + progress.seconds * 1_000;
  const memory = peakOf();
  const calls = await app.end();
  await instance.end();
  await store.close();
  rmSync(`${folder}/latency.db`);
  if (progress.failed > 0)
    throw new Error(`Cannot measure: ${progress.failed} visits failed: ${progress.failure}`);
  const between = (from: number, to: number): Call[] => calls.filter(({ at }) => at >= from && at < to);
  return {
    workload,
    hosts,
    visitsPerSecond: hosts / progress.seconds,
    quiet: answersOf(between(warmAt, dueAt)),
    refreshing: answersOf(between(dueAt, endedAt)),
    atRest,
    memory,
  };
}

function answersOf(calls: readonly Call[]): Answers {
  return { ...waitsOf(calls), all: spreadOf(calls.map(({ ms }) => ms)) };
}

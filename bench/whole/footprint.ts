// What the service uses while it is idle, and how soon it answers after a start.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../crawl/figures.ts';
import { resourcesOf, startInstance } from '../crawl/instance.ts';
import { startBare } from './bare-server.ts';
import { openConnection, requestOf } from './connection.ts';

const STARTS = 5;
/** What is loaded and collected at the start has settled by then. */
const REST_MS = 5_000;

export interface Footprint {
  /** From the start of the process to the last byte of its first answer, for each start. */
  startMs: number[];
  medianStartMs: number;
  /** The same of the bare server, in turn. Older files do not have it. */
  bareStartMs?: number[];
  /** Resident memory, file pages included. */
  idleMb: number;
  /** The part of it that is not file pages. */
  ownMb: number;
}

/** On an existing database. */
export async function measureFootprint(database: string, folder: string): Promise<Footprint> {
  const startMs: number[] = [];
  const bareStartMs: number[] = [];
  let idle = { residentMb: 0, ownMb: 0 };
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const instance = await startInstance({ database, logFile: join(folder, 'service.log') });
    const connection = await openConnection(instance.url);
    await connection.ask(requestOf(instance.url, '/api/v1/instance'));
    startMs.push(performance.now() - startedAt);
    connection.close();
    if (start === STARTS - 1) {
      await pause(REST_MS);
      idle = resourcesOf(instance);
    }
    await instance.end();
    bareStartMs.push(await bareStart());
  }
  const medianStartMs = median(startMs);
  return { startMs, medianStartMs, bareStartMs, idleMb: idle.residentMb, ownMb: idle.ownMb };
}

async function bareStart(): Promise<number> {
  const startedAt = performance.now();
  const bare = await startBare();
  await bare.time(0);
  const ms = performance.now() - startedAt;
  await bare.end();
  return ms;
}

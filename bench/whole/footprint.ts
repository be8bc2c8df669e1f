// What the service takes while nobody asks for anything, and how soon it answers after it was started.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../crawl/figures.ts';
import { resourcesOf, startInstance } from '../crawl/instance.ts';
import { openConnection, requestOf } from './connection.ts';

const STARTS = 5;
/** What is loaded and collected at the start has settled by then. */
const REST_MS = 5_000;

export interface Footprint {
  /** From the start of the process to the last byte of its first answer, of each start. */
  startMs: number[];
  medianStartMs: number;
  /** Resident, pages of files included. */
  idleMb: number;
  /** Of that what is not a page of a file. */
  ownMb: number;
}

/** On a database that is there already. */
export async function measureFootprint(database: string, folder: string): Promise<Footprint> {
  const startMs: number[] = [];
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
  }
  return { startMs, medianStartMs: median(startMs), idleMb: idle.residentMb, ownMb: idle.ownMb };
}

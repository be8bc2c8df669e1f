// Marks everything read, and undoes it, repeatedly on the real service, while an app goes on reading and marking.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../client/src/client.ts';
import { signInApp } from '../../server/test/sign-in.ts';
import { startApp, type Waits, waitsOf } from '../crawl/app.ts';
import { type Instance, resourcesOf, startInstance } from '../crawl/instance.ts';
import { reader } from '../crawl/seed.ts';
import { type Heap, seed } from './seed.ts';

/** The service and the app warm up before anything counts. */
const WARM_MS = 3_000;
const QUIET_MS = 5_000;
/** Between two rounds, so that one does not pay for the other. */
const REST_MS = 1_000;

export interface Marking {
  heap: Heap;
  /** Without other requests. */
  alone: Rounds;
  /** While an app goes on reading and marking. */
  together: Rounds;
  /** How long that app waited for answers: without marking, and while items are marked in bulk or undone. */
  quiet: Waits;
  meanwhile: Waits;
}

/** Milliseconds of each round: from the request to the answer, and of CPU time in the whole service. */
export interface Rounds {
  mark: number[];
  undo: number[];
  markCpu: number[];
  undoCpu: number[];
}

export async function measureMarking(heap: Heap, rounds: number, folder: string): Promise<Marking> {
  const file = `${folder}/marks-${heap.feeds}.db`;
  await seed(`file:${file}`, heap);
  const instance = await startInstance({ database: `file:${file}`, logFile: `${folder}/service.log` });
  const alone = await markInRounds(instance, heap, rounds);
  const app = await startApp(instance.url);
  await pause(WARM_MS);
  const quietFrom = Date.now();
  await pause(QUIET_MS);
  const quietTo = Date.now();
  const together = await markInRounds(instance, heap, rounds);
  const calls = await app.end();
  await instance.end();
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true });
  return {
    heap,
    alone: alone.rounds,
    together: together.rounds,
    quiet: waitsOf(calls.filter(({ at }) => at >= quietFrom && at < quietTo)),
    meanwhile: waitsOf(
      calls.filter((call) => together.spans.some(([from, to]) => call.at + call.ms > from && call.at < to)),
    ),
  };
}

async function markInRounds(
  instance: Instance,
  heap: Heap,
  rounds: number,
): Promise<{ rounds: Rounds; spans: [from: number, to: number][] }> {
  const { accessToken } = await signInApp({ baseUrl: instance.url, ...reader });
  const client = createClient({ baseUrl: instance.url, tokens: { accessToken } });
  const spans: [from: number, to: number][] = [];
  const found: Rounds = { mark: [], undo: [], markCpu: [], undoCpu: [] };
  const timed = async <Value>(what: 'mark' | 'undo', act: () => Promise<Value>): Promise<Value> => {
    await pause(REST_MS);
    const [from, startedAt, { cpuMs }] = [Date.now(), performance.now(), resourcesOf(instance)];
    const value = await act();
    found[what].push(performance.now() - startedAt);
    found[`${what}Cpu`].push(resourcesOf(instance).cpuMs - cpuMs);
    spans.push([from, Date.now()]);
    return value;
  };
  // Excludes the items that the app marks meanwhile, whose marks would stay.
  const upTo = heap.read + heap.unread - 20;
  for (let round = 0; round < rounds; round++) {
    const { changed, entry_id: entry = 0 } = await timed('mark', () => client.bulk.markRead({ upTo }));
    const { count } = await timed('undo', () => client.journal.undo(entry));
    if (changed !== heap.unread - 20 || count !== changed)
      throw new Error(`Cannot measure: ${changed} were marked and ${count} taken back`);
  }
  return { rounds: found, spans };
}

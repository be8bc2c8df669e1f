// Marks everything read, and undoes it, again and again on the real service, while an app goes on reading and marking.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../client/src/client.ts';
import { signInApp } from '../../server/test/sign-in.ts';
import { type Spread, spreadOf } from '../crawl/figures.ts';
import { type Instance, startInstance } from '../crawl/instance.ts';
import { startProgram } from '../crawl/program.ts';
import { reader } from '../crawl/seed.ts';
import { type Heap, seed } from './seed.ts';

/** The service and the app get warm before anything counts. */
const WARM_MS = 3_000;
const QUIET_MS = 5_000;
/** Between two rounds, so that one does not pay for the other. */
const REST_MS = 1_000;

export interface Marking {
  heap: Heap;
  /** Milliseconds of each round, from the request to the answer. */
  mark: number[];
  undo: number[];
  /** What the app waited for an answer: while nothing else went on, and while marks were made or taken back. */
  quiet: Waits;
  meanwhile: Waits;
}

export interface Waits {
  list: Spread;
  mark: Spread;
}

export async function measureMarking(heap: Heap, rounds: number, folder: string): Promise<Marking> {
  const file = `${folder}/marks-${heap.feeds}.db`;
  await seed(`file:${file}`, heap);
  const instance = await startInstance({ database: `file:${file}`, logFile: `${folder}/service.log` });
  const app = startProgram(fileURLToPath(new URL('../crawl/reader.ts', import.meta.url)), {
    words: [`--url=${instance.url}`],
  });
  await app.line();
  await pause(WARM_MS);
  const quietFrom = Date.now();
  await pause(QUIET_MS);
  const quietTo = Date.now();
  const { mark, undo, spans } = await markInRounds(instance, heap, rounds);
  app.hangUp();
  const calls = JSON.parse(await app.line()) as Call[];
  await instance.end();
  for (const tail of ['', '-wal', '-shm']) rmSync(`${file}${tail}`, { force: true });
  return {
    heap,
    mark,
    undo,
    quiet: waitsOf(calls.filter(({ at }) => at >= quietFrom && at < quietTo)),
    meanwhile: waitsOf(
      calls.filter((call) => spans.some(([from, to]) => call.at + call.ms > from && call.at < to)),
    ),
  };
}

interface Call {
  at: number;
  what: 'list' | 'mark';
  ms: number;
}

async function markInRounds(
  { url }: Instance,
  heap: Heap,
  rounds: number,
): Promise<{ mark: number[]; undo: number[]; spans: [from: number, to: number][] }> {
  const { accessToken } = await signInApp({ baseUrl: url, ...reader });
  const client = createClient({ baseUrl: url, tokens: { accessToken } });
  const spans: [from: number, to: number][] = [];
  const timed = async <Value>(act: () => Promise<Value>): Promise<[Value, number]> => {
    await pause(REST_MS);
    const [from, startedAt] = [Date.now(), performance.now()];
    const value = await act();
    spans.push([from, Date.now()]);
    return [value, performance.now() - startedAt];
  };
  const [mark, undo]: [number[], number[]] = [[], []];
  // Below what the app marks meanwhile: that would stay as it is.
  const upTo = heap.read + heap.unread - 20;
  for (let round = 0; round < rounds; round++) {
    const [{ changed, entry_id: entry = 0 }, markMs] = await timed(() => client.bulk.markRead({ upTo }));
    const [{ count }, undoMs] = await timed(() => client.journal.undo(entry));
    if (changed !== heap.unread - 20 || count !== changed)
      throw new Error(`Cannot measure: ${changed} were marked and ${count} taken back`);
    mark.push(markMs);
    undo.push(undoMs);
  }
  return { mark, undo, spans };
}

function waitsOf(calls: readonly Call[]): Waits {
  const of = (what: Call['what']): Spread =>
    spreadOf(calls.filter((call) => call.what === what).map(({ ms }) => ms));
  return { list: of('list'), mark: of('mark') };
}

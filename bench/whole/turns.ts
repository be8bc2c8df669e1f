// Loads two servers in turn, so that other load on the machine affects both alike.
import { median } from '../crawl/figures.ts';
import { cpuMsOf } from '../crawl/instance.ts';
import { openConnection } from './connection.ts';

/** Enough to keep a single-threaded server busy all the time. */
const CONNECTIONS = 16;

interface Target {
  url: string;
  pid: number;
  request(): string;
  status: number;
}

/** By medians of all rounds, with the least and the greatest of the rounds. */
export interface Share {
  ratio: number;
  least: number;
  most: number;
}

interface Turns {
  perSecond: number;
  barePerSecond: number;
  rate: Share;
  cpu: Share;
}

interface Load {
  perSecond: number;
  cpuMicroseconds: number;
}

export async function inTurns(
  ours: Target,
  bare: Target,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<Turns> {
  // Both warm up before anything counts.
  for (const each of [ours, bare]) await load(each, ms);
  const loads: { ours: Load[]; bare: Load[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    loads.ours.push(await load(ours, ms));
    loads.bare.push(await load(bare, ms));
  }
  return {
    perSecond: median(loads.ours.map(({ perSecond }) => perSecond)),
    barePerSecond: median(loads.bare.map(({ perSecond }) => perSecond)),
    rate: shareOf(
      loads.ours.map(({ perSecond }) => perSecond),
      loads.bare.map(({ perSecond }) => perSecond),
    ),
    cpu: shareOf(
      loads.bare.map(({ cpuMicroseconds }) => cpuMicroseconds),
      loads.ours.map(({ cpuMicroseconds }) => cpuMicroseconds),
    ),
  };
}

async function load({ url, pid, request, status }: Target, ms: number): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(url)));
  const [startedAt, cpuBefore] = [performance.now(), cpuMsOf(pid)];
  let answered = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < startedAt + ms) {
        const answer = await connection.ask(request());
        if (answer.status !== status) throw new Error(`Cannot measure: answered with ${answer.status}`);
        answered++;
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return { perSecond: answered / seconds, cpuMicroseconds: ((cpuMsOf(pid) - cpuBefore) * 1_000) / answered };
}

/** The ratio of two series that were measured in turn. */
export function shareOf(one: readonly number[], other: readonly number[]): Share {
  const each = one.map((number, index) => number / (other[index] ?? Number.NaN));
  return { ratio: median(one) / median(other), least: Math.min(...each), most: Math.max(...each) };
}

// What the figures mean: each bound with what was measured, in a sentence.
import type { Latency } from './latency.ts';
import type { Pace } from './pace.ts';

export const bounds = {
  /** Over all API calls while every feed is refreshed, on two cores. */
  apiP99Ms: 25,
  /** Peak resident memory of the whole process, file pages included: what `ps` shows, and what memory limits apply to. */
  residentMb: 300,
} as const;

/** One line for each bound and measurement, the missed ones marked. */
export function verdictOf(paces: readonly PaceFigures[], latencies: readonly LatencyFigures[]): string[] {
  const memory = paces.map(({ workload, memory }) => memoryLine(`refresh "${workload}"`, memory));
  const answers = latencies.flatMap(({ workload, hosts, quiet, refreshing, memory }) => {
    const what = `refresh "${workload}" of ${hosts} feeds with an app at work`;
    const missed = refreshing.all.p99 >= bounds.apiP99Ms;
    return [
      `${word(missed)} API p99, ${what}: ${ms(refreshing.all.p99)}, must be below ${bounds.apiP99Ms} ms; without a refresh ${ms(quiet.all.p99)}`,
      memoryLine(what, memory),
    ];
  });
  return [...memory, ...answers];
}

type Memory = Pick<Pace['memory'], 'residentMb' | 'ownMb'>;
type PaceFigures = Pick<Pace, 'workload'> & { memory: Memory };
interface LatencyFigures extends Pick<Latency, 'workload' | 'hosts'> {
  quiet: { all: { p99: number } };
  refreshing: { all: { p99: number } };
  memory: Memory;
}

function memoryLine(what: string, { residentMb, ownMb }: Memory): string {
  const missed = residentMb >= bounds.residentMb;
  return `${word(missed)} memory, ${what}: ${residentMb.toFixed(0)} MB resident at the most (${ownMb.toFixed(0)} MB without pages of files), must be below ${bounds.residentMb} MB`;
}

function word(missed: boolean): string {
  return missed ? 'MISSED' : 'kept  ';
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

// The results as Markdown.

import { table } from '../markdown-table.ts';
import { median } from './figures.ts';
import type { Answers, Latency } from './latency.ts';
import type { Pace, Round } from './pace.ts';

export function paceTable(paces: readonly Pace[]): string {
  return table(
    [
      'workload',
      'visits/s',
      'CPU µs',
      'bare, kept',
      'bare, each',
      'ours : kept',
      'ours : each',
      'CPU, ours : each',
      'peak MB',
      'own MB',
    ],
    paces.map(({ workload, rounds, perSecond, toKept, toEach, cpuToEach, memory }) => {
      const middle = (pick: (round: Round) => number): string => median(rounds.map(pick)).toFixed(0);
      return [
        workload,
        perSecond.toFixed(0),
        middle(({ service }) => service.cpuMicroseconds),
        middle(({ kept }) => kept.perSecond),
        middle(({ each }) => each.perSecond),
        toKept.toFixed(3),
        toEach.toFixed(3),
        cpuToEach.toFixed(2),
        memory.residentMb.toFixed(0),
        memory.ownMb.toFixed(0),
      ];
    }),
  );
}

export function latencyTable(latencies: readonly Latency[]): string {
  return table(
    [
      'refresh',
      'visits/s',
      'calls',
      'list p50',
      'p95',
      'p99',
      'mark p50',
      'p95',
      'p99',
      'all p99',
      'most',
      'MB',
    ],
    latencies.flatMap(({ workload, hosts, visitsPerSecond, quiet, refreshing, atRest, memory }) => [
      ['none', '–', ...figures(quiet), atRest.residentMb.toFixed(0)],
      [
        `${hosts} feeds, ${workload}`,
        visitsPerSecond.toFixed(0),
        ...figures(refreshing),
        memory.residentMb.toFixed(0),
      ],
    ]),
  );
}

function figures({ list, mark, all }: Answers): string[] {
  const each = [list, mark].flatMap(({ p50, p95, p99 }) => [p50, p95, p99]);
  return [String(all.count), ...[...each, all.p99, all.max].map((ms) => ms.toFixed(1))];
}

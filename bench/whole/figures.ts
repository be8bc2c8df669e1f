// All that one run has measured.
import type { Latency } from '../crawl/latency.ts';
import type { Pace } from '../crawl/pace.ts';
import type { CallFigures } from './calls.ts';
import type { Disk } from './disk.ts';
import type { Footprint } from './footprint.ts';
import type { Versus } from './versus.ts';

export interface Figures {
  /** Whoever reads the figures must know whether the machine was theirs. */
  machine: { cores: number; model: string; load: number; node: string };
  /** The day of the run. */
  day: string;
  versus: Versus[];
  calls: CallFigures[];
  footprint: Footprint | undefined;
  disk: Disk[];
  crawl: { paces: Pace[]; latencies: Latency[] } | undefined;
}

/** How much dearer a call is at the largest size than at the smallest, by medians. */
export function growthOf({ sizes }: CallFigures): number {
  return (sizes.at(-1)?.ms.p50 ?? Number.NaN) / (sizes[0]?.ms.p50 ?? Number.NaN);
}

export function largest({ sizes }: CallFigures): CallFigures['sizes'][number] | undefined {
  return sizes.at(-1);
}

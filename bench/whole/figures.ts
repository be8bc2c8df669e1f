// Everything that one run has measured.
import { median } from '../crawl/figures.ts';
import type { Latency } from '../crawl/latency.ts';
import type { Pace } from '../crawl/pace.ts';
import type { CallFigures } from './calls.ts';
import type { Disk } from './disk.ts';
import type { Footprint } from './footprint.ts';
import type { Versus } from './versus.ts';

export interface Figures {
  /** Readers of the figures must know whether the machine was otherwise idle. */
  machine: { cores: number; model: string; load: number; node: string };
  /** The day of the run. */
  day: string;
  versus: Versus[];
  calls: CallFigures[];
  footprint: Footprint | undefined;
  disk: Disk[];
  crawl: { paces: Pace[]; latencies: Latency[] } | undefined;
}

/** How alike the sizes of two answers must be to be compared: pages of twenty items of the bench differ by one long text. */
const ALIKE = 0.85;

/**
 * How much slower a call is at the largest size than at the smallest size whose answer has about as many bytes, by medians. Undefined if
 * there is none: a feed with five items gives no page of twenty.
 */
export function growthOf({ sizes }: CallFigures): number | undefined {
  const last = sizes.at(-1);
  const first = last && sizes.find(({ bytes }) => isAlike(bytes, last.bytes));
  return first && first !== last ? last.ms.p50 / first.ms.p50 : undefined;
}

function isAlike(one: number, other: number): boolean {
  return Math.min(one, other) >= ALIKE * Math.max(one, other);
}

export function largest({ sizes }: CallFigures): CallFigures['sizes'][number] | undefined {
  return sizes.at(-1);
}

/** How many times as long as the bare server's it takes, with the most items; by medians, and the middle one of its stretches. */
export function timesBare({ often }: CallFigures): number | undefined {
  if (often.length === 0) return undefined;
  return median(often.map(({ ours, bare, flush }) => ours.p50 / (bare.p50 + (flush?.p50 ?? 0))));
}

/** In ms, with the most items: the 99th percentile, and the median of its stretches if it was requested that often. */
export function slowOfAHundred(call: CallFigures): number {
  return call.often.length > 0
    ? median(call.often.map(({ ours }) => ours.p99))
    : (largest(call)?.ms.p99 ?? 0);
}

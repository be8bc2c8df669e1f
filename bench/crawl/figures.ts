// The arithmetic of the bench.

/** The median; of an even count the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(sorted.length / 2) - 1);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
}

/** The smallest of the numbers that is not below `share` of them (nearest rank). */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The ratio of the medians, which one odd round does not affect. */
export function ratioOfMedians(one: readonly number[], other: readonly number[]): number {
  return median(one) / median(other);
}

export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function spreadOf(numbers: readonly number[]): Spread {
  const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => percentile(numbers, share));
  return { count: numbers.length, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0, max: max ?? 0 };
}

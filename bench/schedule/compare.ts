// The comparison: measures every other schedule, and ours at settings that spend as many requests.
import { atBudget, type Bounds } from './budget.ts';
import { syntheticFeeds } from './feeds.ts';
import { delivered, ours, withSettings } from './ours.ts';
import { commaFeed, fixedInterval, miniflux, newsBlur } from './peers.ts';
import type { Policy } from './policy.ts';
import { type Run, simulate } from './simulate.ts';
import type { Row } from './table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** With the lower bounds of our rules: an hour, or a quarter of one where publishers allow it; and 5 minutes to match schedules that use it. */
const matches: readonly [Policy, readonly Bounds[]][] = [
  [fixedInterval(15), [bounds(5, 24)]],
  [fixedInterval(30), [bounds(15, 24)]],
  [fixedInterval(60), [bounds(15, 24), bounds(15, 6)]],
  [fixedInterval(120), [bounds(15, 24), bounds(15, 6)]],
  [fixedInterval(240), [bounds(60, 24), bounds(60, 6)]],
  [fixedInterval(480), [bounds(60, 24)]],
  [miniflux(5, 1440), [bounds(15, 24), bounds(60, 24)]],
  [miniflux(60, 1440), [bounds(60, 24)]],
  [commaFeed(), [bounds(5, 24), bounds(15, 24)]],
  [newsBlur(1), [bounds(60, 24), bounds(60, 6)]],
  [newsBlur(5), [bounds(15, 24)]],
];

interface Results {
  blocks: Row[][];
  /** Schedules with their default settings, to look at each kind of feed. */
  examples: Row[];
}

export function compare(
  { feeds: count, ...run }: Run & { feeds: number },
  progress: (row: Row) => void = () => undefined,
): Results {
  const feeds = syntheticFeeds(count, run.days, run.seed);
  const asDelivered = withSettings(delivered, () => simulate(feeds, ours, run));
  const blocks: Row[][] = [[{ name: 'ours', settings: delivered, measures: asDelivered }]];
  for (const [policy, variants] of matches) {
    const measures = simulate(feeds, policy, run);
    const row: Row = { name: policy.name, measures };
    progress(row);
    const budget = measures.requestsPerFeedDay;
    const found = variants.map((variant) => atBudget(feeds, variant, { budget, run }));
    blocks.push([
      row,
      ...found.filter((each) => each !== undefined).map((each) => ({ name: 'ours', ...each })),
    ]);
  }
  const heads = blocks.flatMap(([row]) => row ?? []);
  const shown = ['ours', fixedInterval(60), miniflux(5, 1440), commaFeed(), newsBlur(1)];
  const names = shown.map((each) => (typeof each === 'string' ? each : each.name));
  return { blocks, examples: heads.filter(({ name }) => names.includes(name)) };
}

function bounds(floorMinutes: number, longestHours: number): Bounds {
  const longestMs = longestHours * HOUR_MS;
  return { floorMs: floorMinutes * MINUTE_MS, longestMs, longestDeadMs: 24 * HOUR_MS };
}

// Finds the price of a request at which our schedule spends a given number of requests.
import type { SyntheticFeed } from './feeds.ts';
import { ours, type Settings, withSettings } from './ours.ts';
import { type Measures, type Run, simulate } from './simulate.ts';

/** A rough price is found over every fourth feed, and then refined over all of them. */
const PART = 4;
const ROUGHLY = 0.03;
const EXACTLY = 0.01;
const MOST_STEPS = 12;
/** Requests fall by this power of the price: a wait is about its square root, and many waits are limited by the bounds. */
const USUAL_SLOPE = -0.3;
/** Beyond these prices nothing changes: only the bounds of the waits matter. */
const LEAST_PRICE = 1e-4;
const GREATEST_PRICE = 1e6;

export type Bounds = Omit<Settings, 'requestPrice'>;

interface Found {
  settings: Settings;
  measures: Measures;
}

/** Undefined if no price spends that much, or that little, within those bounds. */
export function atBudget(
  feeds: readonly SyntheticFeed[],
  bounds: Bounds,
  { budget, run }: { budget: number; run: Run },
): Found | undefined {
  const spend = (part: readonly SyntheticFeed[], requestPrice: number): Found => {
    const settings = { ...bounds, requestPrice };
    return { settings, measures: withSettings(settings, () => simulate(part, ours, run)) };
  };
  const part = feeds.filter((_, index) => index % PART === 0);
  const rough = approach((price) => spend(part, price), { budget, start: 10, within: ROUGHLY });
  const start = rough?.settings.requestPrice ?? 10;
  return approach((price) => spend(feeds, price), { budget, start, within: EXACTLY });
}

/** Follows the slope of the last two tries, in logarithms; where that leaves the known bracket, it halves the bracket. */
function approach(
  spend: (price: number) => Found,
  { budget, start, within }: { budget: number; start: number; within: number },
): Found | undefined {
  let [cheap, dear] = [0, Number.POSITIVE_INFINITY];
  let slope = USUAL_SLOPE;
  let price = start;
  let last: { price: number; excess: number } | undefined;
  for (let step = 0; step < MOST_STEPS && price > LEAST_PRICE && price < GREATEST_PRICE; step++) {
    const found = spend(price);
    const excess = found.measures.requestsPerFeedDay / budget;
    if (Math.abs(excess - 1) <= within) return found;
    if (excess > 1) cheap = price;
    else dear = price;
    if (last) slope = Math.log(excess / last.excess) / Math.log(price / last.price);
    last = { price, excess };
    const aimed = price * excess ** (-1 / Math.min(-0.1, slope));
    price = aimed > cheap && aimed < dear ? aimed : Math.sqrt(cheap * dear);
  }
  return undefined;
}

// Lets one schedule visit all feeds, and measures what it costs and how long posts wait to be seen.
import { type Answer, DAY_MS, type Kind, START, type SyntheticFeed } from './feeds.ts';
import type { Policy } from './policy.ts';
import { chanceOf } from './random.ts';

const MINUTE_MS = 60_000;

export interface Measures {
  requestsPerFeedDay: number;
  /** Minutes from publishing to being seen, over all posts. */
  meanDelay: number;
  p50: number;
  p95: number;
  /** The mean delay of a feed, averaged over the feeds that published. */
  meanFeedDelay: number;
  p95Feed: number;
  /** Share of visits that bring nothing. */
  empty: number;
  /** Share of posts that had left the document before a visit came; their delay counts up to that visit. */
  lost: number;
  kinds: Partial<Record<Kind, { requestsPerFeedDay: number; meanDelay: number }>>;
}

export interface Run {
  days: number;
  seed: number;
  /** Called at every visit. */
  onVisit?: (feed: SyntheticFeed, at: number, answer: Answer | undefined) => void;
}

interface Tally {
  kind: Kind;
  requests: number;
  empty: number;
  lost: number;
  delays: number[];
}

export function simulate(feeds: readonly SyntheticFeed[], policy: Policy, run: Run): Measures {
  const tallies = feeds.map((feed) => visitAll(feed, policy, run));
  const delays = sorted(tallies.flatMap((tally) => tally.delays));
  const ofFeeds = sorted(
    tallies.filter((tally) => tally.delays.length > 0).map(({ delays }) => mean(delays)),
  );
  const requests = total(tallies, ({ requests }) => requests);
  return {
    requestsPerFeedDay: requests / feeds.length / run.days,
    meanDelay: mean(delays),
    p50: quantile(delays, 0.5),
    p95: quantile(delays, 0.95),
    meanFeedDelay: mean(ofFeeds),
    p95Feed: quantile(ofFeeds, 0.95),
    empty: total(tallies, ({ empty }) => empty) / requests,
    lost: total(tallies, ({ lost }) => lost) / delays.length,
    kinds: byKind(tallies, run.days),
  };
}

/** Follows one feed from a random moment of the day before START, so that feeds do not all begin together. */
function visitAll(feed: SyntheticFeed, policy: Policy, { days, seed, onVisit }: Run): Tally {
  const { posts, shown } = feed;
  const end = START + days * DAY_MS;
  const chance = chanceOf(seed + 1, feed.id);
  const visitor = policy.begin(feed.id, chance);
  const tally: Tally = { kind: feed.kind, requests: 0, empty: 0, lost: 0, delays: [] };
  let known = 0;
  // The first visit after the end brings the posts that are still unseen.
  for (let now = START - chance() * DAY_MS, visit = 0, last = -1; last < end; visit++) {
    const answer = feed.answer?.(visit);
    const before = known;
    if (answer === undefined || answer.status === 200) {
      while ((posts[known] ?? Number.POSITIVE_INFINITY) <= now) known++;
    }
    if (now >= START) note(tally, { now, end, posts, before, known, shown });
    onVisit?.(feed, now, answer);
    last = now;
    now = visitor({ now, posts, known, fresh: known - before, shown, answer });
  }
  return tally;
}

function note(
  tally: Tally,
  seen: {
    now: number;
    end: number;
    posts: readonly number[];
    before: number;
    known: number;
    shown: number;
  },
): void {
  const { now, end, posts, before, known, shown } = seen;
  if (now < end) {
    tally.requests++;
    if (known === before) tally.empty++;
  }
  for (let index = before; index < known; index++) {
    const published = posts[index] ?? now;
    if (published < START || published >= end) continue;
    tally.delays.push((now - published) / MINUTE_MS);
    if (index < known - shown) tally.lost++;
  }
}

function byKind(tallies: readonly Tally[], days: number): Measures['kinds'] {
  const kinds: Measures['kinds'] = {};
  for (const [kind, group] of Map.groupBy(tallies, (tally) => tally.kind)) {
    kinds[kind] = {
      requestsPerFeedDay: total(group, ({ requests }) => requests) / group.length / days,
      meanDelay: mean(group.flatMap(({ delays }) => delays)),
    };
  }
  return kinds;
}

function total<T>(of: readonly T[], number: (each: T) => number): number {
  return of.reduce((sum, each) => sum + number(each), 0);
}

function mean(numbers: Iterable<number> & { length: number }): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum / numbers.length;
}

function sorted(numbers: readonly number[]): Float64Array {
  return Float64Array.from(numbers).sort();
}

function quantile(ascending: Float64Array, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
}

// The schedules of other readers, reimplemented from their published formulas, and plain fixed intervals.
import type { Policy, Sight } from './policy.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function fixedInterval(minutes: number): Policy {
  return {
    name: `fixed, ${minutes} min`,
    begin: () => (sight) => sight.now + minutes * MINUTE_MS,
  };
}

/**
 * Miniflux with the scheduler `entry_frequency`: miniflux/v2 106cdd0, internal/model/feed.go (ScheduleNextCheck) and
 * internal/storage/feed.go (WeeklyFeedEntryCount). The count is taken before the feed is asked. Its polling loop, which
 * wakes once an hour by default, is left out: it would only add to the delay.
 */
export function miniflux(leastMinutes: number, mostMinutes: number): Policy {
  return {
    name: `Miniflux entry_frequency, ${leastMinutes} to ${mostMinutes} min`,
    begin: () => (sight) => {
      const weekly = minifluxWeeklyCount(sight);
      if (weekly === 0) return sight.now + mostMinutes * MINUTE_MS;
      const interval = Math.min((7 * DAY_MS) / weekly, mostMinutes * MINUTE_MS);
      return sight.now + Math.max(interval, leastMinutes * MINUTE_MS);
    },
  };
}

/**
 * CommaFeed: Athou/commafeed 689c20d, backend/feed/FeedRefreshIntervalCalculator.java, with the defaults of
 * CommaFeedConfiguration.java (interval 5 min, maxInterval 4 h, empirical) and averageTimeBetweenEntries of
 * backend/feed/parser/FeedParser.java.
 */
export function commaFeed(): Policy {
  const least = 5 * MINUTE_MS;
  const most = 240 * MINUTE_MS;
  return {
    name: 'CommaFeed, 5 to 240 min',
    begin: () => (sight) => sight.now + commaFeedInterval(sight, least, most),
  };
}

/**
 * NewsBlur: samuelclay/NewsBlur 025dd06, apps/rss_feeds/models.py (get_next_scheduled_update and
 * set_next_scheduled_update), for paying subscribers and without push.
 */
export function newsBlur(subscribers: number): Policy {
  return {
    name: `NewsBlur, ${subscribers === 1 ? '1 subscriber' : `${subscribers} subscribers`}`,
    begin: (_, chance) => (sight) => {
      const total = newsBlurMinutes(sight, subscribers);
      return sight.now + (total + (chance() * total) / 4) * MINUTE_MS;
    },
  };
}

/** Posts a week, from the mean gap between those of the last week; one post or none counts as none. */
function minifluxWeeklyCount({ now, posts, known, fresh }: Sight): number {
  const stored = known - fresh;
  const first = firstSince(posts, stored, now - 7 * DAY_MS);
  const count = stored - first;
  const span = (posts[stored - 1] ?? 0) - (posts[first] ?? 0);
  return count < 2 || span === 0 ? 0 : Math.ceil((7 * DAY_MS) / (span / (count - 1)));
}

function commaFeedInterval({ now, posts, known, shown }: Sight, least: number, most: number): number {
  const newest = posts[known - 1];
  if (newest === undefined) return most;
  const days = Math.floor((now - newest) / DAY_MS);
  if (days >= 30) return most;
  if (days >= 14) return most / 2;
  if (days >= 7) return most / 4;
  const first = Math.max(0, known - shown);
  if (known - first < 2) return most;
  const meanGap = (newest - (posts[first] ?? 0)) / (known - first - 1);
  return Math.min(Math.max(meanGap / 2, least), most / 4);
}

function newsBlurMinutes({ now, posts, known }: Sight, subscribers: number): number {
  const perDay = (known - firstSince(posts, known, now - 30 * DAY_MS)) / 30;
  const longest = 60 * 12;
  if (perDay >= 1) return subscribers > 10 ? 6 : subscribers > 1 ? 15 : 60;
  const quiet = subscribers > 1 ? 60 : longest;
  if (perDay > 0) return quiet - perDay * quiet;
  const monthsSilent = (now - (posts[known - 1] ?? 0)) / (30 * DAY_MS);
  return Math.min(longest, (subscribers > 1 ? 60 * 6 : longest) * Math.max(1, monthsSilent));
}

/** The index of the first of the `known` posts that is not older than `time`. */
function firstSince(posts: readonly number[], known: number, time: number): number {
  let low = 0;
  let high = known;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((posts[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

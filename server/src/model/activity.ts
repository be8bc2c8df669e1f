// What a Feed publishes and what its user reads of it, counted for plots.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const daysShown = 30;
export const weeksShown = 52;

/** An hour since 1970 in the person's time zone, and how many posts were published in it. */
export interface HourCount {
  hour: number;
  posts: number;
}

/** A day since 1970 in the person's time zone, and how many posts the person read on it. */
export interface DayCount {
  day: number;
  read: number;
}

export interface Activity {
  followedAt: number;
  language: string | undefined;
  items: { kept: number; unread: number; starred: number };
  /** Oldest first; the last is today. `at`: when the day begins, as if the person's clock were UTC. */
  days: { at: number; posts: number; read: number }[];
  /** Seven days each, oldest first; the last ends with today. */
  weeks: number[];
  /** Posts of all these weeks by hour of the day, from midnight. */
  hours: number[];
}

/** What a feed has published recently, in short. */
export interface Pulse {
  feedId: number;
  posts: number;
  newestPostAt: number | undefined;
}

/** The day (since 1970) at `at`, on clocks that are `offsetMs` ahead of UTC. */
export function dayAt(at: number, offsetMs: number): number {
  return Math.floor((at + offsetMs) / DAY_MS);
}

/** When the first day shown begins, in UTC. */
export function beginningOf(today: number, days: number, offsetMs: number): number {
  return (today - days + 1) * DAY_MS - offsetMs;
}

/** Sorts the counts into the days, weeks and hours that are shown. */
export function plot(
  today: number,
  published: readonly HourCount[],
  read: readonly DayCount[],
): Pick<Activity, 'days' | 'weeks' | 'hours'> {
  const days = Array.from({ length: daysShown }, (_, index) => ({
    at: (today - daysShown + 1 + index) * DAY_MS,
    posts: 0,
    read: 0,
  }));
  const weeks = Array.from({ length: weeksShown }, () => 0);
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { hour, posts } of published) {
    const daysAgo = today - Math.floor(hour / 24);
    const day = days[daysShown - 1 - daysAgo];
    if (day) day.posts += posts;
    add(weeks, weeksShown - 1 - Math.floor(daysAgo / 7), posts);
    add(hours, hour % 24, posts);
  }
  for (const count of read) {
    const day = days[daysShown - 1 - (today - count.day)];
    if (day) day.read += count.read;
  }
  return { days, weeks, hours };
}

function add(counts: number[], index: number, more: number): void {
  const before = counts[index];
  if (before !== undefined) counts[index] = before + more;
}

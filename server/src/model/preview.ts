// What is found at an address, before somebody follows it.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** "Of late": a quarter, so that a weekly has a dozen posts in it. */
const LATE_MS = 91 * DAY_MS;

export interface Preview {
  feedUrl: string;
  title: string;
  siteUrl: string;
  description: string | undefined;
  language: string | undefined;
  /** The user follows it already: under this id. */
  feedId: number | undefined;
  postsPerWeek: number;
  newest: readonly { title: string; url: string; at: number }[];
  /** What else the page at the address announces. */
  others: readonly { url: string; title?: string }[];
}

/**
 * How many posts a week there are of late. A document that does not reach back so far speaks only for the time that it shows, and one
 * that shows less than a day for a day: forty posts of one morning are no eight thousand a week.
 */
export function postsPerWeek(times: readonly number[], now: number): number {
  const oldest = Math.min(now, ...times);
  const windowMs = Math.max(DAY_MS, Math.min(LATE_MS, now - oldest));
  const late = times.filter((at) => at >= now - windowMs).length;
  return Math.round((late / (windowMs / WEEK_MS)) * 10) / 10;
}

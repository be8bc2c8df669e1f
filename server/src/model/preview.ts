// What is found at an address, before somebody follows it.

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** What counts as recent: a quarter of a year, so that a weekly feed has a dozen posts in it. */
const LATE_MS = 91 * DAY_MS;

export interface Preview {
  feedUrl: string;
  title: string;
  siteUrl: string;
  description: string | undefined;
  language: string | undefined;
  /** The user's feed for it, if the user follows it already. */
  feedId: number | undefined;
  postsPerWeek: number;
  newest: readonly { title: string; url: string; at: number }[];
  /** Other feeds that the page at the address announces. */
  others: readonly { url: string; title?: string }[];
}

/**
 * How many posts a week it has published recently. A document that does not reach back that far counts for the time it covers, but for
 * a day at least: forty posts in one morning are not eight thousand a week.
 */
export function postsPerWeek(times: readonly number[], now: number): number {
  const oldest = Math.min(now, ...times);
  const windowMs = Math.max(DAY_MS, Math.min(LATE_MS, now - oldest));
  const late = times.filter((at) => at >= now - windowMs).length;
  return Math.round((late / (windowMs / WEEK_MS)) * 10) / 10;
}

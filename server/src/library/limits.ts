// Every limit of the library with its reason.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How often a user may want a feed to be visited. The publisher's own limits hold all the same. */
export const feedIntervals = {
  /** The crawler comes no sooner, whatever a publisher allows. */
  shortestMs: 15 * MINUTE_MS,
  /** Whoever wants a feed more rarely than once a month does not want it. */
  longestMs: 30 * DAY_MS,
} as const;

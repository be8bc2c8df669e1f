// Every limit of forgetting with its reason.

const DAY = 86_400_000;

/** How posts that nobody has are forgotten. */
export const forgetting = {
  /** Longer than the 30 days in which unfollowing can be undone with all posts; a document that is cut short for a week changes nothing. */
  afterMs: 35 * DAY,
  /** Posts looked at in one transaction: some milliseconds. */
  portion: 1_000,
  /** Portions per sweep, at least: hourly sweeps search a store of a million posts within two days. */
  portions: 25,
  /** Sweeps in which a larger store is searched: a week. Otherwise tens of millions of posts would take months, beside the 35 days. */
  sweepsOfSearch: 7 * 24,
  /** Posts removed in one transaction, with their contents of some kilobytes each. */
  removedAtOnce: 200,
} as const;

/** When sources and hosts that nobody needs any more are removed. */
export const resting = {
  /** As long as unfollowing can be undone. After that nobody has a reason to keep the posts of a private feed. */
  unfollowedMs: 30 * DAY,
  /** Long after the gap that a visit leaves has passed, and after anybody who looked the host up has called it. */
  hostIdleMs: DAY,
  /** The longest floor falls by a tenth a day: by then nothing is left of it. */
  hostFloorMs: 60 * DAY,
  /** Posts of an unfollowed source removed in one transaction, with their contents and words. */
  postsAtOnce: 200,
  /** Some milliseconds of a transaction. */
  hostsAtOnce: 500,
  /** Icons looked at in one transaction: some milliseconds, ten if none of them is used any more. */
  iconsAtOnce: 1_000,
} as const;

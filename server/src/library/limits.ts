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

/** How long changes are kept. Whoever was away for a whole season downloads everything anew, which is quicker by then. */
export const changesKeptMs = 90 * DAY_MS;

/** How far one answer about changes goes. */
export const changesAtOnce = {
  /** Ids of marks and removals; what is told whole is bounded by what the app asks for. */
  ids: 10_000,
  /** Changes that are read: many may be of one thing, and then they are told as one. */
  changes: 2_000,
  /** Changes that are read in one go. One of them may name as many ids as an answer holds. */
  portion: 20,
} as const;

/** How a list of feeds is brought up to date. Beyond either, all of it is read: looking for what has changed would take longer. */
export const feedListSteps = {
  /** Changes since the list before, of whatever kind: half a millisecond. */
  changes: 1_000,
  /** Feeds that are read one by one, which takes twice as long for each. */
  readApart: 500,
} as const;

/** Old changes are forgotten so many at a time: others write in between. */
export const forgottenAtOnce = {
  changes: 1_000,
  /** Who are looked at in one go. */
  users: 500,
  /** Whose changes go in one transaction: of most it is a handful, and a transaction for each would take an hour of a slow disk. */
  usersTogether: 100,
  entries: 20,
  tags: 500,
} as const;

/** Items that are marked in one go: some twenty milliseconds, in which nobody else is served (docs/notes/marking-in-bulk.md). */
export const marksAtOnce = 4_000;

/**
 * A mark of so many items is an entry of the journal. One item is what every tap of a reader marks: it is taken back by
 * another tap, and its entries would bury those that somebody looks for.
 */
export const leastJournalled = 2;

/** How long something can be undone. Changes must be kept for longer: they tell what was changed since. */
export const journalKeptMs = 30 * DAY_MS;

/** Sources whose posts of 30 days are counted in one go: some milliseconds where each publishes ten a day. */
export const countedAtOnce = 50;

/** How retention goes through an account. */
export const retentionSteps = {
  /** Of each feed first: of most nothing is old enough since the last time, an hour ago. */
  lookedFirst: 50,
  /** Items that are looked at in one go: some milliseconds. */
  looked: 2_000,
  /** Items that are removed in one transaction: each is in half a dozen trees. */
  removed: 500,
  users: 500,
} as const;

/** Items of an account that is gone, in one transaction: each is in half a dozen trees, and some ten milliseconds are not noticed. */
export const goneItemsAtOnce = 1_000;

/** When a picture was looked at last is kept as exactly as this: each finer step would be a write for each look. */
export const imageUseStepMs = 24 * 3_600_000;

/** How streams are read for apps that want them whole. */
export const streamsAtOnce = {
  /** Ids in one go: some milliseconds. */
  ids: 10_000,
  /** Items with their texts in one go: half a megabyte, some milliseconds. */
  dressed: 50,
} as const;

/** How long a reader's own marks can be taken back in one stroke: somebody has leafed too far, and notices. */
export const recentReadsMs = 10 * MINUTE_MS;

/** What of a feed is looked at before it is followed: enough to say how often it publishes, and five titles to know it by. */
export const previewedPosts = { counted: 100, shown: 5 } as const;

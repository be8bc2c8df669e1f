// Every limit of the library with its reason.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How often a user may want a feed to be visited. The publisher's own limits apply as well. */
export const feedIntervals = {
  /** The crawler visits no more often, whatever a publisher allows. */
  shortestMs: 15 * MINUTE_MS,
  /** Whoever wants a feed less than once a month does not want it. */
  longestMs: 30 * DAY_MS,
} as const;

/** How long changes are kept. An app that was away for three months downloads everything anew, which is quicker by then. */
export const changesKeptMs = 90 * DAY_MS;

/** How much one answer about changes covers. */
export const changesAtOnce = {
  /** Ids of marks and removals; things given in full are limited by the app's request. */
  ids: 10_000,
  /** Changes that are read: many may name the same thing, which is then given once. */
  changes: 2_000,
  /** Changes read in one query. One of them may name as many ids as an answer holds. */
  portion: 20,
} as const;

/** How a list of feeds is updated. Beyond either limit all of it is read: finding out what has changed would take longer. */
export const feedListSteps = {
  /** Changes of any kind since the previous list: half a millisecond. */
  changes: 1_000,
  /** Feeds that are read one by one, which takes twice as long for each. */
  readApart: 500,
} as const;

/** How much is forgotten in one transaction: others write in between. */
export const forgottenAtOnce = {
  /** One may name ten thousand items, and takes 0.07 ms then. */
  changes: 250,
  /** Users examined in one query. */
  users: 500,
  /** Users in one transaction: most have a handful of old changes, and a transaction for each would take a slow disk an hour. */
  usersTogether: 100,
  entries: 20,
  tags: 500,
  recentReads: 1_000,
  /** Feeds examined in one query. */
  feeds: 200,
  /** Posts that a feed awaits: each may hold a whole text, and is in four trees. */
  awaited: 200,
} as const;

/** Items marked in one transaction: some twenty milliseconds, in which nobody else is served (docs/notes/marking-in-bulk.md). */
export const marksAtOnce = 4_000;

/**
 * Marking at least this many items makes an entry in the journal. One item is what every tap in a reader marks: another
 * tap takes it back, and its entries would bury those that a person looks for.
 */
export const leastJournalled = 2;

/** How long something can be undone. Changes must be kept for longer: they say what was changed since. */
export const journalKeptMs = 30 * DAY_MS;

/** Steps of an undo that are looked up at once: each is a transaction of its own. */
export const stepsAtOnce = 100;

/** Sources whose posts of 30 days are counted in one query: a few milliseconds if each publishes ten a day. */
export const countedAtOnce = 50;

/** How long retention leaves what was changed: long enough for a person to notice a slip and undo it, before a policy makes it final. */
export const slipsForgivenMs = DAY_MS;

/** How retention goes through an account. */
export const retentionSteps = {
  /** Items of each feed examined first: in most feeds nothing has grown old enough since the last time, an hour ago. */
  lookedFirst: 50,
  /** Items examined in one query: a few milliseconds. */
  looked: 2_000,
  /** Items removed in one transaction: each is in half a dozen trees. */
  removed: 500,
  users: 500,
} as const;

/** Feeds of a deleted account of whose sources the plans are locked together. */
export const goneFeedsAtOnce = 20;

/** Items of a deleted account in one transaction: each is in half a dozen trees, and some ten milliseconds are not noticed. */
export const goneItemsAtOnce = 1_000;

/** Other rows of a deleted account between two turns of others: some milliseconds. */
export const goneRowsAtOnce = 4_000;

/** Precision of the time when a picture was last viewed: a finer one would mean a write for each view. */
export const imageUseStepMs = 24 * 3_600_000;

/** How streams are read for apps that want all of one. */
export const streamsAtOnce = {
  /** Ids in one query: a few milliseconds. */
  ids: 10_000,
  /** Queries for one page: for each tag that an app names, and twice as many for each label that is both a group and a tag. */
  parts: 200,
  /** Ids in all of these queries together: of very many lists a page has fewer items. */
  idsOfParts: 40_000,
} as const;

/** How many texts are read at once, for answers that may have very long ones. */
export const textsAtOnce = {
  /** Texts in one query, in bytes: some ten milliseconds with what is made of them. A text that is longer by itself is read alone. */
  bytes: 1_000_000,
  /** Items in one query: half a megabyte of ordinary posts, a few milliseconds. */
  items: 50,
  /** Texts of an answer that is made in one piece, in bytes, all together. */
  pageBytes: 4_000_000,
} as const;

/** How long a reader's own marks can be taken back all together: for a person who has scrolled too far, and notices. */
export const recentReadsMs = 10 * MINUTE_MS;

/** How many posts of a feed are examined before it is followed: enough to say how often it publishes, and five titles to know it by. */
export const previewedPosts = { counted: 100, shown: 5 } as const;

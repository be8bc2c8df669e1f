// Every limit of the crawler with its reason: politeness first, then what the machine can bear.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a source is asked again. Used by pure functions only, so no test needs to change them. */
export const pace = {
  /** The least interval that publishers ask readers to keep, conditional requests included. */
  floorMs: HOUR,
  /** The floor for a source whose publisher states that more than one visit an hour is welcome. */
  eagerFloorMs: 15 * MINUTE,
  /** The floor for a source whose visits always cost the whole document, because it gives no validators. */
  plainFloorMs: DAY,
  /** In a simulation this made a fifth of the requests of an hourly reader, and posts waited a few minutes longer (docs/notes/2026-11-schedule-simulation.md). */
  longestMs: 6 * HOUR,
  /** For a source without a new post for half a year. */
  longestDeadMs: DAY,
  deadAfterMs: 180 * DAY,
  /** The price of a request, in minutes that posts wait: at 10 a post waits half an hour on average. */
  requestPrice: 10,
  /** If a document shows n posts and more than n appear between two visits, some are missed: visit after half of n. */
  lossShare: 0.5,

  /** A max-age of 30 days is a mistake of configuration, not a wish. */
  longestFreshMs: 7 * DAY,
  /** `<ttl>` is a number of minutes that somebody typed: shorter ones count as this. */
  shortestTtlMs: 5 * MINUTE,
  longestTtlMs: DAY,
  longestUpdatePeriodMs: 7 * DAY,
  /** Visits spread over this part of the first hour after skipped ones: it may be the only open hour, and a late round must still hit it. */
  skippedSpreadMs: 45 * MINUTE,
  /** A visit that has missed its time waits for an open hour, unless the last one is so long ago: some machines are only on in skipped hours. */
  longestQuietMs: 7 * DAY,
  /** For Retry-After: a week may be meant; a year is a mistake. */
  longestRetryMs: 30 * DAY,
  /** The same for the neighbours of whoever says it on a shared domain (github.io). A 429 is most often the platform's, which says it to the next one, too. */
  longestSharedRefusalMs: DAY,
  /** A 503 is most often of one site that is being mended. */
  longestSharedAbsenceMs: 4 * HOUR,
  /** What sites allow, they allow anew within minutes, or each hour. */
  longestSpentMs: DAY,
  /** The same for a site that has answered: one that says with each answer that nothing is left until tomorrow means no word of it. If it does, it sends a 429. */
  longestAnsweredMs: HOUR,

  /** First pause after a failure. */
  failureMs: 30 * MINUTE,
  longestFailureMs: DAY,
  /**
   * First pause after a visit for which our network was not there, twice as long each time up to an hour: a router starts more slowly than a small
   * board does, and no site is asked.
   */
  cutOffMs: 5 * MINUTE,
  /** If no site at all has answered for so long, our network is away: quiet feeds are visited about once a day. */
  cutOffAfterMs: DAY,
  /** So many hosts that do not exist, one after the other, are a resolver that is away: few feeds end on the same day. */
  missingInARow: 3,
  /** A source that has only failed for so long is asked once a week from then on. */
  hopelessAfterMs: 14 * DAY,
  hopelessMs: 7 * DAY,
  /** The fewest failures in a row that make a source one that is asked weekly: a machine that was off for weeks has seen one before and one after. */
  hopelessFailures: 5,
  /** 401, 403, challenges: nothing will change within the hour. */
  forbiddenMs: 4 * HOUR,
  /** 404, names that do not exist, and another feed at the address. */
  missingMs: 6 * HOUR,
  missingLaterMs: DAY,
  missingWeeklyAfterMs: 7 * DAY,
  /** 410 is believed when it is repeated after this. */
  goneConfirmMs: DAY,

  /** 429 without Retry-After. */
  tooManyMs: 4 * HOUR,
  /** Each 429 doubles the floor of the host, up to this. */
  longestHostFloorMs: DAY,
  /** After so long without another 429 the raised floor begins to fall, to this share of itself each day. */
  hostFloorCleanMs: 7 * DAY,
  /**
   * While its floor is raised, the calls of a host are spread over most of it, as if it had at least so many feeds: it has sent the 429 because too
   * many came at once, and would send the next as soon as its rest is over and all its feeds are due. So each 429 also doubles what lies between two.
   */
  fewestSpread: 45,
  /** Over how much of it. The rest is left for articles, and for people. */
  spreadOver: 0.75,
  /** People wait for a turn there as well. */
  longestHostGapMs: 10 * MINUTE,
  hostFloorDecay: 0.9,

  /** A permanent redirect is believed once two visits a day apart have seen it: captive portals send them too. */
  moveVisits: 2,
  moveSpanMs: DAY,
  /** What a document names is tried again when that fails, after twice as long each time, up to this: a document that is not kept up any more never names it anew. */
  longestMoveSpanMs: 7 * DAY,

  /** A server that never answers 304 to its ETag may do so to its date: tried after this many misses, once a week. */
  etagMisses: 5,
  dateOnlyEveryMs: 7 * DAY,
} as const;

/** How posts are told apart. */
export const identityLimits = {
  /** How many of the newest known posts a document is compared with, beside those that have one of its identities. */
  comparedPosts: 1_000,
  /**
   * The newest posts of a document that one visit stores; nobody reads longer archives. What is no archive is stored as well: a field at arXiv may
   * have a thousand papers in a day, and shows those of one day only.
   */
  postsAtOnce: 500,
  /** So many posts may be new at the end of a long undated document. More are old posts of a site that has begun to show more of them. */
  comeAtEnd: 100,
  /** Guids are given up when this share of a document is unknown by its guids but known by its looks. */
  changingGuids: 0.8,
  /** The same for links and dates of posts without guids. It is smaller because the rest may be new, which is much of a busy feed. */
  changingNames: 0.5,
  /** A post that comes three times within this time, in the same words but with different dates, has no date of its own; daily visits notice. */
  anewMs: 3 * DAY,
  /** Fewer posts than this prove nothing. */
  fewestForProof: 3,
  /** So many posts of a document have to be known otherwise before the time in its other links counts as that of its build: they may be new editions. */
  fewestBesideBuilt: 10,
  /** How far the clock of a site may be ahead that writes the time of its build into its links. */
  clockAheadMs: DAY,
  /** A site that has moved shows its whole archive as new: at least this many old posts at once, and more than half of the document. */
  archivePosts: 10,
  archiveAgeMs: 7 * DAY,
  /** What is stored within this time of one another came with one visit, in portions: only pushes come sooner after one. */
  oneVisitMs: MINUTE,
  /** The least time between two stored edits of a post: an advertisement that changes within it must not count as an edit at each visit. */
  editGapMs: HOUR,
  /** Addresses that change on every visit must not rewrite all posts of a source each time; signed ones are mostly valid for a day. */
  readdressGapMs: DAY,
  /** Software that has no date writes one this close to 1970. */
  earliestMs: DAY,
} as const;

/** A document is kept compressed as it came if that is so many times smaller; honest servers make it four to eight times smaller. */
export const packedEnough = 2;

/** Bytes from which on a document waits for its reader packed: fifty shorter ones are a few megabytes, and unpacking again takes time. */
export const longDocument = 256 * 1024;

/** How much of a document gets its search words before the transaction that records it begins. */
export const wordsBefore = {
  /** Of HTML that is not stored yet. The words take twice as much memory until they are, and many visits may wait for that at a time. */
  mostChars: 1_000_000,
  /** Some milliseconds of the thread. */
  postsInARow: 10,
} as const;

/**
 * Characters in the address of a source. PostgreSQL holds less than 2,704 bytes in an index, which is how sources are found; addresses
 * of real feeds have some hundred. What else is fetched, such as pictures, may have longer ones.
 */
export const maxAddressChars = 2_600;

/** Addresses that gave no feed, or that are asked again although their feed is known. */
export const recentRefusals = {
  /** How long they are not asked again: as long as somebody tries once more out of impatience, and not until a publisher has mended something. */
  keptMs: MINUTE,
  /** How many are remembered: three megabytes of addresses at the most, beside what pages have announced within the last minute. */
  most: 1_000,
};

/** What addresses lead to. */
export const following = {
  /** How long an address is believed to lead to a feed without being visited itself: a class may import the same list on one day. */
  trustedMs: DAY,
};

/** How imports are recorded. */
export const importing = {
  /** How many of a source's newest posts are searched for an imported link, beside those that are found by their names. */
  comparedPosts: 2_000,
  /** Items in one transaction: some ten milliseconds, after some hundred in which their HTML is cleaned. */
  portion: { limit: 200, mostBytes: 200_000 },
  /** When a site that could not answer is asked again, if it does not say itself. */
  againMs: 10 * MINUTE,
  /** When a source that was followed although it gave no feed is visited: like any other after a first failure or two. */
  adoptedMs: 6 * HOUR,
} as const;

/** How posts from before there was a search are indexed, and the index is merged: other writers wait for one portion and have the pauses. */
export const indexing = {
  /** Posts indexed at a time: some 20 ms of writing, repeated within one transaction while nobody waits. */
  posts: 10,
  /** The same for posts with their articles, which are longer. */
  articles: 5,
  pauseMs: 25,
  /** While people are being answered, the index gets about a sixth of the time: the lock of the database file is theirs first. */
  pauseForPeopleMs: 100,
  /** How often to check whether so many posts have come that the pieces of the index should be merged. */
  lookMs: 6 * HOUR,
  /** How long merging waits altogether until nobody is being answered: it is not urgent, and marks are slower beside it. */
  patienceMs: HOUR,
  /** How often it checks that meanwhile. */
  goneMs: 5 * SECOND,
  /** One node does this work; another takes over when that one has done nothing for so long. */
  dutyMs: MINUTE,
} as const;

/** How many items a feed gets from what its source has published already. */
export const filling = {
  /** Of a new feed: from the newest posts, and all that the document shows, which may be more. */
  first: 200,
  /** Of a document that shows more than the first visit of a source stores: a source that has been visited for long may have them all. */
  most: identityLimits.postsAtOnce,
  /** Of a feed that comes back: from what was published during its absence. A month of a busy source, and still read quickly. */
  meanwhile: 2_000,
} as const;

/** How what older versions have sanitised is sanitised again. */
export const sanitisingAgain = {
  /** Posts that are looked at in one go: most need nothing, which takes some milliseconds. */
  lookedAt: 100,
  /** Characters of HTML sanitised in one go: some ten to fifty milliseconds of the crawler's thread. */
  chars: 200_000,
  pauseMs: indexing.pauseMs,
  pauseForPeopleMs: indexing.pauseForPeopleMs,
  dutyMs: indexing.dutyMs,
} as const;

/** What one crawler does at once and how long it waits; tests shorten them. */
export const crawlerLimits = {
  /** Sockets and half-read documents of this many visits fit a machine with 512 MB. */
  hostsAtOnce: 50,
  /**
   * Visits that begin while people are being answered: few enough to leave them their share of the machine, and still more in a
   * day than a million feeds need. `atOnce` begin together; more would hold the lock of the database for longer at a time.
   */
  besidePeople: { perSecond: 100, atOnce: 4 },
  /** The pause between two calls of one host. */
  gapMs: SECOND,
  /** A visit takes at most 45 s for the web. The rest is for reading and storing; whatever takes longer renews its lease. */
  leaseMs: 2 * MINUTE,
  /** How long a person waits for the turn at a host. */
  turnMs: 20 * SECOND,
  /** Visits that have found the host busy to which they are redirected come that long after each other: about what a visit takes with its pause. */
  slotMs: 2 * SECOND,
  /** How often to check whether a host that somebody else is visiting is free. */
  turnPollMs: 250,
  /**
   * All the time that following or discovering an address, or refreshing a feed by hand, may spend on the web, including waiting for turns.
   * Apps and proxies give up after 60 s: a feed created later would be one that nobody was told of. The rest is for reading and storing.
   */
  followMs: 50 * SECOND,
  /** With less time left than this a request is not begun: most sites answer within it, and one that is broken off is in vain for both. */
  answerMs: 2 * SECOND,
  /** All requests that finding the feed of a page may make, including the one for the page. */
  discoveryRequests: 6,
  /** Feeds of a page that are offered beside the one that was found: nobody chooses from more. */
  otherFeeds: 10,
  /** After this no further place is guessed: a person is waiting, and so is a connection. */
  searchMs: 30 * SECOND,
  /** Addresses of which a node knows that they lead to a feed elsewhere: three megabytes of them at the most. */
  ledAtMost: 1_000,
  /** How often each source can be refreshed by hand. */
  refreshMs: 10 * MINUTE,
  /** The same after a visit for which no site was asked: our own network may be back. */
  unaskedRefreshMs: MINUTE,
  /** The loop checks the store at least this often: a new follower schedules visits without telling it. */
  longestSleepMs: 30 * SECOND,
  /** Visits under way get so much time when the crawler closes; with closing the doors it stays below the 10 s that Docker waits by default. */
  closeMs: 4 * SECOND,
  /**
   * Copies of new posts that a transaction makes, or of posts sanitised again that it tells of: more than that wait for the next one, and other
   * writers come in between. What so many follow still comes in one, a post at a time: about a second of the lock of a file.
   */
  copiesAtOnce: 20_000,
  /**
   * Characters of new posts that a transaction stores, of edited ones, and of those that keep their words and are written again: about 100 ms
   * of the lock of a file each, most of it for their words in the index. A document may have a hundred times as much.
   */
  textAtOnce: 200_000,
  /**
   * Items that are moved to another source in one transaction when two sources are merged: about 50 ms of the lock of a file. Each of them
   * changes its place in several indexes.
   */
  movedAtOnce: 4_000,
  /** Feeds that are moved in one transaction: each takes about thirty statements, and on PostgreSQL its user waits for all of them. */
  feedsMovedAtOnce: 50,
};

export type CrawlerLimits = Readonly<typeof crawlerLimits>;

// Every limit of the crawler with its reason: politeness first, then what the machine can bear.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a source is asked again. Pure rules: no test needs to change them. */
export const pace = {
  /** What publishers ask readers to keep at least, conditional requests included. */
  floorMs: HOUR,
  /** The floor where the publisher's own word allows more than one visit an hour. */
  eagerFloorMs: 15 * MINUTE,
  /** The floor where each visit costs the whole document, because nothing makes it conditional. */
  plainFloorMs: DAY,
  /** Simulated over 3,000 feeds: a quarter of the requests of an hourly reader, with the same delay per post. */
  longestMs: 6 * HOUR,
  /** For a source without a new post for half a year. */
  longestDeadMs: DAY,
  deadAfterMs: 180 * DAY,
  /** The price of a request in minutes that a post waits: at 10 a post waits half an hour on average. */
  requestPrice: 10,
  /** A document that shows n posts loses some if more than n appear between two visits: keep half in hand. */
  lossShare: 0.5,

  /** A max-age of 30 days is a mistake of configuration, not a wish. */
  longestFreshMs: 7 * DAY,
  /** `<ttl>` is minutes typed by hand. */
  shortestTtlMs: 5 * MINUTE,
  longestTtlMs: DAY,
  longestUpdatePeriodMs: 7 * DAY,
  /** Of the first hour after those that are skipped: it may be the only one, and a round that is late must still be within it. */
  skippedSpreadMs: 45 * MINUTE,
  /** A week may be meant; a year is a mistake. */
  longestRetryMs: 30 * DAY,

  /** First pause after a failure. */
  failureMs: 30 * MINUTE,
  longestFailureMs: DAY,
  /** Failures only for so long: asked once a week from then on. */
  hopelessAfterMs: 14 * DAY,
  hopelessMs: 7 * DAY,
  /** 401, 403, challenges: nothing will change within the hour. */
  forbiddenMs: 4 * HOUR,
  /** 404 and names that do not exist. */
  missingMs: 6 * HOUR,
  missingLaterMs: DAY,
  missingWeeklyAfterMs: 7 * DAY,
  /** 410 is believed when it is said again after this. */
  goneConfirmMs: DAY,
  /** Another feed at the address: once a week is enough to see the old one come back. */
  anotherFeedMs: 7 * DAY,

  /** 429 without Retry-After. */
  tooManyMs: 4 * HOUR,
  /** Each 429 doubles the floor of the host, up to this. */
  longestHostFloorMs: DAY,
  /** It begins to fall after so many days without another, by so much a day. */
  hostFloorCleanMs: 7 * DAY,
  hostFloorDecay: 0.9,

  /** A permanent redirect is believed when two visits a day apart saw it: a captive portal sends one too. */
  moveVisits: 2,
  moveSpanMs: DAY,

  /** A server that never answers 304 to its ETag may do so to its date: tried after this many, once a week. */
  etagMisses: 5,
  dateOnlyEveryMs: 7 * DAY,
} as const;

/** How posts are told apart. */
export const identityLimits = {
  /** Known posts that a document is compared with beyond those of its own identities. */
  comparedPosts: 1_000,
  /** The newest of a document that are stored by one visit; longer archives are read nowhere. */
  postsAtOnce: 500,
  /** So many may have come at the end of a long document without dates since the visit before: more are old ones, of a site that shows more of them now. */
  comeAtEnd: 100,
  /** So much of a document must be unknown by its guids and known by its looks before guids are given up. */
  changingGuids: 0.8,
  /** So much of a document without guids must be known by what it shows: the rest is new, and a busy feed has much of that. */
  changingNames: 0.5,
  /** A post that comes thrice within this time, in the same words and each time with another date, has none of its own: daily visits show it. */
  anewMs: 3 * DAY,
  /** Fewer posts than this prove nothing about guids. */
  fewestForProof: 3,
  /** A site that moves shows its whole archive anew: this many old posts at once, and more than half of the document. */
  archivePosts: 10,
  archiveAgeMs: 7 * DAY,
  /** An advertisement that changes within a post must not make a change of it each hour. */
  editGapMs: HOUR,
  /** Addresses that change on every visit must not make a change of all posts of a source each time; signed ones last for a day, mostly. */
  readdressGapMs: DAY,
  /** What software writes that has no date. */
  earliestMs: DAY,
} as const;

/** A document is kept as it came where that is so many times smaller than itself: what honest servers send is four to eight times smaller. */
export const packedEnough = 2;

/** How much of a document gets its words before its record begins. */
export const wordsBefore = {
  /** Of HTML: they take twice as much until they are stored, and many visits may wait for that at a time. */
  mostChars: 1_000_000,
  /** Some milliseconds of the thread. */
  postsInARow: 10,
} as const;

/** How posts that nobody has are forgotten. */
export const forgetting = {
  /** An unsubscription can be undone for 30 days and finds its posts again; a document that is cut short for a week changes nothing. */
  afterMs: 35 * DAY,
  /** Looked at in one transaction: some milliseconds. */
  portion: 1_000,
  /** Each time: a store of a million posts is searched within two days of hourly sweeps. */
  portions: 25,
  /** With their contents, some kilobytes each. */
  removedAtOnce: 200,
} as const;

/** When what nobody needs any more is removed. */
export const resting = {
  /** As long as an unsubscription can be undone. After that the posts of a private feed are nobody's business. */
  unfollowedMs: 30 * DAY,
  /** Long after the pause that a visit leaves, and after whoever is about to call it. */
  hostIdleMs: DAY,
  /** From the longest floor, a tenth a day: nothing is left of it then. */
  hostFloorMs: 60 * DAY,
  /** Of a source that goes, with their contents and words. */
  postsAtOnce: 200,
  /** Some milliseconds of a transaction. */
  hostsAtOnce: 500,
} as const;

/** How hubs are dealt with (WebSub). */
export const hubPace = {
  /** Of a document or header; feeds with several name two or three. */
  hubsRead: 10,
  /** Whoever follows a new source is stored just after its first visit; a source without a follower is not asked for. */
  firstAskMs: 10 * SECOND,
  /** What we wish for: what the great hubs give by themselves. */
  leaseSeconds: 864_000,
  /** A hub that leases for a minute is not asked twice a minute. */
  shortestRenewalMs: HOUR,
  /** A hub that has lost its memory hears of us again after half of this. */
  longestLeaseMs: 30 * DAY,
  /** Hubs answer with a word. */
  answerBytes: 65_536,

  /** Until a request that was refused, or that was not confirmed, is made again: twice as long each time. */
  failureMs: HOUR,
  longestFailureMs: DAY,
  /** More than a week of failures: once a week from then on. */
  hopelessAfter: 12,
  hopelessMs: 7 * DAY,
  /** The lease ends by itself if the hub does not listen. */
  unsubscribeTries: 5,
  /** A push that was long under way is told that it is over. */
  rememberedMs: DAY,

  /** Thousands of readers are told at the same moment: they do not all come in it. */
  pingSpreadMs: 30 * SECOND,
  /** Pushes of 5 MB that wait to be read: 100 MB at the most. */
  pushesAtOnce: 20,
  /** Until a push is looked at again that found the store away: the hub was told that it is ours now. */
  storeAwayMs: 5 * SECOND,
  /** Where pushes have shown to work, visits only look after them. */
  slowdown: 12,
  longestMs: DAY,
  /** A post that is older than this has been announced or will not be. */
  announceMs: 15 * MINUTE,
} as const;

/**
 * Characters in the address of a source. PostgreSQL holds less than 2,704 bytes in an index, which is how sources are found; addresses
 * of real feeds have some hundred. What else is fetched, such as pictures, may have longer ones.
 */
export const maxAddressChars = 2_600;

/** How imports are recorded. */
export const importing = {
  /** Known posts of a source that are looked through for a link, beyond those that are found by their names. */
  comparedPosts: 2_000,
  /** Items in one transaction: some ten milliseconds, after some hundred in which their HTML is cleaned. */
  portion: { limit: 200, maxChars: 200_000 },
  /** When a site that could not answer is asked again, where it does not say so itself. */
  againMs: 10 * MINUTE,
  /** When a source is visited that was followed although it gave no feed: like any other after a first failure or two. */
  adoptedMs: 6 * HOUR,
} as const;

/** How posts are indexed that are older than the search, and the index is merged: writers wait for one portion at most, and have the pause. */
export const indexing = {
  /** Some 20 ms of writing, several times in one transaction where nobody waits. */
  posts: 10,
  pauseMs: 25,
  /** While people are here, the index is tended in a sixth of the time: the lock of a file is theirs first. */
  pauseForPeopleMs: 100,
  /** How often it is looked whether posts have grown by so much that the pieces of the index should be merged. */
  lookMs: 6 * HOUR,
  /** One node does it; another goes on when that one has not for so long. */
  dutyMs: MINUTE,
} as const;

/** What one crawler does at once and how long it waits; tests shorten them. */
export const crawlerLimits = {
  /** Sockets and half-read documents of this many visits fit a machine with 512 MB. */
  hostsAtOnce: 50,
  /**
   * Visits that begin while people are being answered: a share of the machine that leaves them theirs. In a day it is still
   * more visits than a million feeds ask for. So many begin together; more of them would hold the database for longer at a time.
   */
  besidePeople: { perSecond: 100, atOnce: 4 },
  /** The pause between two calls of one host. */
  gapMs: SECOND,
  /** A visit takes 45 s of the web and 5 s of the reader at most; the rest is for a slow disk. */
  leaseMs: 2 * MINUTE,
  /** How long a person waits for the turn at a host. */
  turnMs: 20 * SECOND,
  /** How often a host that somebody else visits is looked at again. */
  turnPollMs: 250,
  /**
   * All that following or looking at an address may take of the web, waiting for turns included, and refreshing a feed by hand. Apps and
   * proxies give up after 60 s: what came to be later would be a feed that nobody was told of. The rest is for reading and storing what has come.
   */
  followMs: 50 * SECOND,
  /** All requests that finding the feed of a page may take, the page's own included. */
  discoveryRequests: 6,
  /** Feeds of a page that are offered beside the one that was found: nobody chooses among more. */
  otherFeeds: 10,
  /** No further place is guessed after this: a person waits, and so does a connection. */
  searchMs: 30 * SECOND,
  /** Refreshing by hand: once in so long for each source. */
  refreshMs: 10 * MINUTE,
  /** The loop looks at the store at least this often: a new follower plans visits without telling it. */
  longestSleepMs: 30 * SECOND,
  /** So much time is given to visits under way when the crawler closes; with the doors it stays below the 10 s that a supervisor waits. */
  closeMs: 4 * SECOND,
  /**
   * Copies of new posts that a transaction makes: more than that wait for the next one, and other writers come in between. What so many
   * follow still comes in one, a post at a time: about a second of the lock of a file.
   */
  copiesAtOnce: 20_000,
  /** New feeds get their first items from the newest posts. */
  firstItems: 200,
  /** Items that a feed gets of what was published while it was away: a busy source's month, read in a moment. */
  meanwhileItems: 2_000,
};

export type CrawlerLimits = Readonly<typeof crawlerLimits>;

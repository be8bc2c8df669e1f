// How hubs are dealt with (WebSub), with the reason of each limit.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const hubPace = {
  /** Hubs read from a document or header; feeds with several name two or three. */
  hubsRead: 10,
  /** The first request waits so long because the follower of a new source is stored just after its first visit, and without one no hub is asked. */
  firstAskMs: 10 * SECOND,
  /** The lease that we ask for, which the great hubs give by default. */
  leaseSeconds: 864_000,
  /** A hub that leases for one minute is not to be asked twice a minute. */
  shortestRenewalMs: HOUR,
  /** A hub that has lost its data hears from us again after half of this at the latest. */
  longestLeaseMs: 30 * DAY,
  /** Hubs answer with a word or two. */
  answerBytes: 65_536,

  /** Time until a request that was refused or not confirmed is repeated: twice as long each time. */
  failureMs: HOUR,
  longestFailureMs: DAY,
  /** After so many failures, more than a week of them, a hub is asked once a week; so is one that says that it is gone (410). */
  hopelessAfter: 12,
  hopelessMs: 7 * DAY,
  /** How long a hub keeps the name by which it was asked for a source that calls itself otherwise now. */
  renamedMs: DAY,
  /** If the hub does not react, its lease ends by itself. */
  unsubscribeTries: 5,
  /** For so long after the end, late pushes are told that it is over. */
  rememberedMs: DAY,

  /** A hub tells thousands of readers at the same moment: they must not all call the publisher at once. */
  pingSpreadMs: 30 * SECOND,
  /** Pushes that are read and stored at the same time. */
  pushesAtOnce: 20,
  /** Pushes that wait or are being read: half a minute's work, and a hub that delivers hundreds at a time need not come again. */
  pushesWaiting: 1_000,
  bytesWaiting: 100 * 1024 * 1024,
  /** How much of both a hub may take for one source. */
  ofOneHub: 0.2,
  /** What a hub may bring for one source in an hour: as much as the four visits that may be made in it. No real feed comes near that. */
  bytesAnHour: 100 * 1024 * 1024,
  postsAnHour: 2_000,
  /** Time until a push is tried again when the store is unavailable: the hub has been told that we have taken it. */
  storeAwayMs: 5 * SECOND,
  /** Where pushes have proved to work, visits only check on them and are this many times rarer. */
  slowdown: 12,
  longestMs: DAY,
  /** A post older than this has been announced by now, or never will be. */
  announceMs: 15 * MINUTE,
} as const;

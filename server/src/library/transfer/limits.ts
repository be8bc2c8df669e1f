// Every limit of import and export with its reason.

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** How a document is read. */
export const reading = {
  /** A document that takes a few milliseconds is read in this thread; a longer one in its own. */
  bytesInPlace: 128 * 1024,
  /** Of a compressed document, or of the files of an archive together: twice the longest that may be handed in. */
  unpackedBytes: 100 * 1024 * 1024,
  /** Parts that are passed on and stored together: some ten milliseconds. */
  parts: 250,
  partsChars: 500_000,
  /** 50 MB of JSON are read within 5 s on a small machine. */
  timeoutMs: 60 * SECOND_MS,
  /** 50 MB as text and as objects, with room for garbage. */
  heapMb: 768,
} as const;

/** How much of the documents that are handed in may be in memory together, from their first byte until they are stored. */
export const handedIn = {
  /** One of the longest, or many lists of feeds. Whoever has more long ones can hand them in one after the other. */
  bytesOfUser: 50_000_000,
  /** Four of the longest: no account can take up the room of all, and what waits takes no more memory than the one that is read. */
  bytesOfAll: 200_000_000,
  /** The longest document is read and stored in less. */
  retryAfterMs: 30 * SECOND_MS,
} as const;

export const importLimits = {
  /** Feeds of one document: four times the most that anybody is known to follow. */
  feeds: 20_000,
  groups: 2_000,
  /** As in an OPML. All of them are looked up each time that the feed is looked at. */
  groupsOfFeed: 100,
  /** Unfinished imports of a user: an OPML, some files of starred items, and a mistake or two. */
  open: 10,
  /** Imports under way at the same time, each of another user. */
  atOnce: 4,
  /** Feeds of one import that are followed at the same time, each on another host. */
  followsAtOnce: 6,
  /** Feeds that are examined to find one whose host is free. */
  lookahead: 100,
  /** Groups that are made in one transaction. */
  groupsAtOnce: 100,
  /** How often a site may tell us to come back later before its feed counts as failed, and how long it may ask us to wait. */
  tries: 5,
  longestWaitMs: 6 * 3_600 * SECOND_MS,
  /** A site that is busy, or rests, for no longer than this gives another feed its turn then: no try is counted. */
  longestTurnMs: 10 * 60 * SECOND_MS,
  /** When an import that failed for a reason of our own is tried again. */
  restMs: 30 * SECOND_MS,
  /** How long a node keeps an import without renewing its claim; after that the node counts as dead and another takes over. */
  dutyMs: 12 * SECOND_MS,
  /** A document still being handed in after this long was left behind by a dead process: no request body is waited for longer. */
  loadingMs: 10 * 60 * SECOND_MS,
  /** How long the result of an import can be seen and failures retried. */
  keptMs: 90 * DAY_MS,
  /** For so long what a retry follows is undone along with what was followed before. Later, too few of the 30 days would be left for it. */
  sameEntryMs: DAY_MS,
  /** Rows of old imports that are deleted in one transaction. */
  forgotten: 2_000,
} as const;

/** Items read in one query: some ten milliseconds. */
export const exportPages = { narrow: 1_000, content: 100 } as const;

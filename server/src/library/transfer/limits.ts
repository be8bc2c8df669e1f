// Every limit of import and export with its reason.

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** How a document is read. */
export const reading = {
  /** A document that is read in some milliseconds is read where it is; a longer one in a thread of its own. */
  bytesInPlace: 128 * 1024,
  /** Parts that are handed on and stored in one go: some ten milliseconds. */
  parts: 250,
  partsChars: 500_000,
  /** 50 MB of JSON are read within 5 s on a small machine. */
  timeoutMs: 60 * SECOND_MS,
  /** 50 MB as text and as objects, with room to collect. */
  heapMb: 768,
} as const;

export const importLimits = {
  /** Feeds of one document: four times what anybody is known to follow. */
  feeds: 20_000,
  groups: 2_000,
  /** Imports of a user that are not at their end: an OPML, some files of starred items, and a mistake or two. */
  open: 10,
  /** Imports that are worked on at a time, each of another user. */
  atOnce: 4,
  /** Feeds of one import that are followed at a time, each on another host. */
  followsAtOnce: 6,
  /** Feeds that are looked at to find one whose host is free. */
  lookahead: 100,
  /** Groups that are made in one transaction. */
  groupsAtOnce: 100,
  /** How often a site may put a feed off before it counts as failed, and for how long at most. */
  tries: 5,
  longestWaitMs: 6 * 3_600 * SECOND_MS,
  /** When an import that could not go on for a reason of ours is taken up again. */
  restMs: 30 * SECOND_MS,
  /** How long a node has an import to itself without saying so again; another takes it up when that one is dead. */
  dutyMs: 12 * SECOND_MS,
  /** What is still being handed in after so long was left behind by a process that is gone: no body is waited for longer. */
  loadingMs: 10 * 60 * SECOND_MS,
  /** How long it can be seen what came of an import, and tried again. */
  keptMs: 90 * DAY_MS,
  /** What is forgotten of old imports in one transaction. */
  forgotten: 2_000,
} as const;

/** Items that are read in one go: some ten milliseconds. */
export const exportPages = { narrow: 1_000, content: 100 } as const;

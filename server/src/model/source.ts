// An address that is crawled, shared by everyone who follows it, and what the crawler remembers about it.
import type { Outcome } from './visit.ts';

export interface Source {
  id: number;
  /** The address that is fetched. */
  url: string;
  hostId: number;
  title: string;
  siteUrl: string;
  description: string | undefined;
  language: string | undefined;
  imageUrl: string | undefined;
  createdAt: number;
  /** When the document was last checked successfully; a 304 counts. */
  checkedAt: number | undefined;
  validators: Validators | undefined;
  bodyHash: string | undefined;
  memory: SourceMemory;
}

/** How a stored document is compressed, in HTTP's terms. */
export type Packing = 'gzip' | 'br';

/** What a conditional request sends back, byte for byte as received. Valid only for the address that gave them. */
export interface Validators {
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** Everything about how a source is doing. */
export interface SourceCondition {
  /** Empty if it has nothing to say about that. */
  memory: SourceMemory;
  /** In a row. */
  failures: number;
  /** The result of the last visit. May be left out for a source that does not fail. */
  last: Outcome | undefined;
  lastVisitAt: number | undefined;
  /** When the document was last checked successfully. */
  checkedAt: number | undefined;
  /** Undefined: never. */
  nextVisitAt: number | undefined;
  /** The time at which all this held. */
  at: number;
}

/** Stored as JSON with the source. A missing field was never learnt. */
export interface SourceMemory {
  /** The version of this shape: a value with any other is read as an empty memory. */
  version: 1;
  rhythm?: Rhythm;
  hints: PublisherHints;
  /** Do not ask before this time (a Retry-After for this address alone). */
  retryAt?: number;
  /** Time of the first of the current failures in a row. */
  failingSince?: number;
  /** How many of the current failures in a row were visits for which nobody was asked: the name could not be looked up. */
  unasked?: number;
  /** When a visit was found to have ended with the thread or process that made it. It stays until one is recorded that was not lost. */
  lostAt?: number;
  /** Time of the first of the current 410s in a row. */
  goneSince?: number;
  /** Why it is not visited like other sources. */
  state?: 'gone' | 'another-feed';
  /** The address that it says it has moved to, and how often it has said so. */
  moving?: Moving;
  /**
   * How posts are recognised where guids will not do. `link`: its guids change on each visit, so by link. `looks`: it gives no guids, and
   * links or dates change, so by what they show as well. Never reverted.
   */
  identity?: 'link' | 'looks';
  /** How often in a row a request with If-None-Match got the very same body. */
  etagMisses?: number;
  /** When it was last asked without the ETag, because of those. */
  dateOnlyAt?: number;
  /** The address of a feed named by the page that stands where the feed was. */
  suggestion?: string;
  /** When the newest post was published. */
  newestPostAt?: number;
  /** The versions of parser and sanitiser that read the stored document. */
  readBy?: string;
  /** When deferred edits may be taken from the stored document: a site that answers 304 does not send them again. */
  editsDueAt?: number;
  /** When the addresses of known posts last changed. */
  readdressedAt?: number;
  /** Hash of the last document, if that was cut short. */
  brokenOff?: string;
  /** The host to which redirects led the last time, if that is another than the source's. */
  leadsTo?: string;
  /** The last redirect led elsewhere than the one before. */
  ledElsewhere?: true;
  /** How many posts the document shows. */
  shownPosts?: number;
  /** Sources from which feeds were moved here, and of which they have items still. */
  formerSources?: number[];
  /** WebSub. */
  hubUrls?: string[];
  selfUrl?: string;
  /** The two come from the page that announces the feed, not from the feed. */
  hubOnPage?: true;
}

export interface Moving {
  to: string;
  /** Announced by a permanent redirect, or in the document. */
  via: 'redirect' | 'document';
  since: number;
  visits: number;
  /** How often the address was tried in vain. */
  failedTrials?: number;
  /** Another source is there already, and some of this one's feeds have been moved to it. */
  begun?: true;
}

/** What the publisher says about how often to ask. */
export interface PublisherHints {
  /** How long the last answer stays fresh in milliseconds, and until when. */
  maxAgeMs?: number;
  freshUntil?: number;
  ttlMs?: number;
  updatePeriodMs?: number;
  skipHours?: number[];
  skipDays?: number[];
}

/** How often a source publishes: decayed counts over decayed exposure, slow (weeks) and fast (days). */
export interface Rhythm {
  /** The end of the time observed. */
  at: number;
  slowCount: number;
  slowMs: number;
  fastCount: number;
  fastMs: number;
  /** Number of hours in which something appeared, in UTC: 24 for weekdays, then 24 for weekend days. */
  profile: number[];
  /** The last hour (since the epoch) that was counted: each hour counts once. */
  lastHour: number;
}

/**
 * The website of a feed that names none: its own address (contract, Entities). Posts without an address of their own lead there as well, and
 * people pass their links on: of an address with a name, a password or a query, which may be somebody's secret, it has the host only.
 */
export function siteOfFeed(url: string): string {
  const { username, password, search, origin } = new URL(url);
  return username + password + search === '' ? url : `${origin}/`;
}

/** The website of a source whose document names none now. Where it never named one, older versions took the feed's address for it. */
export function siteBefore({ url, siteUrl }: { url: string; siteUrl: string }): string {
  return siteUrl === url ? siteOfFeed(url) : siteUrl;
}

/** Of a source that has not been visited yet. */
export function emptyMemory(): SourceMemory {
  return { version: 1, hints: {} };
}

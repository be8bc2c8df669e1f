// An address that is crawled, shared by all who follow it, and what the crawler remembers of it.
import type { Outcome } from './visit.ts';

export interface Source {
  id: number;
  /** As it is called. */
  url: string;
  hostId: number;
  title: string;
  siteUrl: string;
  description: string | undefined;
  language: string | undefined;
  imageUrl: string | undefined;
  createdAt: number;
  /** When the document was last checked with success, 304 included. */
  checkedAt: number | undefined;
  validators: Validators | undefined;
  bodyHash: string | undefined;
  memory: SourceMemory;
}

/** How a kept document is packed, as HTTP names it. */
export type Packing = 'gzip' | 'br';

/** What a conditional request sends back: as received, byte for byte. They belong to the address that gave them. */
export interface Validators {
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** What there is to know of how a source is doing. */
export interface SourceCondition {
  /** Empty where it has nothing to say about it. */
  memory: SourceMemory;
  /** In a row. */
  failures: number;
  /** What the last visit came to. Of a source that does not fail it may be left out. */
  last: Outcome | undefined;
  lastVisitAt: number | undefined;
  /** When the document was last checked with success. */
  checkedAt: number | undefined;
  /** Undefined: never. */
  nextVisitAt: number | undefined;
  /** When this was so. */
  at: number;
}

/** Kept as JSON beside the source. A field that is missing was never learnt. */
export interface SourceMemory {
  /** Of the shape of this value: one that is not ours is read as an empty memory. */
  version: 1;
  rhythm?: Rhythm;
  hints: PublisherHints;
  /** Not to be asked before (Retry-After for this address alone). */
  retryAt?: number;
  /** First of the failures in a row. */
  failingSince?: number;
  /** First 410 of those in a row. */
  goneSince?: number;
  /** Why it is no longer visited as others are. */
  state?: 'gone' | 'another-feed';
  /** Where it says it has moved to, and how often it was seen to say so. */
  moving?: Moving;
  /**
   * Its guids change on each visit: posts are known by their links instead. Or it gives none, and links or dates change: posts are known
   * by what they show as well. Never taken back.
   */
  identity?: 'link' | 'looks';
  /** How often in a row an If-None-Match was answered with the very same body. */
  etagMisses?: number;
  /** When it was last tried without the ETag, because of those. */
  dateOnlyAt?: number;
  /** A feed that the page names which stands where the feed was. */
  suggestion?: string;
  /** Publication of the newest post. */
  newestPostAt?: number;
  /** The versions of parser and sanitiser that have read the kept document. */
  readBy?: string;
  /** When edits that were put off may be taken from the kept document: sites do not say again what they have said. */
  editsDueAt?: number;
  /** When known posts last got other addresses. */
  readdressedAt?: number;
  /** Hash of the last document, where that broke off. */
  brokenOff?: string;
  /** How many posts the document shows. */
  shownPosts?: number;
  /** WebSub. */
  hubUrls?: string[];
  selfUrl?: string;
  /** It was the page announcing the feed that named the two, not the feed. */
  hubOnPage?: true;
}

export interface Moving {
  to: string;
  /** By a permanent redirect, or in the words of the document. */
  via: 'redirect' | 'document';
  since: number;
  visits: number;
}

/** What the publisher says about asking again. */
export interface PublisherHints {
  /** Freshness of the last answer in milliseconds, and its end. */
  maxAgeMs?: number;
  freshUntil?: number;
  ttlMs?: number;
  updatePeriodMs?: number;
  skipHours?: number[];
  skipDays?: number[];
}

/** How often a source publishes: decayed counts over decayed exposure, slow (weeks) and fast (days). */
export interface Rhythm {
  /** Up to when it was observed. */
  at: number;
  slowCount: number;
  slowMs: number;
  fastCount: number;
  fastMs: number;
  /** Hours in which something appeared: 24 of a weekday, then 24 of a weekend day, in UTC. */
  profile: number[];
  /** The hour (since the epoch) that was counted last: one count for each hour. */
  lastHour: number;
}

export function emptyMemory(): SourceMemory {
  return { version: 1, hints: {} };
}

// What a feed says, whatever it was written in: the plain values that this room hands to the rest of the house.

export interface FeedDocument {
  /** Plain text; empty when the document has none. */
  title: string;
  siteUrl?: string;
  /** Plain text. */
  description?: string;
  language?: string;
  imageUrl?: string;
  /** The address the feed gives itself: WebSub's topic. */
  selfUrl?: string;
  /** WebSub hubs, absolute, in document order. */
  hubUrls: string[];
  /** Where the feed says it has moved: `<redirect><newLocation>` or `itunes:new-feed-url`. */
  newAddress?: string;
  hints: FeedHints;
  /** In document order. */
  posts: FeedPost[];
  /** False when the document broke off before its root closed, or a limit cut it. */
  whole: boolean;
  /** A limit of ours cut it: the rest is never read, so the document is as whole as it will be. */
  limited?: true;
  /** What was wrong with the document, in words; bounded. */
  warnings: string[];
}

/** What the publisher says about asking again. */
export interface FeedHints {
  ttlMs?: number;
  updatePeriodMs?: number;
  /** Hours of the day in GMT, 0 to 23, ascending. */
  skipHours: number[];
  /** Days of the week in GMT, 0 = Sunday, ascending. */
  skipDays: number[];
}

export interface FeedPost {
  /** The document broke off within it. */
  cut?: true;
  /** The publisher's identifier, as published, trimmed. */
  guid?: string;
  /** Absolute http(s). */
  url?: string;
  /** Plain text. */
  title?: string;
  author?: string;
  /** Milliseconds since the epoch, as the publisher says: it may lie in the future. */
  publishedAt?: number;
  updatedAt?: number;
  /** Sanitised HTML with absolute URLs. */
  content?: string;
  /** Sanitised HTML with absolute URLs. */
  summary?: string;
  /** The start of content or summary as plain text, or what a picture shows, where there is no title: a post is named after it. */
  text?: string;
  commentsUrl?: string;
  imageUrl?: string;
  categories: string[];
  enclosures: Enclosure[];
  /** Covers title, content and summary as written: equal ones read alike. Only for posts with a title, and when `known` is given. */
  fingerprint?: string;
  /** The caller's note for this fingerprint, when it has one: content, summary and text were left unread. */
  known?: string;
}

/** The caller's notes on posts that it knows, by fingerprint; what a note means is up to the caller. */
export type KnownReadings = ReadonlyMap<string, string>;

/** Where a document came from, and what is known of it. */
export interface ReadFrom {
  /** After redirects: relative addresses are resolved against it. */
  url: string;
  contentType?: string | undefined;
  /** Without it, posts get no fingerprint. */
  known?: KnownReadings;
}

export interface Enclosure {
  url: string;
  type?: string;
  /** Bytes, as the publisher says. */
  length?: number;
  durationSeconds?: number;
  title?: string;
}

export type NotAFeedWhy = 'empty' | 'html' | 'json' | 'xml' | 'text' | 'binary' | 'too-large';

/** The result of reading a document: readers return it and never throw. */
export type Reading =
  | { kind: 'feed'; document: FeedDocument }
  | { kind: 'not-a-feed'; why: NotAFeedWhy; detail: string; page?: PageFinding };

/** What a web page says about feeds; all URLs are absolute. */
export interface PageFinding {
  /** The announced ones first, then links of the page that look like feeds. */
  feeds: AnnouncedFeed[];
  /** Where it redirects its visitors by `<meta http-equiv="refresh">`. */
  movedTo?: string;
  hubUrls: string[];
  selfUrl?: string;
  /** Of the icons that the page names, the one that suits a list of feeds. */
  iconUrl?: string;
}

export interface AnnouncedFeed {
  url: string;
  title?: string;
}

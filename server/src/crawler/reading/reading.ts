// The ports for reading documents and pages: in threads of their own, and in the caller's in tests.
import type { ReadFrom, Reading } from '../../formats/feed-document.ts';
import type { ArticleReading } from '../../formats/read-article.ts';
import type { Document } from './unpacked.ts';

/** Reads a document. Never rejects: a document that cannot be read is a value. */
export type Reader = (document: Document, from: ReadFrom, urgency?: Urgency) => Promise<ReaderResult>;

export interface Urgency {
  /** A person waits for it: it is read before what nobody waits for. */
  isAwaited: boolean;
}

/** The message to a reader thread. */
export interface ReadingOrder {
  task: 'feed' | 'article';
  bytes: Uint8Array;
  from: ReadFrom;
}

/** `no-reader`: none could be started, for which the document is not to blame. */
export type Unread = 'reader-died' | 'reader-timeout' | 'no-reader';

export type ReaderResult = Reading | { kind: 'not-a-feed'; why: Unread; detail: string };

/** Finds the article in a web page. Never rejects. `url` is where it came from, after redirects. */
export type Extractor = (bytes: Uint8Array, from: ReadFrom, urgency?: Urgency) => Promise<ExtractorResult>;

export type ExtractorResult = ArticleReading | { kind: 'no-article'; why: Unread };

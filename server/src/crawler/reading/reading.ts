// The ports for reading documents and pages: in the caller's thread in tests, in threads of their own in production.
import type { ReadFrom, Reading } from '../../formats/feed-document.ts';
import type { ArticleReading } from '../../formats/read-article.ts';
import { type Document, unpacked } from './unpacked.ts';

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

export type ReaderResult =
  | Reading
  | { kind: 'not-a-feed'; why: 'reader-died' | 'reader-timeout'; detail: string };

/** Reads in the caller's thread, without a timeout. Its code is loaded with the first document: in production only the readers need it. */
export const inlineReader: Reader = async (document, from) => {
  const { readFeed } = await import('../../formats/read-feed.ts');
  return readFeed(await unpacked(document), from);
};

/** Finds the article in a web page. Never rejects. `url` is where it came from, after redirects. */
export type Extractor = (bytes: Uint8Array, from: ReadFrom, urgency?: Urgency) => Promise<ExtractorResult>;

export type ExtractorResult = ArticleReading | { kind: 'no-article'; why: 'reader-died' | 'reader-timeout' };

/** Like `inlineReader`. Its code is loaded on demand because few tests need it. */
export const inlineExtractor: Extractor = async (bytes, from) => {
  const { readArticle } = await import('../../formats/read-article.ts');
  return readArticle(bytes, from);
};

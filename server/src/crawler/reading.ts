// The ports to whoever reads documents and pages: in this thread for tests, in threads of their own at work.
import type { ArticleReading } from '../formats/article.ts';
import type { ReadFrom, Reading } from '../formats/feed-document.ts';

/** Reads a document. Never rejects: a document that cannot be read is a value. */
export type Reader = (bytes: Uint8Array, from: ReadFrom) => Promise<ReaderResult>;

/** What a reader's thread is told. */
export interface ReadingOrder {
  task: 'feed' | 'article';
  bytes: Uint8Array;
  from: ReadFrom;
}

export type ReaderResult =
  | Reading
  | { kind: 'not-a-feed'; why: 'reader-died' | 'reader-timeout'; detail: string };

/** Reads in the thread of the caller, without a limit of time. What it takes is loaded with the first document: at work only the readers' threads want it. */
export const inlineReader: Reader = async (bytes, from) => {
  const { readFeed } = await import('../formats/read-feed.ts');
  return readFeed(bytes, from);
};

/** Finds the article in a web page. Never rejects. `url` is where it came from, after redirects. */
export type Extractor = (bytes: Uint8Array, from: ReadFrom) => Promise<ExtractorResult>;

export type ExtractorResult = ArticleReading | { kind: 'no-article'; why: 'reader-died' | 'reader-timeout' };

/** As `inlineReader`. Few tests want what it takes. */
export const inlineExtractor: Extractor = async (bytes, from) => {
  const { readArticle } = await import('../formats/read-article.ts');
  return readArticle(bytes, from);
};

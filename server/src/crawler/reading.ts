// The ports to whoever reads documents and pages: in this thread for tests, in threads of their own at work.
import type { ArticleReading } from '../formats/article.ts';
import type { ReadFrom, Reading } from '../formats/feed-document.ts';
import { readFeed } from '../formats/read-feed.ts';

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

/** Reads in the thread of the caller, without a limit of time. */
export const inlineReader: Reader = async (bytes, from) => readFeed(bytes, from);

/** Finds the article in a web page. Never rejects. `url` is where it came from, after redirects. */
export type Extractor = (bytes: Uint8Array, from: ReadFrom) => Promise<ExtractorResult>;

export type ExtractorResult = ArticleReading | { kind: 'no-article'; why: 'reader-died' | 'reader-timeout' };

/** As `inlineReader`. What it takes is loaded with the first page: few tests want one. */
export const inlineExtractor: Extractor = async (bytes, from) => {
  const { readArticle } = await import('../formats/read-article.ts');
  return readArticle(bytes, from);
};

// The port to whoever reads documents: in this thread for tests, in threads of their own at work.
import type { Reading } from '../formats/feed-document.ts';
import { readFeed } from '../formats/read-feed.ts';

/** Reads a document. Never rejects: a document that cannot be read is a value. `url` is where it came from, after redirects. */
export type Reader = (bytes: Uint8Array, from: ReadFrom) => Promise<ReaderResult>;

export interface ReadFrom {
  url: string;
  contentType?: string;
}

export type ReaderResult =
  | Reading
  | { kind: 'not-a-feed'; why: 'reader-died' | 'reader-timeout'; detail: string };

/** Reads in the thread of the caller, without a limit of time. */
export const inlineReader: Reader = async (bytes, from) => readFeed(bytes, from);

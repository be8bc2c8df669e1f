// Reads documents and pages in the caller's thread, without a timeout.
import type { Extractor, Reader } from '../reading/reading.ts';
import { unpacked } from '../reading/unpacked.ts';

export const inlineReader: Reader = async (document, from) => {
  const { readFeed } = await import('../../formats/read-feed.ts');
  return readFeed(await unpacked(document), from);
};

/** Its code is loaded on demand because few tests need it. */
export const inlineExtractor: Extractor = async (bytes, from) => {
  const { readArticle } = await import('../../formats/read-article.ts');
  return readArticle(bytes, from);
};

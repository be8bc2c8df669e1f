// A crawler for tests: it reads in the caller's thread, and chance is always in the middle.
import { type CrawlerAtWork, type CrawlerOptions, openCrawler } from '../src/crawler/crawler.ts';
import { inlineExtractor, inlineReader } from '../src/crawler/testing/inline-reading.ts';
import { silentLog } from '../src/log.ts';
import { testAgent } from './fake-web.ts';

export function crawlerInTests(
  options: Pick<CrawlerOptions, 'store' | 'web' | 'clock'> & Partial<CrawlerOptions>,
): CrawlerAtWork {
  return openCrawler({
    read: inlineReader,
    extract: inlineExtractor,
    chance: () => 0.5,
    log: silentLog,
    agent: testAgent,
    changed: () => {},
    visited: () => {},
    findsIcons: false,
    imageCacheBytes: 256 * 1024 * 1024,
    arePeopleHere: () => false,
    ...options,
  });
}

// Stand-in until the thread is there.
import type { Crawler } from './crawler.ts';
export function openCrawlerThread(_options: object): Crawler {
  throw new Error('not yet');
}

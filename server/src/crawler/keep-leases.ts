// Keeps the hosts of the calls under way on any node: on one that makes no rounds, as people and imports ask sites there too, and on one
// that has no room for more calls, where no round begins.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { CrawlerAtWork } from './crawler.ts';
import { crawlerLimits } from './limits.ts';

/** Returns a function that ends it. */
export function keepLeases(
  crawler: Pick<CrawlerAtWork, 'keepLeases'>,
  { clock, log }: { clock: Clock; log: Log },
): () => void {
  let cancel = (): void => {};
  const later = (): void => {
    cancel = clock.after(crawlerLimits.longestSleepMs, () => {
      crawler.keepLeases().catch((error: unknown) => log.error('leases were not kept', { error }));
      later();
    });
  };
  later();
  return () => cancel();
}

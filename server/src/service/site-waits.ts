// When the house closes, ends the waiting of people who wait for a site, so that they can still be answered.
import type { Crawler } from '../crawler/crawler.ts';

/** The house closes before a site has answered: the request may be sent again to the next one. */
export class HouseCloses extends Error {
  override name = 'HouseCloses';

  constructor() {
    super('The house closes while a site is waited for');
  }
}

interface SiteWaits {
  /** The same crawler, but waiting for it can be ended. */
  crawler: Crawler;
  /**
   * Rejects with HouseCloses all that is waited for, and every later call. The crawler itself goes on until it is closed: what it finds is
   * stored, but nobody follows a source because of it.
   */
  letGo(): void;
}

export function openSiteWaits(crawler: Crawler): SiteWaits {
  const waiting = new Set<(reason: HouseCloses) => void>();
  let isOver = false;
  const untilOver = <T>(ask: () => Promise<T>): Promise<T> => {
    if (isOver) return Promise.reject(new HouseCloses());
    return new Promise((resolve, reject) => {
      waiting.add(reject);
      ask()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject));
    });
  };
  return {
    crawler: {
      ...crawler,
      follow: (address, urgency) => untilOver(() => crawler.follow(address, urgency)),
      discover: (address) => untilOver(() => crawler.discover(address)),
      refresh: (sourceId) => untilOver(() => crawler.refresh(sourceId)),
      fetchArticle: (postId) => untilOver(() => crawler.fetchArticle(postId)),
      fetchImage: (address) => untilOver(() => crawler.fetchImage(address)),
    },
    letGo() {
      isOver = true;
      for (const reject of waiting) reject(new HouseCloses());
    },
  };
}

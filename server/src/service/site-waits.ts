// Lets go of people who wait for a site when the house closes, so that they hear of it while they can still be answered.
import type { Crawler } from '../crawler/crawler.ts';

/** The house closes before a site has answered: whoever asked may ask the next one that opens. */
export class HouseCloses extends Error {
  override name = 'HouseCloses';

  constructor() {
    super('The house closes while a site is waited for');
  }
}

export interface SiteWaits {
  /** The same crawler, whose waits can be ended. */
  crawler: Crawler;
  /**
   * Rejects with HouseCloses what is waited for, and whatever is asked from now on. The crawler itself goes on until it is closed: what
   * it finds is stored, and nobody follows it by that.
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
      follow: (address) => untilOver(() => crawler.follow(address)),
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

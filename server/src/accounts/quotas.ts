// How many feeds, articles and pictures one account may have fetched: each costs a request or two to somebody else's site.
import { articlesPerUser, followsPerUser, imagesPerUser } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { type Limit, takeTryOrRefuse } from './throttle.ts';

type WithLimits = Pick<AccountsOptions, 'store' | 'rateLimits'>;

/** Takes one of the account's tries to follow or preview a feed. Throws Refusal `too-many`; `action` follows "Cannot". */
export function takeFollow(options: WithLimits, userId: number, action = 'create feed'): Promise<void> {
  return take(options, `follow:user:${userId}`, { limit: followsPerUser, action });
}

/** Takes one of the account's tries to have an article fetched. Throws Refusal `too-many`. */
export function takeArticle(options: WithLimits, userId: number): Promise<void> {
  return take(options, `article:user:${userId}`, { limit: articlesPerUser, action: 'fetch article' });
}

/** Takes one of the account's tries to have a picture fetched. Throws Refusal `too-many`. */
export function takeImage(options: WithLimits, userId: number): Promise<void> {
  return take(options, `image:user:${userId}`, { limit: imagesPerUser, action: 'fetch picture' });
}

async function take(
  { store, rateLimits }: WithLimits,
  key: string,
  wanted: { limit: Limit; action: string },
): Promise<void> {
  if (rateLimits) await store.write((tx) => takeTryOrRefuse(tx, key, wanted));
}

// How many pictures an account may have fetched: each is a call to somebody else's site.
import { imagesPerUser } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeTryOrRefuse } from './throttle.ts';

/** Takes one of the account's tries to fetch a picture. Throws Refusal `too-many`. */
export async function takeImage(
  { store, rateLimits }: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  userId: number,
): Promise<void> {
  if (!rateLimits) return;
  await store.write((tx) =>
    takeTryOrRefuse(tx, `image:user:${userId}`, { limit: imagesPerUser, action: 'fetch picture' }),
  );
}

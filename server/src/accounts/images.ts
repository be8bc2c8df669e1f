// How many pictures may be fetched for one account: each costs a request to somebody else's site.
import { imagesPerUser } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeTryOrRefuse } from './throttle.ts';

/** Takes one of the account's tries to have a picture fetched. Throws Refusal `too-many`. */
export async function takeImage(
  { store, rateLimits }: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  userId: number,
): Promise<void> {
  if (!rateLimits) return;
  await store.write((tx) =>
    takeTryOrRefuse(tx, `image:user:${userId}`, { limit: imagesPerUser, action: 'fetch picture' }),
  );
}

// How many new feeds one account may ask for: each costs a request to somebody else's site.
import { followsPerUser } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeTryOrRefuse } from './throttle.ts';

/** Takes one of the account's tries to follow a feed. Throws Refusal `too-many`. */
export async function takeFollow(
  { store, rateLimits }: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  userId: number,
  action = 'create feed',
): Promise<void> {
  if (!rateLimits) return;
  await store.write((tx) => takeTryOrRefuse(tx, `follow:user:${userId}`, { limit: followsPerUser, action }));
}

// How many articles may be fetched for one account: each costs a request or two to somebody else's site.
import { articlesPerUser } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { takeTryOrRefuse } from './throttle.ts';

/** Takes one of the account's tries to have an article fetched. Throws Refusal `too-many`. */
export async function takeArticle(
  { store, rateLimits }: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  userId: number,
): Promise<void> {
  if (!rateLimits) return;
  await store.write((tx) =>
    takeTryOrRefuse(tx, `article:user:${userId}`, { limit: articlesPerUser, action: 'fetch article' }),
  );
}

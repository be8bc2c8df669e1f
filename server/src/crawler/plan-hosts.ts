// Plans hosts again at which something has become due outside of the transactions that hold them.
import { hostsOfForgottenArticles } from '../store/sources/articles.ts';
import { replanHost } from '../store/sources/hosts.ts';
import { hostsOfForgottenIcons } from '../store/sources/icons.ts';
import type { ReadTx } from '../store/store.ts';
import type { Equipment } from './equipment.ts';

/**
 * Plans hosts that have articles or icons due; an empty list means all that nobody has planned for these: to be called so now and then,
 * because a node may be killed, or lose the database, between noting what is due and planning it.
 */
export function planDueHosts({ store }: Pick<Equipment, 'store'>, hostIds: readonly number[]): Promise<void> {
  return store.write(async (tx) => {
    for (const hostId of hostIds.length > 0 ? hostIds : await forgottenHosts(tx))
      await replanHost(tx, hostId);
  });
}

async function forgottenHosts(tx: ReadTx): Promise<number[]> {
  const ids = new Set([...(await hostsOfForgottenArticles(tx)), ...(await hostsOfForgottenIcons(tx))]);
  return [...ids].sort((a, b) => a - b);
}

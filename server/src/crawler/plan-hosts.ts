// Plans hosts again at which something has become due outside of the transactions that hold them.
import { hostsOfArticles } from '../store/sources/articles.ts';
import { replanHost } from '../store/sources/hosts.ts';
import { hostsOfForgottenIcons } from '../store/sources/icons.ts';
import type { Equipment } from './equipment.ts';

/**
 * Plans hosts that have articles or icons due; an empty list means all such hosts: to be called so now and then, because a node may be
 * killed, or lose the database, between noting what is due and planning it.
 */
export function planDueHosts({ store }: Pick<Equipment, 'store'>, hostIds: readonly number[]): Promise<void> {
  return store.write(async (tx) => {
    const due =
      hostIds.length > 0 ? hostIds : [...(await hostsOfArticles(tx)), ...(await hostsOfForgottenIcons(tx))];
    for (const hostId of due) await replanHost(tx, hostId);
  });
}

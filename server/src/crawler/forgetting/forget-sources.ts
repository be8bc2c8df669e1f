// Removes sources that nobody follows any more, empty shelves, icons of sites without a feed here, and hosts that nothing uses, such as mistyped ones.
import { deleteIdleHosts } from '../../store/sources/hosts.ts';
import { deleteUnusedIcons } from '../../store/sources/icons.ts';
import { noteUnfollowed, removeUnfollowed, takeUnfollowed } from '../../store/sources/unfollowed-sources.ts';
import type { Store, WriteTx } from '../../store/store.ts';
import { deleteEmptyShelves } from '../../store/transfer/imported-items.ts';
import { othersTurn } from '../../store/turn.ts';
import { iconLimits } from '../icons/limits.ts';
import { resting } from './limits.ts';

/** To be called now and then. */
export async function forgetSources(store: Store): Promise<void> {
  await store.write(noteUnfollowed);
  // A source with many posts takes many transactions.
  while (await store.write(forgetOne)) await othersTurn();
  await store.write(deleteEmptyShelves);
  await forgetIcons(store);
  while ((await store.write(forgetHosts)) === resting.hostsAtOnce) await othersTurn();
}

async function forgetIcons(store: Store): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: { after: number; limit: number } = { after, limit: resting.iconsAtOnce };
    after = await store.write((tx) => deleteUnusedIcons(tx, tx.now - iconLimits.restMs, page));
    await othersTurn();
  }
}

/** False when there is nothing left to do. */
async function forgetOne(tx: WriteTx): Promise<boolean> {
  const sourceId = await takeUnfollowed(tx, tx.now - resting.unfollowedMs);
  if (sourceId === undefined) return false;
  await removeUnfollowed(tx, sourceId, resting.postsAtOnce);
  return true;
}

function forgetHosts(tx: WriteTx): Promise<number> {
  const { hostIdleMs, hostFloorMs, hostsAtOnce } = resting;
  return deleteIdleHosts(tx, {
    calledBefore: tx.now - hostIdleMs,
    raisedBefore: tx.now - hostFloorMs,
    limit: hostsAtOnce,
  });
}

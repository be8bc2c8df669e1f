// Removes an account, and what that means for the sources that it followed.
import { replan } from '../crawler/schedule/replan.ts';
import type { Feed } from '../model/feed.ts';
import { Refusal } from '../model/refusal.ts';
import { slicesOf } from '../model/slices.ts';
import { listGone, noteGone, removeItemsOfGone, removeSomeOfGoing } from '../store/accounts/gone-users.ts';
import { deleteUser } from '../store/accounts/users.ts';
import { lockSequence } from '../store/counters.ts';
import { listFeeds } from '../store/feeds/feeds.ts';
import { lockSchedules, unscheduleIfUnfollowed } from '../store/sources/schedules.ts';
import type { Store, WriteTx } from '../store/store.ts';
import { othersTurn, othersWrite } from '../store/turn.ts';
import type { Library } from './library.ts';
import { goneFeedsAtOnce, goneItemsAtOnce, goneRowsAtOnce } from './limits.ts';

/**
 * Removes an account with everything in it; sources that nobody else follows are not visited any more. `refuse` throws if it must not be
 * removed. Throws Refusal `not-found`.
 */
export async function removeAccount(
  { store }: Pick<Library, 'store'>,
  userId: number,
  refuse?: (tx: WriteTx) => Promise<void>,
): Promise<void> {
  const feeds = await store.write(
    async (tx) => {
      // Deleted with the user, so before that: whoever has it still has to write, for which the user must be there.
      await lockSequence(tx, userId);
      while (await removeSomeOfGoing(tx, userId, goneRowsAtOnce)) await othersTurn();
      // After the slow part, because everybody who signs in needs what it locks.
      await refuse?.(tx);
      const followed = await listFeeds(tx, userId);
      if (!(await deleteUser(tx, userId))) {
        throw new Refusal('not-found', 'Cannot delete user: there is no such user');
      }
      await noteGone(tx, userId);
      return followed;
    },
    // An account with thousands of feeds has the changes of three months, so this takes long.
    { isLong: true },
  );
  // Not before: whoever waited for the plans of thousands of sources would hold up all their visits meanwhile. If the process ends here, a
  // source that nobody follows is visited once more.
  for (const some of slicesOf(feeds, goneFeedsAtOnce)) {
    await store.write((tx) => leaveSources(tx, some), { isLong: true });
    await othersWrite();
  }
  await removeItems(store, userId);
}

/** Removes items that are left of deleted accounts because the process ended early: to be called now and then. */
export async function forgetGoneUsers({ store }: Pick<Library, 'store'>): Promise<void> {
  for (const userId of await store.read(listGone)) await removeItems(store, userId);
}

/** A large account has a million items, and nobody waits for their removal: others write in between. */
async function removeItems(store: Store, userId: number): Promise<void> {
  while (await store.write((tx) => removeItemsOfGone(tx, userId, goneItemsAtOnce))) await othersWrite();
}

async function leaveSources(tx: WriteTx, feeds: readonly Feed[]): Promise<void> {
  await lockSchedules(
    tx,
    feeds.map(({ sourceId }) => sourceId),
  );
  for (const { sourceId, intervalMs } of feeds) {
    await unscheduleIfUnfollowed(tx, sourceId);
    if (intervalMs !== undefined) await replan(tx, sourceId);
  }
}

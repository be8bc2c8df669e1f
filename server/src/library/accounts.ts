// What the end of an account means for what it followed.
import { replan } from '../crawler/replan.ts';
import { Refusal } from '../model/refusal.ts';
import { listFeeds } from '../store/feeds.ts';
import { deleteItemsOfUser } from '../store/items.ts';
import { lockSchedule, unscheduleIfUnfollowed } from '../store/schedules.ts';
import type { WriteTx } from '../store/store.ts';
import { deleteUser } from '../store/users.ts';
import type { Library } from './library.ts';

/**
 * Removes an account with everything in it; what nobody else follows is visited no more. `refuse` throws where it must not go. Throws
 * Refusal `not-found`.
 */
export function removeAccount(
  { store }: Library,
  userId: number,
  refuse?: (tx: WriteTx) => Promise<void>,
): Promise<void> {
  const remove = async (tx: WriteTx): Promise<void> => {
    const feeds = await listFeeds(tx, userId);
    // Before the user's counter, which goes too. Always the older source first.
    for (const sourceId of feeds.map((feed) => feed.sourceId).sort((a, b) => a - b)) {
      await lockSchedule(tx, sourceId);
    }
    await deleteItemsOfUser(tx, userId);
    // After what takes long, for what it locks is wanted by whoever signs in.
    await refuse?.(tx);
    if (!(await deleteUser(tx, userId))) {
      throw new Refusal('not-found', 'Cannot delete user: there is no such user');
    }
    for (const { sourceId, intervalMs } of feeds) {
      await unscheduleIfUnfollowed(tx, sourceId);
      if (intervalMs !== undefined) await replan(tx, sourceId);
    }
  };
  // A large account is a million rows.
  return store.write(remove, { isLong: true });
}

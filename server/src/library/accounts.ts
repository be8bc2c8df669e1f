// What the end of an account means for what it followed.
import { Refusal } from '../model/refusal.ts';
import { sourcesOfUser } from '../store/feeds.ts';
import { deleteItemsOfUser } from '../store/items.ts';
import { unscheduleIfUnfollowed } from '../store/schedules.ts';
import { deleteUser } from '../store/users.ts';
import type { Library } from './library.ts';

/** Removes an account with everything in it; what nobody else follows is visited no more. Throws Refusal `not-found`. */
export function removeAccount({ store }: Library, userId: number): Promise<void> {
  return store.write(async (tx) => {
    const sourceIds = await sourcesOfUser(tx, userId);
    await deleteItemsOfUser(tx, userId);
    if (!(await deleteUser(tx, userId))) {
      throw new Refusal('not-found', 'Cannot delete user: there is no such user');
    }
    for (const sourceId of sourceIds) await unscheduleIfUnfollowed(tx, sourceId);
  });
}

// A feed that is about to be changed: nobody else moves, removes, restores or regroups it until the end of the transaction.
import type { Feed } from '../model/feed.ts';
import { lockSequence } from '../store/counters.ts';
import { findFeed } from '../store/feeds/feeds.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import type { WriteTx } from '../store/store.ts';

/**
 * Locks the plan of the feed's source, those of the sources `beside`, and the user's sequence, and then reads the feed; undefined
 * if it does not exist any more.
 */
export async function holdFeed(
  tx: WriteTx,
  userId: number,
  id: number,
  beside: readonly number[] = [],
): Promise<Feed | undefined> {
  await holdSource(tx, userId, async () => (await findFeed(tx, userId, id))?.sourceId, beside);
  // Again: its groups are changed under the lock of the sequence alone.
  return findFeed(tx, userId, id);
}

/**
 * Locks the plan of a source and then the user's sequence, in the order of the crawler's record; so no item arrives meanwhile. `find`
 * looks up the source and is called again after waiting: whoever held the lock may have merged the source into another.
 */
export async function holdSource(
  tx: WriteTx,
  userId: number,
  find: () => Promise<number | undefined>,
  beside: readonly number[] = [],
): Promise<void> {
  let held: number | undefined;
  for (let sourceId = await find(); sourceId !== held; sourceId = await find()) {
    if (sourceId === undefined) break;
    // Always the older source first; only a merge also takes two plans, and that has a lease as well.
    for (const each of [sourceId, ...beside].sort((a, b) => a - b)) await lockSchedule(tx, each);
    held = sourceId;
  }
  await lockSequence(tx, userId);
}

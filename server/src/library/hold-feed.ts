// A feed that is about to be changed: nobody else moves it, removes it, restores it or regroups it until the end of the transaction.
import type { Feed } from '../model/feed.ts';
import { lockSequence } from '../store/counters.ts';
import { findFeed } from '../store/feeds.ts';
import { lockSchedule } from '../store/schedules.ts';
import type { WriteTx } from '../store/store.ts';

/**
 * The feed as it is once the plan of its source and the user's sequence are locked, and the plans of the sources `beside`; undefined
 * where there is none any more.
 */
export async function holdFeed(
  tx: WriteTx,
  userId: number,
  id: number,
  beside: readonly number[] = [],
): Promise<Feed | undefined> {
  await holdSource(tx, userId, async () => (await findFeed(tx, userId, id))?.sourceId, beside);
  // Once more: its groups are changed under the sequence alone.
  return findFeed(tx, userId, id);
}

/**
 * Locks the plan of a source and then the user's sequence, as a record takes them; so no item arrives meanwhile. `find` tells the source
 * as often as it is asked: whoever was waited for may have joined it to another one.
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
    // Always the older source first, as nobody else takes two plans but a merge, which has a lease as well.
    for (const each of [sourceId, ...beside].sort((a, b) => a - b)) await lockSchedule(tx, each);
    held = sourceId;
  }
  await lockSequence(tx, userId);
}

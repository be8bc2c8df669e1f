// Lets a user's Feed follow another address than before, with all that it holds: the repair of one whose source is lost.
import { moveFeedTo } from '../store/move-feed.ts';
import { lockSchedule, scheduleIfUnscheduled, unscheduleIfUnfollowed } from '../store/schedules.ts';
import { wishedIntervals } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';
import { fillFeed } from './fill-feed.ts';
import { replan } from './replan.ts';
import { settleAwaitedBy } from './settle-awaited.ts';

/** What the other source has published since comes as new items. */
export async function moveFeed(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
  into: number,
): Promise<void> {
  // Always the older source first, as nobody else takes two plans but a merge, which has a lease as well.
  for (const sourceId of [feed.sourceId, into].sort((a, b) => a - b)) await lockSchedule(tx, sourceId);
  const { newestKnownAt } = await moveFeedTo(tx, feed, into);
  await fillFeed(tx, { ...feed, sourceId: into }, newestKnownAt);
  await settleAwaitedBy(tx, into, [feed.id]);
  await scheduleIfUnscheduled(tx, into);
  await unscheduleIfUnfollowed(tx, feed.sourceId);
  // Other followers may want it more often or more rarely than this one.
  for (const sourceId of [feed.sourceId, into]) {
    if ((await wishedIntervals(tx, sourceId)).some((wish) => wish !== undefined)) await replan(tx, sourceId);
  }
}

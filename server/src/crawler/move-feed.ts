// Lets a user's Feed follow another address than before, with all that it holds: the repair of one whose source is lost.
import { moveFeedTo } from '../store/move-feed.ts';
import { scheduleIfUnscheduled, unscheduleIfUnfollowed } from '../store/schedules.ts';
import { wishedIntervals } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';
import { fillFeed } from './fill-feed.ts';
import { replan } from './replan.ts';
import { settleAwaitedBy } from './settle-awaited.ts';

/** What the other source has published since comes as new items. The plans of both sources must be locked. */
export async function moveFeed(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
  into: number,
): Promise<void> {
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

// What it takes to subscribe, in steps: an import puts items in between.
import { fillFeed } from '../crawler/fill-feed.ts';
import { replan } from '../crawler/replan.ts';
import { appendChange } from '../store/changes.ts';
import { insertFeed } from '../store/feeds.ts';
import { addFeedsToGroup } from '../store/groups.ts';
import { scheduleIfUnscheduled } from '../store/schedules.ts';
import { wishedIntervals } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';

/** Makes a feed without items. The plan of its source must be locked. */
export async function beginFeed(tx: WriteTx, userId: number, sourceId: number): Promise<number> {
  const id = await insertFeed(tx, userId, sourceId);
  await appendChange(tx, userId, 'feeds.new', [id]);
  return id;
}

/** Gives a feed what its source has published already, and lets the source be visited. */
export async function fillAndSchedule(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
): Promise<void> {
  await fillFeed(tx, feed);
  await scheduleIfUnscheduled(tx, feed.sourceId);
  // The others may all want it more rarely.
  if ((await wishedIntervals(tx, feed.sourceId)).length > 1) await replan(tx, feed.sourceId);
}

/** Puts a feed into groups of the user. */
export async function joinGroups(
  tx: WriteTx,
  userId: number,
  feedId: number,
  groupIds: readonly number[],
): Promise<void> {
  const joined: number[] = [];
  for (const groupId of groupIds) {
    if ((await addFeedsToGroup(tx, groupId, [feedId])) > 0) joined.push(groupId);
  }
  await appendChange(tx, userId, 'groups.changed', joined);
  if (joined.length > 0) await appendChange(tx, userId, 'feeds.changed', [feedId]);
}

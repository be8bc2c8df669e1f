// The steps of subscribing: separate, because an import adds items in between.
import { fillFeed } from '../crawler/following/fill-feed.ts';
import { replan } from '../crawler/schedule/replan.ts';
import { appendChange } from '../store/changes.ts';
import { findFeedOfSource, insertFeed } from '../store/feeds/feeds.ts';
import { addFeedsToGroup } from '../store/feeds/groups.ts';
import { scheduleIfUnscheduled } from '../store/sources/schedules.ts';
import { findDocumentUrl, findSource, findSourceAt, wishedIntervals } from '../store/sources/sources.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';

/**
 * The feed that a user already has for a source. An address that redirects elsewhere for now is a source of its own, because it may
 * lead to another feed tomorrow; but a user who follows the feed at its target would get each post twice, so that feed counts too,
 * unless the target's source was given up and brings none of what is there now.
 */
export async function findOwnFeed(tx: ReadTx, userId: number, sourceId: number): Promise<number | undefined> {
  const own = await findFeedOfSource(tx, userId, sourceId);
  if (own !== undefined) return own;
  const end = await findDocumentUrl(tx, sourceId);
  const otherId = end === undefined ? undefined : await findSourceAt(tx, end);
  const other = otherId === undefined ? undefined : await findSource(tx, otherId);
  return other && other.memory.state === undefined ? findFeedOfSource(tx, userId, other.id) : undefined;
}

/** Makes a feed without items. The plan of its source must be locked. */
export async function beginFeed(tx: WriteTx, userId: number, sourceId: number): Promise<number> {
  const id = await insertFeed(tx, userId, sourceId);
  await appendChange(tx, userId, 'feeds.new', [id]);
  return id;
}

/** Gives a feed what its source has already published, and schedules visits of the source. */
export async function fillAndSchedule(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
): Promise<void> {
  await fillFeed(tx, feed);
  await scheduleIfUnscheduled(tx, feed.sourceId);
  // The other followers may all want it less often.
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

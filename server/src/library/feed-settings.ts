// What a person sets about feeds and groups: titles, members, order, how often to visit a feed.
import { replan } from '../crawler/schedule/replan.ts';
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import { Refusal } from '../model/refusal.ts';
import { requireSeen } from '../model/title.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import * as feeds from '../store/feeds/feeds.ts';
import * as groups from '../store/feeds/groups.ts';
import type { WriteTx } from '../store/store.ts';
import { requireFeed } from './feeds.ts';
import { noSuchGroup } from './groups.ts';
import { holdFeed } from './hold-feed.ts';
import type { Library } from './library.ts';
import { feedIntervals } from './limits.ts';
import { requireOwn } from './require-own.ts';

/** What to change about a feed; what is left out stays. */
export interface FeedChanges {
  /** Trimmed and of valid length; empty: the source's own title again. */
  title?: string | undefined;
  groupIds?: readonly number[] | undefined;
  intervalMs?: number | 'adaptive' | undefined;
  position?: number | undefined;
}

/** What to change about a group; what is left out stays. */
interface GroupChanges {
  /** Trimmed and of valid length. */
  title?: string | undefined;
  feedIds?: readonly number[] | undefined;
  position?: number | undefined;
}

/**
 * Changes the settings of a feed, all of them or none. Throws Refusal `not-found`, `cannot` for an unknown group, `invalid` for an
 * interval outside the limits.
 */
export async function updateFeed(
  { store }: Library,
  userId: number,
  id: number,
  changes: FeedChanges,
): Promise<Feed> {
  requireInterval(changes.intervalMs);
  return store.write((tx) => changeFeed(tx, userId, id, changes));
}

/** The part that happens in a transaction. */
export async function changeFeed(
  tx: WriteTx,
  userId: number,
  id: number,
  changes: FeedChanges,
): Promise<Feed> {
  const { intervalMs: wish } = changes;
  // A new interval changes the plan of visits.
  if (wish === undefined) await lockSequence(tx, userId);
  else await holdFeed(tx, userId, id);
  const feed = await requireFeed(tx, userId, { id, action: 'update feed' });
  const regrouped = await regroup(tx, userId, feed, changes.groupIds);
  const face = await changeFace(tx, userId, feed, changes);
  const timed = wish !== undefined && (await changeInterval(tx, userId, feed, wish));
  if (regrouped || face || timed) await appendChange(tx, userId, 'feeds.changed', [id]);
  return requireFeed(tx, userId, { id, action: 'update feed' });
}

/**
 * Changes a group, all of it or nothing. Throws Refusal `not-found`, `conflict` for a title that another group has, `cannot` for
 * an unknown feed.
 */
export function updateGroup(
  { store }: Library,
  userId: number,
  id: number,
  changes: GroupChanges,
): Promise<Group> {
  return store.write((tx) => changeGroup(tx, userId, id, changes));
}

/** The part that happens in a transaction. */
export async function changeGroup(
  tx: WriteTx,
  userId: number,
  id: number,
  changes: GroupChanges,
): Promise<Group> {
  await lockSequence(tx, userId);
  const group = await requireGroup(tx, userId, id);
  const { title = group.title, position = group.position } = changes;
  if (title !== group.title) requireSeen(title, 'update group');
  if (await groups.isTitleTaken(tx, userId, { id, title })) {
    throw new Refusal('conflict', 'Cannot update group: a group of that title exists', {
      reason: 'title-taken',
    });
  }
  const moved = await changeMembers(tx, userId, group, changes.feedIds);
  if (title !== group.title || position !== group.position) {
    await groups.updateGroup(tx, userId, { id, title, position });
  }
  if (moved.length > 0 || title !== group.title || position !== group.position) {
    await appendChange(tx, userId, 'groups.changed', [id]);
  }
  await appendChange(tx, userId, 'feeds.changed', moved);
  return requireGroup(tx, userId, id);
}

async function regroup(
  tx: WriteTx,
  userId: number,
  feed: Feed,
  wanted: readonly number[] = feed.groupIds,
): Promise<boolean> {
  const own = await groups.ownGroupIds(tx, userId, wanted);
  requireOwn({ action: 'update feed', noun: 'group' }, wanted, own);
  const { joined, left } = difference(feed.groupIds, own);
  for (const groupId of joined) await groups.addFeedsToGroup(tx, groupId, [feed.id]);
  for (const groupId of left) await groups.removeFeedsFromGroup(tx, groupId, [feed.id]);
  await appendChange(tx, userId, 'groups.changed', [...joined, ...left]);
  return joined.length + left.length > 0;
}

/** Returns the feeds that were added or removed. */
async function changeMembers(
  tx: WriteTx,
  userId: number,
  group: Group,
  wanted: readonly number[] = group.feedIds,
): Promise<number[]> {
  const own = await feeds.ownFeedIds(tx, userId, wanted);
  requireOwn({ action: 'update group', noun: 'feed' }, wanted, own);
  const { joined, left } = difference(group.feedIds, own);
  await groups.addFeedsToGroup(tx, group.id, joined);
  if (left.length > 0) await groups.removeFeedsFromGroup(tx, group.id, left);
  return [...joined, ...left].sort((a, b) => a - b);
}

async function changeFace(tx: WriteTx, userId: number, feed: Feed, changes: FeedChanges): Promise<boolean> {
  const { position = feed.position } = changes;
  const customTitle = changes.title === undefined ? feed.customTitle : changes.title || undefined;
  if (position === feed.position && customTitle === feed.customTitle) return false;
  if (customTitle !== undefined && customTitle !== feed.customTitle) requireSeen(customTitle, 'update feed');
  await feeds.updateFace(tx, userId, { id: feed.id, customTitle, position });
  return true;
}

async function changeInterval(
  tx: WriteTx,
  userId: number,
  feed: Feed,
  wish: number | 'adaptive',
): Promise<boolean> {
  const intervalMs = wish === 'adaptive' ? undefined : wish;
  if (intervalMs === feed.intervalMs) return false;
  await feeds.updateInterval(tx, userId, feed.id, intervalMs);
  await replan(tx, feed.sourceId);
  return true;
}

function requireInterval(intervalMs: FeedChanges['intervalMs']): void {
  const { shortestMs, longestMs } = feedIntervals;
  if (intervalMs === undefined || intervalMs === 'adaptive') return;
  if (Number.isInteger(intervalMs) && intervalMs >= shortestMs && intervalMs <= longestMs) return;
  const minutes = shortestMs / 60_000;
  const days = longestMs / 86_400_000;
  throw new Refusal('invalid', `Cannot set interval: it must be from ${minutes} minutes to ${days} days`);
}

function difference(
  before: readonly number[],
  after: readonly number[],
): { joined: number[]; left: number[] } {
  const [was, is] = [new Set(before), new Set(after)];
  return {
    joined: after.filter((id) => !was.has(id)),
    left: before.filter((id) => !is.has(id)),
  };
}

async function requireGroup(tx: WriteTx, userId: number, id: number): Promise<Group> {
  return (await groups.findGroup(tx, userId, id)) ?? noSuchGroup('update group', id);
}

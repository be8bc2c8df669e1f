// What a person removes, and how it is restored: feeds with their items, and groups.
import { fillFeedSince } from '../crawler/following/fill-feed.ts';
import { settleAwaitedBy } from '../crawler/imports/settle-awaited.ts';
import { replan } from '../crawler/schedule/replan.ts';
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import type { FeedSubject, GroupSubject, JournalEntry } from '../model/journal.ts';
import { Refusal } from '../model/refusal.ts';
import { appendChange, recordChange } from '../store/changes.ts';
import { lockSequence, takeSeq } from '../store/counters.ts';
import * as feeds from '../store/feeds/feeds.ts';
import * as groups from '../store/feeds/groups.ts';
import { joinTwins } from '../store/feeds/move-feed.ts';
import { shelveItems, unshelveItems } from '../store/items/shelved-items.ts';
import {
  addToCount,
  type Cause,
  insertEntry,
  partsOf,
  setSubject,
  standingEntries,
} from '../store/journal.ts';
import { scheduleIfUnscheduled, unscheduleIfUnfollowed } from '../store/sources/schedules.ts';
import { findSource, findSourceAt } from '../store/sources/sources.ts';
import type { WriteTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { holdFeed, holdSource } from './hold-feed.ts';

/**
 * Locks what an entry about a removal concerns, before it is read for the last time: whoever else undoes it, or changes what it would
 * restore, has finished then. Throws Refusal `cannot` if the source of its feed is gone.
 */
export async function holdEntry(tx: WriteTx, userId: number, entry: JournalEntry): Promise<void> {
  const { subject, action } = entry;
  if (subject?.kind !== 'feed') await lockSequence(tx, userId);
  else if (action === 'feed.removed') await holdSource(tx, userId, () => sourceOf(tx, subject));
  else await holdFeed(tx, userId, subject.joined?.feedId ?? subject.id);
}

/** The entry of a removal that is undone, and of which other one that is a step. */
export type Restored<S> = Pick<JournalEntry, 'id' | 'at' | 'parts'> & {
  subject: S;
  parentId?: number | undefined;
};

/** Removes a feed that is held with its items, and keeps it in an entry of the journal. Returns the entry's id. */
export async function removeFeed(
  tx: WriteTx,
  userId: number,
  feed: Feed,
  cause: Cause = {},
): Promise<number> {
  const subject = feedSubject(feed);
  const entryId = await insertEntry(tx, userId, { action: 'feed.removed', subject, ...cause });
  const seq = await takeSeq(tx, userId);
  await shelveItems(tx, feed, { id: entryId, seq });
  await feeds.deleteFeed(tx, userId, feed.id);
  await recordChange(tx, userId, seq, { kind: 'feeds.removed', ids: [feed.id] });
  await appendChange(tx, userId, 'groups.changed', feed.groupIds);
  await unscheduleIfUnfollowed(tx, feed.sourceId);
  // The remaining followers may want it less often.
  if (feed.intervalMs !== undefined) await replan(tx, feed.sourceId);
  return entryId;
}

/**
 * Restores a feed with its id, its items and those of its groups that exist; what its source published meanwhile comes as
 * new items. Returns the id of the new entry. The entry must be held. Throws Refusal `cannot` if it is followed again or its source is
 * gone.
 */
export async function restoreFeed(
  tx: WriteTx,
  userId: number,
  { subject, parentId, ...entry }: Restored<FeedSubject>,
): Promise<number> {
  const sourceId = await sourceOf(tx, subject);
  const other = await feeds.findFeedOfSource(tx, userId, sourceId);
  if (other !== undefined) {
    throw new Refusal('cannot', `Cannot undo: the feed is followed again, as feed ${other}`, {
      reason: 'followed-again',
    });
  }
  const entryId = await insertEntry(tx, userId, {
    action: 'feed.restored',
    subject,
    undoes: entry.id,
    parentId,
  });
  const feed = { id: subject.id, userId, sourceId };
  await feeds.restoreFeed(tx, userId, subject, sourceId);
  await appendChange(tx, userId, 'feeds.new', [feed.id]);
  await rejoinGroups(tx, userId, subject);
  for await (const shelved of partsOf(tx, entry)) {
    await tellRestored(tx, userId, entryId, await unshelveItems(tx, feed, shelved));
  }
  await joinTwins(tx, feed, sourceId);
  await othersTurn();
  const news = await fillFeedSince(tx, feed, entry.at);
  await settleAwaitedBy(tx, sourceId, [feed.id]);
  await addToCount(tx, entryId, news.length);
  await scheduleIfUnscheduled(tx, sourceId);
  await replan(tx, sourceId);
  return entryId;
}

/** Removes a group and returns the id of its entry; its feeds stay. The sequence must be locked, and the group read since then. */
export async function removeGroup(
  tx: WriteTx,
  userId: number,
  group: Group,
  cause: Cause = {},
): Promise<number> {
  const subject = groupSubject(group);
  const entryId = await insertEntry(tx, userId, { action: 'group.removed', subject, ...cause });
  await groups.deleteGroup(tx, userId, group.id);
  await appendChange(tx, userId, 'groups.removed', [group.id]);
  await appendChange(tx, userId, 'feeds.changed', group.feedIds);
  return entryId;
}

/** Restores a group with its id and those of its feeds that exist, like `restoreFeed`. Throws Refusal `conflict` for a title that is taken. */
export async function restoreGroup(
  tx: WriteTx,
  userId: number,
  { id, subject, parentId }: Restored<GroupSubject>,
): Promise<number> {
  if (!(await groups.restoreGroup(tx, userId, subject))) {
    throw new Refusal('conflict', `Cannot undo: another group is called ${subject.title} now`, {
      reason: 'title-taken',
    });
  }
  const feedIds = await feeds.ownFeedIds(tx, userId, subject.feedIds);
  await groups.addFeedsToGroup(tx, subject.id, feedIds);
  await takeInWhenBack(tx, userId, subject);
  await appendChange(tx, userId, 'groups.new', [subject.id]);
  await appendChange(tx, userId, 'feeds.changed', feedIds);
  return insertEntry(tx, userId, { action: 'group.restored', subject, undoes: id, parentId });
}

function feedSubject(feed: Feed): FeedSubject {
  const { id, title, sourceId, feedUrl, position, createdAt, groupIds, customTitle, intervalMs } = feed;
  return {
    kind: 'feed',
    ...{ id, title, sourceId, feedUrl, position, createdAt, groupIds },
    ...(customTitle === undefined ? {} : { customTitle }),
    ...(intervalMs === undefined ? {} : { intervalMs }),
  };
}

function groupSubject({ id, title, position, createdAt, feedIds }: Group): GroupSubject {
  return { kind: 'group', id, title, position, createdAt, feedIds };
}

/** What a removed feed would show. A source that was merged into another meanwhile is found by its address. Throws Refusal `cannot` if it is gone. */
export async function sourceOf(tx: WriteTx, subject: FeedSubject): Promise<number> {
  const source = await findSource(tx, subject.sourceId);
  const sourceId = source?.id ?? (await findSourceAt(tx, subject.feedUrl));
  if (sourceId !== undefined) return sourceId;
  throw new Refusal('cannot', `Cannot undo: nothing is kept of ${subject.feedUrl} any more; follow it anew`, {
    reason: 'no-longer-kept',
  });
}

/** Puts a feed that comes back, or the one that it comes into, into those of its groups that exist, and into the others when they come back. */
export async function rejoinGroups(tx: WriteTx, userId: number, subject: FeedSubject): Promise<void> {
  const groupIds = await groups.ownGroupIds(tx, userId, subject.groupIds);
  for (const groupId of groupIds) await groups.addFeedsToGroup(tx, groupId, [subject.id]);
  await appendChange(tx, userId, 'groups.changed', groupIds);
  await joinWhenBack(tx, userId, subject);
}

/** Groups of the feed that are removed as well get it back when they are restored. */
async function joinWhenBack(tx: WriteTx, userId: number, { id, groupIds }: FeedSubject): Promise<void> {
  for (const { id: entryId, subject } of await standingEntries(tx, userId, 'group.removed')) {
    if (subject?.kind !== 'group' || !groupIds.includes(subject.id) || subject.feedIds.includes(id)) continue;
    await setSubject(tx, entryId, { ...subject, feedIds: [...subject.feedIds, id] });
  }
}

/** Feeds of the group that are removed as well are in it again when they are restored. */
async function takeInWhenBack(tx: WriteTx, userId: number, { id, feedIds }: GroupSubject): Promise<void> {
  for (const { id: entryId, subject } of await standingEntries(tx, userId, 'feed.removed')) {
    if (subject?.kind !== 'feed' || !feedIds.includes(subject.id) || subject.groupIds.includes(id)) continue;
    await setSubject(tx, entryId, { ...subject, groupIds: [...subject.groupIds, id] });
  }
}

/** The items are new to apps, which are told with each whether it is read and starred. */
export async function tellRestored(
  tx: WriteTx,
  userId: number,
  entryId: number,
  ids: readonly number[],
): Promise<void> {
  await appendChange(tx, userId, 'items.new', ids);
  await addToCount(tx, entryId, ids.length);
}

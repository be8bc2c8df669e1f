// The steps of subscribing: separate, because an import adds items in between.
import { fillFeed } from '../crawler/following/fill-feed.ts';
import { replan } from '../crawler/schedule/replan.ts';
import { appendChange } from '../store/changes.ts';
import { findFeedOfSource, followedSourcesTitled, insertFeed } from '../store/feeds/feeds.ts';
import { addFeedsToGroup } from '../store/feeds/groups.ts';
import { scheduleIfUnscheduled } from '../store/sources/schedules.ts';
import { findDocumentUrl, findSource, readSourceAt, wishedIntervals } from '../store/sources/sources.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';

/**
 * The feed that a user already has for a source. An address that redirects elsewhere for now is a source of its own, because it may
 * lead to another feed tomorrow; but a user who follows two addresses of one document would get each post twice, so a feed of the other
 * counts too, unless its source was given up and brings none of what is there now.
 */
export async function findOwnFeed(tx: ReadTx, userId: number, sourceId: number): Promise<number | undefined> {
  const own = await findFeedOfSource(tx, userId, sourceId);
  if (own !== undefined) return own;
  const end = await findDocumentUrl(tx, sourceId);
  if (end === undefined) return undefined;
  for (const id of await sourcesShowing(tx, { userId, sourceId, end })) {
    const isGivenUp = (await findSource(tx, id))?.memory.state !== undefined;
    const feed = isGivenUp ? undefined : await findFeedOfSource(tx, userId, id);
    if (feed !== undefined) return feed;
  }
  return undefined;
}

/** The source at the address of a document, and those of the user's feeds that are led to it, as far as their addresses still work. */
async function sourcesShowing(
  tx: ReadTx,
  { userId, sourceId, end }: { userId: number; sourceId: number; end: string },
): Promise<number[]> {
  // Documents have no index by address, and each is long to read: titles leave only the likely ones.
  const title = (await findSource(tx, sourceId))?.title ?? '';
  const there = await readSourceAt(tx, end);
  // The address may only have led to that one before, and be the place of another feed by now.
  const found = there && (there.url === end || there.title === title) ? [there.id] : [];
  for (const id of await followedSourcesTitled(tx, userId, title)) {
    if ((await findDocumentUrl(tx, id)) !== end) continue;
    if ((await findSource(tx, id))?.memory.failingSince === undefined) found.push(id);
  }
  return found;
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

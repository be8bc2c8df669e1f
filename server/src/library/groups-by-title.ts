// Groups and tags by their titles, as in other protocols: putting a feed into a group that does not exist makes the group.
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import { Refusal } from '../model/refusal.ts';
import type { Stream } from '../model/stream.ts';
import { requireSeen } from '../model/title.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { findFeed, listFeeds } from '../store/feeds/feeds.ts';
import { findGroup, findGroupTitled, insertGroup, listGroups } from '../store/feeds/groups.ts';
import { findTagTitled } from '../store/items/tags.ts';
import type { WriteTx } from '../store/store.ts';
import { changeFeed, changeGroup } from './feed-settings.ts';
import { follow, unfollow } from './feeds.ts';
import type { Library } from './library.ts';
import { removeGroup } from './removals.ts';
import { findStreamFeed } from './streams.ts';
import { removeTag, renameTag } from './tags.ts';

type WithStore = Pick<Library, 'store'>;

/** What to change about a feed, with groups by title. Titles are trimmed and of valid length. */
export interface FeedRegrouping {
  title?: string | undefined;
  join: readonly string[];
  leave: readonly string[];
  /**
   * A feed that is in one group moves to the one that it joins. Other servers know one group per feed, so Capy Reader, RSS Guard and Twine
   * name only the new one. A feed in several groups keeps them, because nothing says which of them it should leave.
   */
  moves?: boolean;
}

/** Feeds and groups, read at the same moment. */
export function listFeedsAndGroups(
  { store }: WithStore,
  userId: number,
): Promise<{ feeds: Feed[]; groups: Group[] }> {
  return store.read(async (tx) => ({
    feeds: await listFeeds(tx, userId),
    groups: await listGroups(tx, userId),
  }));
}

/** Sets a feed's title, puts it into groups, making those that do not exist, and removes it from others. Throws Refusal `not-found`. */
export async function regroupFeed(
  { store }: WithStore,
  userId: number,
  stream: Stream,
  { title, join, leave, moves = false }: FeedRegrouping,
): Promise<void> {
  const id = await findStreamFeed({ store }, userId, stream);
  if (id === undefined) throw new Refusal('not-found', 'Cannot edit feed: there is no such feed');
  await store.write(async (tx) => {
    await lockSequence(tx, userId);
    const feed = await findFeed(tx, userId, id);
    if (!feed) throw new Refusal('not-found', 'Cannot edit feed: there is no such feed');
    const isMove = moves && feed.groupIds.length === 1 && join.length === 1 && leave.length === 0;
    const groupIds = new Set(isMove ? [] : feed.groupIds);
    for (const each of leave) groupIds.delete((await findGroupTitled(tx, userId, each)) ?? 0);
    for (const each of join) groupIds.add(await groupTitled(tx, userId, each));
    await changeFeed(tx, userId, id, {
      groupIds: [...groupIds].sort((a, b) => a - b),
      title,
    });
  });
}

/** Makes those of the groups that do not exist. */
export function makeGroups({ store }: WithStore, userId: number, titles: readonly string[]): Promise<void> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    for (const title of titles) await groupTitled(tx, userId, title);
  });
}

/** Follows an address and puts the feed into groups. Throws like `follow`. */
export async function followInto(
  library: Library,
  userId: number,
  address: string,
  changes: FeedRegrouping,
): Promise<Feed> {
  // Before anything is followed.
  for (const title of [...changes.join, changes.title ?? []].flat()) requireSeen(title, 'create feed');
  const feed = await follow(library, userId, { address, groupIds: [] });
  if (changes.title === undefined && changes.join.length + changes.leave.length === 0) return feed;
  await regroupFeed(library, userId, { of: 'feed', feedId: feed.id }, changes);
  return feed;
}

/** Stops following. If the feed is not followed, there is nothing to do. */
export async function unfollowStream(library: Library, userId: number, stream: Stream): Promise<void> {
  const id = await findStreamFeed(library, userId, stream);
  if (id !== undefined) await unfollow(library, userId, id);
}

/**
 * Renames the group and the tag with a title, both or neither. Throws Refusal `not-found` if there is neither, and
 * `conflict` for a title that another group or another tag has.
 */
export function renameTitled({ store }: WithStore, userId: number, from: string, to: string): Promise<void> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    const { groupId, tagId } = await requireTitled(tx, userId, from, 'rename label');
    if (groupId !== undefined) await changeGroup(tx, userId, groupId, { title: to });
    if (tagId !== undefined) await renameTag(tx, userId, { id: tagId, title: to });
  });
}

/** Removes groups and tags, all of them or none; feeds and items stay. Throws Refusal `not-found` for a title that neither has. */
export function removeTitled({ store }: WithStore, userId: number, titles: readonly string[]): Promise<void> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    for (const title of new Set(titles)) {
      const { groupId, tagId } = await requireTitled(tx, userId, title, 'remove label');
      const group = groupId === undefined ? undefined : await findGroup(tx, userId, groupId);
      if (group) await removeGroup(tx, userId, group);
      if (tagId !== undefined) await removeTag(tx, userId, { id: tagId, title });
    }
  });
}

async function requireTitled(
  tx: WriteTx,
  userId: number,
  title: string,
  action: string,
): Promise<{ groupId: number | undefined; tagId: number | undefined }> {
  const groupId = await findGroupTitled(tx, userId, title);
  const tagId = await findTagTitled(tx, userId, title);
  if (groupId !== undefined || tagId !== undefined) return { groupId, tagId };
  throw new Refusal('not-found', `Cannot ${action}: there is none called ${title}`);
}

async function groupTitled(tx: WriteTx, userId: number, title: string): Promise<number> {
  const known = await findGroupTitled(tx, userId, title);
  if (known !== undefined) return known;
  requireSeen(title, 'create group');
  const id = await insertGroup(tx, userId, title);
  if (id === undefined) throw new Error('A group is neither new nor known');
  await appendChange(tx, userId, 'groups.new', [id]);
  return id;
}

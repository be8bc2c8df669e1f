// Groups by their titles, as other protocols know them: a group is made when a feed is put into it first.
import type { UnreadCount } from '../model/counts.ts';
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import { Refusal } from '../model/refusal.ts';
import type { Stream } from '../model/stream.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { unreadOfFeeds } from '../store/counts.ts';
import { findFeed, listFeeds } from '../store/feeds.ts';
import { findGroup, findGroupTitled, insertGroup, listGroups } from '../store/groups.ts';
import type { WriteTx } from '../store/store.ts';
import { newestOfFeeds } from '../store/streams.ts';
import { follow, unfollow } from './feeds.ts';
import type { Library } from './library.ts';
import { removeGroup } from './removals.ts';
import { changeFeed, updateGroup } from './set-up.ts';
import { findStreamFeed } from './streams.ts';

type WithStore = Pick<Library, 'store'>;

/** What of a feed is to change, by the titles of groups. Titles are trimmed and of good length. */
export interface FeedRegrouping {
  title?: string;
  join: readonly string[];
  leave: readonly string[];
}

/** Feeds and groups as of one moment. */
export function listFeedsAndGroups(
  { store }: WithStore,
  userId: number,
): Promise<{ feeds: Feed[]; groups: Group[] }> {
  return store.read(async (tx) => ({
    feeds: await listFeeds(tx, userId),
    groups: await listGroups(tx, userId),
  }));
}

/** What is unread, and when each feed was given something last, as of one moment. */
export function countWithTimes(
  { store }: WithStore,
  userId: number,
): Promise<{
  total: number;
  feeds: readonly UnreadCount[];
  groups: readonly Group[];
  newestAt: ReadonlyMap<number, number>;
}> {
  return store.read(async (tx) => {
    const feeds = await unreadOfFeeds(tx, userId);
    return {
      total: feeds.reduce((sum, { unread }) => sum + unread, 0),
      feeds,
      groups: await listGroups(tx, userId),
      newestAt: await newestOfFeeds(tx, userId),
    };
  });
}

/** Titles a feed, puts it into groups that are made where there are none, and takes it out of others. Throws Refusal `not-found`. */
export async function regroupFeed(
  { store }: WithStore,
  userId: number,
  stream: Stream,
  { title, join, leave }: FeedRegrouping,
): Promise<void> {
  const id = await findStreamFeed({ store }, userId, stream);
  if (id === undefined) throw new Refusal('not-found', 'Cannot edit feed: there is no such feed');
  await store.write(async (tx) => {
    await lockSequence(tx, userId);
    const feed = await findFeed(tx, userId, id);
    if (!feed) throw new Refusal('not-found', 'Cannot edit feed: there is no such feed');
    const groupIds = new Set(feed.groupIds);
    for (const each of leave) groupIds.delete((await findGroupTitled(tx, userId, each)) ?? 0);
    for (const each of join) groupIds.add(await groupTitled(tx, userId, each));
    await changeFeed(tx, userId, id, {
      groupIds: [...groupIds].sort((a, b) => a - b),
      ...(title === undefined ? {} : { title }),
    });
  });
}

/** Follows an address and puts it into groups. Throws as `follow` does. */
export async function followInto(
  library: Library,
  userId: number,
  address: string,
  changes: FeedRegrouping,
): Promise<Feed> {
  const feed = await follow(library, userId, { address, groupIds: [] });
  if (changes.title === undefined && changes.join.length + changes.leave.length === 0) return feed;
  await regroupFeed(library, userId, { of: 'feed', feedId: feed.id }, changes);
  return feed;
}

/** Stops following. What is not followed any more is as it was wished. */
export async function unfollowStream(library: Library, userId: number, stream: Stream): Promise<void> {
  const id = await findStreamFeed(library, userId, stream);
  if (id !== undefined) await unfollow(library, userId, id);
}

/** Throws Refusal `not-found`, and `conflict` for a title that another group bears. */
export async function renameGroup(library: Library, userId: number, from: string, to: string): Promise<void> {
  const id = await library.store.read((tx) => findGroupTitled(tx, userId, from));
  if (id === undefined) throw noSuchGroup('rename group', from);
  await updateGroup(library, userId, id, { title: to });
}

/** Removes groups, all of them or none; their feeds stay. Throws Refusal `not-found`. */
export function removeGroupsTitled(
  { store }: WithStore,
  userId: number,
  titles: readonly string[],
): Promise<void> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    for (const title of new Set(titles)) {
      const id = await findGroupTitled(tx, userId, title);
      const group = id === undefined ? undefined : await findGroup(tx, userId, id);
      if (!group) throw noSuchGroup('remove group', title);
      await removeGroup(tx, userId, group);
    }
  });
}

async function groupTitled(tx: WriteTx, userId: number, title: string): Promise<number> {
  const known = await findGroupTitled(tx, userId, title);
  if (known !== undefined) return known;
  const id = await insertGroup(tx, userId, title);
  if (id === undefined) throw new Error('A group is neither new nor known');
  await appendChange(tx, userId, 'groups.new', [id]);
  return id;
}

function noSuchGroup(action: string, title: string): Refusal {
  return new Refusal('not-found', `Cannot ${action}: there is none called ${title}`);
}

// The titles of a user's groups and tags in one list, as other protocols have it, and what is unread under each.
import type { UnreadCount } from '../model/counts.ts';
import type { Group } from '../model/group.ts';
import { byPosition } from '../model/position.ts';
import type { Tag, TaggedInFeed } from '../model/tag.ts';
import { unreadOfFeeds } from '../store/feeds/counts.ts';
import { listGroups } from '../store/feeds/groups.ts';
import { newestOfFeeds } from '../store/items/streams.ts';
import { listTags, taggedInFeeds } from '../store/items/tags.ts';
import type { Library } from './library.ts';

/** A title that a group has, or a tag, or both. */
export interface Titled {
  title: string;
  isGroup: boolean;
  /** Unread items that are in the group or have the tag; an item with both counts once. */
  unread: number;
  /** When the newest of these was stored for the user; 0 if there is none. */
  newestAt: number;
}

interface TitledCounts {
  total: number;
  feeds: readonly (UnreadCount & { newestAt: number })[];
  /** Groups in the user's order, then tags by title. */
  titles: readonly Titled[];
}

/** What is unread, and when each feed last got something, read at the same moment. */
export function countTitled({ store }: Pick<Library, 'store'>, userId: number): Promise<TitledCounts> {
  return store.read(async (tx) => {
    const newest = await newestOfFeeds(tx, userId);
    const counts = await unreadOfFeeds(tx, userId);
    const feeds = counts.map((feed) => ({ ...feed, newestAt: newest.get(feed.id) ?? 0 }));
    const groups = (await listGroups(tx, userId)).sort(byPosition);
    const tags = await listTags(tx, userId);
    const tagged = tags.length === 0 ? [] : await taggedInFeeds(tx, userId);
    return {
      total: feeds.reduce((sum, { unread }) => sum + unread, 0),
      feeds,
      titles: joined(groups, tags, { tagged, newest }),
    };
  });
}

function joined(
  groups: readonly Group[],
  tags: readonly Tag[],
  { tagged, newest }: { tagged: readonly TaggedInFeed[]; newest: ReadonlyMap<number, number> },
): Titled[] {
  const ofTag = Map.groupBy(tagged, ({ tagId }) => tagId);
  const tagByTitle = new Map(tags.map((tag) => [tag.title, tag.id]));
  const fromGroups = groups.map(({ title, unreadCount, feedIds }) => {
    const members = new Set(feedIds);
    const beside = (ofTag.get(tagByTitle.get(title) ?? 0) ?? []).filter(({ feedId }) => !members.has(feedId));
    const times = feedIds.map((id) => newest.get(id) ?? 0);
    return { title, isGroup: true, ...sumOf(beside, { unread: unreadCount, newestAt: greatest(times) }) };
  });
  const titles = new Set(groups.map(({ title }) => title));
  const fromTags = tags
    .filter(({ title }) => !titles.has(title))
    .map(({ id, title }) => ({
      title,
      isGroup: false,
      ...sumOf(ofTag.get(id) ?? [], { unread: 0, newestAt: 0 }),
    }));
  return [...fromGroups, ...fromTags];
}

function sumOf(
  tagged: readonly TaggedInFeed[],
  start: Pick<Titled, 'unread' | 'newestAt'>,
): Pick<Titled, 'unread' | 'newestAt'> {
  return {
    unread: tagged.reduce((sum, { unread }) => sum + unread, start.unread),
    newestAt: greatest([start.newestAt, ...tagged.map(({ newestAt }) => newestAt)]),
  };
}

function greatest(times: readonly number[]): number {
  return times.reduce((most, time) => Math.max(most, time), 0);
}

// Streams: lists of Items under the names that other protocols have for them. Paging goes by id, so what is marked meanwhile shifts nothing.
import { findKnownSource } from '../crawler/known-source.ts';
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import type { Item } from '../model/item.ts';
import type { Stream, StreamItem, StreamPage, StreamQuery } from '../model/stream.ts';
import { standingsOf } from '../store/changes.ts';
import { findFeedOfSource, findFeeds, listFeeds, ownFeedIds } from '../store/feeds.ts';
import { findGroup, findGroupTitled, listGroups, ownGroupIds } from '../store/groups.ts';
import { findItems } from '../store/items.ts';
import { Question } from '../store/question.ts';
import { recall } from '../store/recall.ts';
import type { ReadTx } from '../store/store.ts';
import { bounded, countItems, idList, lastCheck, type StreamPart, streamPart } from '../store/streams.ts';
import { findTagTitled } from '../store/tags.ts';
import { othersTurn } from '../store/turn.ts';
import type { Library } from './library.ts';
import { streamsAtOnce } from './limits.ts';

type WithStore = Pick<Library, 'store'>;

const standings = new Question('standing', standingsOf);

/** An item with what it comes from. */
export interface DressedItem {
  item: Item;
  feed: Feed;
  /** Titles of the groups that the feed is in, and of the item's own tags; each once. */
  titles: readonly string[];
  /** What there is to read: the article behind it where the person has those of this feed fetched. Sanitised HTML. */
  content: string;
}

/** A page of a stream. Names of what the user has not mean empty lists. */
export function listStream({ store }: WithStore, userId: number, query: StreamQuery): Promise<StreamPage> {
  return store.read(async (tx) => {
    const { oldestFirst = false, after, limit, storedFrom, storedUpTo } = query;
    const page = await bounded(tx, userId, {
      oldestFirst,
      // One more tells whether there is more.
      limit: limit + 1,
      ...(storedFrom === undefined ? {} : { storedFrom }),
      ...(storedUpTo === undefined ? {} : { storedUpTo }),
      ...(after === undefined ? {} : oldestFirst ? { above: after } : { below: after }),
    });
    const parts = await partsOf(tx, userId, query);
    const found: StreamItem[] = [];
    for (const part of parts) found.push(...(await streamPart(tx, userId, part, page)));
    const items = parts.length > 1 ? merged(found, oldestFirst) : found;
    return { items: items.slice(0, limit), more: items.length > limit };
  });
}

/** All ids of a stream, oldest first. Others have their turn in between. */
export async function idsOfStream(
  library: WithStore,
  userId: number,
  query: Omit<StreamQuery, 'limit' | 'after' | 'oldestFirst'>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: StreamPage = await listStream(library, userId, {
      ...query,
      oldestFirst: true,
      after,
      limit: streamsAtOnce.ids,
    });
    for (const { id } of page.items) ids.push(id);
    after = page.more ? page.items.at(-1)?.id : undefined;
    await othersTurn();
  }
  return ids;
}

/** The ids of all that is unread or starred, with commas between. Others have their turn in between. */
export async function idListOf(
  { store }: WithStore,
  userId: number,
  of: 'unread' | 'starred',
): Promise<string> {
  const lists: string[] = [];
  const limit = streamsAtOnce.ids;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    const { ids, count, last } = await store.read((tx) => idList(tx, userId, { of, after: from, limit }));
    if (count > 0) lists.push(ids);
    after = count === limit ? last : undefined;
    await othersTurn();
  }
  return lists.join();
}

/** Items with their feeds and groups, in the order of `ids`; those that the user has not are left out. */
export async function dressItems(
  library: WithStore,
  userId: number,
  ids: readonly number[],
): Promise<DressedItem[]> {
  return dress(library, userId, { ids, wardrobe: { feeds: new Map(), groups: undefined } });
}

/** The same, a portion at a time: what is long is never in memory as a whole. */
export async function* dressInPortions(
  library: WithStore,
  userId: number,
  ids: readonly number[],
): AsyncGenerator<DressedItem[]> {
  const wardrobe: Wardrobe = { feeds: new Map(), groups: undefined };
  for (let start = 0; start < ids.length; start += streamsAtOnce.dressed) {
    yield await dress(library, userId, { ids: ids.slice(start, start + streamsAtOnce.dressed), wardrobe });
    await othersTurn();
  }
}

/** A text that is the same as long as nothing of the user's has changed. */
export async function standing({ store }: WithStore, userId: number): Promise<string> {
  return (await recall(store, standings, userId)) ?? '';
}

/** How many items the user has. */
export function countAll({ store }: WithStore, userId: number): Promise<number> {
  return store.read((tx) => countItems(tx, userId));
}

/** When one of the user's feeds was last looked at with success; undefined: never. */
export function lastRefresh({ store }: WithStore, userId: number): Promise<number | undefined> {
  return store.read((tx) => lastCheck(tx, userId));
}

/** The user's feed of a name; undefined where there is none. */
export function findStreamFeed(
  { store }: WithStore,
  userId: number,
  stream: Stream,
): Promise<number | undefined> {
  return store.read((tx) => feedOf(tx, userId, stream));
}

/** Feeds and groups that one answer has looked up. */
interface Wardrobe {
  feeds: Map<number, Feed>;
  groups: readonly Group[] | undefined;
}

function dress(
  { store }: WithStore,
  userId: number,
  { ids, wardrobe }: { ids: readonly number[]; wardrobe: Wardrobe },
): Promise<DressedItem[]> {
  return store.read(async (tx) => {
    const items = await findItems(tx, userId, ids);
    const missing = new Set(items.map(({ feedId }) => feedId).filter((id) => !wardrobe.feeds.has(id)));
    if (missing.size > 0) {
      for (const feed of await findFeeds(tx, userId, [...missing])) wardrobe.feeds.set(feed.id, feed);
    }
    wardrobe.groups ??= await listGroups(tx, userId);
    const { feeds, groups } = wardrobe;
    const itemById = new Map(items.map((item) => [item.id, item]));
    return ids.flatMap((id) => {
      const item = itemById.get(id);
      const feed = item && feeds.get(item.feedId);
      if (!item || !feed) return [];
      const own = groups.filter((group) => feed.groupIds.includes(group.id)).map(({ title }) => title);
      return [{ item, feed, titles: [...new Set([...own, ...item.tags])], content: contentOf(item, feed) }];
    });
  });
}

function contentOf(item: Item, feed: Feed): string {
  const article = feed.fetchesArticles ? item.fullText?.content : undefined;
  return article ?? item.content ?? item.summary ?? '';
}

async function feedOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'feed') return (await ownFeedIds(tx, userId, [stream.feedId]))[0];
  if (stream.of !== 'feed-at') return undefined;
  const sourceId = await findKnownSource(tx, stream.address);
  return sourceId === undefined ? undefined : findFeedOfSource(tx, userId, sourceId);
}

async function partsOf(tx: ReadTx, userId: number, query: StreamQuery): Promise<StreamPart[]> {
  const found: StreamPart[] = [];
  for (const stream of query.any) {
    let parts: StreamPart[] = [{}];
    for (const each of [stream, ...(query.all ?? [])]) {
      const within = await sayingsOf(tx, userId, each);
      parts = parts.flatMap((part) => within.flatMap((saying) => narrowed(part, saying) ?? []));
    }
    for (const each of query.none ?? []) {
      for (const saying of await sayingsOf(tx, userId, each)) {
        const feedIds = 'feedIds' in saying ? await otherFeeds(tx, userId, saying.feedIds) : [];
        parts = parts.flatMap((part) => without(part, saying, feedIds) ?? []);
      }
    }
    found.push(...parts);
  }
  return found;
}

/** One thing that can be said of an item. */
type Saying =
  | { of: 'user' | 'read' | 'unread' | 'starred' }
  | { feedIds: readonly number[] }
  | { tag: number };

/** What is said of each item of a stream: one or the other of these. */
async function sayingsOf(tx: ReadTx, userId: number, stream: Stream): Promise<Saying[]> {
  switch (stream.of) {
    case 'nothing':
      return [];
    case 'user':
    case 'read':
    case 'unread':
    case 'starred':
      return [{ of: stream.of }];
    default: {
      const feedIds = await feedsOf(tx, userId, stream);
      const tag = stream.of === 'titled' ? await findTagTitled(tx, userId, stream.title) : undefined;
      return [...(feedIds.length === 0 ? [] : [{ feedIds }]), ...(tag === undefined ? [] : [{ tag }])];
    }
  }
}

/** Undefined: nothing can be in it. */
function narrowed(part: StreamPart, saying: Saying): StreamPart | undefined {
  if ('tag' in saying) {
    return part.notTags?.includes(saying.tag)
      ? undefined
      : { ...part, tags: [...new Set(part.tags).add(saying.tag)] };
  }
  if ('feedIds' in saying) {
    const own = new Set(saying.feedIds);
    return ofFeeds(part, part.feedIds?.filter((id) => own.has(id)) ?? saying.feedIds);
  }
  switch (saying.of) {
    case 'user':
      return part;
    case 'starred':
      return part.starred === false ? undefined : { ...part, starred: true };
    default:
      return part.only === undefined || part.only === saying.of ? { ...part, only: saying.of } : undefined;
  }
}

/** What is left of a part without what is said; `otherFeedIds`: the feeds that it is not said of. Undefined: nothing. */
function without(part: StreamPart, saying: Saying, otherFeedIds: readonly number[]): StreamPart | undefined {
  if ('tag' in saying) {
    return part.tags?.includes(saying.tag)
      ? undefined
      : { ...part, notTags: [...new Set(part.notTags).add(saying.tag)] };
  }
  if ('feedIds' in saying) return narrowed(part, { feedIds: otherFeedIds });
  switch (saying.of) {
    case 'user':
      return undefined;
    case 'starred':
      return part.starred === true ? undefined : { ...part, starred: false };
    default:
      return narrowed(part, { of: saying.of === 'read' ? 'unread' : 'read' });
  }
}

async function otherFeeds(tx: ReadTx, userId: number, feedIds: readonly number[]): Promise<number[]> {
  const not = new Set(feedIds);
  return (await listFeeds(tx, userId)).map(({ id }) => id).filter((id) => !not.has(id));
}

function ofFeeds(part: StreamPart, feedIds: readonly number[]): StreamPart | undefined {
  return feedIds.length === 0 ? undefined : { ...part, feedIds };
}

async function feedsOf(tx: ReadTx, userId: number, stream: Stream): Promise<readonly number[]> {
  if (stream.of === 'feeds') return ownFeedIds(tx, userId, stream.feedIds);
  const groupId = await groupOf(tx, userId, stream);
  if (groupId !== undefined) return (await findGroup(tx, userId, groupId))?.feedIds ?? [];
  const feedId = await feedOf(tx, userId, stream);
  return feedId === undefined ? [] : [feedId];
}

/** The group of a name; undefined where it names none. */
export async function groupOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'titled') return findGroupTitled(tx, userId, stream.title);
  if (stream.of !== 'group-of-id') return undefined;
  return (await ownGroupIds(tx, userId, [stream.groupId]))[0];
}

/** Each once, in order. */
function merged(items: readonly StreamItem[], oldestFirst: boolean): StreamItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => (oldestFirst ? a.id - b.id : b.id - a.id));
}

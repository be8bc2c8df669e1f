// Streams: lists of Items under the names of other protocols. Paging is by id, so marks made meanwhile shift nothing.
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import type { Item } from '../model/item.ts';
import type { Stream, StreamItem, StreamPage, StreamQuery } from '../model/stream.ts';
import { standingsOf } from '../store/changes.ts';
import { findFeeds } from '../store/feeds/feeds.ts';
import { listGroups } from '../store/feeds/groups.ts';
import { bounded, stretchOf } from '../store/items/item-times.ts';
import {
  countItemsOfUser,
  idList,
  lastCheck,
  type PartPage,
  type StreamPart,
  streamPart,
} from '../store/items/streams.ts';
import { Question } from '../store/question.ts';
import { recall } from '../store/recall.ts';
import type { ReadTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { readPortion } from './item-portions.ts';
import type { Library } from './library.ts';
import { streamsAtOnce } from './limits.ts';
import { feedOf, partsOf } from './stream-parts.ts';

type WithStore = Pick<Library, 'store'>;

const standings = new Question('standing', standingsOf);

/** An item with its feed and its titles. */
export interface DressedItem {
  item: Item;
  feed: Feed;
  /** Titles of the groups that the feed is in, and of the item's own tags; each once. */
  titles: readonly string[];
  /** The text to read: the fetched article, if the user has articles of this feed fetched. Sanitised HTML. */
  content: string;
}

/** A page of a stream: shorter than was asked for if the stream joins very many lists. Streams that name what the user does not have are empty. */
export async function listStream(
  { store }: WithStore,
  userId: number,
  query: StreamQuery,
): Promise<StreamPage> {
  let { limit } = query;
  const items: StreamItem[] = [];
  for (let left: PartPage | undefined; ; ) {
    const from = left;
    const { found, rest, most } = await store.read(async (tx) => {
      const parts = await partsOf(tx, userId, query);
      const page = from ?? (await bounded(tx, userId, pageOf(query)));
      const most = Math.min(query.limit, Math.floor(streamsAtOnce.idsOfParts / Math.max(1, parts.length)));
      const stretch = await stretchOf(tx, userId, { ...page, limit: most + 1 });
      return { found: await itemsOf(tx, userId, parts, stretch.page), rest: stretch.rest, most };
    });
    items.push(...found);
    limit = Math.min(limit, most);
    if (!rest || items.length > limit) return { items: items.slice(0, limit), more: items.length > limit };
    left = rest;
    await othersTurn();
  }
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

/** The ids of all unread or all starred items, separated by commas. Others have their turn in between. */
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

/** Items with their feeds and groups, in the order of `ids`, in portions: they are never in memory all together. Unknown ids are left out. */
export async function* dressInPortions(
  { store }: WithStore,
  userId: number,
  ids: readonly number[],
): AsyncGenerator<DressedItem[]> {
  const wardrobe: Wardrobe = { feeds: new Map(), groups: undefined };
  for (let left = ids; left.length > 0; ) {
    const from = left;
    const { dressed, rest } = await store.read(async (tx) => {
      const portion = await readPortion(tx, userId, from);
      return { dressed: await dress(tx, userId, { items: portion.items, wardrobe }), rest: portion.rest };
    });
    yield dressed;
    left = rest;
    await othersTurn();
  }
}

/** A text that stays the same as long as nothing about the user has changed. */
export async function standing({ store }: WithStore, userId: number): Promise<string> {
  return (await recall(store, standings, userId)) ?? '';
}

/** How many items the user has. */
export function countAll({ store }: WithStore, userId: number): Promise<number> {
  return store.read((tx) => countItemsOfUser(tx, userId));
}

/** When one of the user's feeds was last checked successfully; undefined: never. */
export function lastRefresh({ store }: WithStore, userId: number): Promise<number | undefined> {
  return store.read((tx) => lastCheck(tx, userId));
}

/** The user's feed that a stream names; undefined if there is none. */
export function findStreamFeed(
  { store }: WithStore,
  userId: number,
  stream: Stream,
): Promise<number | undefined> {
  return store.read((tx) => feedOf(tx, userId, stream));
}

/** Feeds and groups that have been looked up for one answer. */
interface Wardrobe {
  feeds: Map<number, Feed>;
  groups: readonly Group[] | undefined;
}

async function dress(
  tx: ReadTx,
  userId: number,
  { items, wardrobe }: { items: readonly Item[]; wardrobe: Wardrobe },
): Promise<DressedItem[]> {
  const missing = new Set(items.map(({ feedId }) => feedId).filter((id) => !wardrobe.feeds.has(id)));
  if (missing.size > 0) {
    for (const feed of await findFeeds(tx, userId, [...missing])) wardrobe.feeds.set(feed.id, feed);
  }
  wardrobe.groups ??= await listGroups(tx, userId);
  const { feeds, groups } = wardrobe;
  return items.flatMap((item) => {
    const feed = feeds.get(item.feedId);
    if (!feed) return [];
    const own = groups.filter((group) => feed.groupIds.includes(group.id)).map(({ title }) => title);
    return [{ item, feed, titles: [...new Set([...own, ...item.tags])], content: contentOf(item, feed) }];
  });
}

function contentOf(item: Item, feed: Feed): string {
  const article = feed.fetchesArticles ? item.fullText?.content : undefined;
  return article ?? item.content ?? item.summary ?? '';
}

function pageOf({ oldestFirst = false, after, limit, storedFrom, storedUpTo }: StreamQuery): PartPage {
  return {
    oldestFirst,
    // One more shows whether there are more.
    limit: limit + 1,
    storedFrom,
    storedUpTo,
    ...(oldestFirst ? { above: after } : { below: after }),
  };
}

async function itemsOf(
  tx: ReadTx,
  userId: number,
  parts: readonly StreamPart[],
  page: PartPage,
): Promise<StreamItem[]> {
  const found: StreamItem[] = [];
  for (const part of parts) found.push(...(await streamPart(tx, userId, part, page)));
  return parts.length > 1 ? merged(found, page.oldestFirst) : found;
}

/** Each item once, in order. */
function merged(items: readonly StreamItem[], oldestFirst: boolean): StreamItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...byId.values()].sort((a, b) => (oldestFirst ? a.id - b.id : b.id - a.id));
}

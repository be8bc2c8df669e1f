// What has changed for a user since a cursor, for apps that keep a copy.
import type { Counts, UnreadCount } from '../model/counts.ts';
import type { Item, ItemState } from '../model/item.ts';
import type { News } from '../model/news.ts';
import { begun } from '../model/playback.ts';
import { slicesOf } from '../model/slices.ts';
import { standingsOf } from '../store/changes.ts';
import { unreadOfFeeds, unreadOfGroups } from '../store/feeds/counts.ts';
import { findFeeds } from '../store/feeds/feeds.ts';
import { findGroups } from '../store/feeds/groups.ts';
import { itemStates } from '../store/items/item-states.ts';
import { countWithin, findItems, findItemsWithoutTexts } from '../store/items/items.ts';
import { ownPositions } from '../store/items/playback.ts';
import type { ReadTx } from '../store/store.ts';
import { cursorAt, latestPlace, markOf, type Place, placeOf } from './cursors.ts';
import type { Library } from './library.ts';
import { textsAtOnce } from './limits.ts';
import { type NamedThings, type Stretch, walk } from './named-things.ts';
import { firstPage } from './snapshot.ts';

/** A statement takes some ten thousand values, and there may be as many streams. */
const USERS_AT_ONCE = 1_000;

interface ChangesQuery {
  /** A cursor; undefined: from now on. */
  since: string | undefined;
  /** How many things are given in full, at most: fewer items if their texts are long. */
  limit: number;
  /** Whether items have their texts. */
  content: boolean;
  /** Completes "Cannot …" in refusals. */
  action: string;
}

interface ChangesAnswer {
  cursor: string;
  /** Whether there are more changes than this answer contains. */
  more: boolean;
  /** The token of the snapshot's first page; only if the query had no cursor. */
  snapshot: string | undefined;
  /** Undefined if nothing has changed. */
  news: News | undefined;
}

/**
 * What has changed since a cursor, in commit order: an answer covers a stretch of the sequence, and contains each thing that the
 * stretch names once, in its current state. That state may be newer than the end of the stretch, but what changes after this is
 * named later in the sequence, so an app that follows to the end knows everything. Throws Refusal `gone`.
 */
export async function listChanges(
  library: Library,
  userId: number,
  { since, limit, content, action }: ChangesQuery,
): Promise<ChangesAnswer> {
  const mark = await markOf(library, userId);
  return library.store.read(async (tx) => {
    if (since === undefined) {
      const cursor = cursorAt(mark, await latestPlace(tx, userId));
      return { cursor, more: false, snapshot: firstPage(mark), news: undefined };
    }
    const from = await placeOf(tx, userId, { mark, cursor: since, action });
    const { named, end, more } = await walkWithin(tx, userId, from, { limit, content });
    const isNews = end.seq !== from.seq || end.told !== from.told;
    return {
      cursor: cursorAt(mark, end),
      more,
      snapshot: undefined,
      news: isNews ? await newsOf(tx, userId, { named, content }) : undefined,
    };
  });
}

/** Unread items of each feed, of each group and in total. */
export function countUnread({ store }: Library, userId: number): Promise<Counts> {
  return store.read(async (tx) => {
    const [feeds, groups] = await Promise.all([unreadOfFeeds(tx, userId), unreadOfGroups(tx, userId)]);
    return { total: sumOf(feeds), feeds, groups };
  });
}

/** Each user's latest change: whoever has seen another one has missed something, or was told of what is there no more. */
export function latestChanges({ store }: Library, userIds: readonly number[]): Promise<Map<number, string>> {
  return store.read(async (tx) => {
    const latest: [number, string][] = [];
    for (const some of slicesOf(userIds, USERS_AT_ONCE)) latest.push(...(await standingsOf(tx, some)));
    return new Map(latest);
  });
}

/** As far as the texts and details of its items can be read all together. */
async function walkWithin(
  tx: ReadTx,
  userId: number,
  from: Place,
  { limit, content }: { limit: number; content: boolean },
): Promise<Stretch> {
  for (let most = limit; ; most = Math.ceil(most / 2)) {
    const stretch = await walk(tx, userId, from, most);
    const ids = [...stretch.named.newItems, ...stretch.named.editedItems];
    if (ids.length <= 1) return stretch;
    const count = await countWithin(tx, { userId, ids, isBare: !content }, textsAtOnce.pageBytes);
    if (count === ids.length) return stretch;
  }
}

async function newsOf(
  tx: ReadTx,
  userId: number,
  { named, content }: { named: NamedThings; content: boolean },
): Promise<News> {
  const groups = await findGroups(tx, userId, [...named.groups]);
  // A feed that was removed may have been restored.
  const feeds = await findFeeds(tx, userId, [...named.feeds, ...named.removedFeeds]);
  const find = content ? findItems : findItemsWithoutTexts;
  const whole = await find(tx, userId, [...named.newItems, ...named.editedItems]);
  const marked = [...named.markedItems, ...named.starredItems, ...named.removedItems];
  const states = await itemStates(tx, userId, missingFrom(whole, marked));
  const gone = missingFrom([...whole, ...states], [...named.newItems, ...named.editedItems, ...marked]);
  return {
    groups: { changed: groups, removed: missingFrom(groups, named.groups) },
    feeds: {
      changed: feeds,
      removed: unique([...named.removedFeeds, ...missingFrom(feeds, named.feeds)]),
    },
    items: {
      new: whole.filter((item) => named.newItems.has(item.id)),
      edited: whole.filter((item) => !named.newItems.has(item.id)),
      ...marksOf({ whole, states }, named),
      played: await playedOf(tx, userId, missingFrom(whole, named.playedItems)),
      removed: gone,
    },
    counts: await countsOf(tx, userId, {
      // It is not known any more to which feeds removed items belonged, so all feeds are given.
      feedIds: gone.length > 0 ? 'all' : feedsWith(named, [...whole, ...states]),
    }),
  };
}

/** Items given by id. Stars are given only this way, so items given in full are among them. */
function marksOf(
  { whole, states }: { whole: readonly Item[]; states: readonly ItemState[] },
  { markedItems, starredItems }: NamedThings,
): Pick<News['items'], 'read' | 'unread' | 'starred' | 'unstarred'> {
  const marked = states.filter((state) => markedItems.has(state.id));
  const toStar = states.filter((state) => starredItems.has(state.id));
  return {
    read: marked.filter((state) => state.read).map(({ id }) => id),
    unread: marked.filter((state) => !state.read).map(({ id }) => id),
    starred: unique([...toStar, ...whole].filter((each) => each.starred).map(({ id }) => id)),
    unstarred: toStar.filter((state) => !state.starred).map(({ id }) => id),
  };
}

/** Items given in full have their own positions. */
async function playedOf(
  tx: ReadTx,
  userId: number,
  ids: readonly number[],
): Promise<News['items']['played']> {
  const played = await ownPositions(tx, userId, ids);
  return played.map(({ id, positions }) => ({ id, positions: begun(positions) }));
}

/** Feeds whose unread count may have changed. */
function feedsWith({ feeds, removedFeeds }: NamedThings, items: readonly { feedId: number }[]): Set<number> {
  return new Set([...feeds, ...removedFeeds, ...items.map((item) => item.feedId)]);
}

async function countsOf(
  tx: ReadTx,
  userId: number,
  { feedIds }: { feedIds: ReadonlySet<number> | 'all' },
): Promise<News['counts']> {
  if (feedIds !== 'all' && feedIds.size === 0) return undefined;
  const feeds = await unreadOfFeeds(tx, userId);
  return {
    total: sumOf(feeds),
    feeds: feedIds === 'all' ? feeds : feeds.filter((feed) => feedIds.has(feed.id)),
  };
}

function sumOf(feeds: readonly UnreadCount[]): number {
  return feeds.reduce((sum, feed) => sum + feed.unread, 0);
}

/** Those of `ids` that are not among the things, each once and ascending. */
function missingFrom(things: readonly { id: number }[], ids: Iterable<number>): number[] {
  const known = new Set(things.map((thing) => thing.id));
  return unique([...ids].filter((id) => !known.has(id)));
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}

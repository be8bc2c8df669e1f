// Translates a stream into the terms of the store: which feeds and tags it names, and which conditions its items satisfy.
import { findKnownSource } from '../crawler/following/known-source.ts';
import type { Stream, StreamQuery } from '../model/stream.ts';
import { findFeedOfSource, listFeeds, ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup, findGroupTitled, ownGroupIds } from '../store/feeds/groups.ts';
import type { StreamPart } from '../store/items/streams.ts';
import { findTagTitled } from '../store/items/tags.ts';
import type { ReadTx } from '../store/store.ts';

/** One condition on an item. */
type Saying = { of: 'user' | 'read' | 'unread' | 'starred' } | OfFeeds | { tag: number };

interface OfFeeds {
  feedIds: readonly number[];
}

/** The parts that make up a stream: an item in any of them is in the stream. */
export async function partsOf(tx: ReadTx, userId: number, query: StreamQuery): Promise<StreamPart[]> {
  const found: StreamPart[] = [];
  const bounds: Saying[][] = [];
  for (const each of query.all ?? []) bounds.push(await sayingsOf(tx, userId, each));
  const outside = await outsideOf(tx, userId, query.none ?? []);
  for (const stream of query.any) {
    let parts: StreamPart[] = [{}];
    for (const within of [await sayingsOf(tx, userId, stream), ...bounds, ...outside.left])
      parts = parts.flatMap((part) => within.flatMap((saying) => narrowed(part, saying) ?? []));
    for (const saying of outside.sayings) parts = parts.flatMap((part) => without(part, saying) ?? []);
    found.push(...parts);
  }
  return found;
}

/** Conditions that exclude items. Excluded feeds are expressed by the remaining feeds, which are looked up once. */
interface Outside {
  sayings: Exclude<Saying, OfFeeds>[];
  left: OfFeeds[][];
}

async function outsideOf(tx: ReadTx, userId: number, streams: readonly Stream[]): Promise<Outside> {
  const sayings: Outside['sayings'] = [];
  const not = new Set<number>();
  for (const stream of streams) {
    for (const saying of await sayingsOf(tx, userId, stream)) {
      if ('feedIds' in saying) for (const id of saying.feedIds) not.add(id);
      else sayings.push(saying);
    }
  }
  if (not.size === 0) return { sayings, left: [] };
  const others = (await listFeeds(tx, userId)).map(({ id }) => id).filter((id) => !not.has(id));
  return { sayings, left: [[{ feedIds: others }]] };
}

/** The user's feed that a stream names; undefined if it names none. */
export async function feedOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'feed') return (await ownFeedIds(tx, userId, [stream.feedId]))[0];
  if (stream.of !== 'feed-at') return undefined;
  const sourceId = await findKnownSource(tx, stream.address);
  return sourceId === undefined ? undefined : findFeedOfSource(tx, userId, sourceId);
}

/** The group that a stream names; undefined if it names none. */
export async function groupOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'titled') return findGroupTitled(tx, userId, stream.title);
  if (stream.of !== 'group-of-id') return undefined;
  return (await ownGroupIds(tx, userId, [stream.groupId]))[0];
}

/** The conditions of a stream: each of its items satisfies at least one of them. */
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

/** What remains of a part without the items of a condition. Undefined: nothing. */
function without(part: StreamPart, saying: Exclude<Saying, OfFeeds>): StreamPart | undefined {
  if ('tag' in saying) {
    return part.tags?.includes(saying.tag)
      ? undefined
      : { ...part, notTags: [...new Set(part.notTags).add(saying.tag)] };
  }
  switch (saying.of) {
    case 'user':
      return undefined;
    case 'starred':
      return part.starred === true ? undefined : { ...part, starred: false };
    default:
      return narrowed(part, { of: saying.of === 'read' ? 'unread' : 'read' });
  }
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

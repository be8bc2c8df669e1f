// What a stream is made of, in the words of the store: which feeds and tags it names, and what is said of its items.
import { findKnownSource } from '../crawler/known-source.ts';
import type { Stream, StreamQuery } from '../model/stream.ts';
import { findFeedOfSource, listFeeds, ownFeedIds } from '../store/feeds.ts';
import { findGroup, findGroupTitled, ownGroupIds } from '../store/groups.ts';
import type { ReadTx } from '../store/store.ts';
import type { StreamPart } from '../store/streams.ts';
import { findTagTitled } from '../store/tags.ts';

/** One thing that can be said of an item. */
type Saying =
  | { of: 'user' | 'read' | 'unread' | 'starred' }
  | { feedIds: readonly number[] }
  | { tag: number };

/** The parts whose items a stream holds: in one or the other of them. */
export async function partsOf(tx: ReadTx, userId: number, query: StreamQuery): Promise<StreamPart[]> {
  const found: StreamPart[] = [];
  const bounds: Saying[][] = [];
  for (const each of query.all ?? []) bounds.push(await sayingsOf(tx, userId, each));
  const outside: { saying: Saying; otherFeedIds: readonly number[] }[] = [];
  for (const each of query.none ?? []) {
    for (const saying of await sayingsOf(tx, userId, each)) {
      const otherFeedIds = 'feedIds' in saying ? await otherFeeds(tx, userId, saying.feedIds) : [];
      outside.push({ saying, otherFeedIds });
    }
  }
  for (const stream of query.any) {
    let parts: StreamPart[] = [{}];
    for (const within of [await sayingsOf(tx, userId, stream), ...bounds])
      parts = parts.flatMap((part) => within.flatMap((saying) => narrowed(part, saying) ?? []));
    for (const { saying, otherFeedIds } of outside)
      parts = parts.flatMap((part) => without(part, saying, otherFeedIds) ?? []);
    found.push(...parts);
  }
  return found;
}

/** The user's feed of a name; undefined where it names none. */
export async function feedOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'feed') return (await ownFeedIds(tx, userId, [stream.feedId]))[0];
  if (stream.of !== 'feed-at') return undefined;
  const sourceId = await findKnownSource(tx, stream.address);
  return sourceId === undefined ? undefined : findFeedOfSource(tx, userId, sourceId);
}

/** The group of a name; undefined where it names none. */
export async function groupOf(tx: ReadTx, userId: number, stream: Stream): Promise<number | undefined> {
  if (stream.of === 'titled') return findGroupTitled(tx, userId, stream.title);
  if (stream.of !== 'group-of-id') return undefined;
  return (await ownGroupIds(tx, userId, [stream.groupId]))[0];
}

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

// Translates a stream into the terms of the store: which feeds and tags it names, and which conditions its items satisfy.
import { findKnownSource } from '../crawler/following/known-source.ts';
import { Refusal } from '../model/refusal.ts';
import type { Stream, StreamQuery } from '../model/stream.ts';
import { findFeedOfSource, listFeeds, ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup, findGroupTitled, ownGroupIds } from '../store/feeds/groups.ts';
import type { StreamPart } from '../store/items/streams.ts';
import { findTagTitled } from '../store/items/tags.ts';
import type { ReadTx } from '../store/store.ts';
import { streamsAtOnce } from './limits.ts';

/** One condition on an item. */
type Saying = State | OfFeeds | { tag: number };

interface State {
  of: 'user' | 'read' | 'unread' | 'starred';
}

interface OfFeeds {
  feedIds: readonly number[];
}

/**
 * The parts that make up a stream: an item in any of them is in the stream. Parts that differ only in their feeds are one. Throws Refusal
 * `too-large` if there are very many: each is a query.
 */
export async function partsOf(tx: ReadTx, userId: number, query: StreamQuery): Promise<StreamPart[]> {
  const any = await sayingsOfAll(tx, userId, query.any);
  const bounds: Saying[][] = [];
  for (const each of query.all ?? []) bounds.push(await sayingsOf(tx, userId, each));
  const outside = await outsideOf(tx, userId, query.none ?? []);
  let parts: StreamPart[] = [{}];
  for (const within of [any, ...bounds, ...outside.left])
    parts = united(parts.flatMap((part) => within.flatMap((saying) => narrowed(part, saying) ?? [])));
  for (const state of outside.states) parts = parts.flatMap((part) => without(part, state) ?? []);
  return withoutTags(parts, outside.tags);
}

async function sayingsOfAll(tx: ReadTx, userId: number, streams: readonly Stream[]): Promise<Saying[]> {
  const all: Saying[] = [];
  for (const stream of streams) all.push(...(await sayingsOf(tx, userId, stream)));
  return all;
}

/** Apps may name one list a thousand times, each time in another way, and have thousands of ways to combine a few labels. */
function united(parts: readonly StreamPart[]): StreamPart[] {
  const alike = Map.groupBy(parts, ({ only, starred, tags = [] }) =>
    [only, starred, ...tags.toSorted((a, b) => a - b)].join(' '),
  );
  if (alike.size > streamsAtOnce.parts)
    throw new Refusal(
      'too-large',
      `Cannot list items: the labels that it names combine in more than ${streamsAtOnce.parts} ways`,
    );
  return [...alike.values()].map(([first = {}, ...others]) => {
    if ([first, ...others].some(({ feedIds }) => feedIds === undefined)) return withoutFeeds(first);
    const feedIds = new Set(first.feedIds);
    for (const other of others) for (const id of other.feedIds ?? []) feedIds.add(id);
    return { ...first, feedIds: [...feedIds] };
  });
}

function withoutFeeds({ feedIds: _any, ...part }: StreamPart): StreamPart {
  return part;
}

/** Conditions that exclude items. Excluded feeds are expressed by the remaining feeds, which are looked up once. */
interface Outside {
  states: State[];
  tags: number[];
  left: OfFeeds[][];
}

async function outsideOf(tx: ReadTx, userId: number, streams: readonly Stream[]): Promise<Outside> {
  const [states, tags, not]: [State[], number[], Set<number>] = [[], [], new Set()];
  for (const saying of await sayingsOfAll(tx, userId, streams)) {
    if ('feedIds' in saying) for (const id of saying.feedIds) not.add(id);
    else if ('tag' in saying) tags.push(saying.tag);
    else states.push(saying);
  }
  if (not.size === 0) return { states, tags, left: [] };
  const others = (await listFeeds(tx, userId)).map(({ id }) => id).filter((id) => !not.has(id));
  return { states, tags, left: [[{ feedIds: others }]] };
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
  if ('tag' in saying) return { ...part, tags: [...new Set(part.tags).add(saying.tag)] };
  if ('feedIds' in saying) {
    const own = new Set(saying.feedIds);
    return ofFeeds(part, part.feedIds?.filter((id) => own.has(id)) ?? saying.feedIds);
  }
  switch (saying.of) {
    case 'user':
      return part;
    case 'starred':
      // Parts without stars come only from what is left out, which is looked at last.
      return { ...part, starred: true };
    default:
      return part.only === undefined || part.only === saying.of ? { ...part, only: saying.of } : undefined;
  }
}

/** What remains of the parts without the items that have one of these tags. */
function withoutTags(parts: readonly StreamPart[], tags: readonly number[]): StreamPart[] {
  if (tags.length === 0) return [...parts];
  const notTags = [...new Set(tags)];
  const left = parts.filter((part) => !part.tags?.some((tag) => notTags.includes(tag)));
  return left.map((part) => ({ ...part, notTags }));
}

/** What remains of a part without the items in a state. Undefined: nothing. */
function without(part: StreamPart, saying: State): StreamPart | undefined {
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

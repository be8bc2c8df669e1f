// What a person can ask about the health of Feeds, and how to repair them: items and their status stay in any case.
import { moveFeed } from '../crawler/following/move-feed.ts';
import {
  type HealthState,
  healthOf,
  judgeCondition,
  type Remedy,
  type SourceHealth,
} from '../crawler/schedule/health.ts';
import type { Feed } from '../model/feed.ts';
import { Refusal } from '../model/refusal.ts';
import type { Said } from '../model/said.ts';
import { saidOf } from '../model/visit.ts';
import { appendChange } from '../store/changes.ts';
import { keepGone } from '../store/feeds/feed-wishes.ts';
import { findFeed } from '../store/feeds/feeds.ts';
import { hasNewsFor } from '../store/sources/merge-sources.ts';
import { findSource } from '../store/sources/sources.ts';
import { getFeed, listFeeds, noSuchFeed, refusedBySite, requireFeed, unfollow } from './feeds.ts';
import { holdFeed } from './hold-feed.ts';
import type { Library } from './library.ts';

export type { HealthState, Remedy, SourceHealth } from '../crawler/schedule/health.ts';

/** How a feed is doing, in short. */
interface FeedHealth {
  state: HealthState;
  /** Why it is not well. */
  why: Said | undefined;
  remedy: Remedy | undefined;
}

/** The result of a repair. `feed` in its current state; undefined: it is not followed any more. */
interface Repaired extends Said {
  repaired: boolean;
  feed: Feed | undefined;
}

/** The states in which somebody should have a look at a feed or its source. */
export const needsLook: ReadonlySet<HealthState> = new Set(['failing', 'gone', 'replaced']);

/** How a feed is doing, why, and what would repair it, unless the user has said to keep it as it is. */
export function healthOfFeed(feed: Feed): FeedHealth {
  const { state, remedy } = judgeCondition(feed.condition);
  const { last } = feed.condition;
  const isWell = state === 'well' || state === 'new';
  return {
    state,
    why: isWell || !last ? undefined : saidOf(last),
    remedy: isKept(feed) ? undefined : remedy,
  };
}

/** The feeds that need attention. */
export async function listAilingFeeds(library: Library, userId: number): Promise<Feed[]> {
  const feeds = await listFeeds(library, userId);
  return feeds.filter((feed) => needsLook.has(healthOfFeed(feed).state) && !isKept(feed));
}

/** How one feed is doing, with its last visits. Throws Refusal `not-found`. */
export function getFeedHealth({ store }: Library, userId: number, id: number): Promise<SourceHealth> {
  return store.read(async (tx) => {
    const feed = await findFeed(tx, userId, id);
    const health = feed && (await healthOf(tx, feed.sourceId));
    if (!health) return noSuchFeed('get feed', id);
    return { ...health, remedy: isKept(feed) ? undefined : health.remedy };
  });
}

/**
 * Makes the proposed repair, or reads the feed from another address. `keep`: a feed that is gone stays for its items.
 * Throws Refusal `not-found`, and `cannot` if nothing is proposed or the address gives no feed.
 */
export async function repairFeed(
  library: Library,
  userId: number,
  { id, keep, address }: { id: number; keep: boolean; address: string | undefined },
): Promise<Repaired> {
  const feed = await library.store.read((tx) => requireFeed(tx, userId, { id, action: 'repair feed' }));
  if (address !== undefined) return moveTo(library, userId, { feed, address });
  const { remedy } = healthOfFeed(feed);
  switch (remedy?.kind) {
    case undefined:
      throw new Refusal('cannot', 'Cannot repair feed: no way to repair it is known', {
        reason: 'nothing-to-mend',
      });
    case 'moved':
    case 'found-feed':
      return moveTo(library, userId, { feed, address: remedy.url ?? feed.feedUrl });
    case 'accept':
      return accept(library, userId, feed);
    case 'unfollow':
      return keep ? keepAsItIs(library, userId, feed) : leave(library, userId, feed);
    case 'needs-login':
      return { repaired: false, sentence: remedy.sentence, code: 'give-login', feed };
    case 'bot-wall':
      return { repaired: false, sentence: remedy.sentence, code: 'ask-owner', feed };
  }
}

/** Visits a feed now, as far as politeness allows, and reports the result. Throws Refusal `not-found`. */
export async function refreshFeed(
  library: Library,
  userId: number,
  id: number,
): Promise<Said & { feed: Feed }> {
  const { sourceId } = await library.store.read((tx) =>
    requireFeed(tx, userId, { id, action: 'refresh feed' }),
  );
  const said = await library.crawler.refresh(sourceId);
  return { ...said, feed: await getFeed(library, userId, id) };
}

/** Whether the user has decided to keep it since it ended. */
function isKept({ condition, goneKeptAt }: Feed): boolean {
  const { state, goneSince = 0 } = condition.memory;
  return state === 'gone' && goneKeptAt !== undefined && goneKeptAt >= goneSince;
}

async function moveTo(
  library: Library,
  userId: number,
  { feed: { id, sourceId }, address }: { feed: Feed; address: string },
): Promise<Repaired> {
  // An address that has led elsewhere may be the place of another feed by now.
  const found = await library.crawler.discover(address);
  if (found.kind === 'refused') return refusedBySite('repair feed', found);
  await catchUp(library, sourceId, found.sourceId);
  const isMoved = await library.store.write(async (tx) => {
    const feed = await holdFeed(tx, userId, id, [found.sourceId]);
    if (!feed) return noSuchFeed('repair feed', id);
    if (feed.sourceId === found.sourceId) return false;
    if (!(await findSource(tx, found.sourceId)))
      throw new Refusal('cannot', 'Cannot repair feed: the other one was just being put away; try again');
    await moveFeed(tx, { id, userId, sourceId: feed.sourceId }, found.sourceId);
    return true;
  });
  const feed = await getFeed(library, userId, id);
  const said: Said = isMoved
    ? { sentence: `The feed is now read from ${feed.feedUrl}`, code: 'read-elsewhere' }
    : { sentence: 'The address gives the feed that you already follow', code: 'same-feed' };
  return { repaired: isMoved, ...said, feed };
}

/** What the other source has not seen yet would come to the feed twice: with its own source, and with the next visit of the other one. */
async function catchUp({ store, crawler }: Library, from: number, into: number): Promise<void> {
  const isBehind = await store.read(async (tx) => {
    const source = from === into ? undefined : await findSource(tx, into);
    // By visiting what has become another feed, one would accept it for all who follow it.
    return source && source.memory.state === undefined && (await hasNewsFor(tx, from, source));
  });
  if (isBehind) await crawler.refresh(into);
}

async function accept(library: Library, userId: number, { id, sourceId }: Feed): Promise<Repaired> {
  const said = await library.crawler.refresh(sourceId);
  const feed = await getFeed(library, userId, id);
  return { repaired: healthOfFeed(feed).state === 'well', ...said, feed };
}

async function keepAsItIs(library: Library, userId: number, { id }: Feed): Promise<Repaired> {
  await library.store.write(async (tx) => {
    // First, for it locks the counter: whoever merges the feed has that before its wishes.
    await appendChange(tx, userId, 'feeds.changed', [id]);
    await keepGone(tx, { id, userId });
  });
  const feed = await getFeed(library, userId, id);
  const sentence = 'The feed is kept for its items and is no longer visited';
  return { repaired: true, sentence, code: 'kept', feed };
}

async function leave(library: Library, userId: number, { id }: Feed): Promise<Repaired> {
  await unfollow(library, userId, id);
  return { repaired: true, sentence: 'The feed is no longer followed', code: 'left', feed: undefined };
}

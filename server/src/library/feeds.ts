// What a person can do with Feeds: follow, view, stop following.
import type { Refused } from '../crawler/following/followed.ts';
import { findOwnSource } from '../crawler/following/known-source.ts';
import type { Feed } from '../model/feed.ts';
import { Refusal } from '../model/refusal.ts';
import type { RefusalReason } from '../model/refusal-reason.ts';
import { findUserById } from '../store/accounts/users.ts';
import * as feeds from '../store/feeds/feeds.ts';
import { ownGroupIds } from '../store/feeds/groups.ts';
import { lockSchedule } from '../store/sources/schedules.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { holdFeed } from './hold-feed.ts';
import type { Library } from './library.ts';
import { removeFeed } from './removals.ts';
import { requireOwn } from './require-own.ts';
import { beginFeed, fillAndSchedule, findOwnFeed, joinGroups } from './subscribe.ts';

/** In order of id. */
export function listFeeds({ store }: Library, userId: number): Promise<Feed[]> {
  return store.read((tx) => feeds.listFeeds(tx, userId));
}

/** Throws Refusal `not-found`. */
export function getFeed({ store }: Library, userId: number, id: number): Promise<Feed> {
  return store.read((tx) => requireFeed(tx, userId, { id, action: 'get feed' }));
}

/**
 * Follows the feed at an address (or the one that the page there announces), and puts it into groups. The document is
 * fetched and stored before this resolves. A feed that the user follows already is returned, and added to the groups.
 * Throws Refusal `cannot` with a sentence to act on, for unknown groups before anything is fetched, and `unauthenticated` if the account goes
 * meanwhile; then nothing is created.
 */
export async function follow(
  { store, crawler }: Library,
  userId: number,
  wanted: { address: string; groupIds: readonly number[] },
): Promise<Feed> {
  const own = await store.read(async (tx) => {
    await requireGroups(tx, userId, wanted.groupIds);
    return findOwnSource(tx, userId, wanted.address);
  });
  const found = own ?? (await crawler.follow(wanted.address));
  if (found.kind === 'refused') return refusedBySite('create feed', found);
  return store.write(async (tx) => {
    // Before the user's counter, in the order of the crawler's record: with different orders a deadlock would come sooner or later.
    if (!(await lockSchedule(tx, found.sourceId))) {
      // Nobody had followed it for a month, and the sweep has just removed it.
      throw new Refusal('cannot', 'Cannot create feed: it was just being put away; try again');
    }
    // The account may have gone while the document was fetched, and so may a group.
    if (!(await findUserById(tx, userId)))
      throw new Refusal('unauthenticated', 'Cannot create feed: the account is gone or disabled');
    await requireGroups(tx, userId, wanted.groupIds);
    const id =
      (await findOwnFeed(tx, userId, found.sourceId)) ?? (await subscribe(tx, userId, found.sourceId));
    await joinGroups(tx, userId, id, wanted.groupIds);
    const feed = await feeds.findFeed(tx, userId, id);
    if (!feed) throw new Error(`Feed ${id} is missing right after its creation`);
    return feed;
  });
}

/** Stops following: the feed's items go with it, and the journal can restore all of it. Throws Refusal `not-found`. */
export function unfollow({ store }: Library, userId: number, id: number): Promise<void> {
  return store.write(async (tx) => {
    const feed = await holdFeed(tx, userId, id);
    if (!feed) return noSuchFeed('delete feed', id);
    await removeFeed(tx, userId, feed);
  });
}

async function subscribe(tx: WriteTx, userId: number, sourceId: number): Promise<number> {
  const id = await beginFeed(tx, userId, sourceId);
  await fillAndSchedule(tx, { id, userId, sourceId });
  return id;
}

async function requireGroups(tx: ReadTx, userId: number, groupIds: readonly number[]): Promise<void> {
  requireOwn({ action: 'create feed', noun: 'group' }, groupIds, await ownGroupIds(tx, userId, groupIds));
}

/** Throws Refusal `not-found`. `action` follows "Cannot". */
export async function requireFeed(
  tx: ReadTx,
  userId: number,
  { id, action }: { id: number; action: string },
): Promise<Feed> {
  return (await feeds.findFeed(tx, userId, id)) ?? noSuchFeed(action, id);
}

export function noSuchFeed(action: string, id: number): never {
  throw new Refusal('not-found', `Cannot ${action}: there is no feed ${id}`);
}

/** Throws Refusal `cannot`, for an address that could not be followed or read. `action` follows "Cannot". */
export function refusedBySite(
  action: string,
  refused: Pick<Refused, 'sentence' | 'againInMs' | 'restMs'> & { reason: RefusalReason },
): never {
  // What the site says itself goes before what an import waits for.
  const { sentence, reason, againInMs, restMs: retryAfterMs = againInMs } = refused;
  const again = retryAfterMs === undefined ? {} : { retryAfterMs };
  throw new Refusal('cannot', `Cannot ${action}: ${sentence}`, { reason, ...again });
}

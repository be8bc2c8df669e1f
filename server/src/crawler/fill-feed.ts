// Gives a Feed its Items from what its Source has published already: once each, and never what a policy has removed.
import { insertItems } from '../store/items.ts';
import { newestPosts, postsStoredSince } from '../store/posts.ts';
import { postsWithoutItem } from '../store/removed-items.ts';
import { lockSchedule } from '../store/schedules.ts';
import type { WriteTx } from '../store/store.ts';
import { crawlerLimits } from './limits.ts';

export interface FeedToFill {
  id: number;
  userId: number;
  sourceId: number;
}

/**
 * Gives a new feed its first items, from the newest posts of its source, in order of publication; or a feed that is there
 * those that are newer than a time. The plan of the source stays locked until the commit, so that a visit that ends
 * meanwhile gives the feed each post once.
 */
export async function fillFeed(
  tx: WriteTx,
  feed: FeedToFill,
  newerThan: number = Number.NEGATIVE_INFINITY,
): Promise<number[]> {
  await lockSchedule(tx, feed.sourceId);
  const newest = await newestPosts(tx, feed.sourceId, crawlerLimits.firstItems);
  const ids = newest.filter((post) => post.sortAt > newerThan).map((post) => post.id);
  const missing = new Set(await postsWithoutItem(tx, feed, ids));
  return insertItems(tx, feed, ids.filter((id) => missing.has(id)).reverse());
}

/** Gives a feed that was away what its source has published since a time, in order of publication. */
export async function fillFeedSince(tx: WriteTx, feed: FeedToFill, storedSince: number): Promise<number[]> {
  await lockSchedule(tx, feed.sourceId);
  const ids = await postsStoredSince(tx, feed.sourceId, storedSince, crawlerLimits.meanwhileItems);
  const missing = new Set(await postsWithoutItem(tx, feed, ids));
  return insertItems(tx, feed, ids.filter((id) => missing.has(id)).reverse());
}

// Gives a Feed its Items from what its Source has published already: each once, and never one that a retention policy has removed.
import { insertItems } from '../../store/items/items.ts';
import { postsWithoutItem } from '../../store/items/removed-items.ts';
import { newestKnownBefore, newestOwnPosts, postsStoredSince } from '../../store/sources/posts.ts';
import { lockSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { newestShown } from '../../store/sources/unheld-posts.ts';
import type { WriteTx } from '../../store/store.ts';
import { othersTurn } from '../../store/turn.ts';
import { type Meanwhile, noNewsAmong } from '../identity/archive.ts';
import { filling } from '../limits.ts';

interface FeedToFill {
  id: number;
  userId: number;
  sourceId: number;
}

/**
 * Gives a new feed its first items, from the newest posts of its source, in order of publication; or an existing feed only
 * those that are newer than a time. The source's schedule stays locked until the commit, so that a visit that ends
 * meanwhile gives the feed each post once.
 */
export async function fillFeed(
  tx: WriteTx,
  feed: FeedToFill,
  newerThan: number = Number.NEGATIVE_INFINITY,
): Promise<number[]> {
  await lockSchedule(tx, feed.sourceId);
  return give(tx, feed, await postsNewerThan(tx, feed.sourceId, newerThan));
}

/** The same for existing feeds that now show another source. */
export async function fillFeeds(
  tx: WriteTx,
  sourceId: number,
  { feeds, newerThan }: { feeds: readonly Omit<FeedToFill, 'sourceId'>[]; newerThan: number },
): Promise<void> {
  await lockSchedule(tx, sourceId);
  const ids = await postsNewerThan(tx, sourceId, newerThan);
  for (const feed of feeds) await give(tx, feed, ids);
}

/**
 * Gives a feed that comes back after an absence, with its items, what its source has published since a time, in order of publication. What
 * would not have been news meanwhile either comes as read: it might be news after all, and then it can be found.
 */
export async function fillFeedSince(tx: WriteTx, feed: FeedToFill, storedSince: number): Promise<number[]> {
  await lockSchedule(tx, feed.sourceId);
  const posts = await postsStoredSince(tx, feed.sourceId, storedSince, filling.meanwhile);
  // Each looks through all that the feed or its source has.
  await othersTurn();
  const { shownAt = Number.NEGATIVE_INFINITY, heldAt } = await newestKnownBefore(tx, feed, storedSince);
  const newestKnownAt = Math.max(shownAt, heldAt ?? shownAt);
  const old = await noNewsSince(tx, feed, { posts, since: storedSince, newestKnownAt });
  await othersTurn();
  // If its source has become one with another meanwhile, those who stayed have what that one had published before.
  const newer = heldAt === undefined ? [] : await postsNewerThan(tx, feed.sourceId, heldAt);
  return give(tx, feed, [...new Set([...posts.map(({ id }) => id), ...newer])], old);
}

async function noNewsSince(
  tx: WriteTx,
  { sourceId }: FeedToFill,
  { since, ...known }: Pick<Meanwhile, 'posts' | 'newestKnownAt'> & { since: number },
): Promise<ReadonlySet<number>> {
  const source = await findSource(tx, sourceId);
  if (!source) return new Set();
  const shown = source.memory.shownPosts ?? 0;
  const foundAt = source.createdAt >= since ? source.createdAt : undefined;
  return noNewsAmong({ ...known, shown, foundAt });
}

/** The newest, and what the document shows, be it old, within limits; newest first. */
async function postsNewerThan(tx: WriteTx, sourceId: number, time: number): Promise<number[]> {
  const source = await findSource(tx, sourceId);
  const shown = Math.min(filling.most, source?.memory.shownPosts ?? 0);
  const newest = await newestOwnPosts(tx, sourceId, Math.max(filling.first, shown));
  const posts = [...newest, ...(await newestShown(tx, sourceId, shown))];
  return [...new Set(posts.filter((post) => post.sortAt > time).map((post) => post.id))];
}

/** Inserts items of the posts that the feed lacks, the oldest first; unread, except for some. */
async function give(
  tx: WriteTx,
  feed: Omit<FeedToFill, 'sourceId'>,
  newestFirst: readonly number[],
  read?: ReadonlySet<number>,
): Promise<number[]> {
  const missing = new Set(await postsWithoutItem(tx, feed, newestFirst));
  return insertItems(tx, feed, newestFirst.filter((id) => missing.has(id)).reverse(), read);
}

// Lets one user's Feed show another Source. Id, groups, items, stars and statuses stay as they are.
import type { Source } from '../../model/source.ts';
import { appendChange } from '../changes.ts';
import { movePositionsOf } from '../items/playback.ts';
import { alikePosts } from '../sources/alike-posts.ts';
import { wantOtherArticles } from '../sources/articles.ts';
import type { PostToCopy } from '../sources/fan-out.ts';
import { joinDoubles, showPosts } from '../sources/join-items.ts';
import { filesMoved, handOn } from '../sources/join-posts.ts';
import { joinFeeds } from '../sources/merge-sources.ts';
import { NEVER_SHOWN, newestPostAt } from '../sources/posts.ts';
import { findSource } from '../sources/sources.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { formerSources } from '../transfer/imported-items.ts';
import { othersTurn } from '../turn.ts';
import { findFeedOfSource } from './feeds.ts';

/**
 * Moves a feed. A feed of the same user that shows the other source already goes into this one. Items whose posts the
 * other source has published too show those from now on; the rest go on showing posts of the source that was left. Returns when the newest
 * post that the feed could know of was published.
 */
export async function moveFeedTo(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
  into: number,
): Promise<number> {
  // First of all, for it locks the user's counter.
  await appendChange(tx, feed.userId, 'feeds.changed', [feed.id]);
  const newestKnownAt = await newestKnown(tx, feed, into);
  const other = await findFeedOfSource(tx, feed.userId, into);
  await appendChange(tx, feed.userId, 'items.edited', await showTwins(tx, feed, into));
  await appendChange(tx, feed.userId, 'items.edited', await showAlike(tx, feed, into));
  await keepRemoved(tx, feed, into);
  if (other !== undefined) {
    await joinFeeds(tx, { id: other, userId: feed.userId, intervalMs: undefined }, feed.id);
    await showSame(tx, feed);
  }
  await joinDoubles(tx, feed);
  await tx.run(sql`UPDATE feeds SET source_id = ${into} WHERE id = ${feed.id}`);
  return newestKnownAt;
}

/**
 * Of the sources that the feed was read from those count that have published what the other one has: any other was a mistake, and has
 * kept nothing of it from the feed. So does what it has of the other one itself. Where there is neither, the one that is left says it.
 */
async function newestKnown(
  tx: ReadTx,
  feed: { id: number; sourceId: number },
  into: number,
): Promise<number> {
  const sources = [feed.sourceId, ...(await formerSources(tx, feed))].filter((id) => id !== into);
  const akin = await tx.all<{ id: number }>(sql`
    SELECT id FROM sources WHERE id IN (${tx.dialect.numbers(sources)}) AND EXISTS (
      SELECT 1 FROM posts a JOIN posts b ON b.source_id = ${into} AND b.identity = a.identity WHERE a.source_id = sources.id)`);
  const held = await tx.get<{ at: number | null }>(sql`
    SELECT max(p.sort_at) AS at FROM items i JOIN posts p ON p.id = i.post_id WHERE i.feed_id = ${feed.id} AND p.source_id = ${into}`);
  const times = [held?.at ?? undefined];
  for (const { id } of akin) times.push(await newestPostAt(tx, id));
  const known = times.filter((time) => time !== undefined);
  if (known.length === 0) known.push((await newestPostAt(tx, feed.sourceId)) ?? Number.NEGATIVE_INFINITY);
  return Math.max(...known);
}

/**
 * A feed that was moved may have had from its former sources what its source has published since: its items show that. For one that comes
 * back, whose posts may also have been merged meanwhile.
 */
export async function joinTwins(
  tx: WriteTx,
  feed: { id: number; userId: number },
  sourceId: number,
): Promise<void> {
  const source = await findSource(tx, sourceId);
  if (source?.memory.formerSources) {
    await appendChange(tx, feed.userId, 'items.edited', await showTwins(tx, feed, sourceId));
    await othersTurn();
  }
  await joinDoubles(tx, feed);
}

/**
 * The same for all feeds that were moved to a source, and for posts of which everybody has just got an item. Where that came as read, nobody has
 * read it: the item that is there stays as it is.
 */
export async function joinWithFormer(
  tx: WriteTx,
  { id: sourceId, memory: { formerSources: former = [] } }: Pick<Source, 'id' | 'memory'>,
  copies: readonly PostToCopy[],
): Promise<void> {
  if (former.length === 0 || copies.length === 0) return;
  const twins = await tx.all<{ id: number }>(sql`
    SELECT a.id FROM posts b JOIN posts a ON a.source_id IN (${tx.dialect.numbers(former)}) AND a.identity = b.identity
    WHERE b.id IN (${tx.dialect.numbers(copies.map(({ id }) => id))})`);
  if (twins.length === 0) return;
  const had = tx.dialect.numbers(twins.map(({ id }) => id));
  const feeds = await tx.all<{ id: number; user_id: number }>(sql`
    SELECT f.id, f.user_id FROM feeds f WHERE f.source_id = ${sourceId}
      AND EXISTS (SELECT 1 FROM items i WHERE i.post_id IN (${had}) AND i.user_id = f.user_id AND +i.feed_id = f.id)
    ORDER BY f.user_id`);
  const unseen = new Set(copies.flatMap(({ id, read }) => (read ? [id] : [])));
  for (const { id, user_id: userId } of feeds) {
    await appendChange(tx, userId, 'items.edited', await showTwins(tx, { id, userId }, sourceId));
    await othersTurn();
    await joinDoubles(tx, { id, userId }, unseen);
  }
}

interface Twin {
  id: number;
  old_id: number;
  post_id: number;
  /** What the two posts say of their files and the like. */
  before: string | null;
  after: string | null;
}

/** Posts that the other source has under different names, because its guids have changed, are one if nothing tells them apart. Gives the ids of the items. */
async function showAlike(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
  into: number,
): Promise<number[]> {
  const pairs = await tx.all<{ old: number; kept: number }>(alikePosts(feed.sourceId, into));
  if (pairs.length === 0) return [];
  const kept = new Map(pairs.map((pair) => [pair.old, pair.kept]));
  await handOn(tx, kept, [feed.userId]);
  const items = await tx.all<{ id: number; post_id: number }>(
    sql`SELECT id, post_id FROM items WHERE feed_id = ${feed.id} ORDER BY id`,
  );
  const twins = items.flatMap(({ id, post_id: old }): Twin[] => {
    const post = kept.get(old);
    return post === undefined ? [] : [{ id, old_id: old, post_id: post, before: null, after: null }];
  });
  await showOthers(tx, feed.userId, twins);
  return twins.map((twin) => twin.id);
}

/** Two feeds of one publication may have been read from two addresses before: items that have the same from both show one post. */
async function showSame(tx: WriteTx, feed: { id: number; userId: number }): Promise<void> {
  const twins = await tx.all<Twin>(sql`
    SELECT same.id, same.old_id, same.post_id, ac.details AS before, bc.details AS after FROM (
      SELECT i.id, i.post_id AS old_id, min(i.post_id) OVER (PARTITION BY p.identity, p.text_hash, p.url) AS post_id
      FROM items i JOIN posts p ON p.id = i.post_id WHERE i.feed_id = ${feed.id}) AS same
      LEFT JOIN post_contents ac ON ac.post_id = same.old_id LEFT JOIN post_contents bc ON bc.post_id = same.post_id
    WHERE same.post_id <> same.old_id`);
  await showOthers(tx, feed.userId, twins);
}

/**
 * Posts of one identity are one post: the items show the one of the other source, unless that came there with yet another one and says
 * something else. So do those that were there before the source that is left, which may have been a mistake. Another publication may have the
 * same guids, which may be plain numbers: it has neither title, link nor date in common. Gives the ids of the items.
 */
async function showTwins(tx: WriteTx, feed: { id: number; userId: number }, into: number): Promise<number[]> {
  const twins = await tx.all<Twin>(sql`
    SELECT i.id, a.id AS old_id, b.id AS post_id, ac.details AS before, bc.details AS after
    FROM items i JOIN posts a ON a.id = i.post_id JOIN posts b ON ${areTwins(into)}
      LEFT JOIN post_contents ac ON ac.post_id = a.id LEFT JOIN post_contents bc ON bc.post_id = b.id
    WHERE i.feed_id = ${feed.id} ORDER BY i.id`);
  await showOthers(tx, feed.userId, twins);
  return twins.map((twin) => twin.id);
}

/** What a policy has removed of the same posts does not come back from the other source. CROSS tells SQLite to begin with the posts. */
async function keepRemoved(
  tx: WriteTx,
  { userId, sourceId }: { userId: number; sourceId: number },
  into: number,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO removed_items (post_id, user_id)
    SELECT b.id, r.user_id FROM posts a CROSS JOIN removed_items r JOIN posts b ON ${areTwins(into)}
    WHERE a.source_id = ${sourceId} AND r.post_id = a.id AND r.user_id = ${userId} ON CONFLICT DO NOTHING`);
}

function areTwins(into: number): Sql {
  return sql`b.source_id = ${into} AND b.identity = a.identity
    AND a.source_id <> ${into} AND (b.title = a.title OR b.url = a.url OR b.published_at = a.published_at)
    AND (b.left_at IS NULL OR b.left_at <> ${NEVER_SHOWN} OR (b.text_hash = a.text_hash AND b.url = a.url))`;
}

async function showOthers(tx: WriteTx, userId: number, twins: readonly Twin[]): Promise<void> {
  for (const twin of twins) {
    const files = filesMoved(twin.before, twin.after);
    if (files.size > 0) await movePositionsOf(tx, [twin.id], files);
  }
  await showPosts(tx, new Map(twins.map((twin) => [twin.id, twin.post_id])));
  await wantOtherArticles(tx, new Map(twins.map((twin) => [twin.old_id, twin.post_id])), [userId]);
}

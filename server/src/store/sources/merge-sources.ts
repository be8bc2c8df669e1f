// Makes one Source of two: what moved to an address that is known already. Nobody loses an item, a star or a status.

import { appendChange } from '../changes.ts';
import { inheritWishes } from '../feeds/feed-wishes.ts';
import { findFeedOfSource } from '../feeds/feeds.ts';
import { giveFeedsThatAreAway, giveGroupsThatAreAway, setRestoredApart } from '../journal.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { giveAwaited } from '../transfer/awaited-posts.ts';
import { giveImports } from '../transfer/import-parts.ts';
import { giveShelf } from '../transfer/imported-items.ts';
import { othersTurn } from '../turn.ts';
import { hurryHubs } from './hubs.ts';
import { type ItemToJoin, joinDoubles, joinItems, recountUnread } from './join-items.ts';
import { joinPosts, showOtherPosts } from './join-posts.ts';
import { newestPostAt } from './posts.ts';
import { lockSchedule } from './schedules.ts';
import { countFollowers, dissolveSource, type Follower, lockFollowers, lockUsersOf } from './sources.ts';

/** Items that are moved between two turns of others: a few milliseconds. */
const PORTION = 2_000;

interface MergedSources {
  /** False: `from` has more followers than may be moved at once. Some have been moved completely; for the others nothing has changed. */
  isWhole: boolean;
  /** Feeds that now show the other source: they lack what it alone had published. */
  carried: Follower[];
  /** All feeds that have what `from` had: the carried ones, and those of the other source that feeds went into. */
  feedIds: number[];
  /** Everybody whose things have changed. */
  userIds: number[];
  /** When the newest post that the carried feeds know was published. */
  newestKnownAt: number;
}

/**
 * Whether one source has stored posts since a time that the other does not know. Once they are posts of the other, its visits take
 * them for known: its followers would never get them.
 */
export async function hasNewsFor(
  tx: ReadTx,
  from: number,
  into: { id: number; checkedAt: number | undefined },
): Promise<boolean> {
  const row = await tx.get<{ id: number }>(sql`
    SELECT a.id FROM posts a WHERE a.source_id = ${from} AND a.stored_at > ${into.checkedAt ?? 0}
      AND NOT EXISTS (SELECT 1 FROM posts b WHERE b.source_id = ${into.id} AND b.identity = a.identity) LIMIT 1`);
  return row !== undefined;
}

/** Whether two sources have a post of one identity. */
export async function haveInCommon(tx: ReadTx, one: number, other: number): Promise<boolean> {
  const row = await tx.get<{ id: number }>(sql`
    SELECT a.id FROM posts a JOIN posts b ON b.source_id = ${other} AND b.identity = a.identity WHERE a.source_id = ${one} LIMIT 1`);
  return row !== undefined;
}

/**
 * Gives posts and feeds of `from` to `into`, and lets its addresses lead there. When `into` is visited is left to the caller. No more than
 * `most` followers are moved at once; if there are more, it has to be called again, in another transaction.
 */
export async function mergeSources(
  tx: WriteTx,
  from: { id: number; url: string },
  into: number,
  most = Number.MAX_SAFE_INTEGER,
): Promise<MergedSources> {
  await lockSchedule(tx, into);
  const isWhole = (await countFollowers(tx, from.id)) <= most;
  // The followers of either may be told of something when the posts are joined.
  if (isWhole) await lockUsersOf(tx, [from.id, into]);
  const followers = await lockFollowers(tx, from.id, most);
  const newestKnownAt = (await newestPostAt(tx, from.id)) ?? 0;
  if (isWhole) await joinPosts(tx, from.id, into);
  else await showOtherPosts(tx, { from: from.id, into }, followers);
  const carried: Follower[] = [];
  const feedIds: number[] = [];
  for (const follower of followers) {
    const other = await findFeedOfSource(tx, follower.userId, into);
    if (other === undefined) {
      await tx.run(sql`UPDATE feeds SET source_id = ${into} WHERE id = ${follower.id}`);
      await appendChange(tx, follower.userId, 'feeds.changed', [follower.id]);
      carried.push(follower);
    } else {
      await joinFeeds(tx, follower, other);
    }
    const feedId = other ?? follower.id;
    // One that was moved from there to here before has what both have published.
    await joinDoubles(tx, { id: feedId, userId: follower.userId });
    feedIds.push(feedId);
  }
  if (isWhole) {
    await giveFeedsThatAreAway(tx, from.id, into);
    await hurryHubs(tx, from.id);
    await dissolveSource(tx, from, into);
  }
  return { isWhole, carried, feedIds, userIds: followers.map(({ userId }) => userId), newestKnownAt };
}

/**
 * Somebody follows both: the items of the one go into the other, and what was read or starred in either stays so. Returns those that the
 * other did not have.
 */
export async function joinFeeds(
  tx: WriteTx,
  { id: from, userId }: Follower,
  into: number,
): Promise<number[]> {
  // Compared here: databases read the items of everybody who has one of the posts.
  const staying = new Map((await itemsIn(tx, into)).map((item) => [item.post_id, item]));
  const twins = (await itemsIn(tx, from)).flatMap((old) => {
    const kept = staying.get(old.post_id);
    return kept === undefined ? [] : [{ old, kept }];
  });
  await joinItems(tx, userId, twins);
  const moved = await moveItems(tx, from, into);
  await recountUnread(tx, into);
  const groups = await tx.all<{ id: number }>(
    sql`SELECT group_id AS id FROM group_feeds WHERE feed_id = ${from} ORDER BY group_id`,
  );
  await tx.run(sql`
    INSERT INTO group_feeds (group_id, feed_id) SELECT group_id, ${into} FROM group_feeds WHERE feed_id = ${from}
    ON CONFLICT DO NOTHING`);
  await tx.run(sql`
    UPDATE feeds SET interval_ms = coalesce(feeds.interval_ms, going.interval_ms), custom_title = coalesce(feeds.custom_title, going.custom_title)
    FROM feeds going WHERE feeds.id = ${into} AND going.id = ${from}`);
  await inheritWishes(tx, { id: from, userId }, { id: into, userId });
  await giveAwaited(tx, from, into);
  await giveShelf(tx, from, into);
  await giveImports(tx, { from, into });
  await setRestoredApart(tx, userId, [from, into]);
  await giveGroupsThatAreAway(tx, userId, { from, into });
  await tx.run(sql`DELETE FROM feeds WHERE id = ${from}`);
  const ids = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);
  await appendChange(tx, userId, 'items.edited', moved);
  await appendChange(tx, userId, 'feeds.removed', [from]);
  await appendChange(tx, userId, 'feeds.changed', [into]);
  await appendChange(tx, userId, 'groups.changed', ids(groups));
  return moved;
}

/** Returns the ids of the items. Each portion begins after the one before: until the commit, PostgreSQL walks over all that has gone. */
async function moveItems(tx: WriteTx, from: number, into: number): Promise<number[]> {
  const moved: number[] = [];
  for (;;) {
    const left = sql`feed_id = ${from} AND id > ${moved.at(-1) ?? 0}`;
    const rows = await tx.all<{ id: number }>(
      sql`SELECT id FROM items WHERE ${left} ORDER BY id LIMIT ${PORTION}`,
    );
    for (const { id } of rows) moved.push(id);
    const last = rows.length < PORTION ? undefined : rows.at(-1);
    const which = last ? sql`AND id <= ${last.id}` : nothing;
    await tx.run(sql`UPDATE items SET feed_id = ${into} WHERE ${left} ${which}`);
    if (!last) return moved;
    await othersTurn();
  }
}

async function itemsIn(tx: WriteTx, feedId: number): Promise<ItemToJoin[]> {
  const items = await tx.all<ItemToJoin>(
    sql`SELECT id, post_id, read, starred FROM items WHERE feed_id = ${feedId} ORDER BY id`,
  );
  if (items.length > PORTION) await othersTurn();
  return items;
}

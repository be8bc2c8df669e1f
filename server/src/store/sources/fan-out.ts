// What a Source has published, told to all who follow it: in a handful of statements, however many they are. The counters
// of all of them must be locked before (lockFollowers), and the plan of the source, so that nobody comes or goes meanwhile.
import type { ChangeKind } from '../../model/change.ts';
import { takeItemIds } from '../counters.ts';
import { type Sql, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { NEVER_SHOWN } from './posts.ts';

export interface PostToCopy {
  id: number;
  /** It asks for nobody's attention. */
  read: boolean;
}

/**
 * Gives every feed of a source a copy of each post, in order of the posts' ids. The ids of the copies are one block, which
 * is handed out follower by follower: for each user they are in order of arrival.
 */
export async function copyToFollowers(
  tx: WriteTx,
  { sourceId, followers }: { sourceId: number; followers: number },
  posts: readonly PostToCopy[],
): Promise<void> {
  if (posts.length === 0 || followers === 0) return;
  const read = posts.filter((post) => post.read).map((post) => post.id);
  const first = await takeItemIds(tx, followers * posts.length);
  // Cast, because SQLite's driver binds numbers as floating point, and each id in a list would be a longer text: 7.0.
  const ranked = sql`
    SELECT id, user_id, CAST(${first} + (row_number() OVER (ORDER BY user_id) - 1) * ${posts.length} AS BIGINT) AS first_id
    FROM feeds WHERE source_id = ${sourceId}`;
  const placed = sql`
    SELECT value AS post_id, row_number() OVER (ORDER BY value) - 1 AS place
    FROM (${tx.dialect.numbers(posts.map((post) => post.id))}) AS listed`;
  const copied = await tx.run(sql`
    INSERT INTO items (feed_id, read, id, user_id, post_id, created_at)
    SELECT f.id, CASE WHEN p.post_id IN (${tx.dialect.numbers(read)}) THEN 1 ELSE 0 END, f.first_id + p.place,
      f.user_id, p.post_id, ${tx.arrival()}
    FROM (${ranked}) AS f CROSS JOIN (${placed}) AS p`);
  // More would bear ids that somebody else is given next.
  if (copied !== followers * posts.length) {
    throw new Error(`Source ${sourceId} has other followers than the ${followers} that were locked`);
  }
  await tx.run(sql`
    UPDATE feeds SET unread_count = unread_count + ${posts.length - read.length} WHERE source_id = ${sourceId}`);
  const places = tx.dialect.numbers(posts.map((_, place) => place));
  await appendForEach(tx, 'items.new', {
    userIds: sql`SELECT user_id FROM feeds WHERE source_id = ${sourceId}`,
    rows: sql`SELECT user_id, (SELECT ${jsonList(sql`first_id + value`)} FROM (${places}) AS places) AS ids FROM (${ranked}) AS f`,
  });
}

/**
 * Gives every feed of a source that has followed it since a post was not shown a copy of the post, if it has none and no policy has removed
 * one for its user. Ids follow one another user by user, in order of the posts' ids. Says how many copies that makes.
 */
export async function copyToWhoLacks(
  tx: WriteTx,
  sourceId: number,
  toCopy: readonly PostToCopy[],
): Promise<number> {
  const posts = tx.dialect.numbers(toCopy.map(({ id }) => id));
  const read = tx.dialect.numbers(toCopy.flatMap((post) => (post.read ? [post.id] : [])));
  const left = await tx.get<{ first: number | null }>(
    sql`SELECT min(left_at) AS first FROM posts WHERE id IN (${posts})`,
  );
  // Few have followed only since then. Databases have to know when that was to expect as few, and read everybody's items unless told that only
  // those of these posts matter.
  const lacking = sql`
    SELECT f.id AS feed_id, f.user_id, p.id AS post_id FROM feeds f CROSS JOIN posts p
    WHERE f.source_id = ${sourceId} AND f.created_at > ${left?.first ?? NEVER_SHOWN}
      AND p.id IN (${posts}) AND f.created_at > p.left_at
      AND NOT EXISTS (
        SELECT 1 FROM items i WHERE i.post_id = p.id AND i.user_id = f.user_id AND i.feed_id = f.id AND i.post_id IN (${posts}))
      AND NOT EXISTS (SELECT 1 FROM removed_items r WHERE r.post_id = p.id AND r.user_id = f.user_id AND r.post_id IN (${posts}))`;
  const row = await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM (${lacking}) AS l`);
  const count = row?.count ?? 0;
  if (count === 0) return 0;
  const first = await takeItemIds(tx, count);
  await tx.run(sql`
    INSERT INTO items (feed_id, read, id, user_id, post_id, created_at)
    SELECT feed_id, CASE WHEN post_id IN (${read}) THEN 1 ELSE 0 END, ${first} + row_number() OVER (ORDER BY user_id, post_id) - 1, user_id, post_id, ${tx.arrival()} FROM (${lacking}) AS l`);
  const come = sql`FROM items WHERE id >= ${first} AND id < ${first + count}`;
  await tx.run(sql`
    UPDATE feeds SET unread_count = unread_count + l.count
    FROM (SELECT feed_id, count(*) AS count ${come} AND read = 0 GROUP BY feed_id) AS l
    WHERE feeds.id = l.feed_id`);
  await tellOwners(tx, 'items.new', come);
  return count;
}

/** Tells everybody who has a copy of some posts that these look otherwise now. */
export async function tellEdited(tx: WriteTx, postIds: readonly number[]): Promise<void> {
  if (postIds.length === 0) return;
  await tellOwners(tx, 'items.edited', sql`FROM items WHERE post_id IN (${tx.dialect.numbers(postIds)})`);
}

/** Tells everybody who has a copy of a post and wants its article that it is there. */
export async function tellArticle(tx: WriteTx, postId: number): Promise<void> {
  const wanted = sql`FROM items WHERE post_id = ${postId}
    AND user_id IN (SELECT user_id FROM wanted_articles WHERE post_id = ${postId})`;
  await tellOwners(tx, 'items.edited', wanted);
}

/** Tells everybody who follows a source that it has another title, site or address. */
export async function tellFollowers(tx: WriteTx, sourceId: number): Promise<void> {
  await tellOwners(tx, 'feeds.changed', sql`FROM feeds WHERE source_id = ${sourceId}`);
}

interface Told {
  /** Selects the user_id of everybody in `rows`, repeats allowed. Building the lists of ids takes three times as long, so it is done once only. */
  userIds: Sql;
  /** Selects user_id, once each, and ids, a JSON array. */
  rows: Sql;
}

/** Tells everybody who has some of these things: `FROM …`, whose rows have a user_id and an id. */
function tellOwners(tx: WriteTx, kind: ChangeKind, things: Sql): Promise<void> {
  return appendForEach(tx, kind, {
    userIds: sql`SELECT user_id ${things}`,
    rows: sql`SELECT user_id, ${jsonList(sql`id`)} AS ids ${things} GROUP BY user_id`,
  });
}

/** Appends a change for each row, and gives it its place. */
async function appendForEach(tx: WriteTx, kind: ChangeKind, { userIds, rows }: Told): Promise<void> {
  await tx.run(sql`UPDATE change_counters SET seq = seq + 1 WHERE user_id IN (${userIds})`);
  const told = await tx.all<{ user_id: number }>(sql`
    INSERT INTO changes (user_id, seq, kind, ids, at)
    SELECT told.user_id, c.seq, ${kind}, told.ids, ${tx.now}
    FROM (${rows}) AS told JOIN change_counters c ON c.user_id = told.user_id RETURNING user_id`);
  for (const { user_id } of told) tx.tellChanged(user_id);
}

/** The ids of several rows as a JSON array, ascending. */
function jsonList(id: Sql): Sql {
  return sql`'[' || string_agg(CAST(${id} AS TEXT), ',' ORDER BY ${id}) || ']'`;
}

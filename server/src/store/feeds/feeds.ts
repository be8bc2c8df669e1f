// How Feeds are kept: a user's subscriptions, with what is known of their Sources.
import type { Feed } from '../../model/feed.ts';
import type { FeedSubject } from '../../model/journal.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { type ConditionRow, conditionColumns, conditionJoins, conditionOf } from './feed-conditions.ts';

interface FeedRow extends ConditionRow {
  id: number;
  source_id: number;
  title: string;
  site_url: string;
  url: string;
  image_url: string | null;
  language: string | null;
  icon_id: number | null;
  created_at: number;
  unread_count: number;
  interval_ms: number | null;
  custom_title: string | null;
  position: number;
}

/** The user's feeds in order of id. */
export function listFeeds(tx: ReadTx, userId: number): Promise<Feed[]> {
  // Starts from the user's groups: otherwise the planner would search everybody's groups for feeds of this user.
  const memberships = sql`
    SELECT m.feed_id, m.group_id FROM groups g JOIN group_feeds m ON m.group_id = g.id WHERE g.user_id = ${userId}`;
  return selectFeeds(tx, sql`f.user_id = ${userId}`, memberships);
}

/** The feeds of a group of the user in order of id. */
export function listFeedsOfGroup(tx: ReadTx, userId: number, groupId: number): Promise<Feed[]> {
  return selectFeeds(
    tx,
    sql`f.user_id = ${userId} AND f.id IN (SELECT feed_id FROM group_feeds WHERE group_id = ${groupId})`,
  );
}

export async function findFeed(tx: ReadTx, userId: number, id: number): Promise<Feed | undefined> {
  return (await selectFeeds(tx, sql`f.user_id = ${userId} AND f.id = ${id}`))[0];
}

/** Those of `ids` that are feeds of the user, in order of id. */
export function findFeeds(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Feed[]> {
  return selectFeeds(tx, sql`f.user_id = ${userId} AND f.id IN (${tx.dialect.numbers(ids)})`);
}

/** The first feeds of the user after an id, in order of id. */
export function feedsAfter(tx: ReadTx, userId: number, after: number, limit: number): Promise<Feed[]> {
  return selectFeeds(
    tx,
    sql`f.user_id = ${userId} AND f.id IN (
      SELECT id FROM feeds WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${limit})`,
  );
}

/** The user's feed of a source, if the user follows it. */
export async function findFeedOfSource(
  tx: ReadTx,
  userId: number,
  sourceId: number,
): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(
    sql`SELECT id FROM feeds WHERE user_id = ${userId} AND source_id = ${sourceId}`,
  );
  return row?.id;
}

/** The sources of the user's feeds that have a title of this text; the feeds' own titles do not count. */
export async function followedSourcesTitled(tx: ReadTx, userId: number, title: string): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT sources.id FROM feeds JOIN sources ON sources.id = feeds.source_id
    WHERE feeds.user_id = ${userId} AND sources.title = ${title} ORDER BY feeds.id`);
  return rows.map((row) => row.id);
}

/** The ids of the user's feeds, ascending. */
export async function feedIdsOfUser(tx: ReadTx, userId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${userId} ORDER BY id`);
  return rows.map((row) => row.id);
}

/** Those of `ids` that are feeds of the user, ascending. */
export async function ownFeedIds(tx: ReadTx, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM feeds WHERE user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)}) ORDER BY id`);
  return rows.map((row) => row.id);
}

export async function insertFeed(tx: WriteTx, userId: number, sourceId: number): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO feeds (user_id, source_id, created_at, position)
    SELECT ${userId}, ${sourceId}, ${tx.now}, coalesce(max(position), 0) + 1 FROM feeds WHERE user_id = ${userId} RETURNING id`);
  if (!row) throw new Error('Inserting a feed gave no id');
  return row.id;
}

/** Removes a feed with its items. False if the user has no such feed. */
export async function deleteFeed(tx: WriteTx, userId: number, id: number): Promise<boolean> {
  const deleted = await tx.run(sql`DELETE FROM feeds WHERE id = ${id} AND user_id = ${userId}`);
  if (deleted > 0) await tx.run(sql`DELETE FROM items WHERE feed_id = ${id}`);
  return deleted > 0;
}

/** Sets how often the user wants a feed to be visited; undefined: as often as the source's habits make worthwhile. */
export async function updateInterval(
  tx: WriteTx,
  userId: number,
  id: number,
  intervalMs: number | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE feeds SET interval_ms = ${intervalMs ?? null} WHERE id = ${id} AND user_id = ${userId}`);
}

/** Puts a feed back as it was, except for its groups and items; it shows `sourceId`. */
export async function restoreFeed(
  tx: WriteTx,
  userId: number,
  feed: FeedSubject,
  sourceId: number,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO feeds (id, user_id, source_id, created_at, interval_ms, custom_title, position)
    VALUES (${feed.id}, ${userId}, ${sourceId}, ${feed.createdAt}, ${feed.intervalMs ?? null}, ${feed.customTitle ?? null},
      ${feed.position})`);
}

/** Sets the title that the user gives (undefined: the source's own) and the position, a number to sort by. */
export async function updateFace(
  tx: WriteTx,
  userId: number,
  feed: { id: number; customTitle: string | undefined; position: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE feeds SET custom_title = ${feed.customTitle ?? null}, position = ${feed.position}
    WHERE id = ${feed.id} AND user_id = ${userId}`);
}

/** Removes custom titles that are the same as the source's own title. */
export async function dropCustomTitles(tx: WriteTx, sourceId: number, title: string): Promise<void> {
  await tx.run(
    sql`UPDATE feeds SET custom_title = NULL WHERE source_id = ${sourceId} AND custom_title = ${title}`,
  );
}

/** Feeds in order of id. `memberships`: a statement that gives the groups of all of them; otherwise they are looked up by feed. */
async function selectFeeds(tx: ReadTx, condition: Sql, memberships?: Sql): Promise<Feed[]> {
  const rows = await tx.all<FeedRow>(sql`
    SELECT f.id, f.source_id, s.title, s.site_url, s.url, s.image_url, s.language, s.checked_at, f.created_at, f.unread_count,
      f.interval_ms, f.custom_title, f.position, CASE WHEN icons.type IS NULL THEN NULL ELSE icons.id END AS icon_id,
      ${conditionColumns}
    FROM feeds f JOIN sources s ON s.id = f.source_id LEFT JOIN icons ON icons.id = s.icon_id ${conditionJoins} WHERE ${condition}`);
  // Sorted here, where it costs nothing; a database would write all rows anew to sort them.
  rows.sort((one, other) => one.id - other.id);
  const groups = new Map<number, number[]>();
  for (const { feed_id: feedId, group_id: groupId } of await tx.all<{ feed_id: number; group_id: number }>(
    sql`${memberships ?? membershipsOf(tx, rows)} ORDER BY m.feed_id, m.group_id`,
  )) {
    const known = groups.get(feedId);
    if (known) known.push(groupId);
    else groups.set(feedId, [groupId]);
  }
  return rows.map((row) => feedOf(row, groups.get(row.id) ?? [], tx.now));
}

function membershipsOf({ dialect }: ReadTx, feeds: readonly FeedRow[]): Sql {
  return sql`SELECT m.feed_id, m.group_id FROM group_feeds m WHERE m.feed_id IN (${dialect.numbers(feeds.map(({ id }) => id))})`;
}

function feedOf(row: FeedRow, groupIds: readonly number[], now: number): Feed {
  return {
    id: row.id,
    sourceId: row.source_id,
    title: row.custom_title ?? row.title,
    customTitle: row.custom_title ?? undefined,
    position: row.position,
    url: row.site_url,
    feedUrl: row.url,
    imageUrl: row.image_url ?? undefined,
    language: row.language ?? undefined,
    iconId: row.icon_id ?? undefined,
    createdAt: row.created_at,
    lastUpdated: row.checked_at ?? row.created_at,
    groupIds,
    unreadCount: row.unread_count,
    intervalMs: row.interval_ms ?? undefined,
    ...conditionOf(row, now),
  };
}

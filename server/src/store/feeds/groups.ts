// How Groups are kept. Every function takes the owner: somebody else's id counts as one that does not exist.
import type { Group } from '../../model/group.ts';
import type { GroupSubject } from '../../model/journal.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The user's groups in order of id. */
export function listGroups(tx: ReadTx, userId: number): Promise<Group[]> {
  return selectGroups(tx, userId, sql`SELECT id FROM groups WHERE user_id = ${userId}`);
}

export async function findGroup(tx: ReadTx, userId: number, id: number): Promise<Group | undefined> {
  return (await findGroups(tx, userId, [id]))[0];
}

/** Those of `ids` that are groups of the user, in order of id. */
export function findGroups(tx: ReadTx, userId: number, ids: readonly number[]): Promise<Group[]> {
  const own = sql`SELECT id FROM groups WHERE user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)})`;
  return selectGroups(tx, userId, own);
}

/** The first groups of the user after an id, in order of id. */
export function groupsAfter(tx: ReadTx, userId: number, after: number, limit: number): Promise<Group[]> {
  return selectGroups(
    tx,
    userId,
    sql`SELECT id FROM groups WHERE user_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  );
}

/** Those of `ids` that are groups of the user. */
export async function ownGroupIds(tx: ReadTx, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM groups WHERE user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)}) ORDER BY id`);
  return rows.map((row) => row.id);
}

/** How many feeds are in a group. */
export async function countFeeds(tx: ReadTx, groupId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM group_feeds WHERE group_id = ${groupId}`,
  );
  return row?.count ?? 0;
}

/** Adds a group and returns its id; undefined if the user has a group with that title. */
export async function insertGroup(tx: WriteTx, userId: number, title: string): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO groups (user_id, title, created_at, position)
    SELECT ${userId}, ${title}, ${tx.now}, coalesce(max(position), 0) + 1 FROM groups WHERE user_id = ${userId}
    ON CONFLICT (user_id, title) DO NOTHING RETURNING id`);
  return row?.id;
}

/** The user's group with a title. */
export async function findGroupTitled(
  tx: ReadTx,
  userId: number,
  title: string,
): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(
    sql`SELECT id FROM groups WHERE user_id = ${userId} AND title = ${title}`,
  );
  return row?.id;
}

/** Puts a group back as it was, without feeds. False if the user has a group with that title. */
export async function restoreGroup(tx: WriteTx, userId: number, group: GroupSubject): Promise<boolean> {
  const inserted = await tx.run(sql`
    INSERT INTO groups (id, user_id, title, created_at, position)
    VALUES (${group.id}, ${userId}, ${group.title}, ${group.createdAt}, ${group.position})
    ON CONFLICT (user_id, title) DO NOTHING`);
  return inserted > 0;
}

/** Whether the user has another group with that title. */
export async function isTitleTaken(
  tx: ReadTx,
  userId: number,
  group: { id: number; title: string },
): Promise<boolean> {
  const row = await tx.get(
    sql`SELECT id FROM groups WHERE user_id = ${userId} AND title = ${group.title} AND id <> ${group.id}`,
  );
  return row !== undefined;
}

export async function updateGroup(
  tx: WriteTx,
  userId: number,
  group: { id: number; title: string; position: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE groups SET title = ${group.title}, position = ${group.position}
    WHERE id = ${group.id} AND user_id = ${userId}`);
}

export async function removeFeedsFromGroup(
  tx: WriteTx,
  groupId: number,
  feedIds: readonly number[],
): Promise<void> {
  await tx.run(sql`
    DELETE FROM group_feeds WHERE group_id = ${groupId} AND feed_id IN (${tx.dialect.numbers(feedIds)})`);
}

/** Puts feeds into a group; those that are in it already stay. Returns how many are new to it. */
export function addFeedsToGroup(tx: WriteTx, groupId: number, feedIds: readonly number[]): Promise<number> {
  // WHERE: SQLite takes what follows for a condition of a join otherwise.
  return tx.run(sql`
    INSERT INTO group_feeds (group_id, feed_id)
    SELECT ${groupId}, value FROM (${tx.dialect.numbers(feedIds)}) AS f WHERE true ON CONFLICT DO NOTHING`);
}

/** Removes a group; its feeds stay. False if the user has no such group. */
export async function deleteGroup(tx: WriteTx, userId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM groups WHERE id = ${id} AND user_id = ${userId}`)) > 0;
}

interface GroupRow {
  id: number;
  title: string;
  position: number;
  created_at: number;
}

/** The user's groups that a sub-select names, in order of id. */
async function selectGroups(tx: ReadTx, userId: number, ids: Sql): Promise<Group[]> {
  const rows = await tx.all<GroupRow>(
    sql`SELECT id, title, position, created_at FROM groups WHERE id IN (${ids}) ORDER BY id`,
  );
  const members = await membersOf(tx, userId, ids);
  return rows.map((row) => {
    const own = members.get(row.id) ?? [];
    return {
      id: row.id,
      title: row.title,
      feedIds: own.map((member) => member.feed_id),
      position: row.position,
      unreadCount: own.reduce((sum, member) => sum + member.unread_count, 0),
      createdAt: row.created_at,
    };
  });
}

interface MemberRow {
  group_id: number;
  feed_id: number;
  unread_count: number;
}

/** The feeds of each of the user's groups that a sub-select names, ascending. */
async function membersOf(tx: ReadTx, userId: number, groupIds: Sql): Promise<Map<number, MemberRow[]>> {
  // The condition on the feed's user is for the planner, since groups only have feeds of their user: without it, PostgreSQL may
  // go through everybody's feeds in order of id, up to the last. The join makes the groups come first: otherwise SQLite may begin
  // with all feeds of the user.
  const rows = await tx.all<MemberRow>(sql`
    SELECT m.group_id, m.feed_id, f.unread_count FROM group_feeds m LEFT JOIN feeds f ON f.id = m.feed_id AND f.user_id = ${userId}
    WHERE m.group_id IN (${groupIds}) ORDER BY m.group_id, m.feed_id`);
  return Map.groupBy(rows, (row) => row.group_id);
}

// How Groups are kept. Every function takes the owner: an id of somebody else's is an id that does not exist.
import type { Group } from '../model/group.ts';
import { type Sql, sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** The user's groups in order of id. */
export async function listGroups(tx: ReadTx, userId: number): Promise<Group[]> {
  const rows = await tx.all<GroupRow>(
    sql`SELECT id, title FROM groups WHERE user_id = ${userId} ORDER BY id`,
  );
  const members = await membersOf(tx, sql`SELECT id FROM groups WHERE user_id = ${userId}`);
  return rows.map((row) => ({ ...row, feedIds: members.get(row.id) ?? [] }));
}

export async function findGroup(tx: ReadTx, userId: number, id: number): Promise<Group | undefined> {
  const row = await tx.get<GroupRow>(
    sql`SELECT id, title FROM groups WHERE id = ${id} AND user_id = ${userId}`,
  );
  if (!row) return undefined;
  const members = await membersOf(tx, sql`SELECT id FROM groups WHERE id = ${id}`);
  return { ...row, feedIds: members.get(id) ?? [] };
}

/** Those of `ids` that are groups of the user. */
export async function ownGroupIds(tx: ReadTx, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM groups WHERE user_id = ${userId} AND id IN (${tx.dialect.numbers(ids)}) ORDER BY id`);
  return rows.map((row) => row.id);
}

/** Adds a group and gives its id; undefined when the user has a group of that title. */
export async function insertGroup(tx: WriteTx, userId: number, title: string): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO groups (user_id, title, created_at) VALUES (${userId}, ${title}, ${tx.now})
    ON CONFLICT (user_id, title) DO NOTHING RETURNING id`);
  return row?.id;
}

/** Puts feeds into a group; those that are in it stay. Says how many are new to it. */
export async function addFeedsToGroup(
  tx: WriteTx,
  groupId: number,
  feedIds: readonly number[],
): Promise<number> {
  let added = 0;
  for (const feedId of feedIds) {
    added += await tx.run(sql`
      INSERT INTO group_feeds (group_id, feed_id) VALUES (${groupId}, ${feedId}) ON CONFLICT DO NOTHING`);
  }
  return added;
}

/** Removes a group; its feeds stay. False when the user has no such group. */
export async function deleteGroup(tx: WriteTx, userId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`DELETE FROM groups WHERE id = ${id} AND user_id = ${userId}`)) > 0;
}

interface GroupRow {
  id: number;
  title: string;
}

/** The feeds of each of the groups that a sub-select names, ascending. */
async function membersOf(tx: ReadTx, groupIds: Sql): Promise<Map<number, number[]>> {
  const rows = await tx.all<{ group_id: number; feed_id: number }>(sql`
    SELECT group_id, feed_id FROM group_feeds WHERE group_id IN (${groupIds}) ORDER BY group_id, feed_id`);
  const groups = Map.groupBy(rows, (row) => row.group_id);
  return new Map([...groups].map(([id, members]) => [id, members.map((member) => member.feed_id)]));
}

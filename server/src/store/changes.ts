// The change sequence of each user: appended in the transaction of the change itself.
import type { Change, ChangeKind } from '../model/change.ts';
import { slicesOf } from '../model/slices.ts';
import { takeSeq } from './counters.ts';
import { listed, type Sql, sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** The most ids in one change: whoever follows the changes reads it whole. */
const IDS_IN_ONE = 10_000;

/** Appends a change at the next place, or several if it has very many ids. Nothing is appended for an empty list. */
export async function appendChange(
  tx: WriteTx,
  userId: number,
  kind: ChangeKind,
  ids: readonly number[],
): Promise<void> {
  for (const some of slicesOf(ids, IDS_IN_ONE)) {
    const seq = await takeSeq(tx, userId);
    await recordChange(tx, userId, seq, { kind, ids: some });
  }
}

/** Writes a change whose place has been taken before. */
export async function recordChange(
  tx: WriteTx,
  userId: number,
  seq: number,
  change: { kind: ChangeKind; ids: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO changes (user_id, seq, kind, ids, at)
    VALUES (${userId}, ${seq}, ${change.kind}, ${JSON.stringify(change.ids)}, ${tx.now})`);
  tx.tellChanged(userId);
}

/** The last of a user's changes up to a place; undefined if none is kept. */
export function changeUpTo(
  tx: ReadTx,
  userId: number,
  seq: number,
): Promise<{ seq: number; at: number } | undefined> {
  return tx.get(sql`
    SELECT seq, at FROM changes WHERE user_id = ${userId} AND seq <= ${seq} ORDER BY seq DESC LIMIT 1`);
}

/** The place of the last of a user's changes that is older than a time: found by halving, because times grow with places. 0: there is none. */
export async function placeBefore(tx: ReadTx, userId: number, time: number): Promise<number> {
  let place = 0;
  let [low, high] = [1, await latestSeq(tx, userId)];
  while (low <= high) {
    const middle = low + Math.floor((high - low) / 2);
    const change = await changeUpTo(tx, userId, middle);
    if (change && change.at >= time) high = change.seq - 1;
    else {
      place = change?.seq ?? place;
      low = middle + 1;
    }
  }
  return place;
}

/** A text that stays the same as long as nothing of a user's has changed: the place of the latest change, and when it was made. */
export function standingOf(userId: Sql): Sql {
  return sql`coalesce(
    (SELECT seq || '.' || at FROM changes WHERE user_id = ${userId} ORDER BY seq DESC LIMIT 1), '0.0')`;
}

/** The same, for several users. */
export async function standingsOf(tx: ReadTx, userIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.all<{ id: number; standing: string }>(
    sql`SELECT id, ${standingOf(sql`users.id`)} AS standing FROM users WHERE id IN (${listed(userIds)})`,
  );
  return new Map(rows.map(({ id, standing }) => [id, standing]));
}

/** The place of the user's oldest change that is kept; undefined if none is. */
export async function oldestSeq(tx: ReadTx, userId: number): Promise<number | undefined> {
  const row = await tx.get<{ seq: number }>(
    sql`SELECT seq FROM changes WHERE user_id = ${userId} ORDER BY seq LIMIT 1`,
  );
  return row?.seq;
}

/**
 * Forgets a user's oldest changes, those before `time` among the first `portion`, except the last of them: it shows that a cursor
 * at its place has all its successors. Returns how many were forgotten.
 */
export async function forgetChanges(
  tx: WriteTx,
  userId: number,
  { before, portion }: { before: number; portion: number },
): Promise<number> {
  const oldest = await tx.all<{ seq: number; at: number }>(
    sql`SELECT seq, at FROM changes WHERE user_id = ${userId} ORDER BY seq LIMIT ${portion}`,
  );
  // By place, not by time: a clock that was set back must leave no hole.
  const firstKept = oldest.findIndex((change) => change.at >= before);
  const last = oldest[(firstKept === -1 ? oldest.length : firstKept) - 1];
  if (!last) return 0;
  return tx.run(sql`DELETE FROM changes WHERE user_id = ${userId} AND seq < ${last.seq}`);
}

/** Up to `limit` users after an id, in order of id, each with whether `forgetChanges` has something to do there. */
export async function usersWithOldChanges(
  tx: ReadTx,
  before: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ userId: number; isWaiting: boolean }[]> {
  // The last of the old changes stays, so there is something to forget only if the second one is old too.
  const rows = await tx.all<{ user_id: number; at: number | null }>(sql`
    SELECT u.user_id,
      (SELECT c.at FROM changes c WHERE c.user_id = u.user_id ORDER BY c.seq LIMIT 1 OFFSET 1) AS at
    FROM change_counters u WHERE u.user_id > ${after} ORDER BY u.user_id LIMIT ${limit}`);
  return rows.map((row) => ({ userId: row.user_id, isWaiting: row.at !== null && row.at < before }));
}

/** A user's changes after a place, oldest first. */
export async function changesAfter(
  tx: ReadTx,
  userId: number,
  seq: number,
  limit: number,
): Promise<Change[]> {
  const rows = await tx.all<{ seq: number; kind: ChangeKind; ids: string; at: number }>(sql`
    SELECT seq, kind, ids, at FROM changes WHERE user_id = ${userId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, ids: JSON.parse(row.ids) as number[] }));
}

/** The same, but with ids only for changes of some kinds, and not at some places: the ids of most need not be read. */
export async function changesOfKinds(
  tx: ReadTx,
  userId: number,
  {
    after,
    limit,
    kinds,
    except = [],
  }: { after: number; limit: number; kinds: readonly ChangeKind[]; except?: readonly number[] },
): Promise<Omit<Change, 'at'>[]> {
  const rows = await tx.all<{ seq: number; kind: ChangeKind; ids: string }>(sql`
    SELECT seq, kind, CASE WHEN kind IN (${listed(kinds)}) AND seq NOT IN (${tx.dialect.numbers(except)}) THEN ids ELSE '[]' END AS ids
    FROM changes WHERE user_id = ${userId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`);
  return rows.map((row) => ({ ...row, ids: JSON.parse(row.ids) as number[] }));
}

/** The place of the user's latest change; 0 before the first. */
export async function latestSeq(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ seq: number }>(sql`SELECT seq FROM change_counters WHERE user_id = ${userId}`);
  return row?.seq ?? 0;
}

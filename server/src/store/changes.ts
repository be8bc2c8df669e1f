// The change sequence of each user: appended in the transaction of the change itself.
import type { Change, ChangeKind } from '../model/change.ts';
import { takeSeq } from './counters.ts';
import { sql } from './sql.ts';
import type { ReadTx, WriteTx } from './store.ts';

/** Gives a change its place. Nothing is appended for an empty list. */
export async function appendChange(
  tx: WriteTx,
  userId: number,
  kind: ChangeKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await recordChange(tx, userId, await takeSeq(tx, userId), { kind, ids });
}

/** Writes a change whose place was taken before. */
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

/** The place of the user's latest change; 0 before the first. */
export async function latestSeq(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ seq: number }>(sql`SELECT seq FROM change_counters WHERE user_id = ${userId}`);
  return row?.seq ?? 0;
}

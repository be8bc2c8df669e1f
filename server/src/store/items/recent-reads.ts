// What a reader marked read a moment ago: one item, or an entry of the journal.
import { clockSlackMs } from '../clock-slack.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

export interface RecentRead {
  itemId?: number;
  /** The place of an item's mark in the user's sequence. */
  seq?: number;
  entryId?: number;
}

/** Remembers an entry of the journal, and forgets what the reader marked before a time. */
export async function insertRecentRead(
  tx: WriteTx,
  { userId, reader, entryId }: { userId: number; reader: string; entryId: number },
  before: number,
): Promise<void> {
  await forgetBefore(tx, { userId, reader }, before);
  await tx.run(sql`
    INSERT INTO recent_reads (user_id, reader, at, entry_id)
    VALUES (${userId}, ${reader}, ${tx.now}, ${entryId})`);
}

/** The same for items that were marked at one place of the user's sequence. */
export async function insertRecentReads(
  tx: WriteTx,
  {
    userId,
    reader,
    itemIds,
    seq,
  }: { userId: number; reader: string; itemIds: readonly number[]; seq: number },
  before: number,
): Promise<void> {
  await forgetBefore(tx, { userId, reader }, before);
  await tx.run(sql`
    INSERT INTO recent_reads (user_id, reader, at, item_id, seq)
    SELECT CAST(${userId} AS BIGINT), CAST(${reader} AS TEXT), CAST(${tx.now} AS BIGINT), value, CAST(${seq} AS BIGINT)
    FROM (${tx.dialect.numbers(itemIds)}) AS marked`);
}

function forgetBefore(
  tx: WriteTx,
  { userId, reader }: { userId: number; reader: string },
  before: number,
): Promise<number> {
  return tx.run(
    sql`DELETE FROM recent_reads WHERE user_id = ${userId} AND reader = ${reader} AND at < ${before}`,
  );
}

/** Forgets some from before a time, of whatever reader, and some of a clock that was ahead; returns how many. */
export async function forgetRecentReads(tx: WriteTx, before: number, limit: number): Promise<number> {
  return tx.run(sql`
    DELETE FROM recent_reads WHERE id IN (
      SELECT id FROM recent_reads WHERE at < ${before} OR at > ${tx.now + clockSlackMs} ORDER BY id LIMIT ${limit})`);
}

/**
 * Returns those since a time, oldest first, and forgets all of them but entries: of these only those that are undone (`forgetUndone`). One to
 * come was marked by a clock that was ahead, nobody knows when.
 */
export async function takeRecentReads(
  tx: WriteTx,
  { userId, reader }: { userId: number; reader: string },
  since: number,
): Promise<RecentRead[]> {
  const until = tx.now + clockSlackMs;
  const rows = await tx.all<{ item_id: number | null; seq: number | null; entry_id: number | null }>(sql`
    SELECT item_id, seq, entry_id FROM recent_reads
    WHERE user_id = ${userId} AND reader = ${reader} AND at >= ${since} AND at <= ${until} ORDER BY id`);
  await tx.run(sql`
    DELETE FROM recent_reads
    WHERE user_id = ${userId} AND reader = ${reader} AND (entry_id IS NULL OR at < ${since} OR at > ${until})`);
  return rows.map((row) => ({
    ...(row.item_id === null ? {} : { itemId: row.item_id }),
    ...(row.seq === null ? {} : { seq: row.seq }),
    ...(row.entry_id === null ? {} : { entryId: row.entry_id }),
  }));
}

/** Forgets an entry that is undone. */
export async function forgetUndone(
  tx: WriteTx,
  { userId, reader, entryId }: { userId: number; reader: string; entryId: number },
): Promise<void> {
  await tx.run(
    sql`DELETE FROM recent_reads WHERE user_id = ${userId} AND reader = ${reader} AND entry_id = ${entryId}`,
  );
}

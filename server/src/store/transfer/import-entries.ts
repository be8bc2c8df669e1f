// Which entry of the journal undoes what: an import is at work under one, and each feed and group belongs to the one it came under.
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The entry of the journal under which an import is at work. */
export async function findEntryOf(tx: ReadTx, id: number): Promise<number | undefined> {
  const row = await tx.get<{ entry_id: number | null }>(sql`SELECT entry_id FROM imports WHERE id = ${id}`);
  return row?.entry_id ?? undefined;
}

export async function setEntryOf(tx: WriteTx, id: number, entryId: number): Promise<void> {
  await tx.run(sql`UPDATE imports SET entry_id = ${entryId} WHERE id = ${id}`);
}

/** Feeds that an import has followed under an entry of the journal, in the document's order. Some may be gone by now. */
export async function feedsFollowedUnder(
  tx: ReadTx,
  { importId, entryId }: { importId: number; entryId: number },
  { after, limit }: { after: number; limit: number },
): Promise<{ place: number; feedId: number }[]> {
  const rows = await tx.all<{ place: number; feed_id: number }>(sql`
    SELECT place, feed_id FROM import_feeds
    WHERE import_id = ${importId} AND place > ${after} AND entry_id = ${entryId} ORDER BY place LIMIT ${limit}`);
  return rows.map((row) => ({ place: row.place, feedId: row.feed_id }));
}

/**
 * For a feed that an undo removes: imports that are still giving it items keep them, and follow it again when they go on. Whoever unfollows
 * it by hand does not want them.
 */
export async function letImportsWait(tx: WriteTx, feedId: number): Promise<void> {
  await tx.run(
    sql`UPDATE import_feeds SET state = 'waiting' WHERE feed_id = ${feedId} AND state = 'filling'`,
  );
}

/** Forgets groups that were made under an entry of the journal and are gone: they are missing again. */
export async function forgetGroupsUnder(
  tx: WriteTx,
  { importId, entryId }: { importId: number; entryId: number },
): Promise<void> {
  await tx.run(sql`
    UPDATE import_groups SET group_id = NULL, entry_id = NULL WHERE import_id = ${importId} AND entry_id = ${entryId}
      AND NOT EXISTS (SELECT 1 FROM groups WHERE groups.id = import_groups.group_id)`);
}

/** Groups that an import has made under an entry of the journal, in the document's order. */
export async function groupsMadeUnder(
  tx: ReadTx,
  { importId, entryId }: { importId: number; entryId: number },
): Promise<number[]> {
  const rows = await tx.all<{ group_id: number }>(sql`
    SELECT group_id FROM import_groups WHERE import_id = ${importId} AND entry_id = ${entryId} ORDER BY place`);
  return rows.map((row) => row.group_id);
}

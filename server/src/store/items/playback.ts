// How far users have got in the files of their Items.
import { type FilePosition, latest } from '../../model/playback.ts';
import type { PostDetails } from '../../model/post.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** The positions in items, by item id; including those of files that were played to the end. */
export async function positionsOfItems(
  tx: ReadTx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly FilePosition[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<Row>(sql`
    SELECT item_id, positions FROM played_items WHERE item_id IN (${tx.dialect.numbers(ids)}) ORDER BY item_id`);
  return new Map(rows.map((row) => [row.item_id, readPositions(row.positions)]));
}

/** The same for the user's own items that have files, as they are shown; other users' ids are ignored. */
export async function ownPositions(
  tx: ReadTx,
  userId: number,
  ids: readonly number[],
): Promise<{ id: number; positions: readonly FilePosition[] }[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<Row & { details: string }>(sql`
    SELECT p.item_id, p.positions, c.details FROM played_items p JOIN items i ON i.id = p.item_id
      JOIN post_contents c ON c.post_id = i.post_id
    WHERE p.item_id IN (${tx.dialect.numbers(ids)}) AND +p.user_id = ${userId} ORDER BY p.item_id`);
  return rows.filter(hasFiles).map((row) => ({ id: row.item_id, positions: readPositions(row.positions) }));
}

/** An import may know of files that the post does not have. */
function hasFiles({ details }: { details: string }): boolean {
  return (JSON.parse(details) as PostDetails).enclosures !== undefined;
}

/**
 * Stores the positions that are later than the known ones. The user's sequence must be locked, and the item must be the user's.
 * Returns the positions that hold then; undefined if they are the known ones.
 */
export async function keepPositions(
  tx: WriteTx,
  { userId, id }: { userId: number; id: number },
  heard: readonly FilePosition[],
): Promise<FilePosition[] | undefined> {
  const row = await tx.get<Row>(sql`SELECT item_id, positions FROM played_items WHERE item_id = ${id}`);
  const positions = latest(row ? readPositions(row.positions) : [], heard);
  const text = JSON.stringify(positions);
  if (positions.length === 0 || text === row?.positions) return undefined;
  await tx.run(sql`
    INSERT INTO played_items (item_id, user_id, positions) VALUES (${id}, ${userId}, ${text})
    ON CONFLICT (item_id) DO UPDATE SET positions = excluded.positions`);
  return positions;
}

/** For a post whose files have got other addresses. The sequences of all who have it must be locked. */
export async function movePositions(
  tx: WriteTx,
  postId: number,
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT p.item_id AS id FROM played_items p JOIN items i ON i.id = p.item_id WHERE i.post_id = ${postId}`);
  await movePositionsOf(
    tx,
    rows.map(({ id }) => id),
    moved,
  );
}

/** The same for some items, including those that are away with their feed. */
export async function movePositionsOf(
  tx: WriteTx,
  ids: readonly number[],
  moved: ReadonlyMap<string, string>,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.all<Row>(
    sql`SELECT item_id, positions FROM played_items WHERE item_id IN (${tx.dialect.numbers(ids)})`,
  );
  for (const { item_id, positions } of rows) {
    const carried = readPositions(positions).map((each) => ({
      ...each,
      url: moved.get(each.url) ?? each.url,
    }));
    await tx.run(
      sql`UPDATE played_items SET positions = ${JSON.stringify(latest([], carried))} WHERE item_id = ${item_id}`,
    );
  }
}

/** For an item that is replaced by another of the same user. Returns whether that changes the positions of the other. */
export async function inheritPositions(tx: WriteTx, gone: number, kept: number): Promise<boolean> {
  const row = await tx.get<Row & { user_id: number }>(
    sql`SELECT item_id, user_id, positions FROM played_items WHERE item_id = ${gone}`,
  );
  if (!row) return false;
  await tx.run(sql`DELETE FROM played_items WHERE item_id = ${gone}`);
  const heard = readPositions(row.positions);
  return (await keepPositions(tx, { userId: row.user_id, id: kept }, heard)) !== undefined;
}

/** Some of the items with positions, after an id, in order; `isHere`: the item is neither away with its feed nor gone. */
export async function playedAfter(
  tx: ReadTx,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; isHere: boolean }[]> {
  const rows = await tx.all<{ id: number; here: number | null }>(sql`
    SELECT p.item_id AS id, i.id AS here FROM played_items p LEFT JOIN items i ON i.id = p.item_id
    WHERE p.item_id > ${after} ORDER BY p.item_id LIMIT ${limit}`);
  return rows.map(({ id, here }) => ({ id, isHere: here !== null }));
}

/** Forgets the positions of items that are gone, except those of people with removed feeds that could bring their items back. */
export async function forgetPlayed(tx: WriteTx, ids: readonly number[]): Promise<void> {
  const items = tx.dialect.numbers(ids);
  // Looked up once for all: a journal may be long, and is not in the order of its actions.
  const users = sql`SELECT p.user_id FROM played_items p WHERE p.item_id IN (${items})`;
  await tx.run(sql`
    DELETE FROM played_items WHERE item_id IN (${items})
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = played_items.item_id)
      AND user_id NOT IN (SELECT j.user_id FROM journal j WHERE j.action = 'feed.removed' AND j.user_id IN (${users}))`);
}

interface Row {
  item_id: number;
  positions: string;
}

function readPositions(text: string): FilePosition[] {
  return JSON.parse(text) as FilePosition[];
}

// How imports are kept: the document in parts, and how far each of its feeds has come.
import type { Import, ImportCounts, ImportNote, ImportState, TransferKind } from '../../model/transfer.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { isResting } from './import-parts.ts';

export async function insertImport(tx: WriteTx, userId: number, kind: TransferKind): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO imports (user_id, kind, state, created_at) VALUES (${userId}, ${kind}, 'loading', ${tx.now}) RETURNING id`);
  if (!row) throw new Error('Inserting an import gave no id');
  return row.id;
}

/** `undo_id` is left out as long as there is nothing to undo: neither a feed nor a group. */
const columns = sql`id, kind, state, created_at, ended_at, notes, items, items_done,
  (SELECT j.id FROM journal j WHERE j.id = imports.entry_id AND (j.undone_by IS NULL OR j.undone_parts = 0)
    AND (j.count > 0 OR EXISTS (SELECT 1 FROM import_groups g WHERE g.import_id = imports.id AND g.entry_id = j.id))) AS undo_id`;

/** The user's imports, newest first, except one that is still being handed in. */
export async function listImports(tx: ReadTx, userId: number): Promise<Import[]> {
  const rows = await tx.all<ImportRow>(sql`
    SELECT ${columns} FROM imports WHERE user_id = ${userId} AND state <> 'loading' ORDER BY id DESC`);
  const counts = await countFeeds(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => importOf(row, counts.get(row.id)));
}

export async function findImport(tx: ReadTx, userId: number, id: number): Promise<Import | undefined> {
  const row = await tx.get<ImportRow>(sql`
    SELECT ${columns} FROM imports WHERE user_id = ${userId} AND id = ${id} AND state <> 'loading'`);
  return row && importOf(row, (await countFeeds(tx, [id])).get(id));
}

/** How many imports of a user have not ended, including those that are still being handed in. */
export async function countOpenImports(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM imports WHERE user_id = ${userId} AND ended_at IS NULL`,
  );
  return row?.count ?? 0;
}

export type HeldImport = Pick<Import, 'state' | 'endedAt'>;

/** An import that still has something to do. */
export interface OpenImport {
  id: number;
  userId: number;
}

/** An import that is at work. */
export interface BegunImport extends OpenImport {
  /** The position of the first of its feeds among the user's. */
  firstPosition: number;
}

/** The oldest open import of each user for which something can be done now, oldest first: one at a time for everybody. */
export async function nextImports(tx: ReadTx): Promise<OpenImport[]> {
  const rests = isResting(tx, sql`imports.id`);
  const rows = await tx.all<{ id: number; user_id: number }>(sql`
    SELECT id, user_id FROM imports WHERE id IN (
      SELECT min(id) FROM imports
      WHERE ended_at IS NULL AND (state = 'waiting' OR state = 'running' AND NOT ${rests}) GROUP BY user_id)
    ORDER BY id`);
  return rows.map((row) => ({ id: row.id, userId: row.user_id }));
}

/**
 * Places the feeds of an import that begins: behind all that the user has then, and those that other imports still wait for. Once it has
 * followed one, they stay where they were.
 */
export async function placeFeeds(tx: WriteTx, { id, userId }: OpenImport): Promise<void> {
  const taken = sql`SELECT position FROM feeds WHERE user_id = ${userId}
    UNION ALL SELECT i.first_position + f.place FROM imports i JOIN import_feeds f ON f.import_id = i.id
      WHERE i.user_id = ${userId} AND i.id <> ${id} AND i.state = 'running' AND f.state IN ('waiting', 'filling')`;
  await tx.run(sql`
    UPDATE imports SET first_position = (SELECT coalesce(max(position), 0) + 1 FROM (${taken}) AS taken)
    WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM import_feeds WHERE import_id = ${id} AND feed_id IS NOT NULL)`);
}

/** The position of the first feed of an import among the user's. */
export async function findFirstPosition(tx: ReadTx, id: number): Promise<number> {
  const row = await tx.get<{ first_position: number }>(
    sql`SELECT first_position FROM imports WHERE id = ${id}`,
  );
  return row?.first_position ?? 0;
}

/** Imports that have been loading since before a time: a process has left them incomplete. */
export async function halfImports(tx: ReadTx, before: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM imports WHERE ended_at IS NULL AND state = 'loading' AND created_at <= ${before} ORDER BY id`);
  return rows.map((row) => row.id);
}

export async function findState(tx: ReadTx, id: number): Promise<ImportState | undefined> {
  return (await tx.get<{ state: ImportState }>(sql`SELECT state FROM imports WHERE id = ${id}`))?.state;
}

/** Lets an import wait for its turn, once more if it has ended. */
export async function openImport(tx: WriteTx, id: number): Promise<void> {
  await tx.run(
    sql`UPDATE imports SET state = 'waiting', ended_at = NULL WHERE id = ${id} AND state <> 'running'`,
  );
}

/** Changes the state, unless somebody else has changed it meanwhile. Returns whether it was changed. */
export async function changeState(
  tx: WriteTx,
  id: number,
  { from, to }: { from: ImportState; to: 'running' | 'done' },
): Promise<boolean> {
  const endedAt = to === 'done' ? tx.now : null;
  const changed = await tx.run(sql`
    UPDATE imports SET state = ${to}, ended_at = ${endedAt} WHERE id = ${id} AND state = ${from}`);
  return changed > 0;
}

/** Stops an import. Returns whether it had not ended. */
export async function stopImport(tx: WriteTx, id: number): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE imports SET state = 'cancelled', ended_at = ${tx.now} WHERE id = ${id} AND state IN ('waiting', 'running')`);
  return changed > 0;
}

export async function setNotes(tx: WriteTx, id: number, notes: readonly ImportNote[]): Promise<void> {
  await tx.run(sql`UPDATE imports SET notes = ${JSON.stringify(notes)} WHERE id = ${id}`);
}

/** An import as it is now: until the commit nobody else opens or ends it. */
export async function holdImport(tx: WriteTx, id: number): Promise<HeldImport | undefined> {
  const row = await tx.get<Pick<ImportRow, 'state' | 'ended_at'>>(
    sql`SELECT state, ended_at FROM imports WHERE id = ${id} ${tx.dialect.forUpdate}`,
  );
  return row && { state: row.state, endedAt: row.ended_at ?? undefined };
}

/** Imports that ended before a time. */
export async function oldImports(tx: ReadTx, before: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    sql`SELECT id FROM imports WHERE ended_at < ${before} ORDER BY ended_at LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Removes some of what is kept of an import, and in the end the import itself. False if there is more. */
export async function deleteImport(tx: WriteTx, id: number, portion: number): Promise<boolean> {
  const items = await tx.run(sql`
    DELETE FROM import_items WHERE id IN (SELECT id FROM import_items WHERE import_id = ${id} LIMIT ${portion})`);
  if (items === portion) return false;
  await tx.run(sql`DELETE FROM imports WHERE id = ${id}`);
  return true;
}

interface ImportRow {
  id: number;
  kind: TransferKind;
  state: ImportState;
  created_at: number;
  ended_at: number | null;
  notes: string;
  items: number;
  items_done: number;
  undo_id: number | null;
}

async function countFeeds(tx: ReadTx, ids: readonly number[]): Promise<Map<number, ImportCounts>> {
  const rows = await tx.all<{ import_id: number; state: string; count: number }>(sql`
    SELECT import_id, state, count(*) AS count FROM import_feeds
    WHERE import_id IN (${tx.dialect.numbers(ids)}) GROUP BY import_id, state`);
  const counts = new Map<number, ImportCounts>();
  for (const { import_id: id, state, count } of rows) {
    const known = counts.get(id) ?? none;
    const name = state === 'filling' ? 'waiting' : (state as keyof ImportCounts);
    counts.set(id, { ...known, [name]: known[name] + count });
  }
  return counts;
}

const none: ImportCounts = { waiting: 0, followed: 0, there: 0, failed: 0 };

function importOf(row: ImportRow, feeds = none): Import {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    undoId: row.undo_id ?? undefined,
    notes: (JSON.parse(row.notes) as (string | ImportNote)[]).map(noteOf),
    feeds,
    items: { total: row.items, done: row.items_done },
  };
}

/** Imports of an earlier version only have sentences. */
function noteOf(kept: string | ImportNote): ImportNote {
  return typeof kept === 'string' ? { sentence: kept, code: undefined, count: undefined } : kept;
}

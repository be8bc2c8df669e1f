// The Items of a removed Feed: kept in the journal in a compact form, and put back with their ids, statuses and stars.
import { packIds, unpackIds } from '../../model/id-ranges.ts';
import { slicesOf } from '../../model/slices.ts';
import { insertMany } from '../insert-many.ts';
import { addPart, type JournalPart } from '../journal.ts';
import { noteAnew } from '../sources/unfollowed-sources.ts';
import { unmarkUnheld } from '../sources/unheld-posts.ts';
import { nothing, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { othersTurn } from '../turn.ts';

/** Items that are removed or put back between two turns of others: a few milliseconds. */
const PORTION = 2_000;

/** Shelves that are read at once when posts get other ids: most people's are some kilobytes. */
const ENTRIES_AT_ONCE = 20;

/** Items in order of id, column by column. */
interface Shelf {
  ids: string;
  /** The post of each. */
  posts: number[];
  read: string;
  starred: string;
  /** When they were given to the user, and how many in a row at that time. */
  created: [at: number, count: number][];
}

interface Row {
  id: number;
  post_id: number;
  read: number;
  starred: number;
  created_at: number;
}

/** Moves items of a feed, or `only` some of them, into parts of an entry; `seq` is the place of the change that announces it. */
export async function shelveItems(
  tx: WriteTx,
  { id: feedId, sourceId }: { id: number; sourceId: number },
  entry: { id: number; seq: number },
  only?: readonly number[],
): Promise<void> {
  const which = only ? sql`AND id IN (${tx.dialect.numbers(only)})` : nothing;
  for (;;) {
    // Locked, because otherwise their posts could be merged into others without this or the merge noticing.
    const rows = await tx.all<Row>(sql`
      SELECT id, post_id, read, starred, created_at FROM items WHERE feed_id = ${feedId} ${which} ORDER BY id LIMIT ${PORTION}
      ${tx.dialect.forUpdate}`);
    const last = rows.at(-1);
    const postIds = rows.map((row) => row.post_id);
    await noteAnew(tx, { sourceId, postIds });
    if (!last) return;
    await unmarkUnheld(tx, postIds);
    const items = JSON.stringify(shelfOf(rows));
    await addPart(tx, entry.id, { seq: entry.seq, count: rows.length, items });
    await tx.run(sql`DELETE FROM items WHERE feed_id = ${feedId} ${which} AND id <= ${last.id}`);
    await othersTurn();
  }
}

/** Puts the items of a part back into a feed, counts what is unread, and returns their ids. Items whose posts are gone stay away. */
export async function unshelveItems(
  tx: WriteTx,
  feed: { id: number; userId: number },
  part: JournalPart,
): Promise<number[]> {
  const rows = await withPosts(tx, rowsOf(JSON.parse(part.items) as Shelf));
  await insertMany(
    tx,
    sql`INSERT INTO items (id, feed_id, user_id, post_id, read, starred, created_at)`,
    rows.map(
      (row) =>
        sql`(${row.id}, ${feed.id}, ${feed.userId}, ${row.post_id}, ${row.read}, ${row.starred}, ${row.created_at})`,
    ),
  );
  const unread = rows.filter((row) => row.read === 0).length;
  await tx.run(sql`UPDATE feeds SET unread_count = unread_count + ${unread} WHERE id = ${feed.id}`);
  await othersTurn();
  return rows.map(idOf);
}

/**
 * Locks the entries of all users that can bring items back, the oldest first. To be called before posts are merged into others,
 * and after all counters of users that are needed: what is being brought back is there by then, and what is not brought back yet
 * waits for its posts.
 */
export function lockShelves(tx: WriteTx): Promise<{ id: number }[]> {
  return tx.all(sql`
    SELECT id FROM journal WHERE action = 'feed.removed' AND undone_by IS NULL ORDER BY id ${tx.dialect.forUpdate}`);
}

/**
 * For posts that were merged into others: all users' items that are away with their feed show those others when they come back. A
 * feed that was moved holds posts of sources that it no longer shows, so all shelves are looked through. Returns these items by
 * the post that they had.
 */
export async function shelveOtherPosts(
  tx: WriteTx,
  keptOf: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const changed: Row[] = [];
  if (keptOf.size === 0) return new Map();
  const entries = await lockShelves(tx);
  for (const some of slicesOf(entries, ENTRIES_AT_ONCE)) {
    const ids = tx.dialect.numbers(some.map(idOf));
    const parts = await tx.all<{ entry_id: number; part: number; items: string }>(
      sql`SELECT entry_id, part, items FROM journal_parts WHERE entry_id IN (${ids})`,
    );
    for (const { entry_id: id, part, items } of parts) {
      const shelf = JSON.parse(items) as Shelf;
      if (!shelf.posts.some((post) => keptOf.has(post))) continue;
      changed.push(...rowsOf(shelf).filter((row) => keptOf.has(row.post_id)));
      const posts = shelf.posts.map((post) => keptOf.get(post) ?? post);
      await tx.run(sql`
        UPDATE journal_parts SET items = ${JSON.stringify({ ...shelf, posts })} WHERE entry_id = ${id} AND part = ${part}`);
    }
    await othersTurn();
  }
  const byPost = Map.groupBy(changed, (row) => row.post_id);
  return new Map([...byPost].map(([post, rows]) => [post, rows.map(idOf)]));
}

/** Tags and positions outlive their items so that these come back with them: forgets those of items that nothing brings back from now on. */
export async function forgetMarksOfShelves(tx: WriteTx, entryIds: readonly number[]): Promise<void> {
  // Locked, because whoever is just bringing the items back is to be waited for; and in the order in which a merge locks them.
  const parts = await tx.all<{ items: string }>(sql`
    SELECT p.items FROM journal j JOIN journal_parts p ON p.entry_id = j.id
    WHERE j.id IN (${tx.dialect.numbers(entryIds)}) AND j.action = 'feed.removed' AND j.undone_by IS NULL
    ORDER BY j.id, p.part ${tx.dialect.forUpdateOf('j')}`);
  for (const { items } of parts) {
    const ids = tx.dialect.numbers(unpackIds((JSON.parse(items) as Shelf).ids));
    for (const marks of [sql`item_tags`, sql`played_items`]) {
      await tx.run(sql`
        DELETE FROM ${marks} WHERE item_id IN (${ids}) AND NOT EXISTS (SELECT 1 FROM items i WHERE i.id = item_id)`);
    }
    await othersTurn();
  }
}

async function withPosts(tx: WriteTx, rows: readonly Row[]): Promise<Row[]> {
  const found = await tx.all<{ id: number }>(
    sql`SELECT id FROM posts WHERE id IN (${tx.dialect.numbers(rows.map((row) => row.post_id))})`,
  );
  const posts = new Set(found.map(idOf));
  return rows.filter((row) => posts.has(row.post_id));
}

function shelfOf(rows: readonly Row[]): Shelf {
  const created: Shelf['created'] = [];
  for (const { created_at: at } of rows) {
    const last = created.at(-1);
    if (last?.[0] === at) last[1] += 1;
    else created.push([at, 1]);
  }
  return {
    ids: packIds(rows.map(idOf)),
    posts: rows.map((row) => row.post_id),
    read: packIds(rows.filter((row) => row.read === 1).map(idOf)),
    starred: packIds(rows.filter((row) => row.starred === 1).map(idOf)),
    created,
  };
}

function rowsOf(shelf: Shelf): Row[] {
  const [read, starred] = [new Set(unpackIds(shelf.read)), new Set(unpackIds(shelf.starred))];
  const created = shelf.created.flatMap(([at, count]) => Array<number>(count).fill(at));
  return unpackIds(shelf.ids).map((id, index) => ({
    id,
    post_id: shelf.posts[index] ?? 0,
    read: read.has(id) ? 1 : 0,
    starred: starred.has(id) ? 1 : 0,
    created_at: created[index] ?? 0,
  }));
}

function idOf({ id }: { id: number }): number {
  return id;
}

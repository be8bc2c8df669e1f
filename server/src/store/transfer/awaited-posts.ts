// What users have imported about posts that their feeds have not shown here: kept until the post comes, whenever that is.
import type { TransferItem } from '../../model/transfer.ts';
import { countFirst } from '../count-first.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

export interface AwaitedPost {
  id: number;
  userId: number;
  feedId: number;
  /** The item that shows it meanwhile; undefined if there is none. */
  itemId: number | undefined;
  item: TransferItem;
}

/** The names under which a post may arrive. */
interface AwaitedNames {
  name: string | undefined;
  link: string | undefined;
}

export async function insertAwaited(
  tx: WriteTx,
  awaited: Omit<AwaitedPost, 'id'>,
  { name, link }: AwaitedNames,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO awaited_posts (user_id, feed_id, name, link, item_id, item)
    VALUES (${awaited.userId}, ${awaited.feedId}, ${name ?? null}, ${link ?? null}, ${awaited.itemId ?? null},
      ${JSON.stringify(awaited.item)})`);
}

/** A quick check, because most instances await nothing. */
export async function isAnythingAwaited(tx: ReadTx): Promise<boolean> {
  return (await tx.get(sql`SELECT id FROM awaited_posts LIMIT 1`)) !== undefined;
}

/** What the followers of a source await under one of these names. */
export async function awaitedUnder(
  tx: ReadTx,
  sourceId: number,
  { name, link }: AwaitedNames,
): Promise<AwaitedPost[]> {
  const rows = await tx.all<Row>(sql`
    SELECT a.id, a.user_id, a.feed_id, a.item_id, a.item FROM (
      SELECT * FROM awaited_posts WHERE name = ${name ?? null} UNION SELECT * FROM awaited_posts WHERE link = ${link ?? null}
    ) AS a JOIN feeds f ON f.id = a.feed_id WHERE f.source_id = ${sourceId} ORDER BY a.id`);
  return rows.map(awaitedOf);
}

/**
 * Some of what a feed awaits, after an id: of at most `mostBytes` bytes altogether, though one is always given, because each may hold
 * a whole text. `withoutItem`: only that for which it has no item.
 */
export async function awaitedBy(
  tx: ReadTx,
  feedId: number,
  page: { after: number; limit: number; mostBytes: number; withoutItem?: boolean },
): Promise<AwaitedPost[]> {
  const which = sql`feed_id = ${feedId} AND id > ${page.after} ${page.withoutItem ? sql`AND item_id IS NULL` : nothing}`;
  const sizes = await tx.all<{ id: number; bytes: number }>(sql`
    SELECT id, octet_length(item) AS bytes FROM awaited_posts WHERE ${which} ORDER BY id LIMIT ${page.limit}`);
  const count = countFirst(
    sizes.map(({ bytes }) => bytes),
    page.mostBytes,
  );
  const upTo = sizes[count - 1]?.id ?? 0;
  const rows = await tx.all<Row>(sql`
    SELECT id, user_id, feed_id, item_id, item FROM awaited_posts WHERE ${which} AND id <= ${upTo} ORDER BY id`);
  return rows.map(awaitedOf);
}

/** What a feed awaits under a name: found by that, for an import asks it of each of very many posts. */
export async function awaitedByName(tx: ReadTx, feedId: number, name: string): Promise<AwaitedPost[]> {
  const rows = await tx.all<Row>(sql`
    SELECT id, user_id, feed_id, item_id, item FROM awaited_posts WHERE name = ${name} AND +feed_id = ${feedId} ORDER BY id`);
  return rows.map(awaitedOf);
}

export async function awaitedIds(tx: ReadTx, feedId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    sql`SELECT id FROM awaited_posts WHERE feed_id = ${feedId} ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}

/** For a feed that is merged into another: that one now awaits what it did. */
export async function giveAwaited(tx: WriteTx, from: number, into: number): Promise<void> {
  await tx.run(sql`UPDATE awaited_posts SET feed_id = ${into} WHERE feed_id = ${from}`);
}

/** For what goes from a feed with the removed one that it came with, and for the items that do: that one awaits their posts. */
export async function giveAwaitedBack(
  tx: WriteTx,
  { from, into }: { from: number; into: number },
  { ids, itemIds }: { ids: readonly number[]; itemIds: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    UPDATE awaited_posts SET feed_id = ${into} WHERE feed_id = ${from}
      AND (id IN (${tx.dialect.numbers(ids)}) OR item_id IN (${tx.dialect.numbers(itemIds)}))`);
}

/**
 * For items that a policy has removed, which it does only once they are read: that is all that waits for their posts from now on. One after
 * the other, because each may hold a whole text.
 */
export async function awaitWithoutItems(
  tx: WriteTx,
  feedId: number,
  itemIds: readonly number[],
): Promise<void> {
  if (!(await isAnythingAwaited(tx))) return;
  const found = await tx.all<{ id: number }>(sql`
    SELECT id FROM awaited_posts WHERE feed_id = ${feedId} AND item_id IN (${tx.dialect.numbers(itemIds)})`);
  for (const { id } of found) {
    const row = await tx.get<Pick<Row, 'item'>>(sql`SELECT item FROM awaited_posts WHERE id = ${id}`);
    if (!row) continue;
    const { tags: _tags, positions: _positions, ...item } = JSON.parse(row.item) as TransferItem;
    const left: TransferItem = { ...item, read: true, starred: false };
    await tx.run(
      sql`UPDATE awaited_posts SET item_id = NULL, item = ${JSON.stringify(left)} WHERE id = ${id}`,
    );
  }
}

export async function deleteAwaited(tx: WriteTx, id: number): Promise<void> {
  await tx.run(sql`DELETE FROM awaited_posts WHERE id = ${id}`);
}

interface Row {
  id: number;
  user_id: number;
  feed_id: number;
  item_id: number | null;
  item: string;
}

function awaitedOf(row: Row): AwaitedPost {
  return {
    id: row.id,
    userId: row.user_id,
    feedId: row.feed_id,
    itemId: row.item_id ?? undefined,
    item: JSON.parse(row.item) as TransferItem,
  };
}

// What leaves the house of a user's items: with the names by which their posts are found again elsewhere.
import type { FilePosition } from '../../model/playback.ts';
import type { PostDetails } from '../../model/post.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { countWithin } from '../items/items.ts';
import { positionsOfItems } from '../items/playback.ts';
import { hasItemOf } from '../items/removed-items.ts';
import { tagsOfItems } from '../items/tags.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';

interface ExportedItem {
  id: number;
  item: Omit<TransferItem, 'feedUrl'>;
}

/** The greatest id of the user's items; 0 if there are none. */
export async function greatestItemId(tx: ReadTx, userId: number): Promise<number> {
  const row = await tx.get<{ id: number | null }>(sql`
    SELECT max(id) AS id FROM items WHERE user_id = ${userId}`);
  return row?.id ?? 0;
}

/**
 * Some of a feed's items in order of id. `mostBytes`: their texts have at most so many bytes altogether, though one is always given;
 * without it, only names and status are given.
 */
export async function itemsToExport(
  tx: ReadTx,
  feed: { id: number; userId: number },
  { mostBytes, ...page }: { after: number; upTo: number; limit: number; mostBytes: number | undefined },
): Promise<ExportedItem[]> {
  const upTo = mostBytes === undefined ? page.upTo : await lastWithin(tx, feed, page, mostBytes);
  const [columns, join] =
    mostBytes === undefined
      ? [nothing, nothing]
      : [sql`, c.content, c.summary, c.details`, sql`LEFT JOIN post_contents c ON c.post_id = i.post_id`];
  const rows = await tx.all<Row>(sql`
    SELECT i.id, i.read, i.starred, i.created_at, p.identity, p.url, p.title, p.author, p.published_at ${columns}
    FROM items i JOIN posts p ON p.id = i.post_id ${join}
    WHERE i.feed_id = ${feed.id} AND i.id > ${page.after} AND i.id <= ${upTo} ORDER BY i.id LIMIT ${page.limit}`);
  const ids = rows.map((row) => row.id);
  const tags = await tagsOfItems(tx, ids);
  const positions = await positionsOfItems(tx, ids);
  return rows.map((row) => ({
    id: row.id,
    item: itemOf(row, { tags: tags.get(row.id), positions: positions.get(row.id) }),
  }));
}

/** The id of the last item of a page whose texts have at most so many bytes; 0 if there is no item. */
async function lastWithin(
  tx: ReadTx,
  feed: { id: number; userId: number },
  page: { after: number; upTo: number; limit: number },
  mostBytes: number,
): Promise<number> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM items WHERE feed_id = ${feed.id} AND id > ${page.after} AND id <= ${page.upTo} ORDER BY id LIMIT ${page.limit}`);
  const ids = rows.map(({ id }) => id);
  const count = await countWithin(tx, { userId: feed.userId, ids }, mostBytes);
  return ids[count - 1] ?? 0;
}

/**
 * Some of the posts that a policy has removed from a feed and that its document still shows, in order of id and without content: where
 * the account goes, the document would bring them as news.
 */
export async function removedToExport(
  tx: ReadTx,
  feed: { id: number; userId: number; sourceId: number },
  page: { after: number; limit: number },
): Promise<ExportedItem[]> {
  // By the removed one and not by `p`: SQLite would look first for an item of each post that is shown, which costs ten times as much.
  const rows = await tx.all<Row>(sql`
    SELECT p.id, 1 AS read, 0 AS starred, p.stored_at AS created_at, p.identity, p.url, p.title, p.author, p.published_at
    FROM posts p JOIN removed_items r ON r.post_id = p.id AND r.user_id = ${feed.userId}
    WHERE p.source_id = ${feed.sourceId} AND p.left_at IS NULL AND p.id > ${page.after}
      AND NOT ${hasItemOf(sql`r.post_id`, feed)}
    ORDER BY p.id LIMIT ${page.limit}`);
  return rows.map((row) => ({ id: row.id, item: itemOf(row, { tags: undefined, positions: undefined }) }));
}

interface Row {
  id: number;
  read: number;
  starred: number;
  created_at: number;
  identity: string;
  url: string;
  title: string;
  author: string | null;
  published_at: number | null;
  content?: string | null;
  summary?: string | null;
  details?: string | null;
}

function itemOf(
  row: Row,
  {
    tags,
    positions,
  }: { tags: readonly string[] | undefined; positions: readonly FilePosition[] | undefined },
): ExportedItem['item'] {
  const guid = row.identity.startsWith('g:') ? row.identity.slice(2).split('\n', 1)[0] : undefined;
  return {
    identity: row.identity,
    ...(guid ? { guid } : {}),
    url: row.url,
    title: row.title,
    ...(row.author === null ? {} : { author: row.author }),
    ...(row.published_at === null ? {} : { publishedAt: row.published_at }),
    createdAt: row.created_at,
    read: row.read === 1,
    starred: row.starred === 1,
    ...(tags ? { tags } : {}),
    ...(positions ? { positions } : {}),
    ...(row.content ? { content: row.content } : {}),
    ...(row.summary ? { summary: row.summary } : {}),
    ...(row.details ? { details: JSON.parse(row.details) as PostDetails } : {}),
  };
}

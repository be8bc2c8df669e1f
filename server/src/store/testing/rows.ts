// Rows for tests of the store: a user, a source with posts, and feeds of it, without a crawl.

import { insertUser } from '../accounts/users.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

export async function someUser(tx: WriteTx, name: string): Promise<number> {
  const user = await insertUser(tx, { name, nameKey: name, passwordHash: 'none', isAdmin: false });
  if (!user) throw new Error(`There is a user ${name} already`);
  return user.id;
}

export async function someSource(tx: WriteTx, url: string): Promise<number> {
  const host = await tx.get<{ id: number }>(sql`INSERT INTO hosts (name) VALUES (${url}) RETURNING id`);
  const source = await tx.get<{ id: number }>(sql`
    INSERT INTO sources (url, host_id, title, site_url, created_at)
    VALUES (${url}, ${host?.id ?? 0}, ${`Title of ${url}`}, ${url}, ${tx.now}) RETURNING id`);
  return source?.id ?? 0;
}

/** `count` more posts of a source. */
export async function somePosts(tx: WriteTx, sourceId: number, count: number): Promise<number[]> {
  const known = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM posts WHERE source_id = ${sourceId}`,
  );
  const first = (known?.count ?? 0) + 1;
  const numbers = tx.dialect.numbers(Array.from({ length: count }, (_, index) => first + index));
  const made = await tx.all<{ id: number }>(sql`
    INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash)
    SELECT ${sourceId}, CAST(value AS TEXT), 'https://example.org/', 'Post ' || value, ${tx.now}, ${tx.now}, ''
    FROM (${numbers}) AS numbers ORDER BY numbers.value RETURNING id`);
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

/** A feed of a new source with `count` unread items; returns the ids of all. */
export async function someFeed(
  tx: WriteTx,
  userId: number,
  options: { url: string; count: number },
): Promise<{ id: number; sourceId: number; itemIds: number[] }> {
  const sourceId = await someSource(tx, options.url);
  const id = await insertFeed(tx, userId, sourceId);
  const itemIds = await insertItems(tx, { id, userId }, await somePosts(tx, sourceId, options.count));
  return { id, sourceId, itemIds };
}

/** Gives each item's post, which has none yet, a text of as many letters. */
export async function someTexts(
  tx: WriteTx,
  itemIds: readonly number[],
  letters: readonly number[],
): Promise<void> {
  for (const [place, count] of letters.entries())
    await tx.run(sql`
      INSERT INTO post_contents (post_id, content, sanitiser)
      SELECT post_id, CAST(${'a'.repeat(count)} AS TEXT), 1 FROM items WHERE id = ${itemIds[place] ?? 0}`);
}

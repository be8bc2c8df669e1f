// An account of a given size, written directly into a store.
import { appendChange } from '../../server/src/store/changes.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { Store, WriteTx } from '../../server/src/store/store.ts';

/** The content of an item, as large as in an ordinary feed. */
const CONTENT = `<p>${'Words of a post, as they come. '.repeat(130)}</p>`;

interface Size {
  feeds: number;
  itemsOfEach: number;
}

/** Follows this many feeds and gives each this many items; every tenth is unread. */
export async function seed(store: Store, userId: number, { feeds, itemsOfEach }: Size): Promise<void> {
  for (let feed = 1; feed <= feeds; feed++) await store.write((tx) => oneFeed(tx, userId, feed, itemsOfEach));
}

async function oneFeed(tx: WriteTx, userId: number, number: number, items: number): Promise<void> {
  const url = `https://site-${number}.example/feed`;
  const host = await inserted(tx, sql`INSERT INTO hosts (name) VALUES (${url}) RETURNING id`);
  const source = await inserted(
    tx,
    sql`INSERT INTO sources (url, host_id, title, site_url, created_at)
      VALUES (${url}, ${host}, ${`Site ${number}`}, ${url}, ${tx.now}) RETURNING id`,
  );
  const feed = await inserted(
    tx,
    sql`INSERT INTO feeds (user_id, source_id, created_at, unread_count)
      VALUES (${userId}, ${source}, ${tx.now}, ${Math.ceil(items / 10)}) RETURNING id`,
  );
  const ids: number[] = [];
  for (let item = 0; item < items; item++) {
    const id = (number - 1) * items + item + 1;
    ids.push(id);
    const post = await inserted(
      tx,
      sql`INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, text_hash)
        VALUES (${source}, ${String(id)}, ${`${url}/${id}`}, ${`Post ${id}`}, ${tx.now}, ${tx.now}, '') RETURNING id`,
    );
    await tx.run(
      sql`INSERT INTO post_contents (post_id, content, sanitiser) VALUES (${post}, ${CONTENT}, 1)`,
    );
    await tx.run(sql`
      INSERT INTO items (id, feed_id, user_id, post_id, read, created_at)
      VALUES (${id}, ${feed}, ${userId}, ${post}, ${item % 10 === 0 ? 0 : 1}, ${tx.now})`);
  }
  await tx.run(sql`UPDATE counters SET value = ${number * items} WHERE name = 'item'`);
  await appendChange(tx, userId, 'feeds.new', [feed]);
  await appendChange(tx, userId, 'items.new', ids);
}

async function inserted(tx: WriteTx, statement: ReturnType<typeof sql>): Promise<number> {
  const row = await tx.get<{ id: number }>(statement);
  if (!row) throw new Error('Inserting gave no id');
  return row.id;
}

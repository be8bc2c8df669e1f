// Fills a database with a reader who has left very many items unread: in many feeds, or in a single one.
import { createUser } from '../../server/src/accounts/users.ts';
import { systemClock } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { openLog } from '../../server/src/log.ts';
import { openHouse } from '../../server/src/service.ts';
import { takeSeq } from '../../server/src/store/counters.ts';
import { insertFeed } from '../../server/src/store/feeds/feeds.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { WriteTx } from '../../server/src/store/store.ts';
import { reader } from '../crawl/seed.ts';

export interface Heap {
  feeds: number;
  /** Items that are read already, older than the others. */
  read: number;
  unread: number;
}

/** Items written in one transaction. */
const AT_ONCE = 20_000;
/** Over ten thousand places, so that items of one feed are never next to each other. */
const STRIDE = 7_919;
/** Makes listed pages as heavy as elsewhere, some kilobytes an item; other items have no content. */
const CONTENT = `<p>${'Some words of a post. '.repeat(60)}</p>`;

export async function seed(database: string, heap: Heap): Promise<void> {
  const log = openLog({ level: 'warn', now: systemClock.now });
  const config = readConfig({ COURANT_DATABASE: database });
  const house = await openHouse({ config, log, clock: systemClock });
  const { id: userId } = await createUser(house.accounts, { ...reader, isAdmin: true });
  const { store } = house.library;
  const feeds = await store.write((tx) => addFeeds(tx, userId, heap.feeds));
  const all = heap.read + heap.unread;
  for (let from = 0; from < all; from += AT_ONCE) {
    await store.write(async (tx) => {
      for (let index = from; index < Math.min(all, from + AT_ONCE); index++) {
        const feed = feeds[(index * STRIDE) % feeds.length];
        if (feed) await addItem(tx, { ...feed, userId, id: index + 1, read: index < heap.read });
      }
    });
  }
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE counters SET value = ${all} WHERE name = 'item'`);
    await tx.run(
      sql`UPDATE feeds SET unread_count = (SELECT count(*) FROM items WHERE feed_id = feeds.id AND read = 0)`,
    );
    await takeSeq(tx, userId);
  });
  await house.close();
}

interface Followed {
  feedId: number;
  sourceId: number;
}

async function addFeeds(tx: WriteTx, userId: number, count: number): Promise<Followed[]> {
  const feeds: Followed[] = [];
  const host = await tx.get<{ id: number }>(
    sql`INSERT INTO hosts (name) VALUES ('bench.example') RETURNING id`,
  );
  for (let number = 0; number < count; number++) {
    const source = await tx.get<{ id: number }>(sql`
      INSERT INTO sources (url, host_id, title, site_url, created_at)
      VALUES (${`https://bench.example/${number}`}, ${host?.id ?? 0}, ${`Feed ${number}`}, 'https://bench.example/', ${tx.now})
      RETURNING id`);
    const sourceId = source?.id ?? 0;
    feeds.push({ sourceId, feedId: await insertFeed(tx, userId, sourceId) });
  }
  return feeds;
}

async function addItem(
  tx: WriteTx,
  item: Followed & { userId: number; id: number; read: boolean },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO posts (id, source_id, identity, url, title, sort_at, stored_at, text_hash)
    VALUES (${item.id}, ${item.sourceId}, ${String(item.id)}, 'https://bench.example/post', ${`Post ${item.id}`}, ${tx.now},
      ${tx.now}, '')`);
  if (item.id % 100 === 0) {
    await tx.run(
      sql`INSERT INTO post_contents (post_id, content, sanitiser) VALUES (${item.id}, ${CONTENT}, 1)`,
    );
  }
  await tx.run(sql`
    INSERT INTO items (id, feed_id, user_id, post_id, read, created_at)
    VALUES (${item.id}, ${item.feedId}, ${item.userId}, ${item.id}, ${item.read ? 1 : 0}, ${tx.now})`);
}

// What tests with many nodes write into their database and read from it: followed feeds, visits that are due, and their results.
import { hostKey } from '../../src/net/host-key.ts';
import { insertFeed } from '../../src/store/feeds/feeds.ts';
import { hostNamed } from '../../src/store/sources/hosts.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store, WriteTx } from '../../src/store/store.ts';

/** Makes users follow addresses that were never visited. */
export async function followUnvisited(
  tx: WriteTx,
  userIds: readonly number[],
  urls: readonly string[],
): Promise<void> {
  for (const url of urls) {
    const hostId = await hostNamed(tx, hostKey(url));
    const source = await tx.get<{ id: number }>(sql`
      INSERT INTO sources (url, host_id, title, site_url, created_at)
      VALUES (${url}, ${hostId}, ${url}, ${url}, ${tx.now}) RETURNING id`);
    const id = source?.id ?? 0;
    for (const userId of userIds) await insertFeed(tx, userId, id);
    await tx.run(sql`INSERT INTO schedules (source_id, host_id) VALUES (${id}, ${hostId})`);
  }
}

/** Makes every source due, and returns the time. A host with a lease follows at the end of its lease. */
export function makeAllDue(store: Store): Promise<number> {
  return store.write(async (tx) => {
    await tx.run(sql`UPDATE schedules SET next_visit_at = ${tx.now}`);
    await tx.run(sql`UPDATE hosts SET ready_at = ${tx.now} WHERE lease IS NULL`);
    return tx.now;
  });
}

/** The addresses of those that were not visited since. */
export async function unvisited(store: Store, since: number): Promise<string[]> {
  const rows = await store.read((tx) =>
    tx.all<{ url: string }>(sql`
      SELECT s.url FROM schedules p JOIN sources s ON s.id = p.source_id
      WHERE p.last_visit_at IS NULL OR p.last_visit_at < ${since}`),
  );
  return rows.map(({ url }) => url);
}

/** For each feed, how many items it has, and of how many posts with distinct identities. */
export async function heldByFeeds(store: Store): Promise<{ items: number; posts: number }[]> {
  const rows = await store.read((tx) =>
    tx.all<{ items: number; posts: number }>(sql`
      SELECT count(*) AS items, count(DISTINCT p.identity) AS posts
      FROM feeds f JOIN items i ON i.feed_id = f.id JOIN posts p ON p.id = i.post_id AND p.source_id = f.source_id
      GROUP BY f.id`),
  );
  return rows.map(({ items, posts }) => ({ items: Number(items), posts: Number(posts) }));
}

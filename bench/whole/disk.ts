// What an item takes on the disk beside the HTML that it came as: one reader, every post theirs alone, stored as a visit stores it.
import { join } from 'node:path';
import { systemClock } from '../../server/src/clock.ts';
import { insertFeed } from '../../server/src/store/feeds.ts';
import { insertItems } from '../../server/src/store/items.ts';
import { openStore } from '../../server/src/store/open.ts';
import { insertPosts } from '../../server/src/store/posts.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { Store, WriteTx } from '../../server/src/store/store.ts';
import { someSource, someUser } from '../../server/src/store/testing/rows.ts';
import { type DatabaseKind, openAddress } from './prepared.ts';
import { contentOf } from './texts.ts';

const POSTS = 5_000;
const POSTS_IN_ONE = 20;

export interface Disk {
  database: string;
  items: number;
  htmlBytes: number;
  /** Of an item with everything that is kept for it. */
  bytesPerItem: number;
  /** Of that the index of words. */
  indexBytesPerItem: number;
  /** To the size of its HTML. */
  ratio: number;
  ratioWithoutIndex: number;
}

export async function measureDisk(database: DatabaseKind, folder: string): Promise<Disk> {
  const { address, stop } = await openAddress(database, join(folder, 'disk.db'));
  const store = await openStore(address, systemClock);
  const empty = await bytesOf(store);
  let html = 0;
  for (let first = 0; first < POSTS; first += POSTS_IN_ONE) {
    html += await store.write((tx) => addPosts(tx, first), { isLong: true });
  }
  const full = await bytesOf(store);
  await store.close();
  await stop();
  const perItem = (bytes: number): number => bytes / POSTS;
  return {
    database,
    items: POSTS,
    htmlBytes: perItem(html),
    bytesPerItem: perItem(full.all - empty.all),
    indexBytesPerItem: perItem(full.index - empty.index),
    ratio: (full.all - empty.all) / html,
    ratioWithoutIndex: (full.all - empty.all - full.index + empty.index) / html,
  };
}

/** Posts of one source, given to its follower. Says how much HTML that was. */
async function addPosts(tx: WriteTx, first: number): Promise<number> {
  const name = `disk-${first}`;
  const known = await tx.get<{ id: number | null }>(sql`SELECT min(id) AS id FROM users`);
  const userId = known?.id ?? (await someUser(tx, 'disk'));
  const sourceId = await someSource(tx, `https://${name}.example/feed`);
  const id = await insertFeed(tx, userId, sourceId);
  const posts = Array.from({ length: POSTS_IN_ONE }, (_, index) => ({
    identity: `https://${name}.example/2026/10/${index}`,
    url: `https://${name}.example/2026/10/${index}`,
    title: `A post of some length, number ${first + index}`,
    author: 'A. Writer',
    publishedAt: tx.now,
    sortAt: tx.now,
    content: contentOf(first + index),
    summary: undefined,
    details: {},
    textHash: `${first + index}`.padStart(43, '0'),
  }));
  const stored = await insertPosts(tx, sourceId, posts, 1);
  await insertItems(
    tx,
    { id, userId },
    stored.map((post) => post.id),
  );
  return posts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
}

async function bytesOf(store: Store): Promise<{ all: number; index: number }> {
  return store.read(async (tx) => {
    const size = await tx.get<{ bytes: number }>(tx.dialect.databaseBytes);
    const index = await tx.get<{ bytes: number | null }>(
      tx.dialect.name === 'sqlite'
        ? sql`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'post_words%'`
        : sql`SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'post_words%'`,
    );
    return { all: Number(size?.bytes), index: Number(index?.bytes ?? 0) };
  });
}

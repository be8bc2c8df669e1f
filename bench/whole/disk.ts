// The size of an item on disk compared with its original HTML, stored in the way a visit does: with one follower of a source, and with several.
import { join } from 'node:path';
import { systemClock } from '../../server/src/clock.ts';
import { insertFeed } from '../../server/src/store/feeds/feeds.ts';
import { insertItems } from '../../server/src/store/items/items.ts';
import { openStore } from '../../server/src/store/open.ts';
import { mergeIndex } from '../../server/src/store/search/search-merging.ts';
import { insertPosts } from '../../server/src/store/sources/posts.ts';
import type { Store, WriteTx } from '../../server/src/store/store.ts';
import { someSource, someUser } from '../../server/src/store/testing/rows.ts';
import { indexBytes } from '../search/index-bytes.ts';
import { type DatabaseKind, openAddress } from './prepared.ts';
import { contentOf } from './texts.ts';

const POSTS = 5_000;
const POSTS_IN_ONE = 20;
/** Followers of each source: one person, a family, a company. */
const READERS = [1, 4, 20];

export interface Disk {
  database: string;
  /** Followers of each source. */
  readers: number;
  items: number;
  htmlBytes: number;
  /** Of an item with its share of everything that is stored for it. */
  bytesPerItem: number;
  /** The part of it that is the index of words. */
  indexBytesPerItem: number;
  /** Divided by the size of its HTML. */
  ratio: number;
  ratioWithoutIndex: number;
}

export async function measureDisk(database: DatabaseKind, folder: string): Promise<Disk[]> {
  const { address, stop } = await openAddress(database, join(folder, 'disk.db'));
  const store = await openStore(address, systemClock);
  const empty = await bytesOf(store);
  const sources: Source[] = [];
  for (let first = 0; first < POSTS; first += POSTS_IN_ONE) {
    sources.push(await store.write((tx) => addPosts(tx, first), { isLong: true }));
    // The crawler looks after the index every few hours.
    while (await store.write(mergeIndex));
  }
  const html = sources.reduce((sum, { htmlBytes }) => sum + htmlBytes, 0);
  const found: Disk[] = [];
  for (const readers of READERS) {
    for (let reader = READERS[found.length - 1] ?? 0; reader < readers; reader++)
      await addReader(store, sources, `reader ${reader}`);
    const full = await bytesOf(store);
    const [all, index, items] = [full.all - empty.all, full.index - empty.index, POSTS * readers];
    found.push({
      ...{ database, readers, items },
      htmlBytes: html / POSTS,
      bytesPerItem: all / items,
      indexBytesPerItem: index / items,
      ratio: all / readers / html,
      ratioWithoutIndex: (all - index) / readers / html,
    });
  }
  await store.close();
  await stop();
  return found;
}

interface Source {
  id: number;
  postIds: readonly number[];
  htmlBytes: number;
}

async function addReader(store: Store, sources: readonly Source[], name: string): Promise<void> {
  const userId = await store.write((tx) => someUser(tx, name));
  for (const { id, postIds } of sources) {
    await store.write(async (tx) => {
      const feedId = await insertFeed(tx, userId, id);
      await insertItems(tx, { id: feedId, userId }, postIds);
    });
  }
}

/** Adds one source with posts. */
async function addPosts(tx: WriteTx, first: number): Promise<Source> {
  const name = `disk-${first}`;
  const id = await someSource(tx, `https://${name}.example/feed`);
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
  const stored = await insertPosts(tx, id, posts, 1);
  return {
    id,
    postIds: stored.map((post) => post.id),
    htmlBytes: posts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
  };
}

async function bytesOf(store: Store): Promise<{ all: number; index: number }> {
  return store.read(async (tx) => {
    const size = await tx.get<{ bytes: number }>(tx.dialect.databaseBytes);
    return { all: Number(size?.bytes), index: await indexBytes(tx) };
  });
}

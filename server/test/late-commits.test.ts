// Many writers on PostgreSQL, some of whom commit late: an app that asks in between misses nothing, and nobody waits for unrelated users.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '@courant/client';
import { listStream } from '../src/library/streams.ts';
import { lockSequence } from '../src/store/counters.ts';
import { insertFeed } from '../src/store/feeds/feeds.ts';
import { insertItems } from '../src/store/items/items.ts';
import { openStore } from '../src/store/open.ts';
import { copyToFollowers } from '../src/store/sources/fan-out.ts';
import { lockFollowers } from '../src/store/sources/sources.ts';
import type { Store, WriteTx } from '../src/store/store.ts';
import { someFeed, somePosts } from '../src/store/testing/rows.ts';
import { blockedBy, pidOf } from './blocked-by.ts';
import { posts } from './documents.ts';
import { beginCopy, download } from './extensions/copy.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from './house.ts';
import { isOnPostgres, temporaryDatabase } from './temporary-store.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };

test('what commits late is not skipped by an app that asked in between', onPostgres, async (t) => {
  const { nodes, ines } = await twoNodes(t);
  const [first, second] = nodes;
  const one = await someOwnFeed(first, ines.userId, 1);
  const another = await someOwnFeed(first, ines.userId, 2);
  const copy = await beginCopy(ines.client, { limit: 5 });
  let newest = await newestId(ines.client);
  const late = holdOpen(first, (tx) => insertItems(tx, one, one.postIds));
  const pid = await late.wrote;
  const other = second.write((tx) => insertItems(tx, another, another.postIds));
  // If anybody could take from the sequence at any time, the other one would have committed by now.
  await Promise.race([other, blockedBy(first, pid)]);
  await copy.catchUp(5);
  newest = Math.max(newest, await newestId(ines.client));
  late.commit();
  const ids = [...(await late.ended), ...(await other)];
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.deepEqual(await newerThan(ines.client, newest), ids);
  await copy.catchUp(5);
  assert.deepEqual(copy.stock(), await download(ines.client));
});

test(
  'an app that asks for what has come since its newest item gets what waited for another user meanwhile',
  onPostgres,
  async (t) => {
    const { house, nodes, ines, otto } = await twoNodes(t);
    const [first, second] = nodes;
    const shared = await someOwnFeed(first, ines.userId, 1);
    await first.write((tx) => insertFeed(tx, otto.userId, shared.sourceId));
    const own = await someOwnFeed(first, otto.userId, 2);
    const late = holdOpen(first, (tx) => lockSequence(tx, ines.userId));
    const pid = await late.wrote;
    const visit = second.write((tx) => publish(tx, shared));
    await blockedBy(first, pid);
    house.clock.set(house.clock.now() + 5_000);
    await first.write((tx) => publish(tx, own));
    const [newest] = (await itemsOf(first, otto, {})).slice(-1);
    late.commit();
    await Promise.all([late.ended, visit]);
    const since = await itemsOf(first, otto, { storedFrom: newest?.createdAt ?? 0 });
    assert.equal(since.filter(({ id }) => id > (newest?.id ?? 0)).length, shared.postIds.length);
  },
);

test('while some are given posts for long, strangers are given theirs', onPostgres, async (t) => {
  const { nodes, ines, otto } = await twoNodes(t);
  const [first, second] = nodes;
  const slow = await someOwnFeed(first, ines.userId, 1);
  const quick = await someOwnFeed(first, otto.userId, 2);
  const copy = await beginCopy(otto.client, { limit: 5 });
  const late = holdOpen(first, (tx) => publish(tx, slow));
  const pid = await late.wrote;
  await Promise.race([
    second.write((tx) => publish(tx, quick)),
    blockedBy(first, pid).then(() => assert.fail('a stranger waits')),
  ]);
  await copy.catchUp(5);
  assert.equal(copy.stock().items.length, quick.postIds.length + 1);
  late.commit();
  await late.ended;
  assert.deepEqual(copy.stock(), await download(otto.client));
  assert.equal((await download(ines.client)).items.length, slow.postIds.length + 1);
});

test('twenty writers at a time leave no hole behind an app that follows them', onPostgres, async (t) => {
  const { nodes, ines } = await twoNodes(t);
  const feeds = [];
  for (let number = 0; number < 20; number++) feeds.push(await someOwnFeed(nodes[0], ines.userId, number));
  const copy = await beginCopy(ines.client, { limit: 5 });
  let newest = await newestId(ines.client);
  let writing = feeds.length;
  const writers = feeds.map((feed, number) =>
    (nodes[number % 2] ?? nodes[0])
      .write(async (tx) => {
        // Begun in one order, written in a second, committed in a third.
        await turns((number * 7) % 20);
        const ids = await insertItems(tx, feed, feed.postIds);
        await turns((number * 13) % 20);
        return ids;
      })
      .finally(() => {
        writing -= 1;
      }),
  );
  const seen: number[] = [];
  do {
    const news = await newerThan(ines.client, newest);
    seen.push(...news);
    newest = Math.max(newest, ...news);
    await copy.catchUp(5);
  } while (writing > 0);
  const ids = (await Promise.all(writers)).flat();
  seen.push(...(await newerThan(ines.client, newest)));
  await copy.catchUp(5);
  assert.deepEqual(
    seen.toSorted((a, b) => a - b),
    ids.toSorted((a, b) => a - b),
  );
  assert.deepEqual(copy.stock(), await download(ines.client));
});

test('somebody marks while very many marks of another wait for a row', onPostgres, async (t) => {
  const { nodes, ines, otto } = await twoNodes(t);
  const [inesItem, ottosItem] = [await newestId(ines.client), await newestId(otto.client)];
  const late = holdOpen(nodes[1], (tx) => lockSequence(tx, ines.userId));
  const pid = await late.wrote;
  const marks = Array.from({ length: 30 }, () => ines.client.items.markRead(inesItem));
  const waiting = Promise.allSettled(marks);
  try {
    await blockedBy(nodes[1], pid);
    assert.equal((await otto.client.items.markRead(ottosItem)).read, true);
  } finally {
    late.commit();
    await waiting;
  }
});

/** Where the server is stopped for seconds, the last of twenty who wait for each other waits longer than a person may. */
const PATIENCE_MS = 600_000;

const inesFeed = 'https://a.example/feed';
const ottosFeed = 'https://b.example/feed';

interface Nodes {
  house: TestHouse;
  /** The store of the house, and that of another node. */
  nodes: [Store, Store];
  ines: SignedIn;
  otto: SignedIn;
}

async function twoNodes(t: TestContext): Promise<Nodes> {
  const address = new URL(await temporaryDatabase(t));
  for (const name of ['statement_timeout', 'query_timeout']) address.searchParams.set(name, `${PATIENCE_MS}`);
  const house = await testHouse(t, { COURANT_DATABASE: address.href });
  const other = await openStore(address.href, house.clock);
  t.after(() => other.close());
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  await follow(house, ines.client, inesFeed, posts(1, 1));
  await follow(house, otto.client, ottosFeed, posts(1, 1));
  return { house, nodes: [house.house.library.store, other], ines, otto };
}

interface OwnFeed {
  id: number;
  userId: number;
  sourceId: number;
  /** Posts that the feed has no items of yet. */
  postIds: number[];
}

function someOwnFeed(store: Store, userId: number, number: number): Promise<OwnFeed> {
  return store.write(async (tx) => {
    const feed = await someFeed(tx, userId, { url: `https://own-${number}.example/`, count: 0 });
    return { id: feed.id, userId, sourceId: feed.sourceId, postIds: await somePosts(tx, feed.sourceId, 3) };
  });
}

/** What a visit does that has found posts. */
async function publish(tx: WriteTx, { sourceId, postIds }: OwnFeed): Promise<void> {
  const { length: followers } = await lockFollowers(tx, sourceId);
  await copyToFollowers(
    tx,
    { sourceId, followers },
    postIds.map((id) => ({ id, read: false })),
  );
}

/** A transaction that has done its work and does not commit until told to. */
function holdOpen<T>(store: Store, work: (tx: WriteTx) => Promise<T>) {
  const wrote = Promise.withResolvers<number>();
  const commit = Promise.withResolvers<void>();
  const ended = store.write(async (tx) => {
    const result = await work(tx);
    wrote.resolve(await pidOf(tx));
    await commit.promise;
    return result;
  });
  ended.catch(wrote.reject);
  return { wrote: wrote.promise, commit: () => commit.resolve(), ended };
}

/** As Google Reader's apps list them. */
async function itemsOf(store: Store, { userId }: SignedIn, bounds: { storedFrom?: number }) {
  const query = { any: [{ of: 'user' as const }], limit: 100, oldestFirst: true, ...bounds };
  return (await listStream({ store }, userId, query)).items;
}

async function newestId(client: Client): Promise<number> {
  return (await client.items.list({ limit: 1 })).items[0]?.id ?? 0;
}

async function newerThan(client: Client, id: number): Promise<number[]> {
  const { items } = await client.items.list({ sinceId: id, limit: 200 });
  return items.map((item) => item.id).toSorted((a, b) => a - b);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

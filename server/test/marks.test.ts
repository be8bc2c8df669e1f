// Whatever is marked in whatever order: lists, filters, counts and the change sequence agree with a plain model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import fc from 'fast-check';
import { changesAfter } from '../src/store/changes.ts';
import { feedsWithWrongCount } from '../src/store/testing/wrong-counts.ts';
import { posts, rss } from './documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from './house.ts';
import { propertyRuns } from './property-runs.ts';

type Step =
  | { do: 'mark'; item: number; read: boolean }
  | { do: 'batch'; items: number[]; read: boolean }
  | { do: 'publish'; feed: number }
  | { do: 'unfollow'; feed: number }
  | { do: 'follow'; feed: number };

const index = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('mark' as const), item: index, read: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      items: fc.array(index, { minLength: 1, maxLength: 12 }),
      read: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), feed: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unfollow' as const), feed: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow' as const), feed: fc.nat(2) }) },
);

test('any sequence of marks leaves lists, filters, counts and changes in agreement with a model', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const world = await openWorld(house, `user ${run++}`);
      for (const each of steps) await take(world, each);
      await compare(world);
    }),
    propertyRuns(11, 20),
  );
});

interface World {
  house: TestHouse;
  user: SignedIn;
  client: Client;
  feeds: { url: string; id: number | undefined; published: number }[];
  groupId: number;
  /** Feeds in the group; a feed that is followed again is a new one, and in no group. */
  grouped: ReadonlySet<number>;
  /** Item → its state in the model. */
  model: Map<number, { feedId: number; read: boolean }>;
}

async function openWorld(house: TestHouse, name: string): Promise<World> {
  const user = await house.signIn(name);
  const world: World = {
    house,
    user,
    client: user.client,
    feeds: [],
    groupId: 0,
    grouped: new Set(),
    model: new Map(),
  };
  for (const letter of ['a', 'b', 'c']) {
    const url = `https://${letter}.example/${encodeURIComponent(name)}`;
    const feed = await follow(house, user.client, url, posts(1, 4));
    world.feeds.push({ url, id: feed.id, published: 4 });
    await learnNewItems(world);
  }
  const feedIds = world.feeds.slice(0, 2).map((feed) => feed.id ?? 0);
  world.grouped = new Set(feedIds);
  world.groupId = (await user.client.groups.create({ title: 'Two', feedIds })).id;
  return world;
}

async function take(world: World, step: Step): Promise<void> {
  if (step.do === 'mark') return markOne(world, step);
  if (step.do === 'batch') return markMany(world, step);
  const feed = world.feeds[step.feed];
  assert.ok(feed);
  if (step.do === 'publish') return publish(world, feed);
  if (step.do === 'follow' && feed.id === undefined) {
    feed.id = (await world.client.feeds.create({ feedUrl: feed.url })).id;
    return learnNewItems(world);
  }
  if (step.do === 'unfollow' && feed.id !== undefined) {
    await world.client.feeds.delete(feed.id);
    for (const [id, { feedId }] of world.model) if (feedId === feed.id) world.model.delete(id);
    feed.id = undefined;
  }
}

async function markOne({ client, model }: World, step: { item: number; read: boolean }): Promise<void> {
  const id = [...model.keys()][step.item % Math.max(1, model.size)];
  if (id === undefined) return;
  const { read } = await (step.read ? client.items.markRead(id) : client.items.markUnread(id));
  assert.equal(read, step.read);
  model.set(id, { feedId: model.get(id)?.feedId ?? 0, read });
}

async function markMany({ client, model }: World, step: { items: number[]; read: boolean }): Promise<void> {
  const ids = [...model.keys()];
  const wanted = step.items.map((place) => ids[place % Math.max(1, ids.length)] ?? 999_999);
  const marked = await (step.read ? client.items.markManyRead(wanted) : client.items.markManyUnread(wanted));
  assert.deepEqual(
    marked,
    [...new Set(wanted)].filter((id) => model.has(id)),
  );
  for (const id of marked) model.set(id, { feedId: model.get(id)?.feedId ?? 0, read: step.read });
}

async function publish(world: World, feed: World['feeds'][number]): Promise<void> {
  feed.published += 2;
  world.house.web.serve(feed.url, rss('Feed', posts(1, feed.published)));
  await world.house.crawl(30 * 3_600_000);
  await learnNewItems(world);
}

/**
 * New items are unread, and newer than all before. Covers all feeds: one that was followed again gets what was published meanwhile at its
 * next visit, whichever feed the test has read since.
 */
async function learnNewItems({ client, model }: World): Promise<void> {
  const newest = Math.max(0, ...model.keys());
  for await (const item of client.items.all({ limit: 200 })) {
    if (model.has(item.id)) continue;
    assert.ok(item.id > newest, 'a new item has a greater id than all before');
    assert.equal(item.read, false);
    model.set(item.id, { feedId: item.feed_id, read: false });
  }
}

async function compare(world: World): Promise<void> {
  const { client, model, house, user, feeds, groupId, grouped } = world;
  for (const only of [undefined, 'read', 'unread'] as const) {
    const query = { limit: 7, only };
    const expected = (belongs: (feedId: number) => boolean) =>
      [...model]
        .filter(([, item]) => belongs(item.feedId) && (only === undefined || item.read === (only === 'read')))
        .map(([id]) => id)
        .sort((a, b) => b - a);
    const ids = async (items: AsyncIterable<{ id: number }>) =>
      (await Array.fromAsync(items)).map((item) => item.id);
    assert.deepEqual(
      await ids(client.items.all(query)),
      expected(() => true),
    );
    assert.deepEqual(
      await ids(client.groups.allItems(groupId, query)),
      expected((feedId) => grouped.has(feedId)),
    );
    for (const { id } of feeds) {
      if (id !== undefined)
        assert.deepEqual(
          await ids(client.feeds.allItems(id, query)),
          expected((feedId) => feedId === id),
        );
    }
  }
  const { store } = house.house.library;
  assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  assert.deepEqual(await replay(world, user.userId), model);
}

/** What an app would know that has only ever followed the changes. */
async function replay({ house, client }: World, userId: number): Promise<World['model']> {
  const changes = await house.house.library.store.read((tx) => changesAfter(tx, userId, 0, 100_000));
  assert.deepEqual(
    changes.map((change) => change.seq),
    changes.map((_, place) => place + 1),
  );
  const known = new Map<number, { feedId: number; read: boolean }>();
  const feedOf = new Map(
    (await Array.fromAsync(client.items.all({ limit: 200 }))).map((item) => [item.id, item.feed_id]),
  );
  const living = new Set((await client.feeds.list()).map((feed) => feed.id));
  for (const { kind, ids } of changes) {
    for (const id of ids) {
      if (kind === 'items.new' && feedOf.has(id)) known.set(id, { feedId: feedOf.get(id) ?? 0, read: false });
      if (kind === 'items.read' || kind === 'items.unread')
        Object.assign(known.get(id) ?? {}, { read: kind === 'items.read' });
      if (kind === 'feeds.removed') assert.ok(!living.has(id));
    }
  }
  return known;
}

// Whatever is marked, starred, removed and undone in whatever order: the service agrees with a plain model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import fc from 'fast-check';
import type { Mark } from '../../src/model/mark.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type TestHouse, testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';
import { beginCopy, type Copy } from './copy.ts';
import {
  journalMarks,
  type Model,
  type ModelItem,
  markInModel,
  removeFeedInModel,
  removeGroupInModel,
  undoInModel,
} from './marks-model.ts';

const index = fc.nat(7);
const feed = fc.nat(2);
const mark = fc.constantFrom<Mark>('read', 'unread', 'starred', 'unstarred');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('one' as const), item: index, mark }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('many' as const),
      items: fc.array(index, { minLength: 1, maxLength: 8 }),
      mark,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bulk' as const),
      mark: fc.constantFrom('read' as const, 'unread' as const),
      scope: fc.constantFrom('all' as const, 'feed' as const, 'group' as const),
      feed,
      upTo: index,
      newerThan: fc.option(index, { nil: undefined }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('publish' as const), feed }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unfollow' as const), feed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('follow' as const), feed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeGroup' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

test('any sequence of marks, stars, removals and undos leaves everything in agreement with a model', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const world = await openWorld(house, `user ${run++}`);
      for (const each of steps) {
        await take(world, each);
        await world.copy.step(50);
      }
      await compare(world);
    }),
    propertyRuns(12, 15),
  );
});

interface World {
  house: TestHouse;
  client: Client;
  copy: Copy;
  urls: { url: string; published: number }[];
  groupId: number;
  model: Model;
}

async function openWorld(house: TestHouse, name: string): Promise<World> {
  const user = await house.signIn(name);
  const model: Model = { items: new Map(), feeds: new Map(), group: new Set(), entries: [] };
  const copy = await beginCopy(user.client, { limit: 100 });
  const world: World = { house, client: user.client, copy, urls: [], groupId: 0, model };
  for (const letter of ['a', 'b', 'c']) {
    const url = `https://${letter}.example/undo/${encodeURIComponent(name)}`;
    const { id } = await follow(house, user.client, url, posts(1, 2));
    world.urls.push({ url, published: 2 });
    model.feeds.set(url, id);
    await learnNewItems(world, id);
  }
  const feedIds = [...model.feeds.values()].slice(0, 2);
  world.groupId = (await user.client.groups.create({ title: 'Two', feedIds })).id;
  model.group = new Set(feedIds);
  return world;
}

async function take(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'one':
      return markOne(world, step);
    case 'many':
      return markMany(world, step);
    case 'bulk':
      return markBulk(world, step);
    case 'undo':
      return undo(world, step);
    default:
      return change(world, step);
  }
}

async function change(world: World, step: Exclude<Step, { mark: Mark } | { do: 'undo' }>): Promise<void> {
  const { client, model, groupId, urls } = world;
  if (step.do === 'removeGroup') {
    if (!model.group) return;
    await client.groups.delete(groupId);
    return removeGroupInModel(model);
  }
  const place = urls[step.feed];
  assert.ok(place);
  const id = model.feeds.get(place.url);
  if (step.do === 'publish') {
    place.published += 2;
    world.house.web.serve(place.url, rss('Feed', posts(1, place.published)));
    await world.house.crawl(30 * 3_600_000);
    // More than one feed may have news: one that was not due at the last crawl brings its own now.
    const newest = newestId(model);
    for (const each of model.feeds.values()) await learnNewItems(world, each, newest);
  } else if (step.do === 'unfollow' && id !== undefined) {
    await client.feeds.delete(id);
    removeFeedInModel(model, place.url);
  } else if (step.do === 'follow' && id === undefined) {
    const created = (await client.feeds.create({ feedUrl: place.url })).id;
    model.feeds.set(place.url, created);
    await learnNewItems(world, created);
  }
}

async function markOne({ client, model }: World, { item, mark }: StepOf<'one'>): Promise<void> {
  const id = idAt(model, item);
  if (id === undefined) return;
  const marked = await {
    read: () => client.items.markRead(id),
    unread: () => client.items.markUnread(id),
    starred: () => client.stars.add(id),
    unstarred: () => client.stars.remove(id),
  }[mark]();
  markInModel(model, [id], mark);
  const { read, starred } = model.items.get(id) ?? {};
  assert.deepEqual([marked.read, marked['app.courant.items']?.starred], [read, starred]);
}

async function markMany({ client, model }: World, { items, mark }: StepOf<'many'>): Promise<void> {
  const wanted = items.map((place) => idAt(model, place) ?? 999_999);
  const marked = await {
    read: () => client.items.markManyRead(wanted),
    unread: () => client.items.markManyUnread(wanted),
    starred: () => client.stars.addMany(wanted),
    unstarred: () => client.stars.removeMany(wanted),
  }[mark]();
  assert.deepEqual(
    marked,
    [...new Set(wanted)].filter((id) => model.items.has(id)),
  );
  const changed = markInModel(model, marked, mark);
  if (changed.size > 1) journalMarks(model, changed, mark);
}

async function markBulk({ client, model, groupId, urls }: World, step: StepOf<'bulk'>): Promise<void> {
  const feedId = model.feeds.get(urls[step.feed]?.url ?? '');
  if ((step.scope === 'feed' && feedId === undefined) || (step.scope === 'group' && !model.group)) return;
  const upTo = idAt(model, step.upTo) ?? 1;
  const newerThanId = step.newerThan === undefined ? undefined : idAt(model, step.newerThan);
  const answer = await client.bulk[step.mark === 'read' ? 'markRead' : 'markUnread']({
    upTo,
    ...(newerThanId === undefined ? {} : { newerThanId }),
    ...(step.scope === 'feed' ? { feedId: feedId ?? 0 } : {}),
    ...(step.scope === 'group' ? { groupId } : {}),
  });
  const belongs = (item: ModelItem): boolean => {
    if (step.scope === 'all') return true;
    return step.scope === 'feed' ? item.feedId === feedId : (model.group?.has(item.feedId) ?? false);
  };
  const ids = [...model.items]
    .filter(([id, item]) => belongs(item) && id <= upTo && id > (newerThanId ?? 0))
    .map(([id]) => id);
  const changed = markInModel(model, ids, step.mark);
  assert.equal(answer.changed, changed.size);
  assert.equal(answer.entry_id !== undefined, changed.size > 0);
  if (changed.size > 0) journalMarks(model, changed, step.mark);
}

async function undo(world: World, { back }: StepOf<'undo'>): Promise<void> {
  const { client, model } = world;
  const place = model.entries.length - 1 - back;
  const entry = model.entries[place];
  const id = (await client.journal.list({ limit: 200 })).toReversed()[place]?.id;
  if (!entry || id === undefined) return;
  const refused = undoInModel(model, entry);
  if (refused) return assert.rejects(client.journal.undo(id), { status: refused });
  const by = await client.journal.undo(id);
  const restored = entry.feed && by.action === 'feed.restored' ? entry.feed.id : undefined;
  const news = restored === undefined ? 0 : await learnNewItems(world, restored);
  const expected = entry.undoneBy;
  if (expected) expected.count += news;
  assert.deepEqual([by.action, by.count, by.undoes], [expected?.action, expected?.count, id]);
}

function idAt({ items }: Model, place: number): number | undefined {
  return [...items.keys()][place % Math.max(1, items.size)];
}

/** New items are unread, without a star, and newer than all before. Returns how many there are. */
async function learnNewItems(
  { client, model }: World,
  feedId: number,
  newest = newestId(model),
): Promise<number> {
  const before = model.items.size;
  for await (const item of client.feeds.allItems(feedId, { limit: 200 })) {
    if (model.items.has(item.id)) continue;
    assert.ok(item.id > newest, 'a new item has a greater id than all before');
    assert.deepEqual([item.read, item['app.courant.items']?.starred], [false, false]);
    model.items.set(item.id, { feedId, read: false, starred: false, reads: [], stars: [] });
  }
  return model.items.size - before;
}

function newestId({ items }: Model): number {
  return Math.max(0, ...items.keys());
}

async function compare(world: World): Promise<void> {
  const { client, model, house, groupId } = world;
  await compareLists(client, model, groupId);
  for (const { id, ...feed } of await client.feeds.list()) {
    const unread = [...model.items.values()].filter((item) => item.feedId === id && !item.read).length;
    assert.equal(feed['app.courant.feeds']?.unread_count, unread);
  }
  const groups = (await client.groups.list()).map((group) => group.feed_ids);
  assert.deepEqual(groups, model.group ? [[...model.group].sort((a, b) => a - b)] : []);
  const entries = (await client.journal.list({ limit: 200 })).toReversed();
  assert.deepEqual(
    entries.map(({ action, count, undone_by: by }) => [action, count, by !== undefined]),
    model.entries.map((entry) => [entry.action, entry.count, entry.undoneBy !== undefined]),
  );
  assert.deepEqual(await house.house.library.store.read((tx) => feedsWithWrongCount(tx)), []);
  // What an app knows that has only ever followed the changes.
  await world.copy.catchUp(50);
  const known = world.copy.stock().items.map(({ id, read, starred }) => [id, read, starred] as const);
  const states = [...model.items].map(([id, { read, starred }]) => [id, read, starred] as const);
  const byId = ([a]: readonly [number, ...unknown[]], [b]: readonly [number, ...unknown[]]) => a - b;
  assert.deepEqual(known.sort(byId), states.sort(byId));
}

async function compareLists(client: Client, model: Model, groupId: number): Promise<void> {
  for (const only of [undefined, 'read', 'unread'] as const) {
    const query = { limit: 7, only };
    const agree = async (list: AsyncIterable<{ id: number }>, belongs: (item: ModelItem) => boolean) =>
      assert.deepEqual(
        (await Array.fromAsync(list)).map((item) => item.id),
        [...model.items]
          .filter(([, item]) => belongs(item) && (only === undefined || item.read === (only === 'read')))
          .map(([id]) => id)
          .sort((a, b) => b - a),
      );
    await agree(client.items.all(query), () => true);
    await agree(client.stars.all(query), (item) => item.starred);
    for (const id of model.feeds.values())
      await agree(client.feeds.allItems(id, query), (item) => item.feedId === id);
    const { group } = model;
    if (group) await agree(client.groups.allItems(groupId, query), (item) => group.has(item.feedId));
  }
}

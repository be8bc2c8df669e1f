// Years of an account: whatever befalls it, nobody loses an item or a mark, has a post twice, or a copy that is not what there is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import fc from 'fast-check';
import { removeAccount } from '../../src/library/accounts.ts';
import { sql } from '../../src/store/sql.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { testHouse } from '../house.ts';
import { propertyRuns } from '../property-runs.ts';
import { download } from './copy.ts';
import { type Befall, befall, leave, live } from './long-life.ts';
import {
  isNewerThanAll,
  isWrittenOtherwise,
  leadsTo,
  membership,
  newFeed,
  type Own,
  openWorld,
  type Person,
  readFrom,
  shownSince,
  visitAll,
  type World,
} from './long-life-world.ts';
import { accountOf, bring } from './transfer-house.ts';

test('whatever befalls an account in years, its owner has what a plain model says', async (t) => {
  const house = await testHouse(t, { COURANT_RATE_LIMITS: 'off', COURANT_ACCESS_TOKEN_TTL: '0' });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(befall, { minLength: 8, maxLength: 20 }), async (befalls) => {
      const world = await openWorld(house, run++);
      for (const person of world.people) await reconcile(world, person, undefined);
      for (const each of befalls) {
        await live(world, each);
        for (const person of world.people) await reconcile(world, person, each);
      }
      await visitAll(world);
      for (const person of world.people) {
        await reconcile(world, person, befalls.at(-1), true);
        assertNothingMissed(world, person);
        await assertGoesElsewhere(world, person);
      }
      const [first, second] = world.people;
      assert.ok(first && second);
      await leave(world, first);
      await reconcile(world, second, undefined);
      await assertNothingLeft(world, first.userId);
      await leave(world, second);
    }),
    propertyRuns(31, 5),
  );
});

/** When sites are visited. Somebody may follow one that has gone elsewhere while nobody followed it, which only a visit tells. */
const visits: ReadonlySet<string | undefined> = new Set(['join', 'repair', 'publish', 'die']);

/**
 * Holds what there is against the model, and teaches the model what only the service can know. `mayGo`: whether sites have been visited, which
 * may turn out to be others.
 */
async function reconcile(
  world: World,
  person: Person,
  what: Befall | undefined,
  mayGo = visits.has(what?.do),
): Promise<void> {
  const { client, copy, groups, members } = person;
  const stays = await learnFeeds(world, person, { mayGo });
  await learnItems(world, person, { stays, mayBeNoNews: what?.do === 'undo' });
  for (const each of [...members]) {
    const [groupId = 0, feedId = 0] = each.split('/').map(Number);
    const into = stays.get(feedId);
    if (into !== undefined) members.add(membership(groupId, into));
  }
  const found = (await client.groups.list()).map(({ id, feed_ids: feedIds }) => [id, feedIds]);
  const expected = [...groups]
    .sort((a, b) => a - b)
    .map((id) => [
      id,
      [...person.feeds.keys()].filter((feedId) => members.has(membership(id, feedId))).sort((a, b) => a - b),
    ]);
  assert.deepEqual(found, expected, 'groups');
  await copy.catchUp(50);
  assert.deepEqual(copy.stock(), await download(client), 'the copy');
  assert.deepEqual(await world.house.house.library.store.read((tx) => feedsWithWrongCount(tx)), []);
}

/** Feeds that have come, been moved, or gone into others. Gives the latter with those that stay. */
async function learnFeeds(
  world: World,
  person: Person,
  { mayGo }: { mayGo: boolean },
): Promise<Map<number, number>> {
  const found = new Map((await person.client.feeds.list()).map((feed) => [feed.id, feed]));
  const stays = new Map<number, number>();
  for (const [id, feed] of [...person.feeds]) {
    const now = found.get(id);
    if (now) {
      if (now.feed_url !== feed.url) readFrom(world, feed, now.feed_url);
      continue;
    }
    assert.ok(mayGo || found.has(feed.goesInto ?? 0), `feed ${id} is gone`);
    const url = await leadsTo(world, feed.url);
    const stay = [...found.values()].find((each) => each.feed_url === url);
    assert.ok(stay, `feed ${id} went into none`);
    stays.set(id, stay.id);
    person.feeds.delete(id);
    const into = person.feeds.get(stay.id);
    if (into && feed.wasMoved) into.wasMoved = true;
  }
  for (const [id, { feed_url: url }] of found) {
    if (!person.feeds.has(id)) person.feeds.set(id, newFeed(world, url));
  }
  return stays;
}

/** `mayBeNoNews`: whether a feed may have come back, with posts that are older than what it had and come as read. */
async function learnItems(
  world: World,
  person: Person,
  { stays, mayBeNoNews }: { stays: ReadonlyMap<number, number>; mayBeNoNews: boolean },
): Promise<void> {
  const { client, items, feeds } = person;
  const found = new Map(
    (await Array.fromAsync(client.items.all({ limit: 200 }))).map((item) => [item.id, item]),
  );
  const mapped = new Map<number, Own>();
  for (const [id, item] of items) {
    const feedId = stays.get(item.feedId) ?? item.feedId;
    if (found.has(id)) mapped.set(id, { ...item, feedId });
  }
  for (const [id, item] of items) {
    if (found.has(id)) continue;
    const feedId = stays.get(item.feedId) ?? item.feedId;
    const twin = [...found.values()].find((each) => each.title === item.title && each.feed_id === feedId);
    assert.ok(twin, `item ${id} (${item.title}) of feed ${item.feedId} is lost`);
    const known = mapped.get(twin.id);
    mapped.set(twin.id, {
      feedId,
      title: item.title,
      read: item.read || (known?.read ?? false),
      starred: item.starred || (known?.starred ?? false),
      tags: new Set([...item.tags, ...(known?.tags ?? [])]),
    });
  }
  const known = [...mapped.values()];
  for (const [id, { title, feed_id: feedId, read: isRead }] of found) {
    assert.ok(feeds.has(feedId), `item ${id} is of no feed`);
    const isNoNews =
      mayBeNoNews &&
      !isNewerThanAll(
        world,
        title,
        known.filter((item) => item.feedId === feedId),
      );
    if (!mapped.has(id))
      mapped.set(id, { feedId, title, read: isNoNews && isRead, starred: false, tags: new Set() });
  }
  person.items = mapped;
  for (const { title } of mapped.values()) person.seen.add(title);
  const states = [...found.values()].map(({ id, feed_id: feedId, title, read, 'app.courant.items': own }) => [
    id,
    feedId,
    title,
    read,
    own?.starred ?? false,
    [...(own?.tags ?? [])].sort(),
  ]);
  const expected = [...mapped].map(([id, { feedId, title, read, starred, tags }]) => [
    id,
    feedId,
    title,
    read,
    starred,
    [...tags].sort(),
  ]);
  const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0]);
  assert.deepEqual(states.sort(byId), expected.sort(byId), 'items');
  assertNoDoubles(person);
  const doubles = await world.house.house.library.store.read((tx) =>
    tx.all(
      sql`SELECT feed_id, post_id FROM items WHERE user_id = ${person.userId} GROUP BY feed_id, post_id HAVING count(*) > 1`,
    ),
  );
  assert.deepEqual(doubles, [], 'items of one post');
}

/** A feed that was moved may be given once more what it has of the source before, and two may write a post otherwise. */
function assertNoDoubles({ items, feeds }: Person): void {
  const seen = new Set<string>();
  for (const { feedId, title } of items.values()) {
    const name = `${feedId} ${title}`;
    const mayDiffer = feeds.get(feedId)?.wasMoved || isWrittenOtherwise(Number(title.split(' ')[1]));
    assert.ok(mayDiffer || !seen.has(name), `${title} is there twice`);
    seen.add(name);
  }
}

function assertNothingMissed(world: World, { feeds, seen }: Person): void {
  for (const feed of feeds.values()) {
    for (const title of shownSince(world, feed))
      assert.ok(seen.has(title), `${title} never came from ${feed.url}`);
  }
}

/** All that the file of an account says is so in the account of somebody else into which it goes. */
async function assertGoesElsewhere({ house }: World, { client, userId }: Person): Promise<void> {
  const other = await house.signIn(`heir of ${userId}`);
  const file = await client.transfer.exportAccount({ content: true });
  if (file.trim().split('\n').length === 1) return;
  await bring(house, other.client, file);
  const named = async (account: Client) =>
    (await accountOf(account, true)).flatMap((line) => {
      const { item } = line as { item?: { feed: string; title: string } };
      return item ? [`${item.feed} ${item.title}`] : [];
    });
  const there = new Set(await named(other.client));
  const missing = (await named(client)).filter((name) => !there.has(name));
  assert.deepEqual(missing, []);
  await removeAccount(house.house.library, other.userId);
}

async function assertNothingLeft({ house }: World, userId: number): Promise<void> {
  const left = await house.house.library.store.read((tx) =>
    tx.all(sql`SELECT id FROM items WHERE user_id = ${userId} OR feed_id NOT IN (SELECT id FROM feeds)`),
  );
  assert.deepEqual(left, []);
}

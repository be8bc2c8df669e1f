// The extension app.courant.health: which feeds need attention, and repairs that lose nothing.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetPosts } from '../../src/crawler/forgetting/forget-posts.ts';
import { forgetSources } from '../../src/crawler/forgetting/forget-sources.ts';
import { changesAfter } from '../../src/store/changes.ts';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import { posts, rss } from '../documents.ts';
import { follow, type SignedIn, type TestHouse, testHouse } from '../house.ts';

const OLD = 'https://old.example/feed';
const NEW = 'https://new.example/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a feed that is well says so, and needs no look', async (t) => {
  const { house, client, feed } = await followed(t);
  const health = feed['app.courant.health'];
  assert.equal(health?.state, 'well');
  assert.equal(health.last_success_at, feed.last_updated);
  assert.ok((health.next_try_at ?? '') > feed.last_updated);
  assert.deepEqual(
    [health.sentence, health.code, health.failing_since, health.proposal],
    [undefined, undefined, undefined, undefined],
  );
  assert.deepEqual(await client.health.list(), []);
  const whole = await client.health.get(feed.id);
  assert.deepEqual(
    [whole.feed_id, whole.state, whole.failures, whole.visits.map(({ ok, status }) => [ok, status])],
    [feed.id, 'well', 0, [[true, 200]]],
  );
  await assert.rejects(client.health.repair(feed.id), { status: 422 });
  assert.equal(house.web.requestsFor(OLD).length, 1);
});

test('a feed that fails is told in lists, with why and since when, and its apps hear of it', async (t) => {
  const { house, client, feed, userId } = await followed(t);
  house.web.serve(OLD, { status: 500 });
  const before = await changes(house, userId);
  for (let visit = 0; visit < 4; visit++) await house.crawl(2 * DAY);
  const [ailing] = await client.health.list();
  assert.equal(ailing?.id, feed.id);
  const health = ailing['app.courant.health'];
  assert.deepEqual(
    [health?.state, health?.sentence, health?.code, health?.proposal],
    ['failing', 'The site has an error of its own and cannot answer now', 'site-broken', undefined],
  );
  assert.ok(health?.failing_since);
  assert.deepEqual(await client.feeds.list(), [ailing]);
  // Once for the hiccup, once for the failure.
  assert.deepEqual((await changes(house, userId)).slice(before.length), [
    ['feeds.changed', [feed.id]],
    ['feeds.changed', [feed.id]],
  ]);
  house.web.serve(OLD, rss('Old', posts(1, 3)));
  await house.crawl(2 * DAY);
  assert.deepEqual(await client.health.list(), []);
  assert.equal((await client.feeds.get(feed.id))['app.courant.health']?.state, 'well');
});

test('a feed that has moved is read from there, and keeps id, groups, items, stars and what was read', async (t) => {
  const { house, client, feed, userId } = await followed(t);
  const group = await client.groups.create({ title: 'Kept', feedIds: [feed.id] });
  const [third, second, first] = (await client.items.list()).items;
  assert.ok(first && second && third);
  await client.items.markRead(second.id);
  await client.stars.add(first.id);
  house.web.serve(OLD, { status: 301, headers: { location: NEW } });
  house.web.serve(NEW, rss('New', posts(2, 5)));
  await house.crawl(2 * DAY);
  const { proposal } = (await client.feeds.get(feed.id))['app.courant.health'] ?? {};
  assert.deepEqual([proposal?.kind, proposal?.url], ['moved', NEW]);
  const arrived = (await client.items.list()).items;
  const result = await client.health.repair(feed.id);
  assert.deepEqual([result.repaired, result.feed?.id, result.feed?.feed_url], [true, feed.id, NEW]);
  assert.deepEqual(result.feed?.group_ids, [group.id]);
  assert.deepEqual((await client.items.list()).items, arrived);
  assert.deepEqual(
    (await client.stars.list()).items.map(({ id }) => id),
    [first.id],
  );
  assert.deepEqual(
    arrived.map(({ title, read }) => [title, read]),
    [
      ['Post 5', false],
      ['Post 4', false],
      ['Post 3', false],
      ['Post 2', true],
      ['Post 1', false],
    ],
  );
  assert.deepEqual([arrived[3]?.id, arrived[4]?.id], [second.id, first.id]);
  house.web.serve(NEW, rss('New', posts(4, 6)));
  house.web.forget();
  await house.crawl(2 * DAY);
  assert.equal((await client.items.list()).items[0]?.title, 'Post 6');
  assert.equal(house.web.requestsFor(OLD).length, 0);
  await countsAreRight(house, userId);
});

test('the feed that a page names takes the place of the lost one; what it alone had stays', async (t) => {
  const { house, client, feed, userId } = await followed(t);
  const before = (await client.items.list()).items;
  house.web.serve(OLD, {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="${NEW}"></head><body>Hi</body></html>`,
  });
  house.web.serve(NEW, rss('New', posts(3, 4)));
  for (let day = 0; day < 5; day++) await house.crawl(DAY);
  const [ailing] = await client.health.list();
  const health = ailing?.['app.courant.health'];
  assert.deepEqual([health?.proposal?.kind, health?.code], ['found_feed', 'page-instead']);
  const { feed: mended } = await client.health.repair(feed.id);
  assert.deepEqual([mended?.id, mended?.title, mended?.feed_url], [feed.id, 'New', NEW]);
  const after = (await client.items.list()).items;
  assert.deepEqual(after.slice(1), before);
  assert.equal(after[0]?.title, 'Post 4');
  assert.deepEqual(await client.health.list(), []);
  await countsAreRight(house, userId);
});

test('another address may be given; a feed that stands there already goes into the mended one', async (t) => {
  const { house, client, feed, userId } = await followed(t);
  const other = await follow(house, client, NEW, posts(2, 6));
  const [one, two] = [
    await client.groups.create({ title: 'One', feedIds: [feed.id] }),
    await client.groups.create({ title: 'Two', feedIds: [other.id] }),
  ];
  const newest = (await client.feeds.items(other.id)).items;
  const read = newest.find((item) => item.title === 'Post 3');
  await client.items.markRead(read?.id ?? 0);
  const result = await client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual(
    (await client.feeds.list()).map(({ id, feed_url, group_ids }) => [id, feed_url, group_ids]),
    [[feed.id, NEW, [one.id, two.id]]],
  );
  assert.equal(result.repaired, true);
  const items = (await client.items.list()).items;
  assert.deepEqual(
    items.map((item) => item.title).sort(),
    [1, 2, 3, 4, 5, 6].map((n) => `Post ${n}`),
  );
  assert.deepEqual(
    items.filter((item) => item.read).map((item) => item.title),
    ['Post 3'],
  );
  assert.ok(items.every((item) => item.feed_id === feed.id));
  const again = await client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual([again.repaired, again.feed?.feed_url], [false, NEW]);
  await countsAreRight(house, userId);
});

test('items of a feed that has left its source stay when that source is forgotten', async (t) => {
  const { house, client, feed } = await followed(t);
  const before = (await client.items.list()).items;
  house.web.serve(NEW, rss('New', posts(11, 11)));
  await client.health.repair(feed.id, { feedUrl: NEW });
  for (let month = 0; month < 3; month++) {
    await forgetSources(house.house.library.store);
    await forgetPosts(house.house.library.store);
    await house.clock.advance(20 * DAY);
  }
  assert.deepEqual((await client.items.list()).items.slice(1), before);
  await client.feeds.delete(feed.id);
});

test('an address that gives no feed changes nothing', async (t) => {
  const { client, feed } = await followed(t);
  await assert.rejects(client.health.repair(feed.id, { feedUrl: 'https://nothing.example/' }), {
    status: 422,
    error: 'Cannot repair feed: The site has nothing at this address (404)',
  });
  await assert.rejects(client.health.repair(feed.id, { feedUrl: 'ftp://nothing.example/' }), { status: 400 });
  assert.equal((await client.feeds.get(feed.id)).feed_url, OLD);
});

test('a feed that is gone is deleted by its repair, or kept and never mentioned again', async (t) => {
  const { house, client, feed } = await followed(t);
  house.web.serve(OLD, { status: 410 });
  for (let day = 0; day < 5; day++) await house.crawl(DAY);
  const [ailing] = await client.health.list();
  assert.deepEqual(
    [ailing?.['app.courant.health']?.state, ailing?.['app.courant.health']?.proposal?.kind],
    ['gone', 'unfollow'],
  );
  const kept = await client.health.repair(feed.id, { keep: true });
  assert.deepEqual([kept.repaired, kept.feed?.['app.courant.health']?.proposal], [true, undefined]);
  assert.deepEqual(await client.health.list(), []);
  assert.equal((await client.items.list()).items.length, 3);
  const otto = await house.signIn('otto');
  await assert.rejects(otto.client.feeds.create({ feedUrl: OLD }), { status: 422 });
});

test('without a wish to keep it, the repair of a gone feed ends it', async (t) => {
  const { house, client, feed } = await followed(t);
  house.web.serve(OLD, { status: 410 });
  for (let day = 0; day < 5; day++) await house.crawl(DAY);
  const ended = await client.health.repair(feed.id);
  assert.deepEqual([ended.repaired, ended.feed], [true, undefined]);
  assert.deepEqual(await client.feeds.list(), []);
});

test('another feed at the address is taken once a person accepts it', async (t) => {
  const { house, client, feed } = await followed(t);
  const sold = rss(
    'Casino',
    [1, 2, 3].map((n) => ({ guid: `c-${n}`, title: `Win ${n}`, link: `https://c.example/${n}` })),
  );
  house.web.serve(OLD, sold.replace('https://site.example/', 'https://casino.example/'));
  await house.crawl(2 * DAY);
  assert.equal((await client.health.list())[0]?.['app.courant.health']?.proposal?.kind, 'accept');
  const taken = await client.health.repair(feed.id);
  assert.deepEqual([taken.repaired, taken.feed?.id, taken.feed?.title], [true, feed.id, 'Casino']);
  assert.equal((await client.items.list()).items.length, 6);
});

test('where only a person can do something, the repair says what', async (t) => {
  const { house, client, feed } = await followed(t);
  house.web.serve(OLD, { status: 401 });
  await house.crawl(2 * DAY);
  const login = await client.health.repair(feed.id);
  assert.deepEqual(
    [login.repaired, login.sentence, login.feed?.id],
    [false, 'Follow it with the name and password in its address', feed.id],
  );
  house.web.serve(OLD, { status: 403, headers: { 'cf-mitigated': 'challenge' } });
  await house.crawl(2 * DAY);
  const wall = await client.health.repair(feed.id);
  assert.deepEqual(
    [wall.repaired, wall.sentence, wall.code],
    [false, 'Ask the owner of the site to let feed readers in', 'ask-owner'],
  );
});

test('a refresh visits at once, and says when it may not', async (t) => {
  const { house, client, feed } = await followed(t);
  house.web.serve(OLD, rss('Old', posts(1, 4)));
  await house.clock.advance(HOUR);
  const first = await client.health.refresh(feed.id);
  assert.deepEqual([first.sentence, first.code], ['The feed was read and has 1 new post', 'new-posts']);
  assert.equal(first.feed.last_updated, new Date(house.clock.now()).toISOString());
  assert.match((await client.health.refresh(feed.id)).sentence, /it can be refreshed again in 10 minutes/);
  assert.equal(house.web.requestsFor(OLD).length, 2);
});

test('a repair for one user changes nothing for another who follows the same address', async (t) => {
  const { house, client, feed } = await followed(t);
  const otto = await house.signIn('otto');
  const his = await otto.client.feeds.create({ feedUrl: OLD });
  const before = (await otto.client.items.list()).items;
  house.web.serve(NEW, rss('New', posts(7, 9)));
  await client.health.repair(feed.id, { feedUrl: NEW });
  assert.deepEqual((await otto.client.items.list()).items, before);
  assert.deepEqual(await otto.client.feeds.get(his.id), his);
  for (const id of [feed.id, 999]) {
    const none = { status: 404 };
    await assert.rejects(otto.client.health.get(id), {
      ...none,
      error: `Cannot get feed: there is no feed ${id}`,
    });
    await assert.rejects(otto.client.health.repair(id), {
      ...none,
      error: `Cannot repair feed: there is no feed ${id}`,
    });
    await assert.rejects(otto.client.health.refresh(id), {
      ...none,
      error: `Cannot refresh feed: there is no feed ${id}`,
    });
  }
  // Posts of one address never reach users who follow only the other.
  const eve = await house.signIn('eve');
  await eve.client.feeds.create({ feedUrl: NEW });
  assert.deepEqual(
    (await eve.client.items.list()).items.map((item) => item.title),
    ['Post 9', 'Post 8', 'Post 7'],
  );
});

interface Followed extends SignedIn {
  house: TestHouse;
  feed: Awaited<ReturnType<Client['feeds']['create']>>;
}

/** Ines follows the old address, which has three posts. */
async function followed(t: TestContext): Promise<Followed> {
  const house = await testHouse(t);
  const ines = await house.signIn('ines');
  return { ...ines, house, feed: await follow(house, ines.client, OLD, posts(1, 3)) };
}

async function changes({ house }: TestHouse, userId: number): Promise<[string, readonly number[]][]> {
  const rows = await house.library.store.read((tx) => changesAfter(tx, userId, 0, 1_000));
  return rows.map(({ kind, ids }) => [kind, ids]);
}

async function countsAreRight({ house }: TestHouse, userId: number): Promise<void> {
  assert.deepEqual(await house.library.store.read((tx) => feedsWithWrongCount(tx, userId)), []);
}

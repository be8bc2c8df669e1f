// What hubs may expect of us, and we of them, beyond the fourteen checks: leases, refusals, farewells, and what is believed.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { posts, rss } from './documents.ts';
import { type FakeHub, fakeHub } from './fake-hub.ts';
import { type TestHouse, testHouse } from './house.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { announced, feedUrl, followed, followIn, hubUrl, serveFeed } from './websub-feeds.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const modes = (hub: FakeHub): string[] => hub.asked.map(({ mode }) => mode);

test('a lease is renewed at its half, with the same callback and secret, as often as it must be', async (t) => {
  const { hub, crawl } = await followed(t);
  await crawl(4 * DAY);
  assert.deepEqual(modes(hub), ['subscribe']);
  await crawl(1.5 * DAY);
  assert.deepEqual(modes(hub), ['subscribe', 'subscribe']);
  const [first, second] = hub.asked;
  assert.equal(first?.form.get('hub.lease_seconds'), '864000');
  assert.deepEqual([second?.callback, second?.secret], [first?.callback, first?.secret]);
  assert.equal(hub.verified.at(-1)?.status, 200);
  await crawl(5.5 * DAY);
  assert.equal(hub.asked.length, 3);
});

test('the hub decides how long a lease is, but a short one does not make us ask all the time', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  hub.leaseSeconds = 60;
  serveFeed(house, announced(posts(1, 3)));
  const { crawl } = await followIn(house, hub);
  await crawl(50 * MINUTE);
  assert.equal(hub.asked.length, 1);
  hub.leaseSeconds = 100_000;
  await crawl(15 * MINUTE);
  assert.equal(hub.asked.length, 2);
  await crawl(45_000_000);
  assert.equal(hub.asked.length, 2);
  await crawl(10_000_000);
  assert.equal(hub.asked.length, 3);
});

test('a lease without an end, or one of years, is renewed all the same', async (t) => {
  const { hub, crawl } = await followed(t);
  await hub.verify({ 'hub.lease_seconds': '' });
  await crawl(5.6 * DAY);
  assert.equal(hub.asked.length, 2);
  await hub.verify({ 'hub.lease_seconds': '999999999' });
  await crawl(17 * DAY);
  assert.equal(hub.asked.length, 3);
});

test('when the last follower leaves the hub is told, and late pushes are told that it is over', async (t) => {
  const { hub, crawl, client, feedId, signIn } = await followed(t);
  const other = await signIn('ben');
  const second = await other.client.feeds.create({ feedUrl });
  await client.feeds.delete(feedId);
  await crawl(MINUTE);
  assert.deepEqual(modes(hub), ['subscribe']);
  await other.client.feeds.delete(second.id);
  await crawl(MINUTE);
  assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe']);
  assert.equal(hub.asked[1]?.secret, null);
  assert.equal(hub.verified.at(-1)?.status, 200);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 410);
  assert.equal((await hub.verify()).status, 200, 'the answer was lost, and the hub asks again');
  assert.equal((await hub.verify({ 'hub.mode': 'subscribe' })).status, 404);
  await crawl(5 * DAY);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 410);
  assert.equal((await hub.verify({ 'hub.mode': 'denied' })).status, 200);
  await crawl(25 * DAY);
  assert.equal(hub.asked.length, 2);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 404, 'forgotten');
});

test('a hub that does not confirm the farewell is told some times, and then left alone', async (t) => {
  const { hub, crawl, client, feedId } = await followed(t);
  hub.verifiesAtOnce = false;
  await client.feeds.delete(feedId);
  for (let hours = 0; hours < 100; hours++) await crawl(HOUR);
  assert.deepEqual(modes(hub), ['subscribe', ...Array(5).fill('unsubscribe')]);
});

test('a hub that has been told that it is over cannot make it go on', async (t) => {
  const { hub, crawl, client, feedId } = await followed(t);
  hub.verifiesAtOnce = false;
  await client.feeds.delete(feedId);
  await crawl(MINUTE);
  assert.equal((await hub.verify({ 'hub.mode': 'subscribe' })).status, 404);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 410);
  assert.equal((await hub.verify({ 'hub.mode': 'denied' })).status, 200, 'as good as the farewell');
  for (let day = 0; day < 31; day++) await crawl(DAY);
  assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe']);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 404, 'forgotten');
});

test('who comes back after everybody has left is announced to again', async (t) => {
  const { hub, crawl, client, feedId } = await followed(t);
  await client.feeds.delete(feedId);
  await crawl(MINUTE);
  await client.feeds.create({ feedUrl });
  // The next visit sees that there is a follower again.
  await crawl(DAY);
  await crawl(MINUTE);
  assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe', 'subscribe']);
  assert.notEqual(hub.asked[2]?.callback, hub.asked[0]?.callback);
  assert.equal((await hub.push(announced(posts(1, 4)))).status, 204);
});

test('a hub that denies is not asked again', async (t) => {
  const { hub, crawl } = await followed(t);
  assert.equal(
    (await hub.verify({ 'hub.mode': 'denied', 'hub.topic': 'https://site.example/x' })).status,
    404,
  );
  assert.equal((await hub.verify({ 'hub.mode': 'denied', 'hub.reason': 'no' })).status, 200);
  assert.equal((await hub.push(announced(posts(1, 9)))).status, 410);
  assert.equal((await hub.verify()).status, 404, 'a change of mind comes too late');
  for (let day = 0; day < 20; day++) await crawl(DAY);
  assert.equal(hub.asked.length, 1);
});

test('a hub that has denied is not asked for those who come back, nor told that they have left', async (t) => {
  const { hub, crawl, client, feedId } = await followed(t);
  await hub.verify({ 'hub.mode': 'denied' });
  await client.feeds.delete(feedId);
  const again = await client.feeds.create({ feedUrl });
  await crawl(DAY);
  assert.deepEqual(modes(hub), ['subscribe']);
  await client.feeds.delete(again.id);
  await crawl(DAY);
  assert.deepEqual(modes(hub), ['subscribe']);
});

test('a hub hears nothing of a feed that was followed for a moment only', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  serveFeed(house, announced(posts(1, 3)));
  const { client } = await house.signIn('ada');
  const feed = await client.feeds.create({ feedUrl });
  await client.feeds.delete(feed.id);
  await house.crawl(MINUTE);
  assert.equal(hub.asked.length, 0);
});

test('a hub that refuses is asked again after longer and longer times, not before it says', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  serveFeed(house, announced(posts(1, 3)));
  hub.answer = { status: 500 };
  const { crawl } = await followIn(house, hub);
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) await crawl(10 * MINUTE);
  const gaps = hub.asked.slice(1).map(({ at }, index) => (at - (hub.asked[index]?.at ?? 0)) / HOUR);
  assert.deepEqual(
    gaps.map((gap) => Math.floor(gap)),
    [1, 2, 4, 9],
  );
  assert.equal((await hub.verify()).status, 404, 'nothing is pending');
  hub.answer = { status: 429, headers: { 'retry-after': String(5 * 86_400) } };
  const before = hub.asked.length;
  while (hub.asked.length === before) await crawl(HOUR);
  for (let hours = 0; hours < 119; hours++) await crawl(HOUR);
  assert.equal(hub.asked.length, before + 1);
  hub.answer = { status: 202 };
  for (let hours = 0; hours < 30; hours++) await crawl(HOUR);
  assert.equal(hub.verified.at(-1)?.status, 200);
});

test('a hub that never asks back is asked again', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  hub.verifiesAtOnce = false;
  serveFeed(house, announced(posts(1, 3)));
  const { crawl } = await followIn(house, hub);
  await crawl(HOUR - MINUTE);
  assert.equal(hub.asked.length, 1);
  await crawl(20 * MINUTE);
  assert.equal(hub.asked.length, 2);
  assert.equal((await hub.verify()).status, 200);
});

test('a restart keeps what was agreed: nothing is asked, pushes are read, the renewal comes', async (t) => {
  const folder = temporaryFolder(t);
  const environment = { COURANT_DATABASE: `file:${join(folder, 'courant.db')}` };
  const before = await followed(t, { environment });
  const again = await testHouse(t, environment);
  serveFeed(again, announced(posts(1, 3)));
  const hub = fakeHub(again);
  await again.crawl(MINUTE);
  assert.equal(hub.asked.length, 0);
  const [agreed] = before.hub.asked;
  assert.ok(agreed);
  hub.asked.push(agreed);
  assert.equal((await hub.push(announced(posts(1, 4)))).status, 204);
  assert.equal((await before.titles()).length, 4);
  await again.crawl(5.6 * DAY);
  assert.equal(hub.asked[1]?.callback, agreed.callback);
});

test('a source that names another hub leaves the old one', async (t) => {
  const house = await followed(t);
  const other = fakeHub(house, 'https://other.example/hub');
  const [{ callback = '' } = {}] = house.hub.asked;
  serveFeed(house, announced(posts(1, 4), { hubs: [other.url] }));
  await house.crawl(DAY);
  await house.crawl(MINUTE);
  assert.deepEqual(modes(house.hub), ['subscribe', 'unsubscribe']);
  assert.deepEqual(modes(other), ['subscribe']);
  assert.equal((await house.hub.push(announced(posts(1, 9)), { callback })).status, 410);
  serveFeed(house, announced(posts(1, 5), { hubs: [] }));
  await house.crawl(DAY);
  await house.crawl(MINUTE);
  assert.deepEqual(modes(other), ['subscribe', 'unsubscribe']);
});

test('an old hub that does not confirm the farewell is not told at each visit', async (t) => {
  const house = await followed(t);
  house.hub.verifiesAtOnce = false;
  serveFeed(house, announced(posts(1, 4), { hubs: [] }));
  for (let hours = 0; hours < 5 * 24; hours++) await house.crawl(HOUR);
  assert.deepEqual(modes(house.hub), ['subscribe', ...Array(5).fill('unsubscribe')]);
});

test('an encrypted hub is asked rather than the first', async (t) => {
  const { hub, web } = await followed(t, {
    document: announced(posts(1, 3), { hubs: ['http://plain.example/', hubUrl] }),
  });
  assert.equal(hub.asked.length, 1);
  assert.equal(web.requestsFor('http://plain.example/').length, 0);
});

test('an unencrypted hub gets no secret, and what it sends is not believed', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house, 'http://hub.example/');
  serveFeed(house, announced(posts(1, 3), { hubs: [hub.url] }));
  const { titles } = await followIn(house, hub);
  assert.deepEqual(modes(hub), ['subscribe']);
  assert.equal(hub.asked[0]?.secret, null);
  assert.equal((await hub.push(announced(posts(1, 4)))).status, 204);
  assert.equal((await hub.push(announced(posts(1, 4)), { signature: null })).status, 204);
  assert.equal((await titles()).length, 3);
});

test('a feed that does not say what it is called is asked for at no hub', async (t) => {
  const { hub } = await followed(t, { document: announced(posts(1, 3), { self: undefined }) });
  assert.equal(hub.asked.length, 0);
});

test('an instance that is not reached by https asks no hub and has no door for one', async (t) => {
  const { hub, ask } = await followed(t, { environment: { COURANT_PUBLIC_URL: 'http://courant.example' } });
  assert.equal(hub.asked.length, 0);
  assert.equal((await ask('/websub/x', { method: 'POST', body: rss('x', []) })).status, 404);
});

test('what is left of an agreement is forgotten when https is given up', async (t) => {
  const folder = temporaryFolder(t);
  const environment = { COURANT_DATABASE: `file:${join(folder, 'courant.db')}` };
  const encryptedBefore = await followed(t, { environment });
  await encryptedBefore.hub.push(announced(posts(1, 4)));
  const plain = await testHouse(t, { ...environment, COURANT_PUBLIC_URL: 'http://courant.example' });
  const hub = fakeHub(plain);
  serveFeed(plain, announced(posts(1, 3)));
  for (let hours = 0; hours < 6 * 24; hours++) await plain.crawl(HOUR);
  assert.ok(plain.web.requestsFor(feedUrl).length > 20, 'as often as without a hub');
  const encrypted = await testHouse(t, environment);
  await encrypted.crawl(6 * DAY);
  assert.equal(encrypted.web.requestsFor(hubUrl).length, 0);
  assert.equal(hub.asked.length, 0);
});

test('a hub of many sources is asked one thing at a time, a second apart, and in turn with its own feeds', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house, 'https://site.example/hub');
  const addresses = await followThree(house, hub);
  // All three are due by then.
  await house.clock.advance(15_000);
  for (let tenths = 0; tenths < 50; tenths++) await tenthOfSecond(house);
  assert.deepEqual(hub.asked.map(({ topic }) => topic).sort(), addresses);
  for (let hours = 0; hours < 60; hours++) {
    await house.crawl(HOUR);
    for (let tenths = 0; tenths < 20; tenths++) await tenthOfSecond(house);
  }
  const times = house.web.requests.map(({ at }) => at);
  assert.ok(times.length > addresses.length * 2);
  for (const [index, at] of times.entries()) {
    if (index > 0) assert.ok(at - (times[index - 1] ?? 0) >= 1_000);
  }
});

test('a hub that asks for a pause gets it for all sources', async (t) => {
  const house = await testHouse(t);
  // A name that is registered: what stands at home is not one thing behind all its addresses.
  const hub = fakeHub(house, 'https://hub.courant-test.org/');
  hub.answer = { status: 429, headers: { 'retry-after': '86400' } };
  await followThree(house, hub);
  for (let hours = 0; hours < 23; hours++) await house.crawl(HOUR);
  assert.equal(hub.asked.length, 1);
  hub.answer = { status: 202 };
  for (let hours = 0; hours < 3; hours++) await house.crawl(HOUR);
  assert.deepEqual(new Set(hub.asked.map(({ topic }) => topic)).size, 3);
});

test('a hub that has been silent for more than a week is asked once a week', async (t) => {
  const { hub, crawl } = await followed(t);
  hub.answer = { status: 503 };
  for (let days = 0; days < 60; days += 0.25) await crawl(DAY / 4);
  const gaps = hub.asked.slice(1).map(({ at }, index) => (at - (hub.asked[index]?.at ?? 0)) / DAY);
  assert.ok(gaps.slice(-4).every((gap) => gap >= 7 && gap < 9));
});

test('a hub that says that it is gone is asked once a week, and another that the feed names at once', async (t) => {
  const house = await followed(t);
  const { hub, crawl } = house;
  hub.answer = { status: 410 };
  while (hub.asked.length < 2) await crawl(HOUR);
  for (let days = 0; days < 20; days += 0.25) await crawl(DAY / 4);
  assert.equal(hub.asked.length, 4);
  const other = fakeHub(house, 'https://other.example/hub');
  serveFeed(house, announced(posts(1, 4), { hubs: [other.url] }));
  await crawl(DAY);
  await crawl(MINUTE);
  assert.deepEqual(modes(other), ['subscribe']);
});

test('a renewal that fails once is repeated soon, however many there were before', async (t) => {
  const { hub, crawl } = await followed(t);
  for (let hours = 0; hours < 18 * 24; hours++) await crawl(HOUR);
  const renewals = hub.asked.length;
  hub.answer = { status: 500 };
  while (hub.asked.length === renewals) await crawl(HOUR);
  hub.answer = { status: 202 };
  await crawl(2 * HOUR);
  assert.equal(hub.asked.length, renewals + 2);
});

test('a hub that knows nothing of us need not be told again that it is over', async (t) => {
  const { hub, crawl, client, feedId } = await followed(t);
  hub.answer = { status: 404 };
  await client.feeds.delete(feedId);
  for (let hours = 0; hours < 100; hours++) await crawl(HOUR);
  assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe']);
});

for (const answer of [{ status: 503 }, { status: 429 }, { fails: 'connect-timeout' }] as const) {
  test(`a hub that cannot hear the farewell is told again: ${Object.values(answer)}`, async (t) => {
    const { hub, crawl, client, feedId } = await followed(t);
    Object.assign(hub, { answer, verifiesAtOnce: false });
    await client.feeds.delete(feedId);
    await crawl(MINUTE);
    assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe']);
    Object.assign(hub, { answer: { status: 202 }, verifiesAtOnce: true });
    for (let hours = 0; hours < 30; hours++) await crawl(HOUR);
    assert.deepEqual(modes(hub), ['subscribe', 'unsubscribe', 'unsubscribe']);
  });
}

test('a hub that does not answer is asked later, and the request names who asks', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  hub.verifiesAtOnce = false;
  serveFeed(house, announced(posts(1, 3)));
  hub.answer = { fails: 'connect-timeout' };
  const { crawl } = await followIn(house, hub);
  assert.match(
    house.web.requestsFor(hubUrl)[0]?.headers['user-agent'] ?? '',
    /^Courant\/.*https:\/\/courant\.example.*1 subscriber/,
  );
  hub.answer = { status: 202 };
  hub.verifiesAtOnce = true;
  await crawl(1.5 * HOUR);
  assert.equal(hub.verified.at(-1)?.status, 200);
});

test('when two sources turn out to be one, the hub of the one that goes is told', async (t) => {
  const house = await followed(t);
  const kept = 'https://kept.example/feed';
  house.web.serve(kept, { headers: { etag: '"k"' }, body: announced(posts(1, 3), { hubs: [] }) });
  await house.client.feeds.create({ feedUrl: kept });
  house.web.serve(feedUrl, { status: 301, headers: { location: kept } });
  for (let hours = 0; hours < 60; hours++) await house.crawl(HOUR);
  assert.equal((await house.client.feeds.list()).length, 1);
  assert.deepEqual(modes(house.hub), ['subscribe', 'unsubscribe']);
  assert.equal(house.hub.asked[1]?.topic, feedUrl);
  assert.equal(house.hub.verified.at(-1)?.status, 200);
});

test('a source that is gone for good is announced by nobody when the lease is over', async (t) => {
  const house = await followed(t);
  house.web.serve(feedUrl, { status: 410 });
  for (let hours = 0; hours < 8 * 24; hours++) await house.crawl(HOUR);
  assert.deepEqual(modes(house.hub), ['subscribe', 'unsubscribe']);
});

/** Three feeds of one site, with one hub. */
async function followThree(house: TestHouse, hub: FakeHub): Promise<string[]> {
  const { client } = await house.signIn('ada');
  const addresses = ['a', 'b', 'c'].map((name) => `https://site.example/${name}`);
  for (const self of addresses) {
    const body = announced(posts(1, 3), { hubs: [hub.url], self });
    house.web.serve(self, { headers: { etag: '"1"' }, body });
    await client.feeds.create({ feedUrl: self });
  }
  return addresses;
}

async function tenthOfSecond({ clock, house }: TestHouse): Promise<void> {
  await clock.advance(100);
  await house.library.crawler.runDue();
}

// While names cannot be looked up, or no way leads out, no site is asked, and mostly our own network is away: that must not cost a site's turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureReason } from '../../net/failure.ts';
import { findFeed, updateInterval } from '../../store/feeds/feeds.ts';
import { bench, rss } from '../testing/bench.ts';
import { healthOf } from './health.ts';

const FEED = 'https://example.com/feed';
const OTHER = 'https://example.org/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const away = { fails: 'dns-failed' as FailureReason };
const cutOff = { fails: 'no-network' as FailureReason };
const etag = { etag: 'E' };

test('a laptop that wakes before its network does, and sleeps again after two hours, still reads quiet feeds', async (t) => {
  const b = await bench(t);
  let isAwake = true;
  b.web.serve(FEED, () => (isAwake ? { body: rss([1]), headers: etag } : away));
  const { userId } = await b.subscribe(FEED);
  b.web.serve(FEED, () => (isAwake ? { body: rss([2, 1]), headers: etag } : away));
  for (let day = 0; day < 7; day++) {
    isAwake = false;
    await b.later(22 * HOUR);
    isAwake = true;
    for (let minutes = 0; minutes < 120; minutes += 5) await b.later(HOUR / 12);
  }
  assert.equal((await b.items(userId)).length, 2);
});

for (const { kind, headers, body, days } of [
  { kind: 'quiet', headers: etag, body: rss([1]), days: 1 },
  { kind: 'dead', headers: etag, body: rss([{ n: 1, hoursAgo: 9_000 }]), days: 2 },
  { kind: 'always sent in full', headers: {}, body: rss([1]), days: 2 },
  { kind: 'fresh for a day', headers: etag, body: rss([1], { extra: '<ttl>1440</ttl>' }), days: 2 },
]) {
  test(`a feed that is ${kind} is asked for again minutes after its name could not be looked up, and then ever less often, up to once an hour`, async (t) => {
    const b = await bench(t);
    const there = { body, headers };
    b.web.serve(FEED, there, ...Array.from({ length: 6 }, () => away), there);
    await b.subscribe(FEED);
    await b.later(days * DAY);
    assert.equal(b.web.requests.length, 2);
    for (let minutes = 0; minutes < 300; minutes += 5) await b.later(HOUR / 12);
    const asked = b.web.requests.slice(1).map(({ at }) => at / HOUR);
    const pauses = asked.slice(1).map((at, place) => at - (asked[place] ?? 0));
    assert.equal(pauses.length, 6, 'not again once it was reached');
    for (const [place, least] of [5, 10, 20, 40, 60, 60].entries()) {
      const pause = (pauses[place] ?? 0) * 60;
      assert.ok(pause > 0.94 * least && pause < 1.32 * least + 10, `after ${pause} minutes`);
    }
  });
}

test('a follower who wants a feed once a month does not wait for another month', async (t) => {
  const b = await bench(t);
  const there = { body: rss([1]), headers: etag };
  b.web.serve(FEED, there, away, there);
  const { userId, feedId } = await b.subscribe(FEED);
  await b.store.write((tx) => updateInterval(tx, userId, feedId, 30 * DAY));
  assert.equal((await b.store.read((tx) => findFeed(tx, userId, feedId)))?.intervalMs, 30 * DAY);
  await b.later(8 * HOUR);
  await b.later(2 * HOUR);
  assert.equal(b.web.requests.length, 3);
});

test('what fails once after a night without a network is not left alone for a day', async (t) => {
  const b = await bench(t);
  const answers = Array.from({ length: 10 }, () => away);
  b.web.serve(FEED, { body: rss([1]), headers: etag }, ...answers, { status: 502 }, { body: rss([2, 1]) });
  const { userId } = await b.subscribe(FEED);
  await b.later(8 * HOUR);
  for (let hour = 0; hour < 24; hour += 0.25) await b.later(HOUR / 4);
  assert.equal((await b.items(userId)).length, 2);
});

test('a quiet feed is visited within two hours after a night in which names were known but no way led out', async (t) => {
  const b = await bench(t);
  const night = Array.from({ length: 10 }, () => cutOff);
  b.web.serve(FEED, { body: rss([1]), headers: etag }, ...night, { body: rss([2, 1]), headers: etag });
  const { sourceId, userId } = await b.subscribe(FEED);
  await b.later(8 * HOUR);
  for (let hour = 0; hour < 14; hour += 0.25) await b.later(HOUR / 4);
  assert.equal((await b.items(userId)).length, 2);
  assert.equal((await b.store.read((tx) => healthOf(tx, sourceId)))?.state, 'well');
});

test('a person who refreshes a feed once the network is back need not wait ten minutes for a visit of which no site knows', async (t) => {
  const b = await bench(t);
  const there = { body: rss([1]), headers: etag };
  b.web.serve(FEED, there, away, cutOff, { status: 502 }, there);
  const { sourceId } = await b.subscribe(FEED);
  await b.later(8 * HOUR);
  const refresh = async (): Promise<string> => (await b.wait(b.crawler.refresh(sourceId))).sentence;
  assert.match(await refresh(), /visited .* ago; it can be refreshed again in 1 minute$/);
  await b.clock.advance(HOUR / 60);
  assert.match(await refresh(), /cannot be reached/);
  await b.clock.advance(HOUR / 60);
  assert.doesNotMatch(await refresh(), /can be refreshed again/);
  assert.match(await refresh(), /it can be refreshed again in 10 minutes/, 'the site was asked');
});

for (const [what, answer] of [
  ['redirects to a name that cannot be looked up', { status: 302, headers: { location: OTHER } }],
  ['takes no connection', { fails: 'connect-refused' as FailureReason }],
] as const) {
  test(`a site that ${what} was asked all the same`, async (t) => {
    const b = await bench(t);
    b.web.serve(FEED, { body: rss([1]), headers: etag }, answer);
    b.web.serve(OTHER, away);
    await b.subscribe(FEED);
    await b.later(DAY);
    const first = b.web.requestsFor(FEED).length;
    for (let hour = 0; hour < 5; hour++) await b.later(HOUR);
    assert.equal(b.web.requestsFor(FEED).length, first);
  });
}

for (const [names, most] of [
  [3, 2 * HOUR],
  [2, 30 * HOUR],
] as const) {
  test(`a resolver that says of ${names} names in a row that they do not exist is ${names > 2 ? 'away itself' : 'believed'}`, async (t) => {
    const b = await bench(t);
    let isBack = false;
    const sites = ['example.com', 'example.org', 'example.net'].slice(0, names);
    const feeds = sites.map((site) => `https://${site}/feed`);
    for (const feed of feeds) {
      b.web.serve(feed, { body: rss([1]), headers: etag });
      await b.subscribe(feed);
      b.web.serve(feed, () =>
        isBack ? { body: rss([2, 1]), headers: etag } : { fails: 'dns-not-found' as FailureReason },
      );
    }
    for (let minutes = 0; minutes < 20 * 60; minutes += 15) await b.later(HOUR / 4);
    isBack = true;
    b.web.forget();
    const since = b.clock.now();
    while (feeds.some((feed) => b.web.requestsFor(feed).length === 0)) await b.later(HOUR / 4);
    const waited = b.clock.now() - since;
    assert.ok(waited <= most && waited > most - 20 * HOUR, `${waited / HOUR} hours`);
  });
}

for (const [others, most] of [
  ['are away as well', 2 * HOUR],
  ['answer meanwhile', 8 * DAY],
] as const) {
  test(`a feed is read again soon after three weeks in which its name could not be looked up only if others ${others}`, async (t) => {
    const b = await bench(t);
    let isBack = false;
    const there = { body: rss([1]), headers: etag };
    b.web.serve(FEED, there);
    b.web.serve(OTHER, there);
    const { userId } = await b.subscribe(FEED);
    await b.subscribe(OTHER);
    b.web.serve(FEED, () => (isBack ? { body: rss([2, 1]), headers: etag } : away));
    b.web.serve(OTHER, () => (isBack || others === 'answer meanwhile' ? there : away));
    for (let hour = 0; hour < 16 * 24; hour++) await b.later(HOUR);
    const before = b.web.requestsFor(FEED).length;
    for (let hour = 0; hour < 5 * 24; hour++) await b.later(HOUR);
    const later = b.web.requestsFor(FEED).length - before;
    assert.ok(others === 'are away as well' ? later > 40 : later <= 1, `${later} in five days`);
    isBack = true;
    const since = b.clock.now();
    while ((await b.items(userId)).length < 2 && b.clock.now() - since < most) await b.later(HOUR / 4);
    assert.equal((await b.items(userId)).length, 2);
  });
}

test('hours without a network are no trouble of a feed, and a day of them is', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: etag }, away);
  const { sourceId } = await b.subscribe(FEED);
  const state = async (): Promise<string | undefined> =>
    (await b.store.read((tx) => healthOf(tx, sourceId)))?.state;
  await b.later(8 * HOUR);
  for (let hour = 0; hour < 12; hour++) await b.later(HOUR);
  assert.ok((await b.visits(sourceId)).length > 6);
  assert.equal(await state(), 'hiccup');
  for (let hour = 0; hour < 14; hour++) await b.later(HOUR);
  assert.equal(await state(), 'failing');
});

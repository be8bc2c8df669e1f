import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Bench, bench, rss } from '../crawler/testing/bench.ts';
import type { Feed } from '../model/feed.ts';
import { Refusal } from '../model/refusal.ts';
import { changesAfter } from '../store/changes.ts';
import { findSchedule } from '../store/sources/schedules.ts';
import { someUser } from '../store/testing/rows.ts';
import { removeAccount } from './accounts.ts';
import { updateFeed } from './feed-settings.ts';
import { follow, getFeed, unfollow } from './feeds.ts';
import type { Library } from './library.ts';
import { preview } from './preview.ts';
import { libraryOf, refusal } from './testing/some-library.ts';

const URL = 'https://example.com/feed';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('an interval is kept, told of once, and plans the next visit anew', async (t) => {
  const { library, ines, feed, waits, b } = await followed(t);
  assert.equal(feed.intervalMs, undefined);
  const usual = await waits();
  assert.equal((await updateFeed(library, ines, feed.id, { intervalMs: 2 * HOUR })).intervalMs, 2 * HOUR);
  assert.equal((await getFeed(library, ines, feed.id)).intervalMs, 2 * HOUR);
  assert.ok(Math.abs((await waits()) - 2 * HOUR) < 5 * MINUTE);
  await updateFeed(library, ines, feed.id, { intervalMs: 2 * HOUR });
  const changes = await b.store.read((tx) => changesAfter(tx, ines, 0, 100));
  assert.equal(changes.filter(({ kind }) => kind === 'feeds.changed').length, 1);
  await updateFeed(library, ines, feed.id, { intervalMs: 20 * DAY });
  assert.ok(Math.abs((await waits()) - 20 * DAY) < HOUR);
  await updateFeed(library, ines, feed.id, { intervalMs: 'adaptive' });
  // The first plan also spreads sources over time; this one does not.
  assert.ok((await waits()) <= usual && (await waits()) > 4 * HOUR);
});

test('the host wakes for the new plan, and the visit after it keeps to the interval', async (t) => {
  const { library, ines, feed, waits, b } = await followed(t);
  await b.clock.advance(3 * HOUR);
  assert.equal(await b.wait(b.crawler.runDue()), 0);
  await updateFeed(library, ines, feed.id, { intervalMs: 2 * HOUR });
  assert.equal(await b.wait(b.crawler.runDue()), 1);
  assert.ok(Math.abs((await waits()) - 2 * HOUR) < 10 * MINUTE);
});

test('an interval outside the limits is refused, and nothing changes', async (t) => {
  const { library, ines, feed } = await followed(t);
  for (const wrong of [0, -HOUR, 15 * MINUTE - 1, 30 * DAY + 1, HOUR + 0.5, Number.NaN]) {
    await assert.rejects(
      updateFeed(library, ines, feed.id, { intervalMs: wrong }),
      refusal('invalid', /^Cannot set interval: it must be from 15 minutes to 30 days$/),
    );
  }
  for (const right of [15 * MINUTE, 30 * DAY])
    await updateFeed(library, ines, feed.id, { intervalMs: right });
  assert.equal((await getFeed(library, ines, feed.id)).intervalMs, 30 * DAY);
});

test('a feed of somebody else is refused just as one that does not exist', async (t) => {
  const { library, ines, otto, feed } = await followed(t);
  for (const id of [feed.id, 999]) {
    await assert.rejects(
      updateFeed(library, otto, id, { intervalMs: HOUR }),
      refusal('not-found', new RegExp(`^Cannot update feed: there is no feed ${id}$`)),
    );
  }
  assert.equal((await getFeed(library, ines, feed.id)).intervalMs, undefined);
});

test('whoever comes later does not wait for the long interval of another', async (t) => {
  const { library, ines, otto, feed, waits, b } = await followed(t);
  await updateFeed(library, ines, feed.id, { intervalMs: 30 * DAY });
  await b.wait(follow(library, otto, { address: URL, groupIds: [] }));
  assert.ok((await waits()) <= 7 * HOUR);
});

test('an interval goes with whoever wanted it, also for the next follower', async (t) => {
  const { library, ines, otto, feed, waits, b } = await followed(t);
  await updateFeed(library, ines, feed.id, { intervalMs: 30 * DAY });
  await unfollow(library, ines, feed.id);
  const ottos = await b.wait(follow(library, otto, { address: URL, groupIds: [] }));
  assert.ok((await waits()) <= 7 * HOUR);
  await updateFeed(library, otto, ottos.id, { intervalMs: 30 * DAY });
  await removeAccount(library, otto);
  await b.wait(follow(library, ines, { address: URL, groupIds: [] }));
  assert.ok((await waits()) <= 7 * HOUR);
});

test('whose account goes while a document is fetched is told so, and follows nothing', async (t) => {
  const { library, otto, b } = await followed(t);
  b.web.serve('https://late.example/feed', async () => {
    await removeAccount(library, otto);
    return { body: rss([1]) };
  });
  await assert.rejects(
    b.wait(follow(library, otto, { address: 'https://late.example/feed', groupIds: [] })),
    refusal('unauthenticated', /the account is gone or disabled$/),
  );
});

test('an account that must not go after all stays whole', async (t) => {
  const { library, ines, feed } = await followed(t);
  const refuse = (): Promise<void> => Promise.reject(new Refusal('cannot', 'Cannot delete user: it is you'));
  await assert.rejects(removeAccount(library, ines, refuse), refusal('cannot', /it is you$/));
  assert.deepEqual(await getFeed(library, ines, feed.id), feed);
});

test('an address that leads for now to a feed of the user gives that one; to others it is a feed of its own', async (t) => {
  const { library, ines, otto, feed, b } = await followed(t);
  const short = 'https://short.example/feed';
  b.web.serve(URL, { body: rss([1]), headers: { etag: 'E' } });
  b.web.serve(short, { status: 302, headers: { location: URL } });
  const again = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  assert.equal(again.id, feed.id);
  assert.equal((await b.items(ines)).length, 1);
  assert.equal((await b.wait(preview(library, ines, short))).feedId, feed.id);
  // Followed under the address that was typed: it may lead elsewhere tomorrow.
  const ottos = await b.wait(follow(library, otto, { address: short, groupIds: [] }));
  assert.deepEqual([ottos.feedUrl, (await b.items(otto)).length], [short, 1]);
  assert.equal((await b.wait(preview(library, otto, short))).feedId, ottos.id);
  const asked = b.web.requests.length;
  assert.equal((await b.wait(follow(library, ines, { address: short, groupIds: [] }))).id, feed.id);
  assert.equal(b.web.requests.length, asked, 'what is known already costs no request');
  await unfollow(library, ines, feed.id);
  const own = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  assert.equal(own.feedUrl, short);
});

test('an address gives the feed that the user follows at another one that leads there for now', async (t) => {
  const { library, ines, otto, b } = await followed(t);
  const [target, short, shorter] = [
    'https://example.com/new',
    'https://short.example/a',
    'https://s.example/b',
  ];
  b.web.serve(target, rss([1], { title: 'Moved for now' }));
  for (const from of [short, shorter]) b.web.serve(from, { status: 302, headers: { location: target } });
  const own = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  for (const address of [target, shorter, short]) {
    assert.equal((await b.wait(follow(library, ines, { address, groupIds: [] }))).id, own.id, address);
    assert.equal((await b.wait(preview(library, ines, address))).feedId, own.id, address);
  }
  assert.equal((await b.wait(follow(library, otto, { address: target, groupIds: [] }))).feedUrl, target);
});

test('where an address that led to a feed fails, the feed can be followed at its own', async (t) => {
  const { library, ines, b } = await followed(t);
  const [target, short] = ['https://example.com/new', 'https://short.example/a'];
  b.web.serve(target, rss([1]));
  b.web.serve(short, { status: 302, headers: { location: target } }, { status: 404 });
  const old = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  await b.later(2 * DAY);
  const own = await b.wait(follow(library, ines, { address: target, groupIds: [] }));
  assert.notEqual(own.id, old.id);
  assert.equal(own.feedUrl, target);
});

test('an address that leads for now to where a feed was given up is followed for itself', async (t) => {
  const { library, ines, feed, b } = await followed(t);
  b.web.serve(URL, { status: 410 });
  for (let day = 0; day < 4; day++) await b.later(DAY);
  assert.equal((await getFeed(library, ines, feed.id)).condition.memory.state, 'gone');
  const short = 'https://short.example/feed';
  b.web.serve(short, { status: 302, headers: { location: URL } });
  b.web.serve(URL, rss([2, 1]));
  const own = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  assert.notEqual(own.id, feed.id);
});

test('an address that leads for now to where another feed of the user was is followed for itself', async (t) => {
  const { library, ines, b } = await followed(t);
  const [target, short, kept] = [
    'https://example.com/new',
    'https://short.example/a',
    'https://kept.example/feed',
  ];
  b.web.serve(target, { status: 301, headers: { location: kept } });
  b.web.serve(kept, rss([1]));
  const old = await b.wait(follow(library, ines, { address: target, groupIds: [] }));
  assert.equal(old.feedUrl, kept);
  b.web.serve(target, rss([2], { title: 'Another' }));
  b.web.serve(short, { status: 302, headers: { location: target } });
  const own = await b.wait(follow(library, ines, { address: short, groupIds: [] }));
  assert.deepEqual([own.feedUrl, own.title], [short, 'Another']);
});

test('who has the feed to which an address has led follows no other there, unless it was searched for', async (t) => {
  const { library, ines, otto, b } = await followed(t);
  const [old, kept] = ['https://example.com/old', 'https://kept.example/feed'];
  b.web.serve(old, { status: 301, headers: { location: kept } });
  b.web.serve(kept, rss([1]));
  const own = await b.wait(follow(library, ines, { address: old, groupIds: [] }));
  assert.equal(own.feedUrl, kept);
  b.web.serve(old, rss([2], { title: 'Another' }));
  await b.clock.advance(DAY);
  assert.equal((await b.wait(follow(library, ines, { address: old, groupIds: [] }))).id, own.id);
  assert.equal((await b.wait(preview(library, otto, old))).title, 'Another');
  assert.equal((await b.wait(follow(library, ines, { address: old, groupIds: [] }))).title, 'Another');
});

interface Followed {
  b: Bench;
  library: Library;
  ines: number;
  otto: number;
  /** The feed of Ines. */
  feed: Feed;
  /** How long after its last visit the source is planned to be visited next. */
  waits(): Promise<number>;
}

async function followed(t: TestContext): Promise<Followed> {
  const b = await bench(t);
  b.web.serve(URL, { body: rss([1]), headers: { etag: 'E' } }, { status: 304 });
  const library = await libraryOf(b.store, b.crawler);
  const [ines, otto] = await b.store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  assert.ok(ines && otto);
  const feed = await b.wait(follow(library, ines, { address: URL, groupIds: [] }));
  const waits = async (): Promise<number> => {
    const schedule = await b.store.read((tx) => findSchedule(tx, feed.sourceId));
    assert.ok(schedule?.nextVisitAt && schedule.lastVisitAt);
    return schedule.nextVisitAt - schedule.lastVisitAt;
  };
  return { b, library, ines, otto, feed, waits };
}

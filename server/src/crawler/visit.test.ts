import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deleteFeed } from '../store/feeds/feeds.ts';
import { findSchedule, unscheduleIfUnfollowed } from '../store/sources/schedules.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { bench, rss } from './testing/bench.ts';

const FEED = 'https://a.example/feed';
const MINUTE = 60_000;
const HOUR = 3_600_000;
/** The feed, with validators, is visited by then. */
const SOON = 26 * HOUR;

for (const isCommitted of [false, true]) {
  const how = isCommitted ? 'after the commit, so that its answer is lost' : 'before the commit';
  test(`a visit is recorded once and as it was, if the database is lost ${how}`, async (t) => {
    const { b, sourceId, userId, requests } = await visitWithLoss(t, { isCommitted, lost: 'once' });
    assert.deepEqual(
      (await b.items(userId)).map(({ title }) => title),
      ['Post 2', 'Post 1'],
    );
    const visits = await b.visits(sourceId);
    assert.deepEqual(
      visits.map(({ outcome }) => outcome.kind),
      ['document', 'document'],
    );
    assert.equal(requests, 1);
  });
}

test('a visit that cannot be recorded, as the database stays away, is repeated when its lease has ended', async (t) => {
  const { b, sourceId, userId } = await visitWithLoss(t, { lost: 'for good' });
  assert.equal((await b.visits(sourceId)).length, 1, 'nothing is recorded');
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? 0) <= b.clock.now());
  await b.later(3 * 60_000);
  assert.equal((await b.items(userId)).length, 2);
});

test('a source that its last follower leaves while it is being visited is not visited again', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  b.web.serve(FEED, async () => {
    await b.store.write(async (tx) => {
      await deleteFeed(tx, userId, feedId);
      await unscheduleIfUnfollowed(tx, sourceId);
    });
    return { body: rss([2, 1]), headers: { etag: 'F' } };
  });
  b.web.forget();
  for (let days = 0; days < 10; days++) await b.later(SOON);
  assert.equal(b.web.requestsFor(FEED).length, 1);
});

test('a document says what its feed is called and where its site is, and what it leaves out stays as it was', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } });
  const { userId, sourceId } = await b.subscribe(FEED);
  const face = { title: 'Its new name', site: 'https://site.example/' };
  b.web.serve(FEED, { body: rss([1], face), headers: { etag: 'N' } });
  await b.later(SOON);
  const bare = rss([2, 1]).replace(/<channel><title>.*?<\/title><link>.*?<\/link>/, '<channel>');
  b.web.serve(FEED, { body: bare, headers: { etag: 'F' } });
  await b.later(SOON);
  assert.equal((await b.items(userId)).length, 2);
  const now = await b.source(sourceId);
  assert.deepEqual([now.title, now.siteUrl], [face.title, face.site]);
});

test('a visit whose posts the disk has no room for is recorded as a failure, and the site is not asked again at once', async (t) => {
  const { b, sourceId } = await visitWithLoss(t, { lost: 'posts only' });
  const [last] = await b.visits(sourceId);
  assert.equal(last?.outcome.kind === 'unreachable' && last.outcome.reason, 'our-fault');
  const schedule = await b.store.read((tx) => findSchedule(tx, sourceId));
  assert.ok((schedule?.nextVisitAt ?? 0) >= b.clock.now() + HOUR / 2);
});

test('a visit that is broken off because the service stops is no failure of the site, and is made again after the start', async (t) => {
  const b = await bench(t);
  b.web.serve(FEED, { body: rss([1]), headers: { etag: 'E' } }, { body: rss([2, 1]), afterMs: HOUR });
  const { sourceId, userId } = await b.subscribe(FEED);
  const node = b.open();
  await b.clock.advance(SOON);
  b.web.forget();
  const round = node.runDue();
  while (b.web.requests.length === 0) await b.clock.settle();
  await b.wait(node.close());
  await round;
  assert.equal((await b.visits(sourceId)).length, 1, 'nothing is recorded');
  b.web.serve(FEED, { body: rss([2, 1]) });
  await b.later(MINUTE);
  assert.equal((await b.items(userId)).length, 2);
});

interface Loss {
  /** When posts are first written, or from then on: of everything, or each time that posts are written. */
  lost: 'once' | 'for good' | 'posts only';
  isCommitted?: boolean;
}

/** A source with one post publishes a second one, and the database is lost while the visit is recorded. */
async function visitWithLoss(t: TestContext, loss: Loss) {
  const b = await bench(t);
  b.web.serve(
    FEED,
    { body: rss([1]), headers: { etag: 'E' } },
    { body: rss([2, 1]), headers: { etag: 'F' } },
  );
  const { sourceId, userId } = await b.subscribe(FEED);
  const node = b.open({ store: lossy(b.store, loss) });
  b.web.forget();
  await b.clock.advance(SOON);
  await b.wait(node.runDue());
  await b.wait(node.close());
  return { b, sourceId, userId, requests: b.web.requests.length };
}

function lossy(real: Store, { lost, isCommitted = false }: Loss): Store {
  const { store, spied } = spiedStore(real);
  let losses = 0;
  const lose = (): void => {
    const writesPosts = [...spied.statements.keys()].some((text) => text.includes('INSERT INTO posts'));
    spied.statements.clear();
    const isLost = losses === 0 || lost === 'posts only' ? writesPosts : lost === 'for good';
    if (!isLost) return;
    losses++;
    throw new StoreUnavailable('Cannot reach the database');
  };
  return {
    ...store,
    async write(fn, options) {
      const value = await store.write(async (tx) => {
        const result = await fn(tx);
        if (!isCommitted) lose();
        return result;
      }, options);
      lose();
      return value;
    },
  };
}

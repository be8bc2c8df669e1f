import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../log.ts';
import { deleteFeed } from '../../store/feeds/feeds.ts';
import { hubsOf, noteAsked } from '../../store/sources/hubs.ts';
import { unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { removeUnfollowed } from '../../store/sources/unfollowed-sources.ts';
import { sql } from '../../store/sql.ts';
import { withoutReleases } from '../../store/testing/interrupted-store.ts';
import { bench, rss } from '../testing/bench.ts';

const MINUTE = 60_000;
const FEED = 'https://example.com/feed';
const HUB = 'https://hub.example/';
const links = `<link rel="hub" href="${HUB}" xmlns="http://www.w3.org/2005/Atom"/>
  <link rel="self" href="${FEED}" xmlns="http://www.w3.org/2005/Atom"/>`;

test('where nothing is to be asked of a hub, it is not asked, and others have their turn at its host', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  await b.subscribe(FEED);
  await b.clock.advance(MINUTE);
  await b.store.write((tx) => tx.run(sql`UPDATE hubs SET state = 'ended'`));
  await b.round();
  assert.equal(b.web.requestsFor(HUB).length, 0);
  assert.deepEqual(await b.store.read((tx) => tx.all(sql`SELECT id FROM hubs`)), []);
  assert.deepEqual(await b.store.read((tx) => tx.all(sql`SELECT id FROM hosts WHERE lease IS NOT NULL`)), []);
});

test('a hub that does not take us on is not asked, nor looked at again, however many follow', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  await b.subscribe(FEED);
  await b.clock.advance(MINUTE);
  await b.store.write((tx) => tx.run(sql`UPDATE hubs SET state = 'denied', failures = 3`));
  await b.round();
  assert.equal(b.web.requestsFor(HUB).length, 0);
  const kept = await b.store.read((tx) => tx.all(sql`SELECT url, state, failures, due_at FROM hubs`));
  assert.deepEqual(kept, [{ url: HUB, state: 'denied', failures: 3, due_at: null }]);
});

test('hubs of PubSubHubbub 0.3 are told how to verify, without which they refuse', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  b.web.serve(HUB, { status: 202 });
  await b.subscribe(FEED);
  await b.later(MINUTE);
  const [asked] = b.web.requestsFor(HUB);
  assert.equal(new URLSearchParams(asked?.body).get('hub.verify'), 'async');
});

test('the hub of a source that is kept no longer is told that it is over', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  b.web.serve(HUB, { status: 202 });
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  await b.later(MINUTE);
  await b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await removeUnfollowed(tx, sourceId, 10);
  });
  await b.later(MINUTE);
  const modes = b.web.requestsFor(HUB).map(({ body }) => new URLSearchParams(body).get('hub.mode'));
  assert.deepEqual(modes, ['subscribe', 'unsubscribe']);
});

test('a hub that refuses to let us go while another node asks it for news again has still been asked', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  const { userId, feedId, sourceId } = await b.subscribe(FEED);
  const hub = async () => (await b.store.read((tx) => hubsOf(tx, sourceId)))[0];
  // The first node stood still for longer than it may hold the host.
  const refuse = async () => {
    const asked = await hub();
    assert.ok(asked);
    const again = { mode: 'subscribe', failures: 1, dueAt: b.clock.now() + MINUTE } as const;
    await b.store.write((tx) => noteAsked(tx, asked, again));
    return { status: 404 };
  };
  b.web.serve(HUB, { status: 202 }, refuse);
  await b.later(MINUTE);
  await b.store.write(async (tx) => {
    await deleteFeed(tx, userId, feedId);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
  await b.later(MINUTE);
  const modes = b.web.requestsFor(HUB).map(({ body }) => new URLSearchParams(body).get('hub.mode'));
  assert.deepEqual(modes.slice(0, 2), ['subscribe', 'unsubscribe']);
  assert.equal((await hub())?.asked, 'subscribe');
});

test('an answer of a hub that cannot be stored ends its call, and nothing else', async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }));
  b.web.serve(HUB, { status: 202 });
  await b.subscribe(FEED);
  await b.clock.advance(MINUTE);
  const told: string[] = [];
  const note = (event: string): void => void told.push(event);
  const node = b.open({
    store: withoutReleases(b.store),
    log: { ...silentLog, info: note, warn: note, error: note },
  });
  await b.wait(node.runDue());
  assert.equal(b.web.requestsFor(HUB).length, 1);
  assert.ok(!told.includes('hub asked'), told.join());
  await b.wait(node.close());
});

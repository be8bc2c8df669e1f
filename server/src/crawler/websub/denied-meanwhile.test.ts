import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isOnPostgres } from '../../../test/temporary-store.ts';
import { hubsOf } from '../../store/sources/hubs.ts';
import { unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { sql } from '../../store/sql.ts';
import type { Store } from '../../store/store.ts';
import { interrupted } from '../../store/testing/interrupted-store.ts';
import { overtaken } from '../../store/testing/overtaken.ts';
import { bench, rss } from '../testing/bench.ts';

const MINUTE = 60_000;
const FEED = 'https://example.com/feed';
const links = `<link rel="hub" href="https://hub.example/" xmlns="http://www.w3.org/2005/Atom"/>
  <link rel="self" href="${FEED}" xmlns="http://www.w3.org/2005/Atom"/>`;

test('a hub that denies us while another node stores what it has pushed has denied us', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { clock, web, store, crawler, open, wait, subscribe, items } = await bench(t, {
    pushUrl: 'https://courant.example/websub/',
  });
  web.serve(FEED, rss([2, 1], { extra: links }));
  const { sourceId, userId } = await subscribe(FEED);
  const hub = async () => (await store.read((tx) => hubsOf(tx, sourceId)))[0];
  const { callback = '', topic = '', secret = '' } = (await hub()) ?? {};
  const deny = () => crawler.verifyHub({ callback, mode: 'denied', topic, leaseSeconds: undefined });
  const node = open({ store: onceBefore(store, 'INSERT INTO items', deny) });
  const body = new TextEncoder().encode(rss([3, 2, 1]));
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  assert.equal(await node.deliver({ callback, body, contentType: undefined, signature }), 'taken');
  await wait(node.close());
  assert.equal((await items(userId)).length, 3);
  const after = await hub();
  assert.deepEqual([after?.state, after?.trustedSince], ['denied', undefined]);
  assert.ok((after?.pushedAt ?? 0) > 0 && (after?.pushedAt ?? 0) <= clock.now());
});

test('a hub that denies or verifies us while another node notes that it has refused the request has done so', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  for (const [mode, state] of [
    ['denied', 'denied'],
    ['subscribe', 'active'],
  ] as const) {
    const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
    b.web.serve(FEED, rss([2, 1], { extra: links }));
    b.web.serve('https://hub.example/', { status: 503 });
    const { sourceId } = await b.subscribe(FEED);
    const hub = async () => (await b.store.read((tx) => hubsOf(tx, sourceId)))[0];
    const { callback = '', topic = '' } = (await hub()) ?? {};
    const say = () => b.crawler.verifyHub({ callback, mode, topic, leaseSeconds: undefined });
    await b.clock.advance(MINUTE);
    // The first update notes what is asked, the second what came of it.
    const node = b.open({ store: onceBefore(b.store, 'UPDATE hubs', say, 2) });
    await b.wait(node.runDue());
    const after = await hub();
    assert.deepEqual([after?.state, after?.asked], [state, undefined]);
    assert.equal(after?.dueAt === undefined, mode === 'denied');
  }
});

test('a hub that denies us while another node finds that it can be relied on is not relied on', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([2, 1], { extra: links }), rss([3, 2, 1], { extra: links }));
  const { sourceId } = await b.subscribe(FEED);
  const hub = async () => (await b.store.read((tx) => hubsOf(tx, sourceId)))[0];
  const { callback = '', topic = '', secret = '' } = (await hub()) ?? {};
  const ask = (mode: string) => b.crawler.verifyHub({ callback, mode, topic, leaseSeconds: undefined });
  await b.store.write((tx) => tx.run(sql`UPDATE hubs SET asked = 'subscribe'`));
  await ask('subscribe');
  await b.clock.advance(MINUTE);
  const body = new TextEncoder().encode('There is something');
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  await b.crawler.deliver({ callback, body, contentType: undefined, signature });
  await b.clock.settle();
  await b.clock.advance(48 * 60 * MINUTE);
  const node = b.open({ store: onceBefore(b.store, 'UPDATE hubs', () => ask('denied')) });
  assert.equal(await b.wait(node.runDue()), 1);
  const after = await hub();
  assert.deepEqual([after?.state, after?.trustedSince], ['denied', undefined]);
});

test('a hub that is asked to stop while another node takes its word for a renewal may still verify that', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([2, 1], { extra: links }));
  b.web.serve('https://hub.example/', { status: 202 });
  const { sourceId, feedId } = await b.subscribe(FEED);
  const hub = async () => (await b.store.read((tx) => hubsOf(tx, sourceId)))[0];
  const { callback = '', topic = '' } = (await hub()) ?? {};
  await b.clock.advance(MINUTE);
  assert.equal(await b.wait(b.crawler.runDue()), 1);
  await b.store.write(async (tx) => {
    await tx.run(sql`DELETE FROM feeds WHERE id = ${feedId}`);
    await unscheduleIfUnfollowed(tx, sourceId);
  });
  await b.clock.advance(MINUTE);
  const node = b.open({ store: overtaken(b.store, () => b.wait(b.crawler.runDue())) });
  const verify = (mode: string) => node.verifyHub({ callback, mode, topic, leaseSeconds: undefined });
  assert.equal(await verify('subscribe'), 'refused');
  assert.equal((await hub())?.asked, 'unsubscribe');
  assert.equal(await verify('unsubscribe'), 'agreed');
});

/** Does something in the middle of a transaction, before the first (or nth) statement with some words. */
function onceBefore(store: Store, words: string, act: () => Promise<unknown>, nth = 1): Store {
  return interrupted(store, words, (met) => (met === nth ? act() : undefined));
}

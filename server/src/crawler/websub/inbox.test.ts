import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../log.ts';
import type { Hub } from '../../model/hub.ts';
import { hubsOf, insertHub, updateHub } from '../../store/sources/hubs.ts';
import { updateSource } from '../../store/sources/sources.ts';
import { sql } from '../../store/sql.ts';
import { StoreUnavailable } from '../../store/store.ts';
import type { Crawler, CrawlerOptions } from '../crawler.ts';
import { unpacked } from '../reading/unpacked.ts';
import { type Bench, bench, rss } from '../testing/bench.ts';
import { inlineReader } from '../testing/inline-reading.ts';
import { wordsOnlyBeforehand } from '../testing/words-only-beforehand.ts';

const links =
  '<link rel="hub" href="https://hub.example/" xmlns="http://www.w3.org/2005/Atom"/><link rel="self" href="https://example.com/feed" xmlns="http://www.w3.org/2005/Atom"/>';

interface Announced extends Bench {
  hub: Hub;
  userId: number;
  push(shown: number[], to?: Crawler): Promise<string>;
}

async function announced(t: TestContext, options: Partial<CrawlerOptions> = {}): Promise<Announced> {
  const house = await bench(t, { pushUrl: 'https://courant.example/websub/', ...options });
  house.web.serve('https://example.com/feed', rss([2, 1], { extra: links }));
  const { sourceId, userId } = await house.subscribe('https://example.com/feed');
  const [hub] = await house.store.read((tx) => hubsOf(tx, sourceId));
  assert.ok(hub);
  return {
    ...house,
    hub,
    userId,
    async push(shown, to = house.crawler) {
      const body = new TextEncoder().encode(rss(shown));
      const signature = `sha256=${createHmac('sha256', hub.secret ?? '')
        .update(body)
        .digest('hex')}`;
      return to.deliver({ callback: hub.callback, body, contentType: undefined, signature });
    },
  };
}

test('a push is told to those who follow, once it is stored', async (t) => {
  const { clock, changed, push, userId, items } = await announced(t);
  changed.length = 0;
  assert.equal(await push([3, 2, 1]), 'taken');
  await clock.settle();
  assert.deepEqual(changed, [[userId]]);
  assert.equal((await items(userId)).length, 3);
  await push([3, 2, 1]);
  await clock.settle();
  assert.equal(changed.length, 1);
});

test('a push brings the words of its posts along: none are made while the lock is held', async (t) => {
  const { clock, store, open, wait, push, userId, items } = await announced(t);
  const crawler = open({ store: wordsOnlyBeforehand(store) });
  t.after(() => wait(crawler.close()));
  assert.equal(await push([3, 2, 1], crawler), 'taken');
  await clock.settle();
  assert.equal((await items(userId)).length, 3);
});

test('a push after an update brings what is new, and leaves what older readers have read to a visit', async (t) => {
  const { clock, store, push, hub, userId, items, source } = await announced(t);
  const sourceId = hub.sourceId ?? 0;
  const older = await source(sourceId);
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE post_contents SET content = ${'<p>Text</p>'}`);
    await updateSource(tx, sourceId, { ...older, memory: { ...older.memory, readBy: '0.9' } });
  });
  await push([3, 2, 1]);
  await clock.settle();
  const contents = (await items(userId)).map(({ content }) => content);
  assert.deepEqual(contents, ['Text 3', '<p>Text</p>', '<p>Text</p>']);
  assert.equal((await source(sourceId)).memory.readBy, '0.9');
});

test('a push that is being read when the crawler closes is stored, and the next one is left to the hub', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, crawler, push, userId, items } = await announced(t, {
    read: async (...document) => {
      if (Buffer.from(await unpacked(document[0])).includes('Post 3')) await promise;
      return inlineReader(...document);
    },
  });
  await push([3]);
  const closed = crawler.close();
  await clock.settle();
  resolve();
  await closed;
  assert.equal((await items(userId)).length, 3);
  assert.equal(await push([4]), 'away');
});

test('a push that was taken waits for a store that is away', async (t) => {
  let isAway = false;
  const { clock, push, userId, items } = await announced(t, {
    read: async (...document) => {
      if (isAway) throw new StoreUnavailable('away');
      return inlineReader(...document);
    },
  });
  isAway = true;
  assert.equal(await push([3]), 'taken');
  await clock.advance(60_000);
  assert.equal((await items(userId)).length, 2);
  isAway = false;
  await clock.advance(5_000);
  assert.equal((await items(userId)).length, 3);
});

test('a push that waits to be read while its subscription ends is not read', async (t) => {
  const { clock, store, push, hub, userId, items } = await announced(t);
  for (const end of [{ asked: 'unsubscribe' }, { state: 'denied' }, { state: 'ended' }] as const) {
    await store.write((tx) => updateHub(tx, { ...hub, ...end }));
    assert.equal(await push([3]), 'taken');
    await clock.settle();
    assert.equal((await items(userId)).length, 2);
  }
});

test('hundreds of pushes may come at the same moment, from one hub not so many that no other has room', async (t) => {
  const { clock, crawler, store, push, hub, userId, items } = await announced(t);
  await store.write(async (tx) => {
    const { sourceId = 0, ...other } = hub;
    await insertHub(tx, { ...other, sourceId, callback: 'other', dueAt: tx.now });
  });
  const verdicts: string[] = [];
  for (let count = 0; count < 202; count++) verdicts.push(await push([3 + (count % 90)]));
  assert.deepEqual(verdicts, [...Array(200).fill('taken'), 'away', 'away']);
  assert.equal(await crawler.expectsPush(hub.callback), 'away', 'its bytes need not even come');
  assert.equal(await crawler.expectsPush('other'), 'taken');
  while ((await crawler.expectsPush(hub.callback)) === 'away') await clock.settle();
  assert.equal(await push([93]), 'taken');
  while ((await items(userId)).length < 93) await clock.settle();
});

test('pushes that wait to be read take no more memory than there is for them', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const large = 5 * 1024 * 1024;
  const { crawler, store, hub, clock } = await announced(t, {
    read: async (...document) => {
      const bytes = await unpacked(document[0]);
      if (bytes.length < large) return inlineReader(...document);
      await promise;
      return { kind: 'not-a-feed', why: 'reader-timeout', detail: '' };
    },
  });
  await store.write(async (tx) => {
    const { sourceId = 0, ...other } = hub;
    for (const callback of ['b', 'c', 'd', 'e', 'f', 'g'])
      await insertHub(tx, { ...other, sourceId, callback, dueAt: tx.now });
  });
  const body = new Uint8Array(large);
  const mac = createHmac('sha1', hub.secret ?? '').update(body);
  const signature = `sha1=${mac.digest('hex')}`;
  const delivered = (callback: string) =>
    crawler.deliver({ callback, body, contentType: undefined, signature });
  const verdicts: string[] = [];
  for (const callback of ['b', 'c', 'd', 'e', 'f']) {
    for (let count = 0; count < 5; count++) verdicts.push(await delivered(callback));
  }
  const last = await delivered('g');
  resolve();
  const fromEach = ['taken', 'taken', 'taken', 'taken', 'away'];
  assert.deepEqual(verdicts, Array(5).fill(fromEach).flat());
  assert.equal(last, 'away');
  for (let turn = 0; turn < 100; turn++) await clock.settle();
  assert.equal(await delivered('g'), 'taken');
});

test('when the crawler closes it reads what it has begun, and leaves the rest to visits', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const told: unknown[] = [];
  const { clock, web, crawler, open, wait, round, push, userId, items } = await announced(t, {
    log: { ...silentLog, info: (event, facts) => event === 'pushes left unread' && told.push(facts) },
    read: async (...document) => {
      if (Buffer.from(await unpacked(document[0])).includes('Post 3')) await promise;
      return inlineReader(...document);
    },
  });
  for (let count = 0; count < 50; count++) await push(count < 20 ? [3] : [4]);
  const closed = crawler.close();
  await clock.advance(5_000);
  resolve();
  await closed;
  assert.deepEqual(told, [{ left: 30 }]);
  assert.equal((await items(userId)).length, 3);
  // A kill loses in the same way what waits in memory.
  web.serve('https://example.com/feed', rss([4, 3, 2, 1], { extra: links }));
  await clock.advance(48 * 3_600_000);
  const next = open();
  t.after(() => wait(next.close()));
  await round(next);
  assert.equal((await items(userId)).length, 4);
});

test('a push that cannot be stored is logged, and the next one is', async (t) => {
  const lines: string[] = [];
  const note = (event: string): void => void lines.push(event);
  let fails = true;
  const { clock, push, userId, items } = await announced(t, {
    log: { debug: note, info: note, warn: note, error: note },
    read: async (...document) => {
      if (fails && Buffer.from(await unpacked(document[0])).includes('Post 3')) throw new Error('a bug');
      return inlineReader(...document);
    },
  });
  await push([3]);
  await clock.settle();
  assert.ok(lines.includes('push was lost'));
  fails = false;
  await push([3]);
  await clock.settle();
  assert.equal((await items(userId)).length, 3);
});

test('a push wakes rounds that sleep: the visit that it brings forward is made in its time', async (t) => {
  const { clock, crawler, web, hub } = await announced(t);
  crawler.start();
  await clock.advance(20 * 60_000);
  web.forget();
  const body = new Uint8Array();
  const signature = `sha1=${createHmac('sha1', hub.secret ?? '')
    .update(body)
    .digest('hex')}`;
  await crawler.deliver({ callback: hub.callback, body, contentType: undefined, signature });
  await clock.advance(16_000);
  assert.equal(web.requestsFor('https://example.com/feed').length, 1);
});

test('a hub brings no more within an hour than visits could: the rest is left to them', async (t) => {
  const { clock, crawler, store, hub, web } = await announced(t);
  const known = async (): Promise<number> =>
    (await store.read((tx) => tx.all(sql`SELECT id FROM posts`))).length;
  const deliver = async (from: number): Promise<void> => {
    const posts = Array.from({ length: 500 }, (_, index) => ({ n: from + index, hoursAgo: 1 }));
    const body = new TextEncoder().encode(rss(posts));
    const signature = `sha1=${createHmac('sha1', hub.secret ?? '')
      .update(body)
      .digest('hex')}`;
    await crawler.deliver({ callback: hub.callback, body, contentType: undefined, signature });
    for (let turn = 0; turn < 20; turn++) await clock.settle();
  };
  for (let count = 0; count < 6; count++) await deliver(1_000 + 500 * count);
  assert.equal(await known(), 2_002);
  web.forget();
  crawler.start();
  await clock.advance(16 * 60_000);
  assert.equal(web.requestsFor('https://example.com/feed').length, 1);
  await clock.advance(60 * 60_000);
  await deliver(9_000);
  assert.equal(await known(), 2_502);
});

// Imports beside what the user has already, or gets meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportJob } from '@courant/client';
import type { WriteTx } from '../../src/store/store.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { someAccount } from './some-import.ts';
import { bring, opml, outline, untilEnded } from './transfer-house.ts';

test('feeds of an import stand behind those of another that was handed in before it and has not ended', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const names = ['one', 'two', 'three', 'four'];
  for (const name of names) house.web.serve(`https://${name}.example/feed`, rss(name, posts(1, 1)));
  const listOf = (...two: string[]): string =>
    opml(two.map((name) => outline(`https://${name}.example/feed`, name)).join(''));
  const first = await client.transfer.importFile(listOf('one', 'two'), 'text/x-opml');
  const second = await client.transfer.importFile(listOf('three', 'four'), 'text/x-opml');
  for (const { id } of [first, second]) await untilEnded(house, client, id);
  const feeds = (await client.feeds.list()).map(({ title, ...feed }) => ({
    title,
    position: feed['app.courant.feeds']?.position ?? 0,
  }));
  assert.deepEqual(
    feeds.sort((a, b) => a.position - b.position).map(({ title }) => title),
    names,
  );
  assert.equal(new Set(feeds.map(({ position }) => position)).size, 4);
});

test('an import that waits for a site keeps neither the next one of its owner waiting nor those of others', async (t) => {
  const house = await testHouse(t);
  const busy = (n: number): string => `https://busy${n}.example/feed`;
  const [well, there] = ['https://well.example/feed', 'https://there.example/feed'];
  for (const url of [well, there]) house.web.serve(url, rss(url, posts(1, 1)));
  const names = ['ines', 'otto', 'nora', 'emil', 'lena'];
  const people = [];
  for (const name of names) people.push(await house.signIn(name));
  const waiting = [];
  for (const [n, { client }] of people.slice(0, 4).entries()) {
    house.web.serve(busy(n), { status: 503, headers: { 'retry-after': '3600' } }, rss('Busy', posts(1, 1)));
    const { id } = await client.transfer.importFile(opml(outline(there) + outline(busy(n))));
    waiting.push({ client, id });
  }
  // However late a database answers: until the first of its feeds is there, and the other was asked for.
  for (const [n, { client, id }] of waiting.entries())
    for (let turn = 0; turn < 200; turn++) {
      const { feeds } = await client.transfer.getImport(id);
      if (feeds.done === 1 && house.web.requestsFor(busy(n)).length === 1) break;
      await house.clock.advance(500);
    }
  for (const { client } of [people[0], people[4]].filter((each) => each !== undefined)) {
    const { id } = await client.transfer.importFile(opml(outline(well)));
    const done = await untilEnded(house, client, id);
    assert.equal(done.feeds.followed, 1);
  }
  for (const { client, id } of waiting) assert.equal((await client.transfer.getImport(id)).state, 'running');
  await house.clock.advance(3_600_000);
  for (const { client, id } of waiting) assert.equal((await untilEnded(house, client, id)).feeds.followed, 2);
  const feeds = (await people[0]?.client.feeds.list()) ?? [];
  const placed = feeds.map(({ feed_url, ...feed }) => [feed['app.courant.feeds']?.position, feed_url]);
  assert.deepEqual(placed.sort(), [
    [1, there],
    [2, busy(0)],
    [3, well],
  ]);
});

test('an import that has only waited so far keeps its place before one that was handed in after it', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [busy, well] = ['https://busy.example/feed', 'https://well.example/feed'];
  house.web.serve(busy, { status: 503, headers: { 'retry-after': '3600' } }, rss('Busy', posts(1, 1)));
  house.web.serve(well, rss('Well', posts(1, 1)));
  const first = await client.transfer.importFile(opml(outline(busy)));
  await house.clock.advance(30_000);
  const second = await client.transfer.importFile(opml(outline(well)));
  await untilEnded(house, client, second.id);
  await house.clock.advance(3_600_000);
  await untilEnded(house, client, first.id);
  const feeds = await client.feeds.list();
  const placed = feeds.map(({ feed_url, ...feed }) => [feed['app.courant.feeds']?.position, feed_url]);
  assert.deepEqual(placed.sort(), [
    [1, busy],
    [2, well],
  ]);
});

test('an import that waits for sites tells so, and for how many feeds, until it has ended', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const [cut = '', busy = '', well = ''] = ['cut', 'busy', 'well'].map(
    (name) => `https://${name}.example/feed`,
  );
  house.web.serve(cut, { fails: 'reset' });
  house.web.serve(busy, { status: 429 }, rss('Busy', posts(1, 1)));
  house.web.serve(well, rss('Well', posts(1, 1)));
  const { id } = await client.transfer.importFile(
    opml([cut, busy, well].map((url) => outline(url)).join('')),
  );
  const untilDone = async (count: number): Promise<ImportJob['notes']> => {
    for (let turn = 0; turn < 2_000; turn++) {
      // Sites are waited for many minutes: every five seconds is often enough.
      if (turn < 20 || turn % 10 === 0) {
        const { feeds, notes } = await client.transfer.getImport(id);
        if (feeds.done === count && notes[0]?.count === 3 - count) return notes;
      }
      await house.clock.advance(500);
    }
    throw new Error(`Not ${count} feeds are done, or not all others wait`);
  };
  const two = '2 feeds wait for their sites, which are busy or cannot answer at the moment';
  assert.deepEqual(await untilDone(1), [{ sentence: two, code: 'waiting-feeds', count: 2 }]);
  const one = '1 feed waits for its site, which is busy or cannot answer at the moment';
  const notes = [{ sentence: one, code: 'waiting-feeds', count: 1 }];
  assert.deepEqual(await untilDone(2), notes);
  assert.deepEqual((await client.transfer.imports())[0]?.notes, notes);
  await client.transfer.cancelImport(id);
  assert.deepEqual((await client.transfer.getImport(id)).notes, []);
});

test('a feed that is tried again keeps the place that it has in its document', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  for (const name of ['one', 'three'])
    house.web.serve(`https://${name}.example/feed`, rss(name, posts(1, 1)));
  const job = await bring(
    house,
    client,
    opml(['one', 'two', 'three'].map((name) => outline(`https://${name}.example/feed`)).join('')),
  );
  assert.deepEqual([job.feeds.followed, job.feeds.failed], [2, 1]);
  await follow(house, client, 'https://four.example/feed', posts(1, 1));
  house.web.serve('https://two.example/feed', rss('two', posts(1, 1)));
  await client.transfer.retryImport(job.id);
  await untilEnded(house, client, job.id);
  const feeds = await client.feeds.list();
  const positionOf = (name: string): number =>
    feeds.find(({ feed_url }) => feed_url === `https://${name}.example/feed`)?.['app.courant.feeds']
      ?.position ?? 0;
  assert.ok(positionOf('one') < positionOf('two') && positionOf('two') < positionOf('three'));
});

test('an address that leads for now to a feed that the user has brings no second one', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const there = await follow(house, client, 'https://a.example/feed', posts(1, 2));
  house.web.serve('https://b.example/old', { status: 302, headers: { location: 'https://a.example/feed' } });
  const job = await bring(
    house,
    client,
    opml(`<outline text="News">${outline('https://b.example/old')}</outline>`),
  );
  assert.deepEqual([job.feeds.followed, job.feeds.already_there], [0, 1]);
  const feeds = await client.feeds.list();
  assert.deepEqual(
    feeds.map(({ id, group_ids }) => [id, group_ids.length]),
    [[there.id, 1]],
  );
  assert.equal((await client.items.list()).items.length, 2);
});

test('a feed: address leads to a site without https, and one that asks for https does not', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  for (const host of ['old.example', 'safe.example']) {
    house.web.serve(`https://${host}/feed`, { fails: 'connect-refused' });
    house.web.serve(`http://${host}/feed`, rss(host, posts(1, 1)));
  }
  const document = opml(
    outline('feed://old.example/feed', 'Old') + outline('https://safe.example/feed', 'Safe'),
  );
  const job = await bring(house, client, document);
  assert.deepEqual(
    job.failures?.map(({ feed_url }) => feed_url),
    ['https://safe.example/feed'],
  );
  assert.deepEqual(
    (await client.feeds.list()).map(({ feed_url }) => feed_url),
    ['http://old.example/feed'],
  );
  assert.equal((await bring(house, client, document)).feeds.already_there, 1);
});

test('an import leaves places for the writes of others, however many of its own wait for its user', async (t) => {
  const { house, client, file } = await someAccount(t);
  const { store } = house.house.library;
  const { write } = store;
  const users: unknown[] = [];
  store.write = (fn, options) =>
    write((tx) => {
      const get: WriteTx['get'] = (statement) => {
        if (statement.text.includes('change_counters')) users.push(options?.userId);
        return Object.getPrototypeOf(tx).get.call(tx, statement);
      };
      return fn(Object.assign(tx, { get }));
    }, options);
  await bring(house, client, file);
  assert.deepEqual([users.length > 3, new Set(users).size, typeof users[0]], [true, 1, 'number'], `${users}`);
});

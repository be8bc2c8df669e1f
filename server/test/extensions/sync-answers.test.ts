// app.courant.sync answer by answer: what is in it, how it is cut into pages, and which cursors are valid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@courant/client';
import { forgetOldChanges } from '../../src/library/forget-changes.ts';
import { changesAtOnce } from '../../src/library/limits.ts';
import { appendChange } from '../../src/store/changes.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { follow, testHouse } from '../house.ts';
import { bringBack, takeAway } from './by-hand.ts';

const DAY_MS = 86_400_000;
const API = '/api/app.courant.sync/v1';

/** The first cursor of an app that begins now. */
async function begin(client: Client): Promise<string> {
  return (await client.sync.changes()).cursor;
}

const gone = (error: { status?: number; error?: string }) =>
  error.status === 410 && /start again/.test(error.error ?? '');

test('a first call gives a cursor and the way to a snapshot, and an idle one next to nothing', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const { snapshot, ...first } = await client.sync.changes();
  assert.ok(snapshot);
  assert.deepEqual(await client.sync.snapshot(snapshot), { groups: [], feeds: [], items: [] });
  assert.deepEqual(await client.sync.changes({ since: first.cursor }), first);
  assert.deepEqual(Object.keys(first).sort(), ['cursor', 'more']);
});

test('each thing is told once, as it is now', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 3));
  const ids = (await client.items.list()).items.map((item) => item.id);
  const [a = 0, b = 0, c = 0] = ids;
  const since = await begin(client);
  for (const id of [a, b])
    for (const mark of [1, 2, 3]) {
      await (mark === 2 ? client.items.markUnread(id) : client.items.markRead(id));
    }
  await client.items.markRead(c);
  await client.items.markUnread(c);
  await client.stars.addMany([a, b]);
  await client.stars.remove(b);
  const group = await client.groups.create({ title: 'Short-lived', feedIds: [feed.id] });
  await client.groups.delete(group.id);
  const { cursor: _, ...told } = await client.sync.changes({ since });
  assert.deepEqual(told, {
    more: false,
    groups: { removed: [group.id] },
    feeds: { changed: [await client.feeds.get(feed.id)] },
    items: { read: [b, a], unread: [c], starred: [a], unstarred: [b] },
    counts: { total: 1, feeds: [{ id: feed.id, unread: 1 }] },
  });
});

test('what was only starred, tagged or followed is told with its stars, and with the counts of its feeds and no others', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 2));
  await follow(house, client, 'https://b.example/feed', posts(1, 1));
  const [newer = 0, older = 0] = (await client.feeds.items(feed.id)).items.map((item) => item.id);
  await client.stars.add(older);
  const since = await begin(client);
  await client.stars.add(newer);
  await client.tags.add(older, 'keep');
  const empty = await follow(house, client, 'https://c.example/feed', []);
  const { cursor: _, ...told } = await client.sync.changes({ since });
  assert.deepEqual(told, {
    more: false,
    feeds: { changed: [await client.feeds.get(empty.id)] },
    items: { edited: [await client.items.get(older)], starred: [older, newer] },
    counts: {
      total: 3,
      feeds: [
        { id: feed.id, unread: 2 },
        { id: empty.id, unread: 0 },
      ],
    },
  });
});

test('new and edited items come whole, without their texts where these are not wanted', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const url = 'https://a.example/feed';
  await follow(house, client, url, posts(1, 2));
  const since = await begin(client);
  const [, second, third] = posts(1, 3);
  house.web.serve(
    url,
    rss('Feed of a.example', [
      ...posts(1, 1),
      { ...second, guid: 'post-2', content: '<p>Otherwise</p>' },
      third ?? { guid: '' },
    ]),
  );
  await house.crawl(30 * 3_600_000);
  const [newest, edited] = (await client.items.list()).items;
  assert.deepEqual((await client.sync.changes({ since })).items, { new: [newest], edited: [edited] });
  assert.match(edited?.content ?? '', /Otherwise/);
  const { items } = await client.sync.changes({ since, content: false });
  for (const item of [...(items?.new ?? []), ...(items?.edited ?? [])]) {
    assert.deepEqual([item.content, item.summary], [undefined, undefined]);
    assert.ok(item.title && item.url);
  }
});

test('pages break anywhere, also within one change, and together tell all', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const first = await begin(client);
  await follow(house, client, 'https://a.example/feed', posts(1, 10));
  await client.groups.create({ title: 'News' });
  const there = (await client.items.list()).items.map((item) => item.id);
  for (const [limit, count] of [
    [1, 12],
    [3, 4],
  ] as const) {
    const told: number[] = [];
    let whole = 0;
    let pages = 0;
    for (let since = first, more = true; more && pages < 12; pages++) {
      const page = await client.sync.changes({ since, limit });
      const here = [
        ...(page.groups?.changed ?? []),
        ...(page.feeds?.changed ?? []),
        ...(page.items?.new ?? []),
      ];
      assert.ok(here.length <= limit && here.length > 0);
      whole += here.length;
      told.push(...(page.items?.new ?? []).map((item) => item.id));
      ({ cursor: since, more } = page);
    }
    assert.equal(pages, count);
    assert.equal(whole, 12);
    assert.deepEqual(
      told.sort((a, b) => b - a),
      there,
    );
  }
});

test('an answer has ten thousand ids at most, and the next one the others', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  const since = await begin(client);
  const ids = Array.from({ length: changesAtOnce.ids + 1 }, (_, n) => n + 1);
  await house.house.library.store.write((tx) => appendChange(tx, userId, 'items.removed', ids));
  const first = await client.sync.changes({ since });
  assert.deepEqual([first.more, first.items], [true, { removed: ids.slice(0, -1) }]);
  const next = await client.sync.changes({ since: first.cursor });
  assert.deepEqual([next.more, next.items], [false, { removed: ids.slice(-1) }]);
});

test('where one item was marked thousands of times, an answer says that there is more, and the next one tells it', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const [one = 0, two = 0] = (await client.items.list()).items.map((item) => item.id);
  const since = await begin(client);
  await house.house.library.store.write(async (tx) => {
    const numbers = tx.dialect.numbers(Array.from({ length: changesAtOnce.changes }, (_, n) => n + 1));
    await tx.run(sql`
      INSERT INTO changes (user_id, seq, kind, ids, at)
      SELECT user_id, seq + value, 'items.unread', ${`[${one}]`}, CAST(${tx.now} AS BIGINT)
      FROM change_counters CROSS JOIN (${numbers}) AS numbers WHERE user_id = ${userId}`);
    await tx.run(
      sql`UPDATE change_counters SET seq = seq + ${changesAtOnce.changes} WHERE user_id = ${userId}`,
    );
  });
  await client.items.markRead(two);
  const first = await client.sync.changes({ since });
  assert.deepEqual([first.more, first.items], [true, { unread: [one] }]);
  const next = await client.sync.changes({ since: first.cursor });
  assert.deepEqual([next.more, next.items], [false, { read: [two] }]);
});

test('a feed that goes takes its items along, and one that comes back brings those that it has', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  const { store } = house.house.library;
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 3));
  const ids = (await client.items.list()).items.map((item) => item.id).reverse();
  const since = await begin(client);
  await bringBack(store, userId, { feedId: feed.id, itemIds: ids.slice(1) });
  const back = await client.sync.changes({ since });
  assert.deepEqual(back.feeds?.removed, [feed.id]);
  assert.deepEqual(
    back.feeds?.changed?.map((each) => each.id),
    [feed.id],
  );
  assert.deepEqual(
    back.items?.new?.map((item) => item.id),
    ids.slice(1).reverse(),
  );
  await client.items.markRead(ids[1] ?? 0);
  await client.feeds.delete(feed.id);
  const { cursor: _, ...told } = await client.sync.changes({ since: back.cursor });
  assert.deepEqual(told, {
    more: false,
    feeds: { removed: [feed.id] },
    items: { removed: [ids[1]] },
    counts: { total: 0, feeds: [] },
  });
});

test('where an item is gone that was marked before, every feed is counted', async (t) => {
  const house = await testHouse(t);
  const { client, userId } = await house.signIn('ines');
  const feed = await follow(house, client, 'https://a.example/feed', posts(1, 2));
  const other = await follow(house, client, 'https://b.example/feed', posts(1, 1));
  const id = (await client.feeds.items(feed.id)).items[0]?.id ?? 0;
  const since = await begin(client);
  await client.items.markRead(id);
  await takeAway(house.house.library.store, userId, [id]);
  const { items, counts } = await client.sync.changes({ since });
  assert.deepEqual(items, { removed: [id] });
  assert.deepEqual(counts, {
    total: 2,
    feeds: [
      { id: feed.id, unread: 1 },
      { id: other.id, unread: 1 },
    ],
  });
});

test('a snapshot holds everything, on pages of any size', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const a = await follow(house, client, 'https://a.example/feed', posts(1, 4));
  await follow(house, client, 'https://b.example/feed', posts(1, 3));
  for (const title of ['One', 'Two', 'Three']) await client.groups.create({ title, feedIds: [a.id] });
  const [read] = (await client.items.list()).items;
  await client.items.markRead(read?.id ?? 0);
  const there = {
    groups: await client.groups.list(),
    feeds: await client.feeds.list(),
    items: (await client.items.list()).items.map((item) => ({
      id: item.id,
      feed_id: item.feed_id,
      read: item.id === read?.id,
      starred: false,
    })),
  };
  for (const limit of [1, 2, 3, 5, 12, 5_000]) {
    const { snapshot = '' } = await client.sync.changes();
    const pages = await Array.fromAsync(client.sync.snapshotPages(snapshot, { limit }));
    assert.deepEqual(
      {
        groups: pages.flatMap((page) => page.groups),
        feeds: pages.flatMap((page) => page.feeds),
        items: pages.flatMap((page) => page.items),
      },
      there,
    );
    for (const page of pages) assert.ok(page.groups.length + page.feeds.length + page.items.length <= limit);
    assert.equal(pages.length, Math.floor(12 / limit) + 1, 'each but the last is full');
  }
});

test('unread items are counted by feed, by group and in all', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const a = await follow(house, client, 'https://a.example/feed', posts(1, 4));
  const b = await follow(house, client, 'https://b.example/feed', posts(1, 3));
  const both = await client.groups.create({ title: 'Both', feedIds: [a.id, b.id] });
  const one = await client.groups.create({ title: 'One', feedIds: [a.id] });
  const none = await client.groups.create({ title: 'None' });
  await client.items.markRead((await client.feeds.items(a.id)).items[0]?.id ?? 0);
  assert.deepEqual(await client.sync.counts(), {
    total: 6,
    feeds: [
      { id: a.id, unread: 3 },
      { id: b.id, unread: 3 },
    ],
    groups: [
      { id: both.id, unread: 6 },
      { id: one.id, unread: 3 },
      { id: none.id, unread: 0 },
    ],
  });
});

test('two users hear nothing of each other, and their cursors and pages are not good for each other', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  const since = await begin(otto.client);
  await follow(house, ines.client, 'https://a.example/feed', posts(1, 3));
  await ines.client.groups.create({ title: 'Mine' });
  assert.deepEqual(await otto.client.sync.changes({ since }), { cursor: since, more: false });
  assert.deepEqual(await otto.client.sync.counts(), { total: 0, feeds: [], groups: [] });
  const { cursor, snapshot = '' } = await ines.client.sync.changes();
  await assert.rejects(otto.client.sync.changes({ since: cursor }), gone);
  await assert.rejects(otto.client.sync.snapshot(snapshot), gone);
  await assert.rejects(Array.fromAsync(otto.client.sync.events({ since: cursor })), gone);
  const mine = (await otto.client.sync.changes()).snapshot ?? '';
  assert.deepEqual(await otto.client.sync.snapshot(mine), { groups: [], feeds: [], items: [] });
});

test('cursors and pages of another instance, and what is none at all, are gone', async (t) => {
  const [house, elsewhere] = [await testHouse(t), await testHouse(t)];
  const [{ client }, stranger] = [await house.signIn('ines'), await elsewhere.signIn('ines')];
  const foreign = await stranger.client.sync.changes();
  const { cursor, snapshot = '' } = await client.sync.changes();
  assert.notEqual(foreign.cursor, cursor);
  const [mark] = cursor.split('.');
  for (const since of [
    foreign.cursor,
    'nonsense',
    '0',
    ' ',
    `${cursor}.`,
    `${cursor}.1.1`,
    `${cursor}x`,
    `${cursor}.-1`,
    `${cursor}.zzzzzzzzzzz`,
    `${cursor}.1 `,
    `${mark}.1.0`,
    `${mark}.-1.0`,
    `${mark}.zzzzzzzzzzz.0`,
    snapshot,
    'x'.repeat(5_000),
  ]) {
    await assert.rejects(client.sync.changes({ since }), gone, since.slice(0, 80));
  }
  for (const page of [
    foreign.snapshot ?? '',
    'nonsense',
    cursor,
    `${mark}.users.0`,
    `${mark}.items.`,
    `${mark}.items.-1`,
    `${mark}.items.1 `,
    `${mark}.items.zzzzzzzzzzz`,
    `${snapshot}.1`,
  ]) {
    await assert.rejects(client.sync.snapshot(page), gone, page);
  }
});

test('parameters that are not of their form are a 400 that says why', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const headers = { authorization: `Bearer ${accessToken}` };
  for (const [path, message] of [
    ['changes?limit=0', /limit is 0, must be 1 to 200/],
    ['changes?limit=201', /limit is 201/],
    ['changes?content=maybe', /content is maybe, must be true or false/],
    ['events?content=1', /content is 1/],
    ['snapshot', /page is missing/],
    ['snapshot?page=', /page is missing/],
    ['snapshot?page=x&limit=5001', /limit is 5001, must be 1 to 5000/],
  ] as const) {
    const answer = await house.ask(`${API}/${path}`, { headers });
    assert.equal(answer.status, 400, path);
    assert.match(((await answer.json()) as { error: string }).error, message);
  }
});

test('changes are kept for 90 days, and a cursor is good as long as all that came after it is kept', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const { client } = await house.signIn('ines');
  const { library } = house.house;
  const untouched = await begin(client);
  const group = await client.groups.create({ title: 'First' });
  const early = await begin(client);
  await house.clock.advance(60 * DAY_MS);
  await client.groups.create({ title: 'Second' });
  const later = await begin(client);
  await house.clock.advance(29 * DAY_MS);
  await forgetOldChanges(library);
  assert.equal((await client.sync.changes({ since: untouched })).groups?.changed?.length, 2);

  await house.clock.advance(2 * DAY_MS);
  await forgetOldChanges(library);
  // Everything after the first change is kept.
  assert.equal((await client.sync.changes({ since: early })).groups?.changed?.length, 1);
  await house.clock.advance(60 * DAY_MS);
  await client.groups.delete(group.id);
  await forgetOldChanges(library);
  await assert.rejects(client.sync.changes({ since: untouched }), gone);
  await assert.rejects(client.sync.changes({ since: early }), gone);
  assert.deepEqual((await client.sync.changes({ since: later })).groups, { removed: [group.id] });
});

test('a cursor from before a backup was put back is gone, whatever has happened since', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await client.groups.create({ title: 'Kept' });
  const kept = await begin(client);
  await client.groups.create({ title: 'Lost' });
  const lost = await begin(client);
  await house.house.library.store.write(async (tx) => {
    await tx.run(sql`DELETE FROM changes WHERE seq > 1`);
    await tx.run(sql`UPDATE change_counters SET seq = 1`);
    await tx.run(sql`DELETE FROM groups WHERE title = 'Lost'`);
  });
  await assert.rejects(client.sync.changes({ since: lost }), gone);
  await house.clock.advance(1_000);
  await client.groups.create({ title: 'Other' });
  await assert.rejects(client.sync.changes({ since: lost }), gone);
  assert.equal((await client.sync.changes({ since: kept })).groups?.changed?.length, 1);
});

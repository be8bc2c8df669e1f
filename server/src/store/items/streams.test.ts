// The parts of streams: by index and by id.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { setMark } from './marks.ts';
import { countItemsOfUser, idList, lastCheck, newestOfFeeds, streamPart } from './streams.ts';
import { putTag, tagTitled } from './tags.ts';

const page = { oldestFirst: true, limit: 100 };

test('parts hold what is said of them and nothing of others, in both orders', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const [userId, otherId] = await store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  const [a, b] = await store.write(async (tx) => [
    await someFeed(tx, userId ?? 0, { url: 'https://a.example/', count: 4 }),
    await someFeed(tx, userId ?? 0, { url: 'https://b.example/', count: 4 }),
    await someFeed(tx, otherId ?? 0, { url: 'https://c.example/', count: 4 }),
  ]);
  const [own, other] = [a?.itemIds ?? [], b?.itemIds ?? []];
  const marked = [own[1] ?? 0, own[2] ?? 0, other[0] ?? 0];
  await store.write(async (tx) => {
    await setMark(tx, userId ?? 0, marked, 'read');
    await setMark(tx, userId ?? 0, marked.slice(1), 'starred');
  });
  const feedIds = [a?.id ?? 0];
  const parts: [Parameters<typeof streamPart>[2], (id: number) => boolean][] = [
    [{}, () => true],
    [{ only: 'read' }, (id) => marked.includes(id)],
    [{ only: 'unread' }, (id) => !marked.includes(id)],
    [{ starred: true }, (id) => marked.slice(1).includes(id)],
    [{ starred: true, feedIds }, (id) => id === own[2]],
    [{ starred: false, only: 'read' }, (id) => id === own[1]],
    [{ feedIds }, (id) => own.includes(id)],
    [{ feedIds, only: 'unread' }, (id) => own.includes(id) && !marked.includes(id)],
    [{ feedIds, only: 'read', starred: false }, (id) => id === own[1]],
    [{ feedIds: [a?.id ?? 0, b?.id ?? 0], only: 'read' }, (id) => marked.includes(id)],
  ];
  await store.read(async (tx) => {
    for (const [part, isIn] of parts) {
      const ids = [...own, ...other].filter(isIn);
      const up = await streamPart(tx, userId ?? 0, part, page);
      assert.deepEqual(
        up.map(({ id }) => id),
        ids,
        JSON.stringify(part),
      );
      const down = await streamPart(tx, userId ?? 0, part, { oldestFirst: false, limit: 2 });
      assert.deepEqual(
        down.map(({ id }) => id),
        ids.toReversed().slice(0, 2),
        JSON.stringify(part),
      );
    }
    assert.equal(await countItemsOfUser(tx, userId ?? 0), 8);
    const starred = await idList(tx, userId ?? 0, { of: 'starred', after: 0, limit: 1 });
    assert.deepEqual(starred, { ids: String(own[2]), count: 1, last: own[2] });
    const none = await idList(tx, userId ?? 0, { of: 'unread', after: 1_000, limit: 5 });
    assert.deepEqual(none, { ids: '', count: 0, last: 0 });
  });
});

test('a page of many feeds holds what comes first in all of them, however uneven they are', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, tag, feedIds, items } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 500 });
    const feedIds = [id];
    while (feedIds.length < 21)
      feedIds.push((await someFeed(tx, userId, { url: `https://${feedIds.length}.example/`, count: 0 })).id);
    const tag = await tagTitled(tx, userId, 'left out');
    // The first feeds have most of them, and the last one none that is asked for.
    const items = itemIds.map((id, n) => ({
      id,
      place: Math.floor(21 * share(n * 7_919) ** 3),
      read: share(n * 6_007) < 0.7,
      tagged: share(n * 4_001) < 0.2,
    }));
    for (const { id, place, read } of items)
      await tx.run(
        sql`UPDATE items SET feed_id = ${feedIds[place] ?? 0}, read = ${read ? 1 : 0} WHERE id = ${id}`,
      );
    await putTag(
      tx,
      userId,
      tag,
      items.filter(({ tagged }) => tagged).map(({ id }) => id),
    );
    return { userId, tag, feedIds: feedIds.slice(0, 20), items };
  });
  type Expected = (item: (typeof items)[number]) => boolean;
  const parts: [Parameters<typeof streamPart>[2], Expected][] = [
    [{}, () => true],
    [{ only: 'read' }, ({ read }) => read],
    [{ only: 'unread' }, ({ read }) => !read],
    [{ notTags: [tag] }, ({ tagged }) => !tagged],
  ];
  const [low, high] = [items[90]?.id ?? 0, items[410]?.id ?? 0];
  await store.read(async (tx) => {
    for (const [part, isIn] of parts)
      for (const oldestFirst of [true, false])
        for (const { above = 0, below = Number.MAX_SAFE_INTEGER } of [
          {},
          { above: low },
          { below: high },
          { above: low, below: high },
        ]) {
          const found = await streamPart(
            tx,
            userId,
            { ...part, feedIds },
            { oldestFirst, above, below, limit: 120 },
          );
          const all = items.filter(
            (item) => item.place < 20 && isIn(item) && item.id > above && item.id < below,
          );
          const ids = (oldestFirst ? all : all.toReversed()).slice(0, 120).map(({ id }) => id);
          assert.deepEqual(
            found.map(({ id }) => id),
            ids,
            JSON.stringify({ part, oldestFirst, above, below }),
          );
        }
  });
});

test('a page of many feeds that have as much of it each is whole', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, feedIds, itemIds } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 400 });
    await tx.run(sql`UPDATE items SET feed_id = ${id} + id % 20`);
    return { userId, feedIds: Array.from({ length: 20 }, (_, index) => id + index), itemIds };
  });
  for (const oldestFirst of [true, false]) {
    const found = await store.read((tx) => streamPart(tx, userId, { feedIds }, { oldestFirst, limit: 120 }));
    assert.deepEqual(
      found.map(({ id }) => id),
      (oldestFirst ? itemIds : itemIds.toReversed()).slice(0, 120),
    );
  }
});

test('a part leaves out a thousand tags', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, itemIds, tags } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 4 });
    const tags: number[] = [];
    for (let count = 1; count <= 1_000; count++) tags.push(await tagTitled(tx, userId, `tag ${count}`));
    await putTag(tx, userId, tags[999] ?? 0, itemIds.slice(1, 3));
    return { userId, itemIds, tags };
  });
  const left = await store.read((tx) => streamPart(tx, userId, { notTags: tags }, page));
  assert.deepEqual(
    left.map(({ id }) => id),
    [itemIds[0], itemIds[3]],
  );
});

test('that an item has none of a thousand tags is found by the item, and not tag by tag', {
  skip: isOnPostgres ? 'it counts what items and tags there are' : false,
}, async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { store: watched, spied } = spiedStore(store);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const feedIds = Array.from({ length: 30 }, (_, index) => index + 1);
  const notTags = Array.from({ length: 1_000 }, (_, index) => index + 1);
  await watched.read(async (tx) => {
    for (const part of [{}, { only: 'unread' }, { feedIds }, { tags: [1_001] }] as const)
      await streamPart(tx, userId, { ...part, notTags }, { ...page, limit: 100 });
  });
  const steps = (await stepsOf(store, spied)).filter((step) => / l /.test(step));
  assert.deepEqual(
    steps,
    Array(spied.statements.size).fill('SEARCH l USING COVERING INDEX item_tags_item (item_id=?)'),
  );
});

test('a part of a tag leaves out what has another tag as well', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, itemIds, later, done } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 4 });
    const [later, done] = [await tagTitled(tx, userId, 'later'), await tagTitled(tx, userId, 'done')];
    await putTag(tx, userId, later, itemIds.slice(0, 3));
    await putTag(tx, userId, done, itemIds.slice(1, 2));
    return { userId, itemIds, later, done };
  });
  const left = await store.read((tx) => streamPart(tx, userId, { tags: [later], notTags: [done] }, page));
  assert.deepEqual(
    left.map(({ id }) => id),
    [itemIds[0], itemIds[2]],
  );
});

test('ids and times bound every kind of part: ids from without, times from within', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const itemIds: number[] = [];
  const [feedIds, times]: [number[], number[]] = [[], []];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const url = `https://${name}.example/`;
    const feed = await store.write((tx) => someFeed(tx, userId, { url, count: 1 }));
    itemIds.push(...feed.itemIds);
    feedIds.push(feed.id);
    times.push(clock.now());
    await clock.advance(60_000);
  }
  const tag = await store.write(async (tx) => {
    const tag = await tagTitled(tx, userId, 'later');
    await putTag(tx, userId, tag, itemIds);
    await setMark(tx, userId, itemIds, 'starred');
    return tag;
  });
  const found = (part: Parameters<typeof streamPart>[2], bounds: object) =>
    store.read(async (tx) =>
      (await streamPart(tx, userId, part, { ...page, ...bounds })).map(({ id }) => itemIds.indexOf(id)),
    );
  const [, second = 0, , fourth = 0] = itemIds;
  const [, from = 0, , to = 0] = times;
  for (const part of [
    {},
    { feedIds },
    { starred: true, feedIds },
    { tags: [tag] },
    { tags: [tag], feedIds },
  ]) {
    const what = JSON.stringify(part);
    assert.deepEqual(await found(part, { above: second }), [2, 3, 4], what);
    assert.deepEqual(await found(part, { below: fourth }), [0, 1, 2], what);
    assert.deepEqual(await found(part, { above: second, below: fourth, oldestFirst: false }), [2], what);
    assert.deepEqual(await found(part, { storedFrom: from }), [1, 2, 3, 4], what);
    assert.deepEqual(await found(part, { storedUpTo: to, oldestFirst: false }), [3, 2, 1, 0], what);
    assert.deepEqual(await found(part, { limit: 2 }), [0, 1], what);
  }
});

test('lists of ids go on after the last one told, and nothing is told of other people’s feeds', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const { userId, a, b } = await store.write(async (tx) => {
    const [userId, otherId] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const a = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const b = await someFeed(tx, userId, { url: 'https://b.example/', count: 1 });
    await someFeed(tx, otherId, { url: 'https://c.example/', count: 2 });
    return { userId, a, b };
  });
  await store.write(async (tx) => {
    for (const [url, at] of [
      ['https://a.example/', 2_000],
      ['https://b.example/', 1_000],
      ['https://c.example/', 3_000],
    ] as const)
      await tx.run(sql`UPDATE sources SET checked_at = ${at} WHERE url = ${url}`);
  });
  await store.read(async (tx) => {
    const [first = 0, second = 0, third = 0] = [...a.itemIds, ...b.itemIds];
    const some = await idList(tx, userId, { of: 'unread', after: 0, limit: 1 });
    assert.deepEqual(some, { ids: String(first), count: 1, last: first });
    const rest = await idList(tx, userId, { of: 'unread', after: first, limit: 5 });
    assert.deepEqual(rest, { ids: `${second},${third}`, count: 2, last: third });
    assert.deepEqual([...(await newestOfFeeds(tx, userId)).keys()].sort(), [a.id, b.id]);
    assert.equal(await lastCheck(tx, userId), 2_000);
    assert.equal(await lastCheck(tx, 900_001), undefined);
  });
});

/** As good as by chance, and the same each time: from 0 to 1. */
function share(number: number): number {
  return (number % 997) / 997;
}

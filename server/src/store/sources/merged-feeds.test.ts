// What becomes of the feeds and the hub of a source that is merged into another.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { changesAfter } from '../changes.ts';
import { findFeed, insertFeed, updateFace, updateInterval } from '../feeds/feeds.ts';
import { addFeedsToGroup, insertGroup } from '../feeds/groups.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { feedsWithWrongCount } from '../testing/wrong-counts.ts';
import { hostNamed } from './hosts.ts';
import { dueHub, insertHub } from './hubs.ts';
import { joinFeeds, mergeSources } from './merge-sources.ts';

test('items that have gone into another feed are not walked over again for those that follow', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const many = await someFeed(tx, userId, { url: 'https://many.example/', count: 4_100 });
    const few = await someFeed(tx, userId, { url: 'https://few.example/', count: 1 });
    const beginnings: unknown[] = [];
    const all: WriteTx['all'] = (statement) => {
      const { text, values } = statement;
      // Until the commit, PostgreSQL still has an entry in the index of the feed for each item that has left it.
      if (/^SELECT id FROM items WHERE feed_id = \? AND id > \?/.test(text)) beginnings.push(values[1]);
      return Object.getPrototypeOf(tx).all.call(tx, statement);
    };
    const going = { id: many.id, userId, intervalMs: undefined };
    assert.deepEqual(await joinFeeds(Object.assign(tx, { all }), going, few.id), many.itemIds);
    assert.deepEqual(beginnings, [0, many.itemIds[1_999], many.itemIds[3_999]]);
  });
});

test('a feed that another goes into keeps its own title and interval, and only groups of the other are told', async (t) => {
  const { store, userId, old, kept } = await twoSources(t);
  const { going, staying, group } = await store.write(async (tx) => {
    const [going, staying] = [old.feedId, await insertFeed(tx, userId, kept)];
    for (const [id, customTitle, hours] of [
      [going, 'Going', 2],
      [staying, 'Staying', 9],
    ] as const) {
      await updateFace(tx, userId, { id, customTitle, position: 1 });
      await updateInterval(tx, userId, id, hours * 3_600_000);
    }
    const [group = 0, other = 0] = [
      await insertGroup(tx, userId, 'Of the one'),
      await insertGroup(tx, userId, 'Of the other'),
    ];
    await addFeedsToGroup(tx, group, [going]);
    await addFeedsToGroup(tx, other, [staying]);
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept);
    return { going, staying, group };
  });
  const found = await store.read((tx) => findFeed(tx, userId, staying));
  assert.deepEqual([found?.title, found?.intervalMs], ['Staying', 9 * 3_600_000]);
  const told = await store.read((tx) => changesAfter(tx, userId, 0, 100));
  assert.deepEqual(
    told.filter(({ kind }) => /^(feeds|groups)/.test(kind)).map(({ kind, ids }) => [kind, ids]),
    [
      ['feeds.removed', [going]],
      ['feeds.changed', [staying]],
      ['groups.changed', [group]],
    ],
  );
});

test('whoever is carried along to the other source is told of the feed', async (t) => {
  const { store, userId, old, kept } = await twoSources(t);
  const { carried } = await store.write((tx) => mergeSources(tx, { id: old.sourceId, url: old.url }, kept));
  assert.deepEqual(
    carried.map(({ id }) => id),
    [old.feedId],
  );
  const told = await store.read((tx) => changesAfter(tx, userId, 0, 100));
  assert.deepEqual(
    told.filter(({ kind }) => kind.startsWith('feeds')).map(({ kind, ids }) => [kind, ids]),
    [['feeds.changed', [old.feedId]]],
  );
});

test('what a feed has twice because it was moved before is there once, where a merge goes on in portions too', async (t) => {
  const { store, userId, old, kept } = await twoSources(t);
  await store.write(async (tx) => {
    const here = await somePosts(tx, kept, 2);
    const there = await tx.all<{ id: number }>(
      sql`SELECT id FROM posts WHERE source_id = ${old.sourceId} ORDER BY id`,
    );
    const moved = { id: await insertFeed(tx, userId, kept), userId };
    await insertItems(tx, moved, [there[0]?.id ?? 0]);
    await insertItems(tx, moved, here);
    await insertFeed(tx, await someUser(tx, 'otto'), old.sourceId);
    const { isWhole } = await mergeSources(tx, { id: old.sourceId, url: old.url }, kept, 1);
    assert.equal(isWhole, false);
    const shown = await tx.all<{ id: number }>(
      sql`SELECT post_id AS id FROM items WHERE feed_id = ${moved.id} ORDER BY post_id`,
    );
    assert.deepEqual(
      shown.map(({ id }) => id),
      here,
    );
  });
  assert.deepEqual(await store.read(feedsWithWrongCount), []);
});

test('the hub of a source that goes is told that it is over', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const hub = await store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'hub.example');
    const ends = { url: 'https://hub.example/', topic: old.url, callback: 'c', secret: undefined };
    await insertHub(tx, { sourceId: old.sourceId, hostId, dueAt: tx.now + 86_400_000, ...ends });
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept);
    return dueHub(tx, hostId);
  });
  assert.deepEqual([hub?.callback, hub?.sourceId], ['c', undefined]);
});

/** Two sources, and somebody who follows the first. */
async function twoSources(t: TestContext) {
  const { store } = await temporaryStore(t, fakeClock());
  const url = 'https://old.example/feed';
  return store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id: feedId, sourceId } = await someFeed(tx, userId, { url, count: 2 });
    const kept = await someSource(tx, 'https://kept.example/feed');
    return { store, userId, old: { url, feedId, sourceId }, kept };
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { findItems } from '../items/items.ts';
import { setMark } from '../items/marks.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { someFeed, someSource, someUser } from '../testing/rows.ts';
import { feedsWithWrongCount } from '../testing/wrong-counts.ts';
import * as feeds from './feeds.ts';
import { addFeedsToGroup, insertGroup, listGroups } from './groups.ts';

const ids = async (found: Promise<{ id: number }[]>) => (await found).map((each) => each.id);

test('a feed knows its source, its groups ascending, and how many of its items are unread', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000));
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const feed = await someFeed(tx, userId, { url: 'https://a.example/', count: 3 });
    const groupIds = [
      (await insertGroup(tx, userId, 'One')) ?? 0,
      (await insertGroup(tx, userId, 'Two')) ?? 0,
    ];
    for (const groupId of groupIds.toReversed()) await addFeedsToGroup(tx, groupId, [feed.id]);
    const expected = {
      id: feed.id,
      sourceId: feed.sourceId,
      title: 'Title of https://a.example/',
      customTitle: undefined,
      position: 1,
      createdAt: 1_000,
      url: 'https://a.example/',
      feedUrl: 'https://a.example/',
      lastUpdated: 1_000,
      groupIds,
      unreadCount: 3,
      intervalMs: undefined,
      condition: {
        memory: { version: 1, hints: {} },
        failures: 0,
        last: undefined,
        lastVisitAt: undefined,
        checkedAt: undefined,
        nextVisitAt: undefined,
        at: 1_000,
      },
      imageUrl: undefined,
      language: undefined,
      iconId: undefined,
      goneKeptAt: undefined,
      fetchesArticles: false,
    };
    assert.deepEqual(await feeds.findFeed(tx, userId, feed.id), expected);
    assert.deepEqual(await feeds.listFeeds(tx, userId), [expected]);
  });
});

test('a feed was last updated when its source was last checked, or when it was made', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000));
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url: 'https://a.example/', count: 0 });
    const lastUpdated = async () => (await feeds.findFeed(tx, userId, id))?.lastUpdated;
    assert.equal(await lastUpdated(), 1_000);
    await tx.run(sql`UPDATE sources SET checked_at = 2000 WHERE id = ${sourceId}`);
    assert.equal(await lastUpdated(), 2_000);
  });
});

test('the feeds of a group are listed in order of id', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const made: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      made.push((await someFeed(tx, userId, { url: `https://${name}.example/`, count: 0 })).id);
    }
    const [a = 0, , c = 0] = made;
    const groupId = (await insertGroup(tx, userId, 'Some')) ?? 0;
    await addFeedsToGroup(tx, groupId, [c, a]);
    assert.deepEqual(await ids(feeds.listFeedsOfGroup(tx, userId, groupId)), [a, c]);
    assert.deepEqual(await ids(feeds.listFeeds(tx, userId)), made);
  });
});

test('a feed of somebody else is a feed that does not exist', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    const mine = await someFeed(tx, ines, { url: 'https://a.example/', count: 1 });
    const groupId = (await insertGroup(tx, ines, 'Mine')) ?? 0;
    await addFeedsToGroup(tx, groupId, [mine.id]);
    assert.equal(await feeds.findFeed(tx, otto, mine.id), undefined);
    assert.equal(await feeds.findFeedOfSource(tx, otto, mine.sourceId), undefined);
    assert.deepEqual(await feeds.listFeeds(tx, otto), []);
    assert.deepEqual(await feeds.listFeedsOfGroup(tx, otto, groupId), []);
    assert.deepEqual(await feeds.ownFeedIds(tx, otto, [mine.id]), []);
    assert.equal(await feeds.deleteFeed(tx, otto, mine.id), false);
    await feeds.updateInterval(tx, otto, mine.id, 3_600_000);
    assert.equal((await feeds.findFeed(tx, ines, mine.id))?.intervalMs, undefined);
    assert.deepEqual(await feeds.ownFeedIds(tx, ines, [999, mine.id]), [mine.id]);
    assert.equal(await feeds.findFeedOfSource(tx, ines, mine.sourceId), mine.id);
  });
});

test('two users follow one source with two feeds, one user only once', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const [ines, sourceId] = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    const followed = await someSource(tx, 'https://a.example/');
    const mine = await feeds.insertFeed(tx, userId, followed);
    assert.notEqual(await feeds.insertFeed(tx, otto, followed), mine);
    return [userId, followed];
  });
  await assert.rejects(
    store.write((tx) => feeds.insertFeed(tx, ines, sourceId)),
    /unique/i,
  );
});

test('a feed that goes takes its items and its places in groups, and nothing of another feed', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const going = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const staying = await someFeed(tx, userId, { url: 'https://b.example/', count: 1 });
    const groupId = (await insertGroup(tx, userId, 'Both')) ?? 0;
    await addFeedsToGroup(tx, groupId, [going.id, staying.id]);
    assert.equal(await feeds.deleteFeed(tx, userId, going.id), true);
    assert.equal(await feeds.findFeed(tx, userId, going.id), undefined);
    const [group] = await listGroups(tx, userId);
    assert.deepEqual(group?.feedIds, [staying.id]);
    const left = await findItems(tx, userId, [...going.itemIds, ...staying.itemIds]);
    assert.deepEqual(
      left.map((item) => item.id),
      staying.itemIds,
    );
  });
});

test('a count that does not fit the items is found, of everybody or of one user', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    const mine = await someFeed(tx, ines, { url: 'https://a.example/', count: 2 });
    await someFeed(tx, otto, { url: 'https://b.example/', count: 2 });
    await setMark(tx, ines, [mine.itemIds[0] ?? 0], 'read');
    const wrong = (reader: ReadTx, userId?: number) => feedsWithWrongCount(reader, userId);
    assert.deepEqual(await wrong(tx), []);
    await tx.run(sql`UPDATE feeds SET unread_count = unread_count + 1 WHERE id = ${mine.id}`);
    assert.deepEqual(await wrong(tx), [mine.id]);
    assert.deepEqual(await wrong(tx, ines), [mine.id]);
    assert.deepEqual(await wrong(tx, otto), []);
  });
});

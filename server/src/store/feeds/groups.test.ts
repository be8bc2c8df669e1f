import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { unreadOfGroups } from './counts.ts';
import { findFeed } from './feeds.ts';
import { addFeedsToGroup, deleteGroup, findGroup, insertGroup, listGroups, ownGroupIds } from './groups.ts';

test('groups come in order of id, each with its feeds ascending and what is unread in them', async (t) => {
  await inStore(t, async (tx, { ines, feeds, news, empty }) => {
    const [first = 0, second = 0] = feeds;
    for (const id of feeds) {
      const sourceId = (await findFeed(tx, ines, id))?.sourceId ?? 0;
      await insertItems(tx, { id, userId: ines }, await somePosts(tx, sourceId, id));
    }
    assert.equal(await addFeedsToGroup(tx, news, [second, first]), 2);
    const expected = [
      { id: news, title: 'News', feedIds: [first, second], position: 1, unreadCount: 3, createdAt: tx.now },
      { id: empty, title: 'Empty', feedIds: [], position: 2, unreadCount: 0, createdAt: tx.now },
    ];
    assert.deepEqual(await listGroups(tx, ines), expected);
    assert.deepEqual(await findGroup(tx, ines, news), expected[0]);
    assert.deepEqual(await findGroup(tx, ines, empty), expected[1]);
  });
});

test('groups are told by their feeds, and not by all that a reader follows', {
  skip: isOnPostgres ? 'list-plans.test.ts holds what PostgreSQL does' : false,
}, async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  await real.write(async (tx) => {
    // SQLite's statistics on an instance where a hundred people follow a hundred feeds each, and one follows two thousand.
    await tx.run(sql`ANALYZE`);
    await tx.run(sql`INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('groups', 'sqlite_autoindex_groups_1', '4 2 1'),
      ('feeds', 'sqlite_autoindex_feeds_1', '12000 119 1'), ('group_feeds', 'group_feeds_feed', '406 1 1'),
      ('group_feeds', 'group_feeds', '406 102 1')`);
    await tx.run(sql`ANALYZE sqlite_schema`);
  });
  await store.read(async (tx) => {
    await listGroups(tx, 1);
    await unreadOfGroups(tx, 1);
  });
  const plans = await stepsOf(real, spied);
  const ofFeeds = plans.filter((step) => step.startsWith('SEARCH f ') || step.startsWith('SCAN f'));
  assert.equal(ofFeeds.length, 2, plans.join('\n'));
  for (const step of ofFeeds) assert.match(step, /USING INTEGER PRIMARY KEY/);
});

test('a feed that is in the group already is not counted again', async (t) => {
  await inStore(t, async (tx, { ines, feeds, news }) => {
    await addFeedsToGroup(tx, news, feeds.slice(0, 1));
    assert.equal(await addFeedsToGroup(tx, news, feeds), 1);
    assert.deepEqual((await findGroup(tx, ines, news))?.feedIds, feeds);
  });
});

test('a group takes in many feeds at once, and not with a statement for each', async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { news, feeds } = await real.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const feeds: number[] = [];
    for (const n of [1, 2, 3])
      feeds.push((await someFeed(tx, ines, { url: `https://${n}.example/`, count: 0 })).id);
    return { news: (await insertGroup(tx, ines, 'News')) ?? 0, feeds };
  });
  assert.equal(await store.write((tx) => addFeedsToGroup(tx, news, feeds)), 3);
  assert.equal(await store.write((tx) => addFeedsToGroup(tx, news, [])), 0);
  assert.equal(spied.runs, 2);
});

test('two groups of one user bear different titles, those of two users may agree', async (t) => {
  await inStore(t, async (tx, { ines, otto }) => {
    assert.equal(await insertGroup(tx, ines, 'News'), undefined);
    assert.equal((await listGroups(tx, ines)).length, 2);
    assert.equal(typeof (await insertGroup(tx, otto, 'News')), 'number');
  });
});

test('a group of somebody else is a group that does not exist', async (t) => {
  await inStore(t, async (tx, { ines, otto, news, empty }) => {
    assert.equal(await findGroup(tx, otto, news), undefined);
    assert.deepEqual(await listGroups(tx, otto), []);
    assert.deepEqual(await ownGroupIds(tx, otto, [news, empty]), []);
    assert.equal(await deleteGroup(tx, otto, news), false);
    assert.deepEqual(await ownGroupIds(tx, ines, [empty, 999, news]), [news, empty]);
  });
});

test('a group that goes leaves its feeds, which are no longer in it', async (t) => {
  await inStore(t, async (tx, { ines, feeds, news, empty }) => {
    const [first = 0] = feeds;
    await addFeedsToGroup(tx, news, feeds);
    await addFeedsToGroup(tx, empty, [first]);
    assert.equal(await deleteGroup(tx, ines, news), true);
    assert.equal(await deleteGroup(tx, ines, news), false);
    assert.deepEqual((await findFeed(tx, ines, first))?.groupIds, [empty]);
  });
});

interface Someone {
  ines: number;
  otto: number;
  feeds: number[];
  news: number;
  empty: number;
}

/** Two users; one has two feeds and two groups with nothing in them. */
async function inStore(t: TestContext, fn: (tx: WriteTx, rows: Someone) => Promise<void>): Promise<void> {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someUser(tx, 'ines');
    const otto = await someUser(tx, 'otto');
    const feeds: number[] = [];
    for (const name of ['a', 'b']) {
      feeds.push((await someFeed(tx, ines, { url: `https://${name}.example/`, count: 0 })).id);
    }
    const news = (await insertGroup(tx, ines, 'News')) ?? 0;
    const empty = (await insertGroup(tx, ines, 'Empty')) ?? 0;
    await fn(tx, { ines, otto, feeds, news, empty });
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../../test/fake-clock.ts';
import { propertyRuns } from '../../../test/property-runs.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { removeItemsOfGone } from '../accounts/gone-users.ts';
import { changesAfter } from '../changes.ts';
import { findFeed } from '../feeds/feeds.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { someFeed, somePosts, someUser } from '../testing/rows.ts';
import { feedsWithWrongCount } from '../testing/wrong-counts.ts';
import { findItem, findItems, insertItems } from './items.ts';
import { setMark } from './marks.ts';

test('new items are unread, take ascending ids in the order of their posts, and are told as one change', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, feed } = await someone(tx, 'ines', 0);
    const [first = 0, second = 0, third = 0] = await somePosts(tx, feed.sourceId, 3);
    const ids = await insertItems(tx, { id: feed.id, userId }, [third, first, second]);
    assert.deepEqual(ids, [1, 2, 3]);
    const items = await findItems(tx, userId, ids);
    assert.deepEqual(
      items.map((item) => [item.id, item.postId, item.read]),
      [
        [3, second, false],
        [2, first, false],
        [1, third, false],
      ],
    );
    assert.equal((await findFeed(tx, userId, feed.id))?.unreadCount, 3);
    const changes = await changesAfter(tx, userId, 0, 10);
    assert.deepEqual(
      changes.map(({ kind, ids }) => ({ kind, ids })),
      [{ kind: 'items.new', ids }],
    );
  });
});

test('later items have greater ids, whosever they are', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someone(tx, 'ines', 2);
    const otto = await someone(tx, 'otto', 1);
    const more = await insertItems(
      tx,
      { id: ines.feed.id, userId: ines.userId },
      await somePosts(tx, ines.feed.sourceId, 1),
    );
    assert.deepEqual([ines.feed.itemIds, otto.feed.itemIds, more], [[1, 2], [3], [4]]);
  });
});

test('where there is no post there is no item and no change', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, feed } = await someone(tx, 'ines', 0);
    assert.deepEqual(await insertItems(tx, { id: feed.id, userId }, []), []);
    assert.deepEqual(await changesAfter(tx, userId, 0, 10), []);
  });
});

test('an item wears its post and its contents', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000));
  await store.write(async (tx) => {
    const { userId, feed } = await someone(tx, 'ines', 1);
    const [id = 0] = feed.itemIds;
    const bare = await findItem(tx, userId, id);
    assert.deepEqual(bare, {
      id,
      feedId: feed.id,
      postId: bare?.postId,
      title: 'Post 1',
      url: 'https://example.org/',
      author: undefined,
      read: false,
      starred: false,
      tags: [],
      createdAt: 1_000,
      published: undefined,
      editedAt: undefined,
      details: {},
      positions: [],
      content: undefined,
      summary: undefined,
      fullText: undefined,
    });
    const details = { categories: ['tea'], commentsUrl: 'https://example.org/talk' };
    await tx.run(
      sql`UPDATE posts SET author = 'Ada', published_at = 7, edited_at = 9 WHERE id = ${bare?.postId ?? 0}`,
    );
    await tx.run(sql`
      INSERT INTO post_contents (post_id, content, summary, details, sanitiser)
      VALUES (${bare?.postId ?? 0}, '<p>c', 's', ${JSON.stringify(details)}, 1)`);
    const dressed = await findItem(tx, userId, id);
    assert.deepEqual(dressed, {
      ...bare,
      ...{ author: 'Ada', published: 7, editedAt: 9, details, content: '<p>c', summary: 's' },
    });
  });
});

test('an item of somebody else is an item that does not exist', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someone(tx, 'ines', 1);
    const otto = await someone(tx, 'otto', 1);
    const [mine = 0] = ines.feed.itemIds;
    assert.equal(await findItem(tx, otto.userId, mine), undefined);
    const ids = [mine, ...otto.feed.itemIds, 999];
    assert.deepEqual(
      (await findItems(tx, otto.userId, ids)).map((item) => item.id),
      otto.feed.itemIds,
    );
    for (const mark of ['read', 'starred', 'unread', 'unstarred'] as const) {
      const own = otto.feed.itemIds;
      assert.deepEqual(await setMark(tx, otto.userId, ids, mark), { known: own, changed: own });
    }
  });
});

test('an item that bears the mark already is known but is not changed', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, feed } = await someone(tx, 'ines', 2);
    const [read = 0, unread = 0] = feed.itemIds;
    await setMark(tx, userId, [read], 'read');
    const ids = [read, unread];
    assert.deepEqual(await setMark(tx, userId, ids, 'read'), { known: ids, changed: [unread] });
    assert.deepEqual(await setMark(tx, userId, [unread], 'unread'), { known: [unread], changed: [unread] });
    assert.deepEqual(await setMark(tx, userId, ids.toReversed(), 'unread'), { known: ids, changed: [read] });
    assert.deepEqual(await feedsWithWrongCount(tx), []);
  });
});

test('whatever is marked, in whatever order, the counts are those of the items', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, ids } = await store.write(async (tx) => {
    const { userId, feed } = await someone(tx, 'ines', 4);
    const other = await someFeed(tx, userId, { url: 'https://other.example/', count: 4 });
    return { userId, ids: [...feed.itemIds, ...other.itemIds] };
  });
  const isRead = new Map(ids.map((id) => [id, false]));
  const marks = fc.tuple(fc.subarray(ids), fc.boolean());
  await fc.assert(
    fc.asyncProperty(marks, async ([some, read]) => {
      await store.write((tx) => setMark(tx, userId, some, read ? 'read' : 'unread'));
      for (const id of some) isRead.set(id, read);
      await store.read(async (tx) => {
        assert.deepEqual(await feedsWithWrongCount(tx), []);
        const found = await findItems(tx, userId, [...isRead.keys()]);
        assert.deepEqual(new Map(found.map((item) => [item.id, item.read])), isRead);
      });
    }),
    propertyRuns(11, 40),
  );
});

test('the items of a user who goes go, and nobody else loses one', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const ines = await someone(tx, 'ines', 2);
    const otto = await someone(tx, 'otto', 2);
    await removeItemsOfGone(tx, ines.userId, 10);
    assert.deepEqual(await findItems(tx, ines.userId, ines.feed.itemIds), []);
    assert.equal((await findItems(tx, otto.userId, otto.feed.itemIds)).length, 2);
  });
});

async function someone(tx: WriteTx, name: string, count: number) {
  const userId = await someUser(tx, name);
  return { userId, feed: await someFeed(tx, userId, { url: `https://${name}.example/`, count }) };
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { appendChange, changesAfter } from '../changes.ts';
import { takeItemIds, takeSeq } from '../counters.ts';
import { insertFeed, listFeeds } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { removeItems } from '../items/removed-items.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, Store, WriteTx } from '../store.ts';
import { somePosts, someSource, someUser } from '../testing/rows.ts';
import { feedsWithWrongCount } from '../testing/wrong-counts.ts';
import { copyToFollowers, copyToWhoLacks, type PostToCopy, tellEdited, tellFollowers } from './fan-out.ts';
import { NEVER_SHOWN } from './posts.ts';
import { lockFollowers } from './sources.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };

test('each follower gets each post once, with ids in order of arrival out of one block', async (t) => {
  const { store, sourceId, followers } = await followed(t, 3);
  await store.write((tx) => takeItemIds(tx, 100));
  const posts = await publish(store, sourceId, [false, false]);
  const [ines, otto, ada] = followers;
  assert.ok(ines && otto && ada);
  const copies = await store.read((tx) => itemsOf(tx, sourceId));
  assert.deepEqual(
    copies.map(({ id, feed_id, post_id }) => [id, feed_id, post_id]),
    followers.flatMap((follower, rank) =>
      posts.map((post, place) => [101 + rank * 2 + place, follower.id, post]),
    ),
  );
  // Nobody else is given one of them.
  assert.equal(await store.write((tx) => takeItemIds(tx, 1)), 107);
});

test('each follower is told of the own ids, in the next place of the own sequence', async (t) => {
  const { store, sourceId, followers } = await followed(t, 2);
  const [ines, otto] = followers;
  assert.ok(ines && otto);
  await store.write((tx) => appendChange(tx, otto.userId, 'items.read', [7]));
  await publish(store, sourceId, Array<boolean>(12).fill(false));
  for (const [{ userId }, seq, first] of [
    [ines, 1, 1],
    [otto, 2, 13],
  ] as const) {
    const told = (await store.read((tx) => changesAfter(tx, userId, 0, 100))).at(-1);
    const ids = Array.from({ length: 12 }, (_, index) => first + index);
    assert.deepEqual([told?.seq, told?.kind, told?.ids], [seq, 'items.new', ids]);
    const kept = sql`SELECT ids FROM changes WHERE user_id = ${userId} AND seq = ${seq}`;
    assert.deepEqual(await store.read((tx) => tx.get(kept)), { ids: JSON.stringify(ids) });
  }
});

test('a copy that asks for no attention is read and not counted', async (t) => {
  const { store, sourceId, followers } = await followed(t, 2);
  await publish(store, sourceId, [true, false, true]);
  await store.read(async (tx) => {
    assert.deepEqual(
      (await itemsOf(tx, sourceId)).map(({ read }) => read),
      [1, 0, 1, 1, 0, 1],
    );
    assert.deepEqual(await feedsWithWrongCount(tx), []);
    for (const { userId } of followers) assert.equal((await listFeeds(tx, userId))[0]?.unreadCount, 1);
  });
});

test('posts go to those who lack them, and to nobody whose policy has removed one', async (t) => {
  const { store, sourceId, followers } = await followed(t, 3);
  const [ines, otto, ada] = followers;
  assert.ok(ines && otto && ada);
  const [first = 0, second = 0] = await store.write(async (tx) => {
    const posts = await somePosts(tx, sourceId, 2);
    await insertItems(tx, ines, posts.slice(0, 1));
    await insertItems(tx, otto, posts);
    await tx.run(sql`UPDATE items SET read = 1 WHERE feed_id = ${otto.id}`);
    await tx.run(sql`UPDATE feeds SET unread_count = 0 WHERE id = ${otto.id}`);
    await removeItems(tx, otto, [3]);
    await tx.run(sql`UPDATE posts SET left_at = ${NEVER_SHOWN}`);
    const toCopy = posts.map((id) => ({ id, read: false }));
    assert.equal(await copyToWhoLacks(tx, sourceId, toCopy), 3);
    assert.equal(await copyToWhoLacks(tx, sourceId, toCopy), 0);
    return posts;
  });
  await store.read(async (tx) => {
    const found = (await itemsOf(tx, sourceId)).map((item) => [item.id, item.feed_id, item.post_id]);
    assert.deepEqual(found, [
      [1, ines.id, first],
      [2, otto.id, first],
      [4, ines.id, second],
      [5, ada.id, first],
      [6, ada.id, second],
    ]);
    assert.deepEqual(await feedsWithWrongCount(tx), []);
  });
  assert.deepEqual(await lastChanges(store, [ines, ada]), [
    [2, 'items.new', [4]],
    [1, 'items.new', [5, 6]],
  ]);
});

test('of posts that were away, they go to those who have followed only since then, as read where that is asked for', async (t) => {
  const { store, sourceId, followers } = await followed(t, 3);
  const [ines, otto, ada] = followers;
  assert.ok(ines && otto && ada);
  await store.write(async (tx) => {
    const [first = 0, second = 0] = await somePosts(tx, sourceId, 2);
    await tx.run(sql`UPDATE posts SET left_at = CASE WHEN id = ${first} THEN 1000 ELSE 2000 END`);
    await tx.run(sql`UPDATE feeds SET created_at = 1000 WHERE id = ${ines.id}`);
    await tx.run(sql`UPDATE feeds SET created_at = 2000 WHERE id = ${otto.id}`);
    await tx.run(sql`UPDATE feeds SET created_at = 2001 WHERE id = ${ada.id}`);
    const toCopy = [
      { id: first, read: true },
      { id: second, read: false },
    ];
    assert.equal(await copyToWhoLacks(tx, sourceId, toCopy), 3);
    const found = await tx.all<{ feed_id: number; post_id: number; read: number }>(
      sql`SELECT feed_id, post_id, read FROM items ORDER BY id`,
    );
    assert.deepEqual(
      found.map((item) => [item.feed_id, item.post_id, item.read]),
      [
        [otto.id, first, 1],
        [ada.id, first, 1],
        [ada.id, second, 0],
      ],
    );
    assert.deepEqual(await feedsWithWrongCount(tx), []);
  });
});

test('whoever follows another source gets nothing, and nobody is told where nothing came', async (t) => {
  const { store, sourceId } = await followed(t, 1);
  const other = await store.write(async (tx) => {
    const userId = await someUser(tx, 'other');
    await insertFeed(tx, userId, await someSource(tx, 'https://other.example/'));
    return userId;
  });
  await publish(store, sourceId, [false]);
  await publish(store, sourceId, []);
  assert.deepEqual(await store.read((tx) => changesAfter(tx, other, 0, 10)), []);
  assert.equal((await store.read((tx) => itemsOf(tx, sourceId))).length, 1);
});

test('where others follow than were locked, nothing is kept', async (t) => {
  const { store, sourceId } = await followed(t, 3);
  const late = store.write(async (tx) => {
    const [post = 0] = await somePosts(tx, sourceId, 1);
    await copyToFollowers(tx, { sourceId, followers: 2 }, [{ id: post, read: false }]);
  });
  await assert.rejects(late, /has other followers than the 2 that were locked/);
  assert.deepEqual(await store.read((tx) => itemsOf(tx, sourceId)), []);
});

test('an edit is told to whoever has a copy, with the ids of the own copies', async (t) => {
  const { store, sourceId, followers } = await followed(t, 2);
  const [first = 0, , third = 0] = await publish(store, sourceId, [false, true, false]);
  await store.write((tx) => tellEdited(tx, [third, first]));
  await store.write((tx) => tellEdited(tx, []));
  const told = await lastChanges(store, followers);
  assert.deepEqual(told, [
    [2, 'items.edited', [1, 3]],
    [2, 'items.edited', [4, 6]],
  ]);
});

test('another face of a source is told to whoever follows it, with the id of the own feed', async (t) => {
  const { store, sourceId, followers } = await followed(t, 2);
  await store.write((tx) => tellFollowers(tx, sourceId));
  const told = await lastChanges(store, followers);
  assert.deepEqual(
    told,
    followers.map(({ id }) => [1, 'feeds.changed', [id]]),
  );
});

test('everybody who was told something is named after the commit', async (t) => {
  const named: (readonly number[])[] = [];
  const { store, sourceId, followers } = await followed(t, 2, (userIds) => named.push(userIds));
  named.length = 0;
  await publish(store, sourceId, [false]);
  assert.deepEqual(named, [followers.map(({ userId }) => userId)]);
});

test('the number of statements does not grow with the number of followers', async (t) => {
  const counts: number[] = [];
  for (const followers of [2, 50]) {
    const { store, sourceId } = await followed(t, followers);
    await store.write(async (tx) => {
      const [post = 0] = await somePosts(tx, sourceId, 1);
      const seen = counting(tx);
      await copyToFollowers(seen.tx, { sourceId, followers }, [{ id: post, read: false }]);
      await tellEdited(seen.tx, [post]);
      await tellFollowers(seen.tx, sourceId);
      counts.push(seen.statements());
    });
  }
  assert.equal(counts[0], counts[1]);
});

test(
  'who marks an item while its source is recorded waits for nothing that waits for them',
  onPostgres,
  async (t) => {
    const { store, sourceId, followers } = await followed(t, 2);
    const second = followers[1] ?? assert.fail();
    const counts = { record: 0, mark: 0 };
    const marks = Promise.withResolvers<void>();
    const mark = store.write(async (tx) => {
      counts.mark++;
      await takeSeq(tx, second.userId);
      marks.resolve();
      await blockedBy(store, await pidOf(tx));
      await tx.run(sql`UPDATE feeds SET unread_count = unread_count + 1 WHERE id = ${second.id}`);
    });
    await marks.promise;
    const record = store.write(async (tx) => {
      counts.record++;
      await lockFollowers(tx, sourceId);
    });
    await Promise.all([mark, record]);
    assert.deepEqual(counts, { record: 1, mark: 1 });
  },
);

interface SomeFollower {
  id: number;
  userId: number;
}

/** A source with followers, in order of user; the feeds were made in the opposite order. */
async function followed(
  t: TestContext,
  count: number,
  changed: (userIds: readonly number[]) => void = () => {},
): Promise<{ store: Store; sourceId: number; followers: SomeFollower[] }> {
  const { store } = await temporaryStore(t, fakeClock(), { changed });
  return store.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://a.example/');
    const userIds: number[] = [];
    for (let number = 0; number < count; number++) userIds.push(await someUser(tx, `user ${number}`));
    const followers: SomeFollower[] = [];
    for (const userId of userIds.toReversed()) {
      followers.unshift({ id: await insertFeed(tx, userId, sourceId), userId });
    }
    return { store, sourceId, followers };
  });
}

/** Publishes posts, of which some are read from the beginning, and gives their ids. */
function publish(store: Store, sourceId: number, read: readonly boolean[]): Promise<number[]> {
  return store.write(async (tx) => {
    const { length: followers } = await lockFollowers(tx, sourceId);
    const ids = await somePosts(tx, sourceId, read.length);
    const posts: PostToCopy[] = ids.map((id, index) => ({ id, read: read[index] ?? false }));
    await copyToFollowers(tx, { sourceId, followers }, posts);
    return ids;
  });
}

function itemsOf(tx: ReadTx, sourceId: number) {
  return tx.all<{ id: number; feed_id: number; post_id: number; read: number }>(sql`
    SELECT id, feed_id, post_id, read FROM items
    WHERE feed_id IN (SELECT id FROM feeds WHERE source_id = ${sourceId}) ORDER BY id`);
}

function lastChanges(store: Store, followers: readonly SomeFollower[]) {
  return store.read(async (tx) => {
    const last: unknown[] = [];
    for (const { userId } of followers) {
      const change = (await changesAfter(tx, userId, 0, 100)).at(-1);
      last.push([change?.seq, change?.kind, change?.ids]);
    }
    return last;
  });
}

function counting(tx: WriteTx): { tx: WriteTx; statements(): number } {
  let statements = 0;
  const counted = { get: true, all: true, run: true };
  const seen = new Proxy(tx, {
    get(target, name: keyof WriteTx) {
      const value = target[name];
      if (typeof value !== 'function') return value;
      return (...given: [Sql]) => {
        if (name in counted) statements++;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return { tx: seen, statements: () => statements };
}

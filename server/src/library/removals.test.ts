// Several apps remove or restore things at the same time.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { untilWaitedFor } from '../accounts/testing/meanwhile.ts';
import { inheritFormer } from '../crawler/following/move-feed.ts';
import type { JournalEntry } from '../model/journal.ts';
import { findFeed, insertFeed } from '../store/feeds/feeds.ts';
import { findItems, insertItems } from '../store/items/items.ts';
import { keepPositions } from '../store/items/playback.ts';
import { writeFeedPolicy } from '../store/items/retention.ts';
import { mergeSources } from '../store/sources/merge-sources.ts';
import { deletePosts } from '../store/sources/posts.ts';
import { type Sql, sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { someFeed, someSource } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { updateFeed, updateGroup } from './feed-settings.ts';
import { getFeed, unfollow } from './feeds.ts';
import { createGroup, deleteGroup, getGroup, listGroups } from './groups.ts';
import { listItems } from './items.ts';
import { forgetJournal, listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
import { journalKeptMs } from './limits.ts';
import { getPolicies, setPolicy } from './retention.ts';
import { tagItem } from './tags.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

test('of two who stop following a feed at once, one has done it and the other is told that there is none', async (t) => {
  const { library, ines } = await someLibrary(t);
  const [{ id, itemIds } = { id: 0, itemIds: [] }] = ines.feeds;
  const second = beaten(library, () => unfollow(library, ines.userId, id));
  await assert.rejects(unfollow(second, ines.userId, id), refusal('not-found', /there is no feed/));
  const [entry, ...others] = await entriesOf(library, ines.userId);
  assert.deepEqual([entry?.action, entry?.count, others], ['feed.removed', 2, []]);
  await undo(library, ines.userId, entry?.id ?? 0);
  assert.deepEqual(await itemsOf(library, ines.userId, id), itemIds.toReversed());
});

test('a feed that is put away in several portions comes back with all of its items as they were', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { id } = await library.store.write(async (tx) => {
    const feed = await someFeed(tx, ines.userId, { url: 'https://many.example/', count: 4_100 });
    await tx.run(
      sql`UPDATE items SET read = id % 2, starred = (id + 1) % 2, created_at = id / 3 WHERE feed_id = ${feed.id}`,
    );
    return feed;
  });
  const rows = () =>
    library.store.read((tx) =>
      tx.all(sql`SELECT id, post_id, read, starred, created_at FROM items WHERE feed_id = ${id} ORDER BY id`),
    );
  const before = await rows();
  await unfollow(library, ines.userId, id);
  assert.deepEqual(await rows(), []);
  const [entry] = await entriesOf(library, ines.userId);
  await undo(library, ines.userId, entry?.id ?? 0);
  const after = await rows();
  assert.deepEqual([before.length, after.length], [4_100, 4_100]);
  assert.deepEqual(after, before);
});

test('an item whose post is gone does not come back with its feed, and counts for nothing', async (t) => {
  const { library, ines } = await someLibrary(t);
  const [{ id, itemIds } = { id: 0, itemIds: [] }] = ines.feeds;
  const [gone = 0, ...others] = itemIds;
  const [item] = await library.store.read((tx) => findItems(tx, ines.userId, [gone]));
  await unfollow(library, ines.userId, id);
  await library.store.write((tx) => deletePosts(tx, [item?.postId ?? 0]));
  const [entry] = await entriesOf(library, ines.userId);
  await undo(library, ines.userId, entry?.id ?? 0);
  assert.deepEqual(await itemsOf(library, ines.userId, id), others.toReversed());
  assert.equal((await getFeed(library, ines.userId, id)).unreadCount, others.length);
});

test('tags and positions of what a feed had go when it can come back no more, though others can', async (t) => {
  const { library, ines, clock } = await someLibrary(t);
  const { store } = library;
  const [a, b] = ines.feeds;
  const itemOf = (feed: typeof a): number => feed?.itemIds[0] ?? assert.fail();
  for (const [id, word] of [
    [itemOf(a), 'gone'],
    [itemOf(b), 'kept'],
  ] as const) {
    await tagItem(library, ines.userId, id, { put: [word], takeOff: [] });
    const position = { url: 'https://a.example/1.mp3', seconds: 5, at: clock.now() };
    await store.write((tx) => keepPositions(tx, { userId: ines.userId, id }, [position]));
  }
  await unfollow(library, ines.userId, a?.id ?? 0);
  await clock.advance(journalKeptMs / 2);
  await unfollow(library, ines.userId, b?.id ?? 0);
  const left = () =>
    store.read(async (tx) => [
      await tx.all(
        sql`SELECT t.title, g.item_id FROM tags t LEFT JOIN item_tags g ON g.tag_id = t.id ORDER BY t.title`,
      ),
      await tx.all(sql`SELECT item_id FROM played_items`),
    ]);
  await clock.advance(journalKeptMs / 2);
  await forgetJournal(library);
  const kept = { item_id: itemOf(b) };
  assert.deepEqual(await left(), [[{ title: 'kept', ...kept }], [kept]]);
});

test('what is brought back at the last moment keeps its tags, though what could be undone is forgotten just then', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { library, ines, clock } = await someLibrary(t);
  const { userId } = ines;
  const [{ id, itemIds } = { id: 0, itemIds: [] }] = ines.feeds;
  const [item = 0] = itemIds;
  await tagItem(library, userId, item, { put: ['kept'], takeOff: [] });
  await unfollow(library, userId, id);
  await clock.advance(journalKeptMs - 1);
  const [entry] = await entriesOf(library, userId);
  const { store, begun } = untilWaitedFor(library.store, 1, async () => {
    await clock.advance(1);
    await forgetJournal(library);
  });
  await undo({ ...library, store }, userId, entry?.id ?? 0);
  await begun;
  const tagged = await library.store.read((tx) => tx.all(sql`SELECT item_id FROM item_tags`));
  assert.deepEqual(tagged, [{ item_id: item }]);
  assert.deepEqual(await itemsOf(library, userId, id), itemIds.toReversed());
});

test('what comes back with a feed is not put back with a statement for each item', async (t) => {
  const { library, ines } = await someLibrary(t);
  const url = 'https://many.example/';
  const { id } = await library.store.write((tx) => someFeed(tx, ines.userId, { url, count: 2_100 }));
  await unfollow(library, ines.userId, id);
  const [entry] = await entriesOf(library, ines.userId);
  const { store, spied } = spiedStore(library.store);
  await undo({ ...library, store }, ines.userId, entry?.id ?? 0);
  assert.ok(spied.runs < 200, `${spied.runs} statements`);
});

for (const isJoined of [false, true]) {
  const how = isJoined ? 'into another' : 'by itself';
  test(`a feed with very many items comes back ${how}, and others have a turn between all looks through them`, {
    skip: isOnPostgres ? 'the server is another process' : false,
  }, async (t) => {
    const { library, ines } = await someLibrary(t);
    const { store } = library;
    const [beside = 0] = ines.feeds.map((feed) => feed.id);
    const url = 'https://many.example/';
    const { id, sourceId } = await store.write((tx) => someFeed(tx, ines.userId, { url, count: 4_100 }));
    await store.write((tx) => tx.run(sql`UPDATE feeds SET created_at = created_at - 1`));
    // Feeds were moved there: then it is looked whether they have anything twice.
    for (const each of [sourceId, ines.feeds[0]?.sourceId ?? 0])
      await store.write((tx) => inheritFormer(tx, each, [ines.feeds[1]?.sourceId ?? 0]));
    await unfollow(library, ines.userId, id);
    if (isJoined) {
      await store.write(async (tx) => {
        const into = await findFeed(tx, ines.userId, beside);
        await mergeSources(tx, { id: sourceId, url }, into?.sourceId ?? 0);
      });
    }
    const [entry] = await entriesOf(library, ines.userId);
    const { library: watched, looks } = watchLooks(library, id);
    await undo(watched, ines.userId, entry?.id ?? 0);
    const where = isJoined ? beside : id;
    const [row] = await store.read((tx) =>
      tx.all<{ count: number }>(sql`SELECT count(*) AS count FROM items WHERE feed_id = ${where}`),
    );
    // What the other has as well is there once.
    assert.equal(row?.count, 4_100);
    assert.ok(looks.length > 1);
    assert.equal(new Set(looks).size, looks.length);
  });
}

test('a feed that goes while it is being changed is told as gone', async (t) => {
  const { library, ines } = await someLibrary(t);
  const [a = 0, b = 0] = ines.feeds.map((feed) => feed.id);
  const { id: group } = await createGroup(library, ines.userId, { title: 'News', feedIds: [] });
  const setting = beaten(library, () => unfollow(library, ines.userId, a));
  await assert.rejects(
    updateFeed(setting, ines.userId, a, { intervalMs: 3_600_000 }),
    refusal('not-found', /there is no feed/),
  );
  const changing = beaten(library, () => unfollow(library, ines.userId, b));
  await assert.rejects(
    updateFeed(changing, ines.userId, b, { groupIds: [group] }),
    refusal('not-found', /there is no feed/),
  );
});

test('of two who undo the same at once, one has done it and the other is told that it is undone already', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [a = 0, b = 0] = ines.feeds.map((feed) => feed.id);
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [a] });
  await deleteGroup(library, userId, id);
  await unfollow(library, userId, b);
  // What was removed is restored, and then the restoring is undone.
  for (let round = 0; round < 2; round++) {
    for (const entry of (await entriesOf(library, userId)).slice(0, 2).reverse()) {
      const second = beaten(library, () => undo(library, userId, entry.id));
      await assert.rejects(undo(second, userId, entry.id), refusal('cannot', /it is undone already/));
    }
  }
  assert.equal((await entriesOf(library, userId)).length, 6);
});

test('a group comes back with the feeds that it was given while it was being removed', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [a = 0, b = 0] = ines.feeds.map((feed) => feed.id);
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [a] });
  const removing = beaten(library, () => updateGroup(library, userId, id, { feedIds: [a, b] }));
  await deleteGroup(removing, userId, id);
  const [entry] = await entriesOf(library, userId);
  await undo(library, userId, entry?.id ?? 0);
  assert.deepEqual((await getGroup(library, userId, id)).feedIds, [a, b]);
  const second = beaten(library, () => deleteGroup(library, userId, id));
  await assert.rejects(deleteGroup(second, userId, id), refusal('not-found', /there is no group/));
  assert.equal((await entriesOf(library, userId)).length, 3);
});

test('a feed comes back in the groups that it was put into while it was being removed', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [a = 0] = ines.feeds.map((feed) => feed.id);
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [] });
  const removing = beaten(library, () => updateGroup(library, userId, id, { feedIds: [a] }));
  await unfollow(removing, userId, a);
  const [entry] = await entriesOf(library, userId);
  await undo(library, userId, entry?.id ?? 0);
  assert.deepEqual((await getFeed(library, userId, a)).groupIds, [id]);
});

test('a group of a feed that goes meanwhile is refused as one of a feed that is unknown', async (t) => {
  const { library, ines } = await someLibrary(t);
  const [a = 0] = ines.feeds.map((feed) => feed.id);
  const grouping = beaten(library, () => unfollow(library, ines.userId, a));
  await assert.rejects(
    createGroup(grouping, ines.userId, { title: 'News', feedIds: [a] }),
    refusal('cannot', /there is no feed/),
  );
  assert.deepEqual(await listGroups(library, ines.userId), []);
});

test('a feed comes back in all of its groups, though one of them went before it and came back before it', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId } = { id: 0 }] = ines.feeds;
  const groups = [];
  for (const title of ['Here', 'Away'])
    groups.push((await createGroup(library, userId, { title, feedIds: [feedId] })).id);
  await deleteGroup(library, userId, groups[1] ?? 0);
  await unfollow(library, userId, feedId);
  const [feed, group] = await entriesOf(library, userId);
  const back = await undo(library, userId, group?.id ?? 0);
  assert.equal(back.undoes, group?.id);
  await undo(library, userId, feed?.id ?? 0);
  assert.deepEqual((await getFeed(library, userId, feedId)).groupIds, groups);
});

test('what was brought back and has been removed by hand since is not removed by an undo', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId } = { id: 0 }] = ines.feeds;
  const { id: groupId } = await createGroup(library, userId, { title: 'News', feedIds: [] });
  for (const remove of [
    () => unfollow(library, userId, feedId),
    () => deleteGroup(library, userId, groupId),
  ]) {
    await remove();
    const [entry] = await entriesOf(library, userId);
    const back = await undo(library, userId, entry?.id ?? 0);
    await remove();
    await assert.rejects(undo(library, userId, back.id), refusal('cannot', /is removed already/));
  }
});

test('a feed that was moved comes back showing what the posts of its former source become meanwhile', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  for (const first of ['the undo', 'the joining']) {
    const { library, ines, otto } = await someLibrary(t);
    const { userId } = ines;
    const [[old], [kept]] = [ines.feeds, otto.feeds];
    assert.ok(old && kept);
    await library.store.write(async (tx) => {
      const elsewhere = await someSource(tx, 'https://elsewhere.example/');
      await tx.run(sql`UPDATE feeds SET source_id = ${elsewhere} WHERE id = ${old.id}`);
    });
    await unfollow(library, userId, old.id);
    const [entry] = await entriesOf(library, userId);
    const from = { id: old.sourceId, url: 'https://a.example/' };
    const bringBack = (store: Store): Promise<unknown> => undo({ ...library, store }, userId, entry?.id ?? 0);
    const join = (store: Store): Promise<unknown> =>
      store.write((tx) => mergeSources(tx, from, kept.sourceId));
    const [before, after] = first === 'the undo' ? [bringBack, join] : [join, bringBack];
    const { store, begun } = untilWaitedFor(library.store, 1, () => after(library.store));
    await before(store);
    await begun;
    const items = await library.store.read((tx) => findItems(tx, userId, old.itemIds));
    assert.deepEqual(items.map(({ id }) => id).sort(), old.itemIds, first);
  }
});

test('a feed comes back with one item of what has become one post meanwhile', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const { userId } = ines;
  const [[moved], [kept]] = [ines.feeds, otto.feeds];
  assert.ok(moved && kept);
  await library.store.write(async (tx) => {
    const elsewhere = await someSource(tx, 'https://elsewhere.example/');
    await tx.run(sql`UPDATE feeds SET source_id = ${elsewhere} WHERE id = ${moved.id}`);
    const both = await tx.all<{ id: number }>(sql`SELECT id FROM posts WHERE source_id = ${kept.sourceId}`);
    await insertItems(
      tx,
      { id: moved.id, userId },
      both.map(({ id }) => id),
    );
  });
  await unfollow(library, userId, moved.id);
  const from = { id: moved.sourceId, url: 'https://a.example/' };
  await library.store.write((tx) => mergeSources(tx, from, kept.sourceId));
  const [entry] = await entriesOf(library, userId);
  await undo(library, userId, entry?.id ?? 0);
  assert.deepEqual((await itemsOf(library, userId, moved.id)).toReversed(), moved.itemIds);
  assert.equal((await getFeed(library, userId, moved.id)).unreadCount, 2);
});

test('a feed whose source was joined to another one comes back with that, whatever is at its former address', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const { userId } = ines;
  const [[old], [kept]] = [ines.feeds, otto.feeds];
  assert.ok(old && kept);
  await unfollow(library, userId, old.id);
  const from = { id: old.sourceId, url: 'https://a.example/' };
  await library.store.write((tx) => mergeSources(tx, from, kept.sourceId));
  await library.store.write(async (tx) => {
    const other = await someSource(tx, 'https://other.example/');
    await tx.run(sql`UPDATE sources SET url = ${from.url} WHERE id = ${other}`);
  });
  const [entry] = await entriesOf(library, userId);
  await undo(library, userId, entry?.id ?? 0);
  assert.equal((await getFeed(library, userId, old.id)).sourceId, kept.sourceId);
});

test('what came back into another feed comes back into that one again, whatever its source was joined to meanwhile', async (t) => {
  const { library, clock, ines, otto } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const [[old], [kept]] = [ines.feeds, otto.feeds];
  assert.ok(old && kept);
  const [url, later] = ['https://a.example/', 'https://later.example/'];
  const feedId = await store.write((tx) => insertFeed(tx, userId, kept.sourceId));
  await clock.advance(60_000);
  await unfollow(library, userId, old.id);
  await store.write((tx) => mergeSources(tx, { id: old.sourceId, url }, kept.sourceId));
  const undoLast = async (): Promise<unknown> =>
    undo(library, userId, (await entriesOf(library, userId))[0]?.id ?? 0);
  await undoLast();
  await store.write(async (tx) => {
    const source = await someSource(tx, later);
    await mergeSources(tx, { id: kept.sourceId, url: 'https://c.example/' }, source);
    const other = await someSource(tx, 'https://other.example/');
    await tx.run(sql`UPDATE sources SET url = ${url} WHERE id = ${other}`);
  });
  await undoLast();
  assert.deepEqual(await itemsOf(library, userId, feedId), []);
  await undoLast();
  assert.deepEqual((await itemsOf(library, userId, feedId)).toReversed(), old.itemIds);
});

test('nothing that a removed feed would have kept is removed from the feed that it comes back into', async (t) => {
  const { library, userId, moved, feedId, undoLast } = await intoAnother(t, 'oldest');
  await setPolicy(library, userId, { feedId: undefined, policy: { keep: 'newest', count: 1 } });
  await library.store.write((tx) => writeFeedPolicy(tx, { id: moved.id, userId }, { keep: 'forever' }));
  await undoLast();
  assert.deepEqual((await getPolicies(library, userId)).feeds, [{ feedId, policy: { keep: 'forever' } }]);
});

test('what a feed had by itself stays when what came into it goes again, though both are one post by then', async (t) => {
  const { moved, itemIds, undoLast, moveFormer } = await intoAnother(t, 'all');
  await undoLast();
  assert.equal((await itemIds()).length, 4);
  await moveFormer();
  for (let times = 0; times < 3; times++) {
    assert.deepEqual((await itemIds()).toReversed(), moved.itemIds);
    await undoLast();
  }
});

test('what came into a feed goes again though something else that came is one with what the feed had by itself', async (t) => {
  const { itemIds, undoLast, moveFormer } = await intoAnother(t, 'oldest');
  await undoLast();
  await moveFormer();
  assert.equal((await itemIds()).length, 2);
  await undoLast();
  assert.equal((await itemIds()).length, 1);
});

test('a group that is away comes back with its other feeds when one of them has become one with another', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const { userId } = ines;
  const [[old, other], [kept]] = [ines.feeds, otto.feeds];
  assert.ok(old && other && kept);
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [old.id, other.id] });
  await deleteGroup(library, userId, id);
  const into = await library.store.write(async (tx) => {
    const feedId = await insertFeed(tx, userId, kept.sourceId);
    await mergeSources(tx, { id: old.sourceId, url: 'https://a.example/' }, kept.sourceId);
    return feedId;
  });
  const [entry] = await entriesOf(library, userId);
  await undo(library, userId, entry?.id ?? 0);
  assert.deepEqual((await getGroup(library, userId, id)).feedIds, [other.id, into]);
});

/**
 * A feed that had been moved elsewhere, and was removed when its source became one with another, of which the user has a feed by now with
 * all its posts or the oldest. `moveFormer`: the source that it had at first becomes one with that, too.
 */
async function intoAnother(t: TestContext, had: 'all' | 'oldest') {
  const { library, clock, ines, otto } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const [[moved], [kept]] = [ines.feeds, otto.feeds];
  assert.ok(moved && kept);
  const url = 'https://elsewhere.example/';
  const { elsewhere, feedId } = await store.write(async (tx) => {
    const elsewhere = await someSource(tx, url);
    await tx.run(sql`UPDATE feeds SET source_id = ${elsewhere} WHERE id = ${moved.id}`);
    const feedId = await insertFeed(tx, userId, kept.sourceId);
    const posts = await tx.all<{ id: number }>(
      sql`SELECT id FROM posts WHERE source_id = ${kept.sourceId} ORDER BY id`,
    );
    const ids = posts.map(({ id }) => id);
    await insertItems(tx, { id: feedId, userId }, had === 'all' ? ids : ids.slice(0, 1));
    return { elsewhere, feedId };
  });
  await clock.advance(60_000);
  await unfollow(library, userId, moved.id);
  await store.write((tx) => mergeSources(tx, { id: elsewhere, url }, kept.sourceId));
  const former = { id: moved.sourceId, url: 'https://a.example/' };
  return {
    library,
    userId,
    moved,
    feedId,
    itemIds: () => itemsOf(library, userId, feedId),
    undoLast: async () => undo(library, userId, (await entriesOf(library, userId))[0]?.id ?? 0),
    moveFormer: () => store.write((tx) => mergeSources(tx, former, kept.sourceId)),
  };
}

/** The library of a user whose action another app's action overtakes. */
function beaten(library: Library, act: () => Promise<unknown>): Library {
  return { ...library, store: overtaken(library.store, act) };
}

function entriesOf(library: Library, userId: number): Promise<JournalEntry[]> {
  return listEntries(library, userId, { limit: 100 });
}

async function itemsOf(library: Library, userId: number, feedId: number): Promise<number[]> {
  return (await listItems(library, userId, { of: 'feed', feedId }, { page: { limit: 50 } })).ids;
}

/** A library that notes in which turn of the event loop each statement looks through all items of a feed, or all posts of its source. */
function watchLooks(library: Library, feedId: number): { library: Library; looks: number[] } {
  const looks: number[] = [];
  let turn = 0;
  const noted = (statement: Sql): Sql => {
    const { text, values } = statement;
    const isOfFeed = /\bfeed_id = /.test(text) && /\bFROM items\b/.test(text) && values.includes(feedId);
    if ((isOfFeed && !/LIMIT/.test(text)) || /stored_at >= /.test(text)) {
      looks.push(turn);
      setImmediate(() => turn++);
    }
    return statement;
  };
  const { store } = library;
  const write: Store['write'] = (fn, options) =>
    store.write((tx) => {
      const all: typeof tx.all = (statement) => Object.getPrototypeOf(tx).all.call(tx, noted(statement));
      const get: typeof tx.get = (statement) => Object.getPrototypeOf(tx).get.call(tx, noted(statement));
      return fn(Object.assign(tx, { all, get }));
    }, options);
  return { library: { ...library, store: { ...store, write } }, looks };
}

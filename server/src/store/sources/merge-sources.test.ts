import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import type { RetentionPolicy } from '../../model/retention.ts';
import { changesAfter } from '../changes.ts';
import { lockSequence } from '../counters.ts';
import { wishArticles } from '../feeds/feed-wishes.ts';
import { findFeed, findFeedOfSource, insertFeed, updateFace } from '../feeds/feeds.ts';
import { addFeedsToGroup, insertGroup } from '../feeds/groups.ts';
import { moveFeedTo } from '../feeds/move-feed.ts';
import { findItem, findItems, insertItems } from '../items/items.ts';
import { keepPositions } from '../items/playback.ts';
import { postsWithoutItem, removeItems } from '../items/removed-items.ts';
import { readPolicies, writeFeedPolicy, writePolicy } from '../items/retention.ts';
import { shelveItems, unshelveItems } from '../items/shelved-items.ts';
import { putTag, tagTitled } from '../items/tags.ts';
import { insertEntry, readPart } from '../journal.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { Store, WriteTx } from '../store.ts';
import { inOrderOfUsers } from '../testing/in-order-of-users.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { findArticleSearch, wantArticle } from './articles.ts';
import { mergeSources } from './merge-sources.ts';
import { noteSanitised, sanitisedSoFar } from './older-texts.ts';
import { NEVER_SHOWN, postsNamed } from './posts.ts';
import { forgottenLooks, keepLooks } from './unheld-posts.ts';

const days = (count: number): RetentionPolicy => ({ keep: 'days', count });

const onPostgres = { skip: isOnPostgres ? false : 'a file has one writer at a time' };

test('the article of a post goes to the one that it becomes, which everybody who has that is told', async (t) => {
  const { store, old, kept } = await twoSources(t);
  await store.write(async (tx) => {
    await articleOf(tx, old.posts[0], 'The article');
    await articleOf(tx, old.posts[1], 'An older one');
    await articleOf(tx, kept.posts[1], 'The newer one');
    await articleOf(tx, old.posts[2], 'Found here');
    await articleOf(tx, kept.posts[2], null);
    await articleOf(tx, old.posts[3], null);
    for (const { userId, posts } of [old, kept])
      for (const post of posts) await wantArticle(tx, userId, post);
  });
  const inOrder = inOrderOfUsers(store);
  await inOrder.write((tx) => mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId));
  const articles = ['Found here', 'The article', 'The newer one', undefined];
  for (const { userId, itemIds } of [old, kept]) {
    const items = await store.read((tx) => findItems(tx, userId, itemIds));
    assert.deepEqual(items.map((item) => item.fullText?.content).sort(), articles);
  }
  const search = await store.read((tx) => findArticleSearch(tx, kept.posts[3] ?? 0));
  assert.equal(search?.url, 'https://example.org/', 'what is still looked for is');
  assert.deepEqual(await editedOf(store, old.userId), old.itemIds.slice(0, 3));
  assert.deepEqual(await editedOf(store, kept.userId), [kept.itemIds[0], kept.itemIds[2]]);
});

test('a post that is given an article is sanitised again once more where that is under way', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const version = 7;
  await store.write(async (tx) => {
    await articleOf(tx, old.posts[0], 'The article');
    await noteSanitised(tx, { version, downTo: 1 });
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId);
  });
  const soFar = await store.read((tx) => sanitisedSoFar(tx, version));
  assert.ok(typeof soFar === 'object');
  assert.equal(soFar.below, (kept.posts[0] ?? 0) + 1);
});

test('whoever has the article of a post that becomes one without it, or with a later one, is told', async (t) => {
  for (const followers of ['all', 'some']) {
    const { store, old, kept } = await twoSources(t);
    await store.write(async (tx) => {
      for (const post of [...old.posts.slice(0, 3), ...kept.posts.slice(1, 3)])
        await articleOf(tx, post, 'The same');
      await tx.run(
        sql`UPDATE full_texts SET url = 'https://example.org/behind' WHERE post_id = ${old.posts[0] ?? 0}`,
      );
      await tx.run(sql`UPDATE full_texts SET fetched_at = 2 WHERE post_id = ${kept.posts[1] ?? 0}`);
      for (const name of followers === 'some' ? ['a later one', 'one later still'] : []) {
        const userId = await someUser(tx, name);
        const id = await insertFeed(tx, userId, old.sourceId);
        await insertItems(tx, { id, userId }, old.posts);
      }
      const { isWhole } = await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId, 2);
      assert.equal(isWhole, followers === 'all');
    });
    assert.deepEqual(await editedOf(store, old.userId), old.itemIds.slice(0, 2), followers);
    assert.deepEqual(await editedOf(store, kept.userId), []);
  }
});

test('how far somebody has come in a file goes along to the address that the other post gives it', async (t) => {
  for (const join of ['merge', 'merge of some followers', 'merge while away', 'move'] as const) {
    const { store, old, kept } = await twoSources(t);
    const { userId, sourceId, url } = old;
    const [id = 0] = old.itemIds;
    await store.write(async (tx) => {
      for (const each of [old, kept]) await fileOf(tx, each.posts[0], each.sourceId);
      const heard = { url: fileAt(sourceId), seconds: 90, at: 1 };
      await keepPositions(tx, { userId, id }, [heard]);
      const feedId = (await findFeedOfSource(tx, userId, sourceId)) ?? 0;
      const feed = { id: feedId, userId, sourceId };
      if (join === 'move') return moveFeedTo(tx, feed, kept.sourceId);
      if (join === 'merge') return mergeSources(tx, { id: sourceId, url }, kept.sourceId);
      if (join === 'merge of some followers') {
        await insertFeed(tx, await someUser(tx, 'a later one'), sourceId);
        return mergeSources(tx, { id: sourceId, url }, kept.sourceId, 1);
      }
      const entry = { id: await insertEntry(tx, userId, { action: 'feed.removed' }), seq: 1 };
      await shelveItems(tx, feed, entry);
      await mergeSources(tx, { id: sourceId, url }, kept.sourceId);
      const part = await readPart(tx, entry.id, 0);
      return part && unshelveItems(tx, feed, part);
    });
    const item = await store.read((tx) => findItem(tx, userId, id));
    const come = { url: fileAt(kept.sourceId), seconds: 90, at: 1 };
    assert.deepEqual([item?.details.enclosures?.[0]?.url, item?.positions], [come.url, [come]], join);
    const told = join === 'merge while away' ? undefined : id;
    assert.deepEqual((await editedOf(store, userId))[0], told);
  }
});

test('how far somebody has come goes along as well where two feeds of one publication are moved to one address', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const item = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const feeds = [
      await someFeed(tx, userId, { url: 'https://a.example/', count: 1 }),
      await someFeed(tx, userId, { url: 'https://b.example/', count: 1 }),
    ];
    for (const { sourceId, itemIds } of feeds) {
      const [item] = await findItems(tx, userId, itemIds);
      await fileOf(tx, item?.postId, sourceId);
      await keepPositions(tx, { userId, id: item?.id ?? 0 }, [
        { url: fileAt(sourceId), seconds: sourceId, at: sourceId },
      ]);
    }
    const into = await someSource(tx, 'https://c.example/');
    for (const { id, sourceId } of feeds) await moveFeedTo(tx, { id, userId, sourceId }, into);
    const left = await findItems(
      tx,
      userId,
      feeds.flatMap(({ itemIds }) => itemIds),
    );
    assert.equal(left.length, 1);
    return left[0];
  });
  const url = item?.details.enclosures?.[0]?.url;
  assert.deepEqual(
    item?.positions?.map((each) => each.url),
    [url],
  );
});

test('two feeds of one user that have the same posts become one, whatever else both have', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const { userId } = old;
  const items = await store.write(async (tx) => {
    const from = (await findFeedOfSource(tx, userId, old.sourceId)) ?? 0;
    const into = await insertFeed(tx, userId, kept.sourceId);
    const ids = [...old.itemIds, ...(await insertItems(tx, { id: into, userId }, kept.posts))];
    const [ofKept, ofOld] = [ids.splice(7), ids.splice(3, 1)];
    await tx.run(sql`UPDATE items SET read = 1 WHERE user_id = ${userId}`);
    await removeItems(tx, { id: from, userId }, ofOld);
    await removeItems(tx, { id: into, userId }, ofKept);
    await putTag(tx, userId, await tagTitled(tx, userId, 'later'), ids);
    const groupId = (await insertGroup(tx, userId, 'News')) ?? 0;
    await addFeedsToGroup(tx, groupId, [from, into]);
    for (const postId of [...old.posts, ...kept.posts]) await wantArticle(tx, userId, postId);
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId);
    assert.deepEqual((await findFeed(tx, userId, into))?.groupIds, [groupId]);
    return findItems(tx, userId, ids);
  });
  assert.deepEqual(
    items.map(({ tags }) => tags),
    [['later'], ['later'], ['later']],
  );
});

test('two feeds of one user become one that keeps what either would, with the title and the wishes of either', async (t) => {
  for (const [general, ofOld, ofKept, ofBoth] of [
    [days(90), { keep: 'forever' }, undefined, { keep: 'forever' }],
    [{ keep: 'forever' }, undefined, days(7), { keep: 'forever' }],
    [days(7), undefined, days(90), days(90)],
    [days(90), days(90), undefined, days(90)],
    [days(90), days(7), undefined, undefined],
  ] satisfies [RetentionPolicy, ...(RetentionPolicy | undefined)[]][]) {
    const { store, old, kept } = await twoSources(t);
    const { userId } = old;
    const feed = await store.write(async (tx) => {
      const going = { id: (await findFeedOfSource(tx, userId, old.sourceId)) ?? 0, userId };
      const staying = { id: await insertFeed(tx, userId, kept.sourceId), userId };
      await writePolicy(tx, userId, general);
      await writeFeedPolicy(tx, going, ofOld);
      await writeFeedPolicy(tx, staying, ofKept);
      await wishArticles(tx, going, true);
      await updateFace(tx, userId, { id: going.id, customTitle: 'As I call it', position: 1 });
      await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId);
      return staying;
    });
    const { feeds } = await store.read((tx) => readPolicies(tx, userId));
    assert.deepEqual(feeds, ofBoth ? [{ feedId: feed.id, policy: ofBoth }] : []);
    const found = await store.read((tx) => findFeed(tx, userId, feed.id));
    assert.deepEqual([found?.fetchesArticles, found?.title], [true, 'As I call it']);
  }
});

test('what a policy has removed does not come back by the post that it becomes', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const { userId, sourceId, url, itemIds } = old;
  const missing = await store.write(async (tx) => {
    const feed = { id: (await findFeedOfSource(tx, userId, sourceId)) ?? 0, userId };
    await tx.run(sql`UPDATE items SET read = 1 WHERE feed_id = ${feed.id}`);
    await removeItems(tx, feed, itemIds.slice(0, 1));
    assert.equal(await findItem(tx, userId, itemIds[0] ?? 0), undefined);
    await mergeSources(tx, { id: sourceId, url }, kept.sourceId);
    return postsWithoutItem(tx, feed, kept.posts);
  });
  assert.deepEqual(missing, []);
});

test('a post that one source has forgotten is no news at the other', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const known = await store.write(async (tx) => {
    for (const looks of ['of both', 'of one']) await keepLooks(tx, old.sourceId, looks);
    await keepLooks(tx, kept.sourceId, 'of both');
    await keepLooks(tx, await someSource(tx, 'https://another.example/feed'), 'of another');
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId);
    return forgottenLooks(tx, kept.sourceId, ['of both', 'of one', 'of another']);
  });
  assert.deepEqual([...known], ['of both', 'of one']);
});

test('a post keeps its words where yet another source had brought one of its name along', async (t) => {
  for (const join of ['merge', 'merge of some followers', 'move'] as const) {
    const { store, old, kept } = await twoSources(t);
    const { userId, sourceId, url, itemIds } = old;
    const titles = await store.write(async (tx) => {
      await tx.run(sql`UPDATE posts SET left_at = ${NEVER_SHOWN} WHERE source_id = ${kept.sourceId}`);
      await tx.run(
        sql`UPDATE posts SET title = 'Forged', text_hash = 'other' WHERE id = ${kept.posts[0] ?? 0}`,
      );
      const feedId = (await findFeedOfSource(tx, userId, sourceId)) ?? 0;
      if (join === 'merge of some followers')
        await insertFeed(tx, await someUser(tx, 'a later one'), sourceId);
      if (join === 'move') await moveFeedTo(tx, { id: feedId, userId, sourceId }, kept.sourceId);
      else await mergeSources(tx, { id: sourceId, url }, kept.sourceId, 1);
      const items = await findItems(tx, userId, itemIds);
      assert.equal(items.length, itemIds.length, join);
      const theirs = await findItems(tx, kept.userId, kept.itemIds);
      assert.equal(theirs.filter(({ title }) => title === 'Forged').length, 1, 'who had it has it');
      return items.map(({ title }) => title);
    });
    assert.ok(!titles.includes('Forged'), join);
    const shown = await store.read((tx) =>
      tx.all<{ id: number }>(sql`
        SELECT DISTINCT post_id AS id FROM items WHERE post_id IN (${tx.dialect.numbers(kept.posts)}) AND user_id = ${userId}`),
    );
    assert.equal(shown.length, kept.posts.length - 1, 'what says the same is one post');
  }
});

test('posts keep their names in a merge, except one that yet another source had brought along', async (t) => {
  const { store, old, kept } = await twoSources(t);
  const names = ['1', '2', '3', '4'];
  const { forged, named, elsewhere } = await store.write(async (tx) => {
    const [forged = 0] = kept.posts;
    await tx.run(sql`UPDATE posts SET title = 'Forged', left_at = ${NEVER_SHOWN} WHERE id = ${forged}`);
    const another = await someSource(tx, 'https://another.example/feed');
    await somePosts(tx, another, 4);
    await mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId);
    const named = await postsNamed(tx, kept.sourceId, names);
    return { forged, named, elsewhere: await postsNamed(tx, another, names) };
  });
  assert.deepEqual(named.map(({ identity }) => identity).sort(), names);
  assert.ok(named.every(({ id }) => id !== forged));
  assert.deepEqual(elsewhere.map(({ identity }) => identity).sort(), names);
});

test('what came with yet another source says nothing of how much of its own a feed knows', async (t) => {
  for (const join of ['merge', 'move'] as const) {
    const { store, old, kept } = await twoSources(t);
    const { userId, sourceId, url } = old;
    const newestKnownAt = await store.write(async (tx) => {
      await tx.run(sql`UPDATE posts SET sort_at = 5000 WHERE source_id = ${sourceId}`);
      await tx.run(
        sql`UPDATE posts SET sort_at = 9000, left_at = ${NEVER_SHOWN} WHERE id = ${old.posts[0] ?? 0}`,
      );
      const id = (await findFeedOfSource(tx, userId, sourceId)) ?? 0;
      if (join === 'move') return moveFeedTo(tx, { id, userId, sourceId }, kept.sourceId);
      return (await mergeSources(tx, { id: sourceId, url }, kept.sourceId)).newestKnownAt;
    });
    assert.equal(newestKnownAt, 5_000, join);
  }
});

test('nobody is told of items that look as before', async (t) => {
  const { store, old, kept } = await twoSources(t);
  await store.write((tx) =>
    tx.run(sql`UPDATE posts SET author = 'Somebody' WHERE id = ${old.posts[2] ?? 0}`),
  );
  await store.write((tx) => mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId));
  assert.deepEqual(await editedOf(store, old.userId), [old.itemIds[2]]);
  assert.deepEqual(await editedOf(store, kept.userId), []);
});

// What has come back only while the posts are joined, and is put away again at once, is of nobody whose counter is held.
for (const held of ['with their items and their user', 'with their items alone'])
  test(
    `what is put away while its posts are joined, ${held} held, comes back showing those`,
    onPostgres,
    async (t) => {
      const { store, address, old, kept } = await twoSources(t);
      const clock = fakeClock();
      const other = await openStore(address, clock);
      t.after(() => other.close());
      const { userId, sourceId, url, itemIds } = old;
      const feed = await store.write(async (tx) => {
        const found = await findFeedOfSource(tx, userId, sourceId);
        const elsewhere = await someSource(tx, 'https://elsewhere.example/feed');
        // It was moved: neither of the two sources is its own, and nobody who joins them holds it up.
        await tx.run(sql`UPDATE feeds SET source_id = ${elsewhere} WHERE id = ${found ?? 0}`);
        return { id: found ?? 0, userId, sourceId: elsewhere };
      });
      const joined = Promise.withResolvers<number>();
      const commit = Promise.withResolvers<void>();
      const merged = store.write(async (tx) => {
        await mergeSources(tx, { id: sourceId, url }, kept.sourceId);
        joined.resolve(await pidOf(tx));
        await commit.promise;
      });
      const pid = await joined.promise;
      const removed = other.write(async (tx) => {
        if (held === 'with their items and their user') await lockSequence(tx, userId);
        const id = await insertEntry(tx, userId, { action: 'feed.removed' });
        await shelveItems(tx, feed, { id, seq: 1 });
        return id;
      });
      await Promise.race([removed, blockedBy(store, pid)]);
      commit.resolve();
      await merged;
      const part = await removed.then((id) => store.read((tx) => readPart(tx, id, 0)));
      assert.ok(part);
      const back = await store.write((tx) => unshelveItems(tx, feed, part));
      assert.deepEqual(back, itemIds);
    },
  );

interface Followed {
  userId: number;
  sourceId: number;
  url: string;
  itemIds: number[];
  posts: number[];
}

/** Two sources with the same four posts, each with a follower of its own. */
async function twoSources(
  t: TestContext,
): Promise<{ store: Store; address: string; old: Followed; kept: Followed }> {
  const { store, address } = await temporaryStore(t, fakeClock());
  const followed = (name: string): Promise<Followed> =>
    store.write(async (tx) => {
      const userId = await someUser(tx, name);
      const url = `https://${name}.example/feed`;
      const { sourceId, itemIds } = await someFeed(tx, userId, { url, count: 4 });
      const rows = await tx.all<{ id: number }>(
        sql`SELECT id FROM posts WHERE source_id = ${sourceId} ORDER BY id`,
      );
      return { userId, sourceId, url, itemIds, posts: rows.map(({ id }) => id) };
    });
  return { store, address, old: await followed('old'), kept: await followed('kept') };
}

/** Null: it is still looked for. */
async function articleOf(tx: WriteTx, postId: number | undefined, content: string | null): Promise<void> {
  await tx.run(sql`
    INSERT INTO full_texts (post_id, url, host_id, due_at, fetched_at, content)
    VALUES (${postId ?? 0}, 'https://example.org/', 1, ${content === null ? 1 : null}, ${content === null ? null : 1}, ${content})`);
}

const fileAt = (sourceId: number): string => `https://files.example/${sourceId}.mp3`;

async function fileOf(tx: WriteTx, postId: number | undefined, sourceId: number): Promise<void> {
  const details = JSON.stringify({ enclosures: [{ url: fileAt(sourceId) }] });
  await tx.run(sql`
    INSERT INTO post_contents (post_id, details, sanitiser) VALUES (${postId ?? 0}, ${details}, 1)`);
}

async function editedOf(store: Store, userId: number): Promise<number[]> {
  const changes = await store.read((tx) => changesAfter(tx, userId, 0, 100));
  const ids = changes.filter(({ kind }) => kind === 'items.edited').flatMap((change) => change.ids);
  return [...new Set(ids)].sort((a, b) => a - b);
}

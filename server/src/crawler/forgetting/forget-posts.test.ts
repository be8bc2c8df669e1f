import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../../test/blocked-by.ts';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../../store/feeds/feeds.ts';
import { insertItems } from '../../store/items/items.ts';
import type { PostToStore } from '../../store/sources/posts.ts';
import { keepSchedule, lockSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import { noteShown } from '../../store/sources/unheld-posts.ts';
import { sql } from '../../store/sql.ts';
import type { Store, WriteTx } from '../../store/store.ts';
import { someFeed, somePosts, someSource, someUser } from '../../store/testing/rows.ts';
import { fillFeed } from '../following/fill-feed.ts';
import { importedPost } from '../imports/imported-post.ts';
import { recordImported } from '../imports/record-import.ts';
import { forgetPosts, withoutForgotten } from './forget-posts.ts';
import { forgetting } from './limits.ts';

const DAY = 86_400_000;

test('a post is forgotten 35 days after it was shown, or somebody had it, for the last time', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const { userId, feed, had, shown, nobodys } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const feed = await someFeed(tx, userId, { url: 'https://a.example/', count: 1 });
    const [kept = 0, had = 0, shown = 0, nobodys = 0] = await somePosts(tx, feed.sourceId, 4);
    await noteShown(tx, feed.sourceId, { shown: [kept], isWhole: true });
    return { userId, feed, had, shown, nobodys };
  });
  const sweepAfter = async (days: number) => {
    await clock.advance(days * DAY);
    await forgetPosts(store);
    const rows = await store.read((tx) =>
      tx.all<{ id: number }>(
        sql`SELECT id FROM posts WHERE id IN (${tx.dialect.numbers([had, shown, nobodys])}) ORDER BY id`,
      ),
    );
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(await sweepAfter(0), [had, shown, nobodys]);
  await store.write(async (tx) => {
    await insertItems(tx, { id: feed.id, userId }, [had]);
    await noteShown(tx, feed.sourceId, { shown: [shown], isWhole: false });
  });
  assert.deepEqual(await sweepAfter(20), [had, shown, nobodys]);
  await store.write(async (tx) => {
    await tx.run(sql`DELETE FROM items WHERE post_id = ${had}`);
    await noteShown(tx, feed.sourceId, { shown: [], isWhole: true });
  });
  assert.deepEqual(await sweepAfter(1), [had, shown, nobodys]);
  assert.deepEqual(await sweepAfter(34), [had, shown]);
  assert.deepEqual(await sweepAfter(1), [had, shown]);
  await clock.advance(1);
  assert.deepEqual(await sweepAfter(0), []);
});

for (const [what, act] of [
  ['is shown again', showAgain],
  ['is given to somebody', giveToSomebody],
] as const)
  test(`a post stays that ${what} just when it would be forgotten`, {
    skip: isOnPostgres ? false : 'a file has one writer at a time',
  }, async (t) => {
    const clock = fakeClock();
    const { store } = await temporaryStore(t, clock);
    const { sourceId, postId } = await store.write(async (tx) => {
      const sourceId = await someSource(tx, 'https://a.example/');
      const { hostId = 0 } = (await findSource(tx, sourceId)) ?? {};
      const never = { nextVisitAt: undefined, plannedAt: undefined, lastVisitAt: undefined };
      await keepSchedule(tx, { sourceId, hostId, ...never, failures: 0 });
      const [postId = 0] = await somePosts(tx, sourceId, 1);
      await noteShown(tx, sourceId, { shown: [], isWhole: true });
      return { sourceId, postId };
    });
    await forgetPosts(store);
    await clock.advance(forgetting.afterMs + 1);
    await forgetWhile(store, async (tx) => {
      await lockSchedule(tx, sourceId);
      await act(tx, sourceId, postId);
    });
    assert.deepEqual(await store.read((tx) => tx.all(sql`SELECT id FROM posts`)), [{ id: postId }]);
  });

test('a post that somebody has imported stays if it is imported again just when it would be forgotten', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const url = 'https://a.example/';
  const item = { feedUrl: url, guid: '1', title: 'Post', read: true, starred: true };
  const feed = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, { url, count: 0 });
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    return { id, userId, source, wasThere: true };
  });
  const bring = (tx: WriteTx) =>
    recordImported(tx, feed, [importedPost(item, { siteUrl: url, now: clock.now() })]);
  await store.write(bring);
  await store.write((tx) => tx.run(sql`DELETE FROM items`));
  await forgetPosts(store);
  await clock.advance(forgetting.afterMs + 1);
  await forgetWhile(store, bring);
  const shown = sql`SELECT title FROM items JOIN posts ON posts.id = items.post_id`;
  assert.deepEqual(await store.read((tx) => tx.all(shown)), [{ title: 'Post' }]);
});

test('of a large store each sweep searches a part, and the next one goes on from there, or searches more if hourly sweeps took longer than a week', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const part = forgetting.portion * forgetting.portions;
  const last = await store.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://a.example/');
    const ids = await somePosts(tx, sourceId, part + 1);
    await noteShown(tx, sourceId, { shown: [], isWhole: true });
    return ids.at(-1) ?? 0;
  });
  const found = async () => {
    await forgetPosts(store);
    const row = await store.read((tx) =>
      tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM unheld_posts`),
    );
    return row?.count;
  };
  assert.equal(await found(), part);
  assert.equal(await found(), part + 1);

  const newest = (forgetting.portions + 1) * forgetting.portion * forgetting.sweepsOfSearch;
  await store.write(async (tx) => {
    await tx.run(sql`DELETE FROM unheld_posts`);
    await tx.run(sql`UPDATE posts SET id = ${newest} WHERE id = ${last}`);
  });
  assert.equal(await found(), part + 1);
});

test('what was forgotten is known again by its link, its title and its date, and without a date by its text', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const dated = somePost({ publishedAt: clock.now(), textHash: 'one' });
  const undated = somePost({ publishedAt: undefined, textHash: 'two' });
  const sourceId = await store.write(async (tx) => {
    const id = await someSource(tx, 'https://a.example/');
    for (const [index, { url, title, publishedAt, textHash }] of [dated, undated].entries()) {
      await tx.run(sql`
        INSERT INTO posts (source_id, identity, url, title, sort_at, stored_at, published_at, text_hash)
        VALUES (${id}, ${String(index)}, ${url}, ${title}, ${tx.now}, ${tx.now}, ${publishedAt ?? null}, ${textHash})`);
    }
    await noteShown(tx, id, { shown: [], isWhole: true });
    return id;
  });
  await forgetPosts(store);
  await clock.advance(forgetting.afterMs + 1);
  await forgetPosts(store);
  const news = (post: PostToStore) =>
    store.write(async (tx) => (await withoutForgotten(tx, sourceId, [post])).length);
  assert.deepEqual([await news(dated), await news(undated)], [0, 0]);
  assert.equal(await news({ ...dated, textHash: 'edited' }), 0);
  assert.equal(await news({ ...undated, textHash: 'of another day' }), 1);
  for (const other of [{ publishedAt: clock.now() }, { title: 'Another' }, { url: 'https://a.example/2' }])
    assert.equal(await news({ ...dated, ...other }), 1);
});

/** Forgets while something has been written that is not committed yet. */
async function forgetWhile(store: Store, act: (tx: WriteTx) => Promise<void>): Promise<void> {
  const acted = Promise.withResolvers<number>();
  const commit = Promise.withResolvers<void>();
  const acting = store.write(async (tx) => {
    await act(tx);
    acted.resolve(await pidOf(tx));
    await commit.promise;
  });
  const pid = await acted.promise;
  const forgotten = forgetPosts(store);
  await Promise.race([forgotten, blockedBy(store, pid)]);
  commit.resolve();
  await Promise.all([acting, forgotten]);
}

async function showAgain(tx: WriteTx, sourceId: number, postId: number): Promise<void> {
  await noteShown(tx, sourceId, { shown: [postId], isWhole: false });
}

async function giveToSomebody(tx: WriteTx, sourceId: number): Promise<void> {
  const userId = await someUser(tx, 'ines');
  await fillFeed(tx, { id: await insertFeed(tx, userId, sourceId), userId, sourceId });
}

function somePost(more: Pick<PostToStore, 'publishedAt' | 'textHash'>): PostToStore {
  const url = 'https://a.example/1';
  const title = 'Post';
  const text = { author: undefined, content: undefined, summary: undefined, details: {} };
  return { identity: 'guid', url, title, sortAt: 0, ...text, ...more };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import {
  forgottenLooks,
  keepLooks,
  markUnheld,
  newestShown,
  noteShown,
  unheldSince,
  unmarkHeld,
  unmarkUnheld,
} from './unheld-posts.ts';

test('a post that somebody has got, or that is shown again, since it was marked as nobody’s is not forgotten', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const sourceId = await someSource(tx, 'https://a.example/');
    const [got = 0, shown = 0, nobodys = 0] = await somePosts(tx, sourceId, 3);
    await noteShown(tx, sourceId, { shown: [], isWhole: true });
    await markUnheld(tx, 0, 100);
    const unheld = async () =>
      (await unheldSince(tx, tx.now + 1, 100)).map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(await unheld(), [got, shown, nobodys]);
    await insertItems(tx, { id: await insertFeed(tx, userId, sourceId), userId }, [got]);
    await noteShown(tx, sourceId, { shown: [shown], isWhole: false });
    assert.deepEqual(await unheld(), [nobodys]);
  });
});

test('only a whole document of its own source says that a post is shown no more, and since when', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const [here, there] = await store.write(async (tx) => {
    const made = [await someSource(tx, 'https://a.example/'), await someSource(tx, 'https://b.example/')];
    for (const id of made) await somePosts(tx, id, 3);
    return made;
  });
  const note = (shown: number[], isWhole = true) =>
    store.write((tx) => noteShown(tx, here ?? 0, { shown, isWhole }));
  const left = () =>
    store.read(async (tx) => {
      const all = await tx.all<{ source_id: number; left_at: number | null }>(
        sql`SELECT source_id, left_at FROM posts ORDER BY id`,
      );
      assert.ok(all.filter((post) => post.source_id === there).every((post) => post.left_at === null));
      return all.filter((post) => post.source_id === here).map((post) => post.left_at);
    });
  const [first = 0, second = 0] = await store.read(async (tx) =>
    (await tx.all<{ id: number }>(sql`SELECT id FROM posts WHERE source_id = ${here ?? 0} ORDER BY id`)).map(
      ({ id }) => id,
    ),
  );
  await note([first], false);
  assert.deepEqual(await left(), [null, null, null]);
  const noon = clock.now();
  await note([first]);
  assert.deepEqual(await left(), [null, noon, noon]);
  await clock.advance(1_000);
  await note([second]);
  assert.deepEqual(await left(), [noon + 1_000, null, noon]);
});

test('in portions, posts are marked that nobody has and none shows, and unmarked where that is so no more', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const world = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const feed = await someFeed(tx, userId, { url: 'https://a.example/', count: 1 });
    const posts = await somePosts(tx, feed.sourceId, 5);
    await noteShown(tx, feed.sourceId, { shown: posts.slice(0, 1), isWhole: true });
    return { userId, feed, posts };
  });
  const [, got = 0, shown = 0, brought = 0, nobodys = 0] = world.posts;
  const inPortions = async (look: typeof markUnheld) => {
    const lasts: (number | undefined)[] = [];
    for (let after: number | undefined = 0; after !== undefined; lasts.push(after))
      after = await store.write((tx) => look(tx, after ?? 0, 2));
    return lasts.length;
  };
  const marked = (tx: ReadTx) =>
    tx.all<{ post_id: number; since: number }>(sql`SELECT post_id, since FROM unheld_posts ORDER BY post_id`);
  const ids = async () => (await store.read(marked)).map((each) => each.post_id);
  assert.equal(await inPortions(markUnheld), 4);
  assert.deepEqual(await ids(), [got, shown, brought, nobodys]);
  const since = clock.now();
  await clock.advance(1_000);
  await store.write(async (tx) => {
    await insertItems(tx, { id: world.feed.id, userId: world.userId }, [got]);
    await noteShown(tx, world.feed.sourceId, { shown: [shown], isWhole: false });
    await unmarkUnheld(tx, [brought]);
  });
  await inPortions(unmarkHeld);
  assert.deepEqual(await ids(), [nobodys]);
  await inPortions(markUnheld);
  assert.deepEqual(await store.read(marked), [
    { post_id: brought, since: since + 1_000 },
    { post_id: nobodys, since },
  ]);
  const forgotten = await store.read((tx) => unheldSince(tx, since + 1_000, 100));
  assert.deepEqual(
    forgotten.map(({ id }) => id),
    [nobodys],
  );
});

test('what a source has forgotten is known of this source alone', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [here, there] = [
      await someSource(tx, 'https://a.example/'),
      await someSource(tx, 'https://b.example/'),
    ];
    for (const looks of ['one', 'two', 'two']) await keepLooks(tx, here, looks);
    await keepLooks(tx, there, 'three');
    const known = async (sourceId: number, ...looks: string[]) => [
      ...(await forgottenLooks(tx, sourceId, looks)),
    ];
    assert.deepEqual(await known(here, 'one', 'two', 'three', 'four'), ['one', 'two']);
    assert.deepEqual(await known(there, 'one', 'two', 'three', 'four'), ['three']);
    assert.deepEqual(await known(here), []);
  });
});

test('what a document shows is found without a look at all that it has ever shown', async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { sourceId, posts } = await real.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://a.example/');
    const posts = await somePosts(tx, sourceId, 5);
    await noteShown(tx, sourceId, { shown: posts.slice(0, 3), isWhole: true });
    return { sourceId, posts };
  });
  const newest = await store.read((tx) => newestShown(tx, sourceId, 2));
  assert.deepEqual(
    newest.map(({ id }) => id),
    [posts[2], posts[1]],
  );
  if (isOnPostgres) return;
  const [step] = await stepsOf(real, spied);
  assert.equal(step, 'SEARCH posts USING INDEX posts_shown (source_id=?)');
});

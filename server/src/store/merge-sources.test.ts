import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { changesAfter } from './changes.ts';
import { findSearch } from './full-texts.ts';
import { findItems } from './items.ts';
import { mergeSources } from './merge-sources.ts';
import { sql } from './sql.ts';
import type { Store, WriteTx } from './store.ts';
import { someFeed, someUser } from './testing/rows.ts';

test('the article of a post goes to the one that it becomes, which everybody who has that is told', async (t) => {
  const { store, old, kept } = await twoSources(t);
  await store.write(async (tx) => {
    await articleOf(tx, old.posts[0], 'The article');
    await articleOf(tx, old.posts[1], 'An older one');
    await articleOf(tx, kept.posts[1], 'The newer one');
    await articleOf(tx, old.posts[2], 'Found here');
    await articleOf(tx, kept.posts[2], null);
    await articleOf(tx, old.posts[3], null);
  });
  await store.write((tx) => mergeSources(tx, { id: old.sourceId, url: old.url }, kept.sourceId));
  const articles = ['Found here', 'The article', 'The newer one', undefined];
  for (const { userId, itemIds } of [old, kept]) {
    const items = await store.read((tx) => findItems(tx, userId, itemIds));
    assert.deepEqual(items.map((item) => item.fullText?.content).sort(), articles);
  }
  const search = await store.read((tx) => findSearch(tx, kept.posts[3] ?? 0));
  assert.equal(search?.url, 'https://example.org/', 'what is still looked for is');
  assert.deepEqual(await editedOf(store, old.userId), old.itemIds.slice(0, 3));
  assert.deepEqual(await editedOf(store, kept.userId), [kept.itemIds[0], kept.itemIds[2]]);
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

interface Followed {
  userId: number;
  sourceId: number;
  url: string;
  itemIds: number[];
  posts: number[];
}

/** Two sources with the same four posts, each with a follower of its own. */
async function twoSources(t: TestContext): Promise<{ store: Store; old: Followed; kept: Followed }> {
  const { store } = await temporaryStore(t, fakeClock());
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
  return { store, old: await followed('old'), kept: await followed('kept') };
}

/** Null: it is still looked for. */
async function articleOf(tx: WriteTx, postId: number | undefined, content: string | null): Promise<void> {
  await tx.run(sql`
    INSERT INTO full_texts (post_id, url, host_id, due_at, fetched_at, content)
    VALUES (${postId ?? 0}, 'https://example.org/', 1, ${content === null ? 1 : null}, ${content === null ? null : 1}, ${content})`);
}

async function editedOf(store: Store, userId: number): Promise<number[]> {
  const changes = await store.read((tx) => changesAfter(tx, userId, 0, 100));
  const ids = changes.filter(({ kind }) => kind === 'items.edited').flatMap((change) => change.ids);
  return [...new Set(ids)].sort((a, b) => a - b);
}

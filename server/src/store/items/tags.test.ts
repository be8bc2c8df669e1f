// Tags when items are replaced by others: nobody loses a tag that was put on one.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { packIds } from '../../model/id-ranges.ts';
import { changesAfter } from '../changes.ts';
import { addPart, insertEntry, readPart } from '../journal.ts';
import { joinFeeds } from '../sources/merge-sources.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { showInstead } from '../transfer/imported-items.ts';
import { hasShelf, listTags, putTag, taggedInFeeds, tagsOfItems, tagTitled } from './tags.ts';

test('where two feeds become one, an item has the tags of both that it was', async (t) => {
  const { store, userId, a, b, put } = await someTags(t);
  const [old = 0, alone = 0] = a.itemIds;
  const [kept = 0] = b.itemIds;
  await store.write((tx) =>
    tx.run(sql`UPDATE items SET post_id = (SELECT post_id FROM items WHERE id = ${kept}) WHERE id = ${old}`),
  );
  await put('of the old', [old, alone]);
  await put('of both', [old, kept]);
  await put('of the kept', [kept]);
  const before = await store.read((tx) => changesAfter(tx, userId, 0, 100));
  await store.write((tx) => joinFeeds(tx, { id: a.id, userId, intervalMs: undefined }, b.id));
  await store.read(async (tx) => {
    const tags = await tagsOfItems(tx, [old, alone, kept]);
    assert.deepEqual(
      [...tags].sort(([one], [other]) => one - other),
      [
        [alone, ['of the old']],
        [kept, ['of both', 'of the kept', 'of the old']],
      ].sort(([one], [other]) => Number(one) - Number(other)),
    );
    const changes = (await changesAfter(tx, userId, 0, 100)).slice(before.length);
    assert.ok(
      changes.some(({ kind, ids }) => kind === 'items.edited' && ids.includes(kept)),
      'apps are told',
    );
    assert.equal((await tx.all(sql`SELECT 1 FROM item_tags WHERE item_id = ${old}`)).length, 0);
  });
});

test('an imported item that comes to show the post itself takes over the tags of the one that had come', async (t) => {
  const { store, userId, a, put } = await someTags(t);
  const [kept = 0, gone = 0] = a.itemIds;
  await put('of the one', [gone]);
  await put('of the other', [kept]);
  await store.write(async (tx) => {
    const row = await tx.get<{ post_id: number }>(sql`SELECT post_id FROM items WHERE id = ${gone}`);
    const postId = row?.post_id ?? 0;
    const held = { id: gone, postId, read: false, starred: false };
    await showInstead(tx, { id: a.id, userId }, { kept, gone: held, postId });
    assert.deepEqual([...(await tagsOfItems(tx, [kept, gone]))], [[kept, ['of the one', 'of the other']]]);
  });
});

test('a removed tag comes back on the item that has taken the place of its bearer', async (t) => {
  const { store, userId, a, b } = await someTags(t);
  const [old = 0, alone = 0] = a.itemIds;
  const [kept = 0, other = 0] = b.itemIds;
  const untouched = 1_000_000;
  await store.write(async (tx) => {
    await tx.run(
      sql`UPDATE items SET post_id = (SELECT post_id FROM items WHERE id = ${kept}) WHERE id = ${old}`,
    );
    const marked = await insertEntry(tx, userId, { action: 'items.read' });
    await addPart(tx, marked, { seq: 0, count: 1, items: packIds([old]) });
    const subject = { kind: 'tag', id: 1, title: 'removed' } as const;
    const entryId = await insertEntry(tx, userId, { action: 'tag.removed', subject });
    await addPart(tx, entryId, { seq: 0, count: 1, items: packIds([alone]) });
    await addPart(tx, entryId, { seq: 0, count: 1, items: packIds([old, untouched]) });
    const bearers = async () => [
      (await readPart(tx, entryId, 0))?.items,
      (await readPart(tx, entryId, 1))?.items,
    ];
    await joinFeeds(tx, { id: a.id, userId, intervalMs: undefined }, b.id);
    assert.deepEqual(await bearers(), [packIds([alone]), packIds([kept, untouched])]);
    const replace = async (id: number) => {
      const gone = { id, postId: 0, read: false, starred: false };
      const post = await tx.get<{ id: number }>(sql`SELECT post_id AS id FROM items WHERE id = ${id}`);
      await showInstead(tx, { id: b.id, userId }, { kept: other, gone, postId: post?.id ?? 0 });
    };
    await replace(kept);
    assert.deepEqual(await bearers(), [packIds([alone]), packIds([other, untouched])]);
    await replace(alone);
    assert.deepEqual(await bearers(), [packIds([other]), packIds([other, untouched])]);
    assert.equal(
      (await readPart(tx, marked, 0))?.items,
      packIds([old]),
      'what else was done stays as it was',
    );
  });
});

test('tags are listed by title as far as an item bears them, and counted by feed', async (t) => {
  const { store, userId, a, b, put } = await someTags(t);
  const ids = [...a.itemIds, ...b.itemIds];
  await put('a', ids.slice(0, 1));
  await put('b', ids.slice(0, 1));
  assert.deepEqual(await put('b', ids), ids.slice(1), 'those that had it are no news');
  await put('nobody’s', []);
  await store.write((tx) => tx.run(sql`UPDATE items SET read = 1, created_at = 1 WHERE id = ${ids[0] ?? 0}`));
  await store.read(async (tx) => {
    const tags = await listTags(tx, userId);
    assert.deepEqual(
      tags.map(({ title }) => title),
      ['a', 'b'],
    );
    const counts = (await taggedInFeeds(tx, userId)).filter(({ tagId }) => tagId === tags[1]?.id);
    assert.deepEqual(counts.map(({ feedId, unread }) => [feedId, unread]).sort(), [
      [a.id, a.itemIds.length - 1],
      [b.id, b.itemIds.length],
    ]);
    assert.ok(!counts.some(({ newestAt }) => newestAt === 1), 'the newest is not the oldest');
  });
});

test('only a removed feed of the user can bring items back', async (t) => {
  const { store, userId } = await someTags(t);
  await store.write(async (tx) => {
    await insertEntry(tx, userId, { action: 'group.removed' });
    await insertEntry(tx, await someUser(tx, 'otto'), { action: 'feed.removed' });
    assert.equal(await hasShelf(tx, userId), false);
    await insertEntry(tx, userId, { action: 'feed.removed' });
    assert.equal(await hasShelf(tx, userId), true);
  });
});

interface SomeTags {
  store: Store;
  userId: number;
  a: Awaited<ReturnType<typeof someFeed>>;
  b: Awaited<ReturnType<typeof someFeed>>;
  put(title: string, ids: readonly number[]): Promise<number[]>;
}

/** Somebody with two feeds of two items. */
async function someTags(t: TestContext): Promise<SomeTags> {
  const { store } = await temporaryStore(t, fakeClock());
  const made = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const a = await someFeed(tx, userId, { url: 'https://a.example/', count: 2 });
    const b = await someFeed(tx, userId, { url: 'https://b.example/', count: 2 });
    return { userId, a, b };
  });
  const { userId } = made;
  const put: SomeTags['put'] = (title, ids) =>
    store.write(async (tx) => putTag(tx, userId, await tagTitled(tx, userId, title), ids));
  return { store, ...made, put };
}

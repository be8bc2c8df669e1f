import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemScope } from '../model/item.ts';
import { feedsWithWrongCount } from '../store/testing/wrong-counts.ts';
import { getFeed } from './feeds.ts';
import { createGroup } from './groups.ts';
import { getItem, type ItemQuery, listItems } from './items.ts';
import { markItem, markItems } from './marks.ts';
import { refusal, type SomeLibrary, someLibrary } from './testing/some-library.ts';

const all: ItemQuery = { page: { limit: 20 } };

test('lists hold what is in the feed, the group, or all that the user has, newest first', async (t) => {
  const { library, ines, itemsA, itemsB, groupId, feedA } = await someLists(t);
  const list = idsOf(library, ines.userId);
  assert.deepEqual(await list({ of: 'user' }, all), [...itemsA, ...itemsB].reverse());
  assert.deepEqual(await list({ of: 'feed', feedId: feedA }, all), itemsA.toReversed());
  assert.deepEqual(await list({ of: 'group', groupId }, all), itemsB.toReversed());
});

test('named items are those of the list that the user has, with the status that is asked for', async (t) => {
  const { library, ines, otto, itemsA, itemsB, groupId, feedA } = await someLists(t);
  const list = idsOf(library, ines.userId);
  const [a1 = 0, a2 = 0] = itemsA;
  const [b1 = 0] = itemsB;
  await markItem(library, ines.userId, a1, 'read');
  const ids = [b1, 999, a1, a2, a1, ...otto.feeds.flatMap((feed) => feed.itemIds)];
  const named = (only?: 'read' | 'unread'): ItemQuery => ({ ids, only });
  assert.deepEqual(await list({ of: 'user' }, named()), [b1, a2, a1]);
  assert.deepEqual(await list({ of: 'user' }, named('read')), [a1]);
  assert.deepEqual(await list({ of: 'user' }, named('unread')), [b1, a2]);
  assert.deepEqual(await list({ of: 'feed', feedId: feedA }, named()), [a2, a1]);
  assert.deepEqual(await list({ of: 'group', groupId }, named()), [b1]);
});

test('a list of a feed or group of somebody else is refused just as one that does not exist', async (t) => {
  const { library, otto, groupId, feedA } = await someLists(t);
  const scopes: [ItemScope, string][] = [feedA, 999].map((feedId) => [
    { of: 'feed', feedId },
    `feed ${feedId}`,
  ]);
  for (const id of [groupId, 999]) scopes.push([{ of: 'group', groupId: id }, `group ${id}`]);
  for (const [scope, name] of scopes) {
    for (const query of [all, { ids: [1], only: undefined }]) {
      await assert.rejects(
        listItems(library, otto.userId, scope, query),
        refusal('not-found', new RegExp(`^Cannot list items: there is no ${name}$`)),
      );
    }
  }
});

test('marking gives the item back as it is now, keeps the count, and is told of once', async (t) => {
  const { library, ines, itemsA, feedA, newsOf } = await someLists(t);
  const [id = 0] = itemsA;
  const told = (await newsOf(ines.userId)).length;
  assert.equal((await markItem(library, ines.userId, id, 'read')).read, true);
  assert.equal((await markItem(library, ines.userId, id, 'read')).read, true);
  assert.equal((await getFeed(library, ines.userId, feedA)).unreadCount, 1);
  assert.equal((await markItem(library, ines.userId, id, 'unread')).read, false);
  assert.equal((await getFeed(library, ines.userId, feedA)).unreadCount, 2);
  assert.deepEqual((await newsOf(ines.userId)).slice(told), [
    ['items.read', [id]],
    ['items.unread', [id]],
  ]);
});

test('a batch answers with what exists, once each, in the order given; only what changes is told of', async (t) => {
  const { library, ines, otto, itemsA, itemsB, newsOf } = await someLists(t);
  const [a1 = 0, a2 = 0] = itemsA;
  const [b1 = 0] = itemsB;
  const [foreign = 0] = otto.feeds.flatMap((feed) => feed.itemIds);
  await markItem(library, ines.userId, a2, 'read');
  const marked = await markItems(library, ines.userId, [b1, a2, 999, b1, foreign, a1], 'read');
  assert.deepEqual(marked, [b1, a2, a1]);
  const [kind, ids] = (await newsOf(ines.userId)).at(-1) ?? [];
  assert.equal(kind, 'items.read');
  assert.deepEqual(
    ids?.toSorted((x, y) => x - y),
    [a1, b1].sort((x, y) => x - y),
  );
  assert.deepEqual(await library.store.read((tx) => feedsWithWrongCount(tx)), []);
});

test('an item of somebody else is refused just as one that does not exist, and stays as it is', async (t) => {
  const { library, ines, otto } = await someLists(t);
  const [foreign = 0] = otto.feeds.flatMap((feed) => feed.itemIds);
  for (const id of [foreign, 999]) {
    const refused = (action: string) =>
      refusal('not-found', new RegExp(`^Cannot ${action}: there is no item ${id}$`));
    await assert.rejects(getItem(library, ines.userId, id), refused('get item'));
    await assert.rejects(markItem(library, ines.userId, id, 'read'), refused('mark item read'));
    await assert.rejects(markItem(library, ines.userId, id, 'unread'), refused('mark item unread'));
  }
  assert.deepEqual(await markItems(library, ines.userId, [foreign], 'read'), []);
  assert.equal((await getItem(library, otto.userId, foreign)).read, false);
});

/** The ids of the listed items. */
function idsOf(library: SomeLibrary['library'], userId: number) {
  return async (scope: ItemScope, query: ItemQuery) => {
    const { ids, portions } = await listItems(library, userId, scope, query);
    const items = (await Array.fromAsync(portions)).flat();
    assert.deepEqual(
      items.map((item) => item.id),
      ids,
    );
    return ids;
  };
}

/** Two feeds, a and b, of which b is in a group. */
async function someLists(t: Parameters<typeof someLibrary>[0]) {
  const some = await someLibrary(t);
  const [a, b] = some.ines.feeds;
  assert.ok(a && b);
  const group = await createGroup(some.library, some.ines.userId, { title: 'B', feedIds: [b.id] });
  return { ...some, feedA: a.id, itemsA: a.itemIds, itemsB: b.itemIds, groupId: group.id };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFeedsAfter, type ReadFeeds } from './feed-lists.ts';
import { getFeed } from './feeds.ts';
import { createGroup, deleteGroup, getGroup, listGroups } from './groups.ts';
import type { Library } from './library.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

test('a new group holds the feeds that were asked for, ascending and once each, and is told of', async (t) => {
  const { library, ines, newsOf } = await someLibrary(t);
  const [a = 0, b = 0] = ines.feeds.map((feed) => feed.id);
  const group = await createGroup(library, ines.userId, { title: 'News', feedIds: [b, a, b] });
  const { id, createdAt } = group;
  assert.deepEqual(group, { id, title: 'News', feedIds: [a, b], position: 1, unreadCount: 4, createdAt });
  assert.deepEqual(await getGroup(library, ines.userId, group.id), group);
  assert.deepEqual(await listGroups(library, ines.userId), [group]);
  const { changed: feeds } = await listAnew(library, ines.userId, group.id);
  assert.deepEqual(
    feeds.map((feed) => [feed.id, feed.groupIds]),
    [
      [a, [group.id]],
      [b, [group.id]],
    ],
  );
  assert.deepEqual(await newsOf(ines.userId), [
    ['groups.new', [group.id]],
    ['feeds.changed', [a, b]],
  ]);
});

test('a title that is taken is refused, and nothing is created', async (t) => {
  const { library, ines, otto, newsOf } = await someLibrary(t);
  const first = await createGroup(library, ines.userId, { title: 'News', feedIds: [] });
  await assert.rejects(
    createGroup(library, ines.userId, { title: 'News', feedIds: ines.feeds.map((feed) => feed.id) }),
    refusal('conflict', /^Cannot create group: a group of that title exists$/),
  );
  assert.deepEqual(await listGroups(library, ines.userId), [first]);
  assert.deepEqual(await newsOf(ines.userId), [['groups.new', [first.id]]]);
  await createGroup(library, otto.userId, { title: 'News', feedIds: [] });
});

test('a feed that is unknown or of somebody else is refused by its id, and nothing is created', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const own = ines.feeds.map((feed) => feed.id);
  for (const id of [999, ...otto.feeds.map((feed) => feed.id)]) {
    await assert.rejects(
      createGroup(library, ines.userId, { title: 'News', feedIds: [...own, id] }),
      refusal('cannot', new RegExp(`^Cannot create group: there is no feed ${id}$`)),
    );
  }
  assert.deepEqual(await listGroups(library, ines.userId), []);
});

test('a group that goes leaves its feeds, and both are told of', async (t) => {
  const { library, ines, newsOf } = await someLibrary(t);
  const [a = 0] = ines.feeds.map((feed) => feed.id);
  const { id } = await createGroup(library, ines.userId, { title: 'News', feedIds: [a] });
  await deleteGroup(library, ines.userId, id);
  assert.deepEqual(await listGroups(library, ines.userId), []);
  assert.deepEqual((await getFeed(library, ines.userId, a)).groupIds, []);
  assert.deepEqual((await newsOf(ines.userId)).slice(2), [
    ['groups.removed', [id]],
    ['feeds.changed', [a]],
  ]);
});

test('a group of somebody else is refused just as one that does not exist', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const { id } = await createGroup(library, ines.userId, { title: 'News', feedIds: [] });
  for (const unknown of [id, 999]) {
    for (const [attempt, action] of [
      [getGroup, 'get group'],
      [listAnew, 'list feeds'],
      [deleteGroup, 'delete group'],
    ] as const) {
      await assert.rejects(
        attempt(library, otto.userId, unknown),
        refusal('not-found', new RegExp(`^Cannot ${action}: there is no group ${unknown}$`)),
      );
    }
  }
  assert.equal((await getGroup(library, ines.userId, id)).id, id);
});

function listAnew(library: Library, userId: number, groupId: number): Promise<ReadFeeds> {
  return listFeedsAfter(library, { userId, groupId }, undefined);
}

// Several apps put feeds into groups by their titles at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertGroup } from '../store/feeds/groups.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { updateFeed, updateGroup } from './feed-settings.ts';
import { getFeed } from './feeds.ts';
import { createGroup, getGroup, listGroups } from './groups.ts';
import { followInto, makeGroups, regroupFeed, removeTitled, renameTitled } from './groups-by-title.ts';
import { listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
import { tagItems } from './tags.ts';
import { someLibrary } from './testing/some-library.ts';

test('a feed that two apps put into groups at once is in all of them', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId } = { id: 0 }] = ines.feeds;
  const regroup = (own: Library, join: string[]): Promise<void> =>
    regroupFeed(own, userId, { of: 'feed', feedId }, { join, leave: [] });
  await regroup(
    beaten(library, () => regroup(library, ['News', 'Papers'])),
    ['News', 'Morning'],
  );
  const groups = (await listGroups(library, userId)).map(({ id, title }) => [title, id] as const);
  assert.deepEqual(groups.map(([title]) => title).sort(), ['Morning', 'News', 'Papers']);
  const { groupIds } = await getFeed(library, userId, feedId);
  assert.deepEqual(new Set(groupIds), new Set(groups.map(([, id]) => id)));
});

test('of two who make the same group at once, neither is refused', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  await makeGroups(
    beaten(library, () => makeGroups(library, userId, ['News'])),
    userId,
    ['News'],
  );
  assert.equal((await listGroups(library, userId)).length, 1);
});

test('a group that is removed by its title comes back with a feed that it was given at that moment', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId } = { id: 0 }] = ines.feeds;
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [] });
  await removeTitled(
    beaten(library, () => updateGroup(library, userId, id, { feedIds: [feedId] })),
    userId,
    ['News'],
  );
  const [entry] = await listEntries(library, userId, { limit: 1 });
  await undo(library, userId, entry?.id ?? 0);
  assert.deepEqual((await getGroup(library, userId, id)).feedIds, [feedId]);
});

test('what nobody would see is no new title, of a group, a tag or a feed, though what is called that can be renamed or removed', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId, itemIds } = { id: 0, itemIds: [] }] = ines.feeds;
  const title = '\u200b\u3164';
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [] });
  const tag = (put: string[], takeOff: string[]) => tagItems(library, userId, itemIds, { put, takeOff });
  await tag(['Fresh'], []);
  const stream = { of: 'feed', feedId } as const;
  const refused = { code: 'invalid', message: /^Cannot .*: title has no visible character$/ };
  for (const giving of [
    () => createGroup(library, userId, { title, feedIds: [] }),
    () => updateGroup(library, userId, id, { title }),
    () => updateFeed(library, userId, feedId, { title }),
    () => makeGroups(library, userId, [title]),
    () => regroupFeed(library, userId, stream, { join: [title], leave: [] }),
    () => followInto(library, userId, 'https://d.example/', { join: [title], leave: [] }),
    () => followInto(library, userId, 'https://d.example/', { title, join: [], leave: [] }),
    () => renameTitled(library, userId, 'News', title),
    () => renameTitled(library, userId, 'Fresh', title),
    () => tag([title], []),
  ])
    await assert.rejects(giving, refused, String(giving));
  await tag([], [title]);
  await library.store.write((tx) => insertGroup(tx, userId, title));
  await renameTitled(library, userId, title, 'Seen');
  assert.deepEqual(
    (await listGroups(library, userId)).map((group) => group.title),
    ['News', 'Seen'],
  );
});

/** The library of a user whose action another app's action overtakes. */
function beaten(library: Library, act: () => Promise<unknown>): Library {
  return { ...library, store: overtaken(library.store, act) };
}

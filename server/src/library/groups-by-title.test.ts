// Several apps put feeds into groups by their titles at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overtaken } from '../store/testing/overtaken.ts';
import { updateGroup } from './feed-settings.ts';
import { getFeed } from './feeds.ts';
import { createGroup, getGroup, listGroups } from './groups.ts';
import { makeGroups, regroupFeed, removeTitled } from './groups-by-title.ts';
import { listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
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

/** The library of a user whose action another app's action overtakes. */
function beaten(library: Library, act: () => Promise<unknown>): Library {
  return { ...library, store: overtaken(library.store, act) };
}

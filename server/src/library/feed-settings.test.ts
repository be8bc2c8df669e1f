// Several apps change the same feed or group at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overtaken } from '../store/testing/overtaken.ts';
import { updateFeed, updateGroup } from './feed-settings.ts';
import { getFeed } from './feeds.ts';
import { createGroup, getGroup } from './groups.ts';
import type { Library } from './library.ts';
import { someLibrary } from './testing/some-library.ts';

test('what two apps set on a feed at once is both kept', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id } = { id: 0 }] = ines.feeds;
  const second = beaten(library, () => updateFeed(library, userId, id, { position: 0.5 }));
  await updateFeed(second, userId, id, { title: 'Mine' });
  assert.equal((await getFeed(library, userId, id)).position, 0.5);
  const third = beaten(library, () => updateFeed(library, userId, id, { title: 'Ours' }));
  await updateFeed(third, userId, id, { position: 0.25, intervalMs: 7_200_000 });
  const { customTitle, position, intervalMs } = await getFeed(library, userId, id);
  assert.deepEqual([customTitle, position, intervalMs], ['Ours', 0.25, 7_200_000]);
});

test('what two apps set on a group at once is both kept', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const { id } = await createGroup(library, userId, { title: 'News', feedIds: [] });
  const second = beaten(library, () => updateGroup(library, userId, id, { position: 0.5 }));
  await updateGroup(second, userId, id, { title: 'Papers' });
  const { title, position } = await getGroup(library, userId, id);
  assert.deepEqual([title, position], ['Papers', 0.5]);
});

/** The library of a user whose action another app's action overtakes. */
function beaten(library: Library, act: () => Promise<unknown>): Library {
  return { ...library, store: overtaken(library.store, act) };
}

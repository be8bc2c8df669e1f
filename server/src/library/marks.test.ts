// Several apps mark the same items at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overtaken } from '../store/testing/overtaken.ts';
import { getFeed } from './feeds.ts';
import { markInBulk, markItems } from './marks.ts';
import { someLibrary } from './testing/some-library.ts';

test('what two apps mark at once is counted once', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const [{ id: feedId, itemIds } = { id: 0, itemIds: [] }] = ines.feeds;
  const bulk = { scope: { of: 'feed', feedId }, bounds: { upTo: 1_000_000 }, mark: 'read' } as const;
  for (const mark of [
    (own: typeof library) => markItems(own, userId, itemIds, 'read'),
    (own: typeof library) => markInBulk(own, userId, bulk),
  ]) {
    await markItems(library, userId, itemIds, 'unread');
    const store = overtaken(library.store, () => markItems(library, userId, itemIds, 'read'));
    await mark({ ...library, store });
    assert.equal((await getFeed(library, userId, feedId)).unreadCount, 0);
  }
});

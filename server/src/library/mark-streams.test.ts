// Taking back what a reader has marked a moment ago, in several transactions: whatever breaks it off, asking again does the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someFeed } from '../store/testing/rows.ts';
import { markStreamRead, readItems, readStream, shownUpTo, unreadRecent } from './mark-streams.ts';
import { markItems } from './marks.ts';
import { idsOfStream } from './streams.ts';
import { someLibrary } from './testing/some-library.ts';

const reader = 'an app';

test('wherever taking back is broken off, all of it is unread after the next call', async (t) => {
  const { library, newsOf, ines } = await someLibrary(t);
  const { store } = library;
  const { userId } = ines;
  const itemIds = ines.feeds.flatMap((feed) => feed.itemIds);
  const { write } = store;
  for (let writes = 0, isDone = false; !isDone; writes++) {
    const before = (await newsOf(userId)).length;
    await readItems(library, userId, itemIds.slice(0, 1), reader);
    await readStream(library, userId, { of: 'user' }, { shown: {}, reader });
    let left = writes;
    store.write = async (fn, options) => {
      if (left-- <= 0) throw new Error('disk full');
      return write(fn, options);
    };
    isDone = await unreadRecent(library, userId, reader).then(
      () => true,
      () => false,
    );
    store.write = write;
    await unreadRecent(library, userId, reader);
    const news = (await newsOf(userId)).slice(before);
    const unread = news.flatMap(([kind, ids]) => (kind === 'items.unread' ? ids : []));
    assert.deepEqual(unread.sort(ascending), itemIds.toSorted(ascending), `after ${writes} transactions`);
  }
});

test('what comes once it is known what was shown stays unread, also among the stars', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const there = ines.feeds.flatMap((feed) => feed.itemIds).sort(ascending);
  const unread = () => idsOfStream(library, userId, { any: [{ of: 'unread' }] });
  const nothing = await shownUpTo(library, userId, 0);
  const all = await shownUpTo(library, userId, undefined);
  const later = await library.store.write((tx) =>
    someFeed(tx, userId, { url: 'https://d.example/', count: 2 }),
  );
  const ids = [...there, ...later.itemIds.toSorted(ascending)];
  await markItems(library, userId, ids, 'starred');
  for (const state of ['user', 'starred'] as const) {
    await markStreamRead(library, userId, { of: state }, nothing);
    assert.deepEqual(await unread(), ids, state);
    await markStreamRead(library, userId, { of: state }, all);
    assert.deepEqual(await unread(), ids.slice(there.length), state);
    await markItems(library, userId, ids, 'unread');
  }
});

function ascending(a: number, b: number): number {
  return a - b;
}

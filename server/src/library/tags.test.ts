import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockedBy, pidOf } from '../../test/blocked-by.ts';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { untilWaitedFor } from '../accounts/testing/meanwhile.ts';
import { MAX_TAGS_OF_ITEM } from '../model/tag.ts';
import { restoreBearers, tagTitled } from '../store/items/tags.ts';
import type { Store } from '../store/store.ts';
import { getItem } from './items.ts';
import { forgetTags, tagItem } from './tags.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

test('a tag stays that somebody is just putting on an item while what is left of it is forgotten', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { library, ines } = await someLibrary(t);
  const { store } = library;
  const itemId = ines.feeds[0]?.itemIds[0] ?? assert.fail();
  await store.write(async (tx) => {
    const itemGoneForGood = 1_000_000;
    await restoreBearers(tx, await tagTitled(tx, ines.userId, 'later'), [itemGoneForGood]);
  });
  const put = Promise.withResolvers<number>();
  const commit = Promise.withResolvers<void>();
  const held: Store = {
    ...store,
    write: (fn, options) =>
      store.write(async (tx) => {
        const value = await fn(tx);
        put.resolve(await pidOf(tx));
        await commit.promise;
        return value;
      }, options),
  };
  const tagged = tagItem({ store: held }, ines.userId, itemId, { put: ['later'], takeOff: [] });
  const pid = await put.promise;
  const forgotten = forgetTags(library);
  await Promise.race([forgotten, blockedBy(store, pid)]);
  commit.resolve();
  await Promise.all([tagged, forgotten]);
  assert.deepEqual((await getItem(library, ines.userId, itemId)).tags, ['later']);
});

test('an item gets no more tags than it may have, however many apps tag it at once', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { library, ines } = await someLibrary(t);
  const itemId = ines.feeds[0]?.itemIds[0] ?? assert.fail();
  const some = (word: string): string[] =>
    Array.from({ length: MAX_TAGS_OF_ITEM / 2 + 1 }, (_, index) => `${word} ${index}`);
  const put = (store: Store, word: string) =>
    tagItem({ store }, ines.userId, itemId, { put: some(word), takeOff: [] });
  const { store, begun } = untilWaitedFor(library.store, 1, () => put(library.store, 'second'));
  await put(store, 'first');
  await assert.rejects(begun, refusal('cannot', /more than/));
  assert.deepEqual((await getItem(library, ines.userId, itemId)).tags?.toSorted(), some('first').sort());
});

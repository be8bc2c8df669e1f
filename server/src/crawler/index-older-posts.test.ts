import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { silentLog } from '../log.ts';
import { writeFact } from '../store/facts.ts';
import { planSearch } from '../store/search-plan.ts';
import type { Store } from '../store/store.ts';
import { someFeed, someUser } from '../store/testing/rows.ts';
import { openIndexing } from './index-older-posts.ts';

test('posts that were there before the search are found after a while, the newest first, across a restart', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write(async (tx) => {
    const id = await someUser(tx, 'ines');
    await someFeed(tx, id, { url: 'https://a.example/', count: 170 });
    await writeFact(tx, 'search-unindexed-below', '171');
    return id;
  });
  assert.equal(await countFound(store, userId), 0);

  const first = openIndexing({ store, clock, log: silentLog });
  first.start();
  await clock.settle();
  await first.stop();
  assert.equal(await countFound(store, userId), 50);
  assert.equal(await countFound(store, userId, '170'), 1);

  const second = openIndexing({ store, clock, log: silentLog });
  second.start();
  for (let turn = 0; turn < 10; turn++) await clock.advance(25);
  await second.stop();
  assert.equal(await countFound(store, userId), 170);
  assert.equal(clock.pending, 0);
});

async function countFound(store: Store, userId: number, word = 'post'): Promise<number> {
  const term = { kind: 'words', field: undefined, words: [word], open: false } as const;
  const plan = await planSearch(store, {
    userId,
    words: [{ any: [term], not: false }],
    facts: [],
    feedIds: undefined,
    reach: 'anywhere',
  });
  assert.ok('ids' in plan);
  return plan.ids.length;
}

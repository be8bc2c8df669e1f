import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { insertItems } from '../items/items.ts';
import { somePosts, someSource, someUser } from '../testing/rows.ts';
import { markUnheld, noteShown, unheldSince } from './unheld-posts.ts';

test('a post that somebody has got, or that is shown again, since it was marked as nobody’s is not forgotten', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const sourceId = await someSource(tx, 'https://a.example/');
    const [got = 0, shown = 0, nobodys = 0] = await somePosts(tx, sourceId, 3);
    await noteShown(tx, sourceId, { shown: [], isWhole: true });
    await markUnheld(tx, 0, 100);
    const unheld = async () =>
      (await unheldSince(tx, tx.now + 1, 100)).map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(await unheld(), [got, shown, nobodys]);
    await insertItems(tx, { id: await insertFeed(tx, userId, sourceId), userId }, [got]);
    await noteShown(tx, sourceId, { shown: [shown], isWhole: false });
    assert.deepEqual(await unheld(), [nobodys]);
  });
});

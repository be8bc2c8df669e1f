import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { awaitedByName, insertAwaited } from './awaited-posts.ts';

test('what a feed awaits under a name is found by the name, and not among all that it awaits', async (t) => {
  const { store: real } = await temporaryStore(t, fakeClock());
  const { store, spied } = spiedStore(real);
  const { mine, others } = await real.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const mine = await someFeed(tx, ines, { url: 'https://a.example/', count: 0 });
    const others = await someFeed(tx, otto, { url: 'https://b.example/', count: 0 });
    const wait = (userId: number, feedId: number, name: string) =>
      insertAwaited(
        tx,
        {
          userId,
          feedId,
          itemId: undefined,
          item: { feedUrl: 'https://a.example/', title: name, starred: false },
        },
        { name, link: undefined },
      );
    await wait(ines, mine.id, 'one');
    await wait(otto, others.id, 'two');
    await wait(ines, mine.id, 'two');
    return { mine, others };
  });
  const found = await store.read((tx) => awaitedByName(tx, mine.id, 'two'));
  assert.deepEqual(
    found.map(({ feedId, item }) => [feedId, item.title]),
    [[mine.id, 'two']],
  );
  assert.deepEqual(await real.read((tx) => awaitedByName(tx, others.id, 'one')), []);
  if (isOnPostgres) return;
  assert.deepEqual(await stepsOf(real, spied), [
    'SEARCH awaited_posts USING INDEX awaited_posts_name (name=?)',
  ]);
});

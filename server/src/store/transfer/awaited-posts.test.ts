import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore, stepsOf } from '../testing/spied-store.ts';
import { awaitedByName, giveAwaited, insertAwaited } from './awaited-posts.ts';

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

test('a feed that goes into another gives it what it awaits, and nobody else does', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const [ines, otto] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
    const feed = (userId: number, name: string) =>
      someFeed(tx, userId, { url: `https://${name}.example/`, count: 0 });
    const [going, staying, others] = [await feed(ines, 'a'), await feed(ines, 'b'), await feed(otto, 'c')];
    for (const { userId, id } of [
      { userId: ines, id: going.id },
      { userId: otto, id: others.id },
    ]) {
      const item = { feedUrl: 'https://a.example/', title: 'T', starred: false };
      await insertAwaited(
        tx,
        { userId, feedId: id, itemId: undefined, item },
        { name: 'one', link: undefined },
      );
    }
    await giveAwaited(tx, going.id, staying.id);
    const counts = [];
    for (const { id } of [going, staying, others]) counts.push((await awaitedByName(tx, id, 'one')).length);
    assert.deepEqual(counts, [0, 1, 1]);
  });
});

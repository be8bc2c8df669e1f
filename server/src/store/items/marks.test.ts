import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { Mark } from '../../model/mark.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { feedsWithWrongCount } from '../testing/wrong-counts.ts';
import { markStretch, setMark } from './marks.ts';

test('of many that lie in a row, all but some, or far apart, exactly those change that are named', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, ids } = await somebodyAmongOthers(tx);
    const some: Record<string, number[]> = {
      'in a row': ids.slice(100, 500),
      'all but one of a row': ids.slice(100, 500).toSpliced(200, 1),
      'many that bear the mark already': ids.slice(0, 700),
      'every second one': ids.filter((_, place) => place % 2 === 0),
      'at both ends': [...ids.slice(0, 150), ...ids.slice(-150)],
      'everything, from the last one': ids.toReversed(),
    };
    const marked = new Set<number>();
    for (const [name, named] of Object.entries(some)) {
      const fresh = ascending(named.filter((id) => !marked.has(id)));
      assert.deepEqual((await setMark(tx, userId, named, 'read')).changed, fresh, name);
      for (const id of fresh) marked.add(id);
      assert.deepEqual(await bearing(tx, 'read'), ascending([...marked]), name);
      assert.deepEqual((await setMark(tx, userId, named.slice(50), 'starred')).changed.length > 0, true);
      assert.deepEqual(await bearing(tx, 'starred'), ascending(named.slice(50)), name);
      await setMark(tx, userId, named, 'unstarred');
      const back = named.slice(20, -20);
      await setMark(tx, userId, back, 'unread');
      for (const id of back) marked.delete(id);
      assert.deepEqual(await bearing(tx, 'read'), ascending([...marked]), name);
    }
    assert.deepEqual(await feedsWithWrongCount(tx), []);
  });
});

test('of a stretch those change that keep within the bounds, and nothing of anybody else', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, ids, feedId } = await somebodyAmongOthers(tx);
    const mark = async (stretch: Parameters<typeof markStretch>[1], bounds: object): Promise<number[]> => {
      const counts = new Map<number, number>();
      const wanted = { mark: 'read' as const, bounds, after: 0, limit: 4_000, counts };
      const { changed } = await markStretch(tx, stretch, wanted);
      assert.equal(
        [...counts.values()].reduce((sum, change) => sum - change, 0),
        changed.length,
      );
      assert.deepEqual(await bearing(tx, 'read'), changed);
      await setMark(tx, userId, changed, 'unread');
      return changed;
    };
    const [middle = 0, early = 0] = [ids[600], ids[200]];
    assert.deepEqual(await mark({ userId }, {}), ids);
    assert.deepEqual(
      await mark({ userId }, { olderThanId: middle, newerThanId: early }),
      ids.slice(201, 600),
    );
    const own = ids.filter((id) => id % 2 === 1);
    assert.deepEqual(await mark({ feedId }, { upTo: own[300] }), own.slice(0, 301));
    // While a clock was ahead, items came that lie between others which came by its time.
    const ahead = ids.filter((_, place) => place % 100 === 50);
    await tx.run(sql`UPDATE items SET created_at = ${tx.now + 1} WHERE id IN (${tx.dialect.numbers(ahead)})`);
    assert.deepEqual(
      await mark({ userId }, { storedUpTo: tx.now }),
      ids.filter((id) => !ahead.includes(id)),
    );
    // A portion that begins after what is already read.
    await setMark(tx, userId, ids.slice(0, 300), 'read');
    const counts = new Map<number, number>();
    const rest = await markStretch(
      tx,
      { userId },
      { mark: 'read', bounds: {}, after: 0, limit: 350, counts },
    );
    assert.deepEqual([rest.changed, rest.after], [ids.slice(300, 650), ids[649]]);
    assert.deepEqual(await bearing(tx, 'read'), ids.slice(0, 650));
  });
});

test('of many items those are marked that were published before a time, or came before it if they have no date, and none between them', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, ids } = await somebodyAmongOthers(tx);
    const early = tx.now - 1_000;
    const publish = async (which: readonly number[], at: number): Promise<void> => {
      await tx.run(sql`
        UPDATE posts SET published_at = ${at}
        WHERE id IN (SELECT post_id FROM items WHERE id IN (${tx.dialect.numbers(which)}))`);
    };
    const older = ids.filter((_, place) => place % 5 !== 0 && place < 900);
    await publish(older, early - 1);
    await publish(
      ids.filter((_, place) => place % 5 === 0),
      early,
    );
    const mark = async (before: number): Promise<number[]> => {
      const wanted = { mark: 'read' as const, bounds: { before }, after: 0, limit: 4_000, counts: new Map() };
      return (await markStretch(tx, { userId }, wanted)).changed;
    };
    assert.deepEqual(await mark(early), older);
    assert.deepEqual(await bearing(tx, 'read'), older);
    // The last of them have no date, and came just now.
    const undated = ids.filter((_, place) => place % 5 !== 0 && place >= 900);
    assert.deepEqual(
      await mark(tx.now),
      ids.filter((_, place) => place % 5 === 0),
    );
    assert.deepEqual(await mark(tx.now + 1), undated);
  });
});

test('a portion goes on after the last one, whatever that has found to mark', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const { userId, ids } = await somebodyAmongOthers(tx);
    const look = { mark: 'read' as const, after: ids[49] ?? 0, limit: 200, counts: new Map() };
    const nothing = await markStretch(tx, { userId }, { ...look, bounds: { before: tx.now } });
    assert.deepEqual(nothing, { changed: [], looked: 200, after: ids[249] });
    const all = await markStretch(tx, { userId }, { ...look, bounds: {} });
    assert.deepEqual(all, { changed: ids.slice(50, 250), looked: 200, after: ids[249] });
    assert.deepEqual(await bearing(tx, 'read'), all.changed);
  });
});

/** A user whose items are between those of somebody else, a hundred at a time. */
async function somebodyAmongOthers(tx: WriteTx): Promise<{ userId: number; ids: number[]; feedId: number }> {
  const [userId, other] = [await someUser(tx, 'ines'), await someUser(tx, 'otto')];
  const ids: number[] = [];
  let feedId = 0;
  for (let round = 0; round < 10; round++) {
    const feed = await someFeed(tx, userId, { url: `https://ines.example/${round}`, count: 100 });
    await someFeed(tx, other, { url: `https://otto.example/${round}`, count: 100 });
    ids.push(...feed.itemIds);
    feedId = feed.id;
  }
  const feeds = await tx.all<{ id: number }>(sql`SELECT id FROM feeds WHERE user_id = ${userId} ORDER BY id`);
  const [first = 0] = feeds.map(({ id }) => id);
  // The items belong to two feeds in turn.
  await tx.run(sql`UPDATE items SET feed_id = ${feedId} WHERE user_id = ${userId} AND id % 2 = 1`);
  await tx.run(sql`UPDATE items SET feed_id = ${first} WHERE user_id = ${userId} AND id % 2 = 0`);
  await tx.run(sql`
    UPDATE feeds SET unread_count = (SELECT count(*) FROM items WHERE feed_id = feeds.id AND read = 0)
    WHERE user_id = ${userId}`);
  return { userId, ids, feedId };
}

async function bearing(tx: ReadTx, mark: Extract<Mark, 'read' | 'starred'>): Promise<number[]> {
  const which = mark === 'read' ? sql`read = 1` : sql`starred = 1`;
  return (await tx.all<{ id: number }>(sql`SELECT id FROM items WHERE ${which} ORDER BY id`)).map(
    ({ id }) => id,
  );
}

function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGroup } from '../../library/groups.ts';
import { someLibrary } from '../../library/testing/some-library.ts';
import type { Sql } from '../../store/sql.ts';
import type { Store } from '../../store/store.ts';
import { FeedLists } from './feed-lists.ts';

const base = 'https://courant.example';
/** Enough for one list of one or two short feeds, and too little for two such lists. */
const ROOM_FOR_ONE = 2_200;

test('feeds are read whole once, and again where their list had to make room for others', async (t) => {
  const { library, ines, otto } = await someLibrary(t);
  const group = await createGroup(library, ines.userId, {
    title: 'All',
    feedIds: ines.feeds.map(({ id }) => id),
  });
  const [own, grouped, others] = [
    { userId: ines.userId },
    { userId: ines.userId, groupId: group.id },
    { userId: otto.userId },
  ];
  const wholeReads = async (room: number, scopes: readonly (typeof own)[]): Promise<number> => {
    const lists = new FeedLists(room);
    const counted = { ...library, ...countingWhole(library.store) };
    for (const scope of scopes) {
      const bytes = await lists.read(counted, scope, base);
      assert.deepEqual(bytes, await new FeedLists().read(library, scope, base));
    }
    return counted.reads.count;
  };
  const inTurn = [own, own, grouped, own, others, own, grouped];
  assert.equal(await wholeReads(0, inTurn), 7);
  assert.equal(await wholeReads(ROOM_FOR_ONE, inTurn), 6);
  // The list that was asked for longest ago goes first.
  assert.equal(await wholeReads(2 * ROOM_FOR_ONE, inTurn), 4);
  assert.equal(await wholeReads(3 * ROOM_FOR_ONE, inTurn), 3);
});

/** The same store, and how often a statement has read feeds with all their fields. */
function countingWhole(store: Store): { store: Store; reads: { count: number } } {
  const reads = { count: 0 };
  return {
    reads,
    store: {
      ...store,
      read: (fn) =>
        store.read((tx) =>
          fn({
            now: tx.now,
            dialect: tx.dialect,
            get: (statement) => tx.get(statement),
            all<Row>(statement: Sql) {
              if (statement.text.includes('s.site_url')) reads.count++;
              return tx.all<Row>(statement);
            },
          }),
        ),
    },
  };
}

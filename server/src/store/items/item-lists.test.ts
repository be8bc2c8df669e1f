import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../../test/fake-clock.ts';
import { propertyRuns } from '../../../test/property-runs.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { ItemPage, ItemScope } from '../../model/item.ts';
import { insertFeed } from '../feeds/feeds.ts';
import { addFeedsToGroup, insertGroup } from '../feeds/groups.ts';
import type { WriteTx } from '../store.ts';
import { someFeed, somePosts, someSource, someUser } from '../testing/rows.ts';
import { listIds } from './item-lists.ts';
import { insertItems } from './items.ts';
import { setMark } from './marks.ts';

interface Known {
  id: number;
  feedId: number;
  read: boolean;
  starred: boolean;
}

test('every page of every list is what a plain model says', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, feeds, groupId, known } = await store.write(someLists);
  const grouped = [feeds[0], feeds[2]];
  const scopes: [ItemScope, (item: Known) => boolean][] = [
    [{ of: 'user' }, () => true],
    [{ of: 'starred' }, (item) => item.starred],
    [{ of: 'feed', feedId: feeds[1] ?? 0 }, (item) => item.feedId === feeds[1]],
    [{ of: 'group', groupId }, (item) => grouped.includes(item.feedId)],
  ];
  const cursor = fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined });
  const pages = fc.record({
    scope: fc.constantFrom(...scopes),
    only: fc.constantFrom('read' as const, 'unread' as const, undefined),
    limit: fc.integer({ min: 1, max: 30 }),
    maxId: cursor,
    below: fc.constantFrom('minId' as const, 'sinceId' as const),
    bound: cursor,
  });
  await fc.assert(
    fc.asyncProperty(pages, async ({ scope: [scope, belongs], only, limit, maxId, below, bound }) => {
      const page: ItemPage = { limit };
      if (only) page.only = only;
      if (maxId !== undefined) page.maxId = maxId;
      if (bound !== undefined) page[below] = bound;
      const listing = await store.read((tx) => listIds(tx, userId, scope, page));
      const expected = modelPage(known.filter(belongs), page);
      assert.deepEqual(listing, expected);
    }),
    propertyRuns(7, 400),
  );
});

test('a group in which nothing happened for long is listed too, past what a walk sees', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const { userId, groupId, cold, busy } = await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const cold = await someFeed(tx, userId, { url: 'https://cold.example/', count: 3 });
    const busy = await someFeed(tx, userId, { url: 'https://busy.example/', count: 2_500 });
    const groupId = (await insertGroup(tx, userId, 'Cold')) ?? 0;
    await addFeedsToGroup(tx, groupId, [cold.id]);
    return { userId, groupId, cold, busy };
  });
  const listed = (only?: 'read') =>
    store.read((tx) =>
      listIds(tx, userId, { of: 'group', groupId }, only ? { limit: 2, only } : { limit: 2 }),
    );
  const expected = { ids: cold.itemIds.slice(1).reverse(), hasOlder: true, hasNewer: false };
  assert.deepEqual(await listed(), expected);
  await store.write((tx) => setMark(tx, userId, [...cold.itemIds, ...busy.itemIds], 'read'));
  assert.deepEqual(await listed('read'), expected);
});

/** What a page must hold, computed without an index. */
function modelPage(list: readonly Known[], page: ItemPage) {
  const of = (bounds: Omit<ItemPage, 'limit'>) =>
    list
      .filter((item) => page.only === undefined || item.read === (page.only === 'read'))
      .filter((item) => item.id < (bounds.maxId ?? Number.POSITIVE_INFINITY))
      .filter((item) => item.id > (bounds.minId ?? bounds.sinceId ?? 0))
      .map((item) => item.id)
      .sort((a, b) => b - a);
  const inside = of(page);
  if (page.minId !== undefined) {
    const ids = inside.slice(-page.limit);
    return {
      ids,
      hasOlder: of({ maxId: ids.at(-1) ?? page.minId + 1 }).length > 0,
      hasNewer: inside.length > ids.length,
    };
  }
  const ids = inside.slice(0, page.limit);
  const top = ids[0] ?? (page.maxId === undefined ? undefined : page.maxId - 1);
  const hasNewer = page.maxId !== undefined && top !== undefined && of({ minId: top }).length > 0;
  return { ids, hasOlder: inside.length > ids.length, hasNewer };
}

/** Three feeds whose items arrive in turns, two of them in a group, some read; and another user's items in between. */
async function someLists(tx: WriteTx) {
  const userId = await someUser(tx, 'ines');
  const otherId = await someUser(tx, 'otto');
  const other = await someFeed(tx, otherId, { url: 'https://other.example/', count: 1 });
  const sources: number[] = [];
  for (const name of ['a', 'b', 'c']) sources.push(await someSource(tx, `https://${name}.example/`));
  const feeds: number[] = [];
  for (const sourceId of sources) feeds.push(await insertFeed(tx, userId, sourceId));
  const groupId = (await insertGroup(tx, userId, 'Group')) ?? 0;
  await addFeedsToGroup(tx, groupId, [feeds[0] ?? 0, feeds[2] ?? 0]);
  const known: Known[] = [];
  for (let number = 0; number < 60; number++) {
    const place = (number * 7) % 3;
    const feedId = feeds[place] ?? 0;
    const posts = await somePosts(tx, sources[place] ?? 0, 1);
    const [id = 0] = await insertItems(tx, { id: feedId, userId }, posts);
    const read = number % 4 === 1 || number > 50;
    if (read) await setMark(tx, userId, [id], 'read');
    const starred = number % 3 === 1 || number > 55;
    if (starred) await setMark(tx, userId, [id], 'starred');
    known.push({ id, feedId, read, starred });
    if (number % 5 === 0) {
      await insertItems(tx, { id: other.id, userId: otherId }, await somePosts(tx, other.sourceId, 1));
    }
  }
  return { userId, feeds, groupId, known };
}

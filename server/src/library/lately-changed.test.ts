// Retention after a slip: what a policy has spared until then stays for a day, so that undoing the slip brings it back.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { appendChange } from '../store/changes.ts';
import { insertFeed } from '../store/feeds/feeds.ts';
import { mergeSources } from '../store/sources/merge-sources.ts';
import { findSourceAt } from '../store/sources/sources.ts';
import { sql } from '../store/sql.ts';
import { overtaken } from '../store/testing/overtaken.ts';
import { someFeed, someSource } from '../store/testing/rows.ts';
import { listFeeds, unfollow } from './feeds.ts';
import { removeTitled } from './groups-by-title.ts';
import { listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
import { changesAtOnce } from './limits.ts';
import { markInBulk, markItems } from './marks.ts';
import { applyRetention, previewPolicy, setPolicy } from './retention.ts';
import { tagItems } from './tags.ts';
import { type SomeLibrary, someLibrary } from './testing/some-library.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What a person may do by mistake, and the items that had been spared until then: the first is unread, the second starred, the third tagged. */
const slips: [what: string, index: number, slip: (old: OldItems) => Promise<unknown>, undoes: boolean][] = [
  [
    'everything is marked read',
    0,
    ({ library, userId }) =>
      markInBulk(library, userId, { scope: { of: 'user' }, bounds: { upTo: 1_000_000 }, mark: 'read' }),
    true,
  ],
  [
    'one item is marked read',
    0,
    ({ library, userId, ids }) => markItems(library, userId, ids.slice(0, 1), 'read'),
    false,
  ],
  [
    'stars are taken off',
    1,
    ({ library, userId, ids, young }) => markItems(library, userId, [...ids, ...young], 'unstarred'),
    true,
  ],
  ['a tag is removed', 2, ({ library, userId }) => removeTitled(library, userId, ['later']), true],
  [
    'a tag is taken off an item',
    2,
    ({ library, userId, ids }) => tagItems(library, userId, ids, { put: [], takeOff: ['later'] }),
    false,
  ],
];
for (const [what, index, slip, undoes] of slips) {
  test(`an old item of which ${what} stays for a day`, async (t) => {
    const old = await oldItems(t);
    const { clock, library, ids, left } = old;
    await slip(old);
    await clock.advance(23 * HOUR);
    const [preview] = await previewPolicy(library, old.userId, undefined);
    assert.equal(preview?.count, 1, 'who asks is told what will go, today or tomorrow');
    await applyRetention(library);
    assert.deepEqual(await left(), ids);
    await clock.advance(2 * HOUR);
    await applyRetention(library);
    assert.deepEqual(
      await left(),
      ids.filter((_, place) => place !== index),
    );
  });
  if (!undoes) continue;
  test(`undone within the day, it is as if nothing had happened when ${what}`, async (t) => {
    const old = await oldItems(t);
    const { clock, library, ids, left } = old;
    await slip(old);
    await clock.advance(23 * HOUR);
    await applyRetention(library);
    const [last] = await listEntries(library, old.userId, { limit: 1 });
    await undo(library, old.userId, last?.id ?? 0);
    await clock.advance(10 * DAY);
    await applyRetention(library);
    assert.deepEqual(await left(), ids);
  });
}

test('an old item that is marked read stays for a day, however much else was marked before on that day', async (t) => {
  const { library, userId, ids, young, left } = await oldItems(t);
  for (let times = 0; times < 5 * changesAtOnce.portion; times++)
    await markItems(library, userId, young.slice(0, 1), times % 2 === 0 ? 'starred' : 'unstarred');
  await markItems(library, userId, ids.slice(0, 1), 'read');
  await applyRetention(library);
  assert.deepEqual(await left(), ids);
});

test('what comes back with a removed feed stays for a day, however old it is', async (t) => {
  const { clock, library, userId, ids, left } = await oldItems(t);
  await library.store.write((tx) => tx.run(sql`UPDATE items SET read = 1 WHERE user_id = ${userId}`));
  await removeAndUndo(library, userId, () => clock.advance(5 * DAY));
  await clock.advance(23 * HOUR);
  await applyRetention(library);
  assert.deepEqual(await left(), ids);
  await clock.advance(2 * HOUR);
  await applyRetention(library);
  assert.deepEqual(await left(), ids.slice(1));
});

test('what is marked while a sweep is about to remove others is left as well', async (t) => {
  const { library, userId, ids, left } = await oldItems(t);
  const { store } = library;
  await store.write((tx) => tx.run(sql`UPDATE items SET read = 1 WHERE user_id = ${userId}`));
  // Unread and read again: the sweep has chosen it before, and it looks no different afterwards.
  const slip = async (): Promise<void> => {
    await markItems(library, userId, ids.slice(0, 1), 'unread');
    await markItems(library, userId, ids.slice(0, 1), 'read');
  };
  await applyRetention({ store: overtaken(store, slip) });
  assert.deepEqual(await left(), ids);
});

test('what goes and comes back with its feed while a sweep is about to remove it is left as well', async (t) => {
  const { library, userId, ids, left } = await oldItems(t);
  const { store } = library;
  await store.write((tx) => tx.run(sql`UPDATE items SET read = 1 WHERE user_id = ${userId}`));
  await applyRetention({ store: overtaken(store, () => removeAndUndo(library, userId)) });
  assert.deepEqual(await left(), ids);
});

test('what comes back into another feed that its own has become one with stays for a day', async (t) => {
  const { library, clock, userId, ids, left } = await oldItems(t);
  const { store } = library;
  await store.write((tx) => tx.run(sql`UPDATE items SET read = 1, starred = 0 WHERE user_id = ${userId}`));
  const into = await store.write(async (tx) => {
    const sourceId = await someSource(tx, 'https://into.example/');
    await insertFeed(tx, userId, sourceId);
    return sourceId;
  });
  await clock.advance(HOUR);
  await removeAndUndo(library, userId, async () => {
    const from = await store.read((tx) => findSourceAt(tx, 'https://old.example/'));
    await store.write((tx) => mergeSources(tx, { id: from ?? 0, url: 'https://old.example/' }, into));
  });
  // Its site has just written one of them anew, which by itself would spare nothing.
  await store.write((tx) =>
    tx.run(sql`
      UPDATE posts SET edited_at = ${tx.now} WHERE id = (SELECT post_id FROM items WHERE id = ${ids[0] ?? 0})`),
  );
  await applyRetention(library);
  assert.deepEqual(await left(), ids);
});

test('a site that writes something else each day loses its old items all the same', async (t) => {
  const { library, userId, ids, left } = await oldItems(t);
  await library.store.write(async (tx) => {
    await tx.run(sql`UPDATE items SET read = 1, starred = 0 WHERE user_id = ${userId}`);
    await tx.run(sql`
      UPDATE posts SET edited_at = ${tx.now} WHERE id IN (
        SELECT post_id FROM items WHERE id IN (${tx.dialect.numbers(ids.slice(0, 1))}))`);
    // The text of the first is another one; the second has only been told anew.
    await appendChange(tx, userId, 'items.edited', ids.slice(0, 2));
  });
  await applyRetention(library);
  assert.deepEqual(await left(), ids.slice(1));
});

/** Removes the feed of the old items, and undoes that. */
async function removeAndUndo(library: Library, userId: number, between?: () => Promise<void>): Promise<void> {
  const feed = (await listFeeds(library, userId)).find(({ feedUrl }) => feedUrl === 'https://old.example/');
  await unfollow(library, userId, feed?.id ?? 0);
  await between?.();
  const [removal] = await listEntries(library, userId, { limit: 1 });
  await undo(library, userId, removal?.id ?? 0);
}

interface OldItems {
  library: Library;
  clock: SomeLibrary['clock'];
  userId: number;
  /** Three items that are older than the policy keeps: one is unread, one starred, one tagged. */
  ids: number[];
  /** Two others that will be as old in a month. */
  young: number[];
  /** Those of `ids` that are there. */
  left(): Promise<number[]>;
}

async function oldItems(t: TestContext): Promise<OldItems> {
  const { clock, library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const { store } = library;
  const { itemIds, young } = await store.write(async (tx) => {
    const { itemIds } = await someFeed(tx, userId, { url: 'https://old.example/', count: 3 });
    const [, starred = 0, tagged = 0] = itemIds;
    await tx.run(sql`
      UPDATE items SET created_at = ${tx.now - 400 * DAY} WHERE id IN (${tx.dialect.numbers(itemIds)})`);
    await tx.run(sql`UPDATE items SET read = 1 WHERE id IN (${tx.dialect.numbers([starred, tagged])})`);
    const young = feeds.flatMap((feed) => feed.itemIds).slice(0, 2);
    await tx.run(sql`UPDATE items SET starred = 1 WHERE id IN (${tx.dialect.numbers([starred, ...young])})`);
    return { itemIds, young };
  });
  await tagItems(library, userId, itemIds.slice(2), { put: ['later'], takeOff: [] });
  await clock.advance(2 * DAY);
  await setPolicy(library, userId, { feedId: undefined, policy: { keep: 'days', count: 30 } });
  const left = async (): Promise<number[]> => {
    const rows = await store.read((tx) =>
      tx.all<{ id: number }>(
        sql`SELECT id FROM items WHERE id IN (${tx.dialect.numbers(itemIds)}) ORDER BY id`,
      ),
    );
    return rows.map(({ id }) => id);
  };
  return { library, clock, userId, ids: itemIds, young, left };
}

// What a page of a stream costs, however an app names and combines its lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Stream } from '../model/stream.ts';
import { putTag, tagTitled } from '../store/items/tags.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { createGroup } from './groups.ts';
import { listStream } from './streams.ts';
import { tagItems } from './tags.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

/** The same store, which counts the rows that are read. */
function counting(store: Store): { store: Store; rows: () => number } {
  let count = 0;
  const counted = (tx: ReadTx): ReadTx => ({
    now: tx.now,
    dialect: tx.dialect,
    get: (statement) => tx.get(statement),
    async all<Row>(statement: Parameters<ReadTx['all']>[0]) {
      const rows = await tx.all<Row>(statement);
      count += rows.length;
      return rows;
    },
  });
  return {
    store: { ...store, read: (fn, options) => store.read((tx) => fn(counted(tx)), options) },
    rows: () => count,
  };
}

const titles = Array.from({ length: 9 }, (_, place) => `Label ${place}`);
const labelled: Stream[] = titles.map((title) => ({ of: 'titled', title }));

test('a list that is named a thousand times is read once, and so are lists of feeds', async (t) => {
  const { library, ines } = await someLibrary(t);
  const feedIds = ines.feeds.map(({ id }) => id);
  for (const title of titles) await createGroup(library, ines.userId, { title, feedIds });
  const all = ines.feeds.flatMap(({ itemIds }) => itemIds).reverse();
  const { store, rows } = counting(library.store);
  for (const any of [
    Array<Stream>(1_000).fill({ of: 'user' }),
    Array<Stream>(1_000).fill({ of: 'titled', title: titles[0] ?? '' }),
    labelled,
    feedIds.map((feedId): Stream => ({ of: 'feed', feedId })),
  ]) {
    const before = rows();
    const page = await listStream({ store }, ines.userId, { any, limit: 10_000 });
    assert.deepEqual([page.items.map(({ id }) => id), page.more], [all, false]);
    // Each name has to be looked up.
    assert.ok(rows() - before <= all.length + 4 * any.length, `${rows() - before} rows`);
  }
});

test('labels that are groups and tags do not combine in thousands of ways, and each of very many lists gives less', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId } = ines;
  const feedIds = ines.feeds.map(({ id }) => id);
  const ids = ines.feeds.flatMap(({ itemIds }) => itemIds);
  for (const title of titles) await createGroup(library, userId, { title, feedIds });
  await tagItems(library, userId, ids, { put: titles, takeOff: [] });
  const any: Stream[] = [{ of: 'user' }];
  const few = await listStream(library, userId, { any, all: labelled.slice(0, 7), limit: 10 });
  assert.deepEqual(
    few.items.map(({ id }) => id),
    [...ids].reverse(),
  );
  await assert.rejects(
    listStream(library, userId, { any, all: labelled, limit: 10 }),
    refusal('too-large', /combine in more than 200 ways/),
  );
});

test('what is left out is left out of each of the lists', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [first, second] = feeds.map(({ itemIds }) => itemIds);
  await tagItems(library, userId, [first?.[0] ?? 0], { put: ['Later', 'Never'], takeOff: [] });
  await tagItems(library, userId, [second?.[0] ?? 0], { put: ['Later'], takeOff: [] });
  const titled = (title: string): Stream => ({ of: 'titled', title });
  const found = async (any: Stream[], none: Stream[]) =>
    (await listStream(library, userId, { any, none, limit: 10, oldestFirst: true })).items.map(
      ({ id }) => id,
    );
  assert.deepEqual(await found([titled('Later')], [titled('Never')]), [second?.[0]]);
  assert.deepEqual(await found([titled('Later'), titled('Never')], [titled('Never')]), [second?.[0]]);
  assert.deepEqual(await found([{ of: 'user' }], [titled('Later'), titled('Never')]), [
    first?.[1],
    second?.[1],
  ]);
});

test('two hundred tags are joined, and those of many digits are told apart', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [a, b] = feeds;
  const titleOf = new Map<number, string>();
  await library.store.write(async (tx) => {
    for (let made = 0; made < 201; made++) {
      const title = `Tag ${made}`;
      const id = await tagTitled(tx, userId, title);
      titleOf.set(id, title);
      await putTag(tx, userId, id, a?.itemIds.slice(0, 1) ?? []);
    }
    // Not of the tags 1 and 123, which have the same digits.
    for (const id of [11, 23]) await putTag(tx, userId, id, b?.itemIds.slice(0, 1) ?? []);
  });
  const titled = (id: number): Stream => ({ of: 'titled', title: titleOf.get(id) ?? '' });
  const all = [...titleOf.keys()].map(titled);
  const joined = await listStream(library, userId, { any: all.slice(0, 200), limit: 10 });
  assert.deepEqual(
    joined.items.map(({ id }) => id),
    [b?.itemIds[0], a?.itemIds[0]],
  );
  await assert.rejects(
    listStream(library, userId, { any: all, limit: 10 }),
    refusal('too-large', /more than 200 ways/),
  );
  for (const [id, feed] of [
    [23, a],
    [123, b],
  ] as const)
    await createGroup(library, userId, { title: titleOf.get(id) ?? '', feedIds: [feed?.id ?? 0] });
  const bounded = { any: [titled(1), titled(11)], all: [titled(23), titled(123)], limit: 10 };
  assert.deepEqual(
    (await listStream(library, userId, bounded)).items.map(({ id }) => id),
    [b?.itemIds[0], a?.itemIds[0]],
  );
});

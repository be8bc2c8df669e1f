// Items with all their texts, a few at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendChange } from '../store/changes.ts';
import { sql } from '../store/sql.ts';
import { countTurns } from '../store/testing/count-turns.ts';
import { someFeed, someTexts } from '../store/testing/rows.ts';
import { listChanges } from './changes.ts';
import { portionsFrom, readPortion } from './item-portions.ts';
import { listItemsWithJson, listWithoutTexts } from './items.ts';
import { textsAtOnce } from './limits.ts';
import { type SomeLibrary, someLibrary } from './testing/some-library.ts';

/** What an item takes that has no files: `{}`. */
const DETAILS = 2;

test('long texts are read a few at a time, one that is too long by itself alone, and each once', async (t) => {
  const { bytes } = textsAtOnce;
  const half = bytes / 2;
  const rest = half - 10 - 3 * DETAILS;
  const { library, userId, ids } = await withTexts(t, [10, half, rest, 1, bytes + 1, bytes, 5]);
  const portions = await sizesOf(library, userId, ids);
  assert.deepEqual(portions, [[10, half, rest], [1], [bytes + 1], [bytes], [5]]);
});

test('short texts are read as many at a time as may be', async (t) => {
  const { items } = textsAtOnce;
  const { library, userId, ids } = await withTexts(t, Array<number>(items + 1).fill(1));
  const { value, turns } = await countTurns(() => sizesOf(library, userId, ids));
  assert.deepEqual(
    value.map((portion) => portion.length),
    [items, 1],
  );
  assert.ok(turns > 0, 'others have their turn in between');
});

test('letters of several bytes, summaries and articles count as what they take', async (t) => {
  const { library, userId, ids } = await withTexts(t, [1, 1, 1]);
  await library.store.write(async (tx) => {
    const third = 'é'.repeat(textsAtOnce.bytes / 6);
    await tx.run(sql`UPDATE post_contents SET content = ${third}, summary = ${third}`);
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, due_at, content, fetched_at)
      SELECT post_id, '', host_id, NULL, CAST(${third} AS TEXT), 1 FROM items
      JOIN (SELECT min(id) AS host_id FROM hosts) h ON 1 = 1 WHERE items.id = ${ids[0] ?? 0}`);
  });
  const portions = await sizesOf(library, userId, ids);
  assert.deepEqual(
    portions.map((portion) => portion.length),
    [1, 1, 1],
  );
});

test('long lists of files count as texts do', async (t) => {
  const { library, userId, ids } = await withTexts(t, Array<number>(6).fill(1));
  const files = Array.from({ length: 100 }, (_, number) => ({
    url: `https://files.example/${number}/${'a'.repeat(8_000)}`,
  }));
  const details = JSON.stringify({ enclosures: files });
  await library.store.write((tx) => tx.run(sql`UPDATE post_contents SET details = ${details}`));
  const portions = await sizesOf(library, userId, ids);
  assert.deepEqual(portions, Array(6).fill([1]));
  assert.equal(await listItemsWithJson(library, userId, { of: 'user' }, { limit: 6 }), undefined);
  const most = await listItemsWithJson(library, userId, { of: 'user' }, { limit: 4 });
  assert.deepEqual(most?.items[3]?.details, { enclosures: files });
  const since = (await listChanges(library, userId, { ...changes, since: undefined })).cursor;
  await library.store.write((tx) => appendChange(tx, userId, 'items.new', ids));
  for (const content of [true, false]) {
    const { news, more } = await listChanges(library, userId, { ...changes, since, content });
    assert.deepEqual([news?.items.new.length, more], [3, true]);
  }
  const { items } = await listWithoutTexts(library, userId, { of: 'user' }, { limit: 6 });
  assert.ok(items.every((item) => item.details.enclosures === undefined));
});

const changes = { limit: 6, content: true, action: 'list changes' };

test('an item that goes before its turn comes is left out', async (t) => {
  const { library, userId, ids } = await withTexts(t, [textsAtOnce.bytes, 1, 2]);
  const first = await library.store.read((tx) => readPortion(tx, userId, ids));
  await library.store.write((tx) => tx.run(sql`DELETE FROM items WHERE id = ${ids[1] ?? 0}`));
  const items = (await Array.fromAsync(portionsFrom(library.store, userId, first))).flat();
  assert.deepEqual(
    items.map(({ id }) => id),
    [ids[0], ids[2]],
  );
});

test('a page with a long text is read as JSON as long as its texts fit into one piece all together', async (t) => {
  const { pageBytes } = textsAtOnce;
  const most = pageBytes - 2 - 3 * DETAILS;
  for (const [bytes, isRead] of [
    [most, true],
    [most + 1, false],
  ] as const) {
    const { library, userId, ids } = await withTexts(t, [1, bytes, 1]);
    const page = await listItemsWithJson(library, userId, { of: 'user' }, { limit: 3 });
    assert.equal(page !== undefined, isRead);
    if (!page) continue;
    const sizes = ids.map((id) => page.texts.get(id)?.content?.length);
    assert.deepEqual(sizes, [3, bytes + 2, 3], 'with their quotes');
  }
});

/** The bytes of the content of each item, portion by portion. */
async function sizesOf(
  { store }: SomeLibrary['library'],
  userId: number,
  ids: readonly number[],
): Promise<number[][]> {
  const first = await store.read((tx) => readPortion(tx, userId, ids));
  const portions = await Array.fromAsync(portionsFrom(store, userId, first));
  return portions.map((items) => items.map(({ content = '' }) => Buffer.byteLength(content)));
}

/** A user with an item for each text, in this order, and their ids. */
async function withTexts(
  t: Parameters<typeof someLibrary>[0],
  bytes: readonly number[],
): Promise<{ library: SomeLibrary['library']; userId: number; ids: number[] }> {
  const { library, otto } = await someLibrary(t);
  const ids = await library.store.write(async (tx) => {
    await tx.run(sql`DELETE FROM items WHERE user_id = ${otto.userId}`);
    const { itemIds } = await someFeed(tx, otto.userId, {
      url: 'https://long.example/',
      count: bytes.length,
    });
    await someTexts(tx, itemIds, bytes);
    return itemIds;
  });
  return { library, userId: otto.userId, ids };
}

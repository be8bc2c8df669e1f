// How much of a database is in memory at once while it is copied, or its rows are summed.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { keepImage } from '../sources/images.ts';
import { sql } from '../sql.ts';
import type { ReadTx, Store } from '../store.ts';
import { someFeed, someTexts, someUser } from '../testing/rows.ts';
import { copyStore } from './copy-store.ts';
import { MOST_BYTES } from './rows.ts';
import { sumsOfAll } from './sums.ts';

const clock = fakeClock();
const LONG = MOST_BYTES / 4;

test('a copy reads no more texts and bytes at once than it may, wherever the long ones are', async (t) => {
  const letters = [...Array<number>(290).fill(10), ...Array<number>(9).fill(LONG)];
  const from = await filled(t, { letters, pictures: 6 });
  const { store: to } = await temporaryStore(t, clock);
  const read: number[] = [];
  const back: number[] = [];
  await copyStore({ from: watched(from, read), to: watched(to, back) });
  assert.ok(Math.max(...read) > 3 * LONG, 'pages are filled');
  assert.ok(Math.max(...read) <= MOST_BYTES, `${Math.max(...read)} bytes in one page`);
  assert.ok(Math.max(...back) <= MOST_BYTES, `${Math.max(...back)} bytes in one page of the comparison`);
  assert.deepEqual(await to.read((tx) => sumsOf(tx)), await from.read((tx) => sumsOf(tx)));
});

test('a text that is longer by itself than a page is copied', async (t) => {
  const from = await filled(t, { letters: [10, MOST_BYTES + 1, 10], pictures: 0 });
  const { store: to } = await temporaryStore(t, clock);
  await copyStore({ from, to });
  assert.deepEqual(await to.read((tx) => sumsOf(tx)), await from.read((tx) => sumsOf(tx)));
});

test('a page ends between rows of which only the last part of the key differs', async (t) => {
  const from = await filled(t, { letters: [10], pictures: 0 });
  const { store: to } = await temporaryStore(t, clock);
  await from.write(async (tx) => {
    const ids = `[${'1,'.repeat(LONG / 2)}1]`;
    for (const name of ['omar', 'eve']) {
      const userId = await someUser(tx, name);
      for (let seq = 1; seq <= 4; seq++)
        await tx.run(
          sql`INSERT INTO changes (user_id, seq, at, kind, ids) VALUES (${userId}, ${seq}, ${tx.now}, 'items.read', ${ids})`,
        );
    }
  });
  const { sums } = await copyStore({ from, to });
  assert.equal(sums.get('changes')?.rows, 1 + 2 * 4);
  assert.deepEqual(await to.read((tx) => sumsOf(tx)), await from.read((tx) => sumsOf(tx)));
});

/** Posts with texts of so many letters, and pictures. */
async function filled(
  t: TestContext,
  { letters, pictures }: { letters: readonly number[]; pictures: number },
): Promise<Store> {
  const { store } = await temporaryStore(t, clock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const url = 'https://one.example/feed';
    const { itemIds } = await someFeed(tx, userId, { url, count: letters.length });
    await someTexts(tx, itemIds, letters);
    for (let n = 0; n < pictures; n++) {
      const image = { type: 'image/png', bytes: new Uint8Array(LONG) } as const;
      await keepImage(tx, `${n}`, { image, expiresAt: tx.now });
    }
  });
  return store;
}

/** Of all tables of an instance; facts differ, as they tell of the copy. */
async function sumsOf(tx: ReadTx): Promise<unknown> {
  return [...(await sumsOfAll(tx))].filter(([table]) => !['facts', 'schema_versions'].includes(table));
}

/** A store that notes the bytes of all long values that each question for rows has brought. */
function watched(store: Store, read: number[]): Store {
  const noting = (tx: ReadTx): ReadTx =>
    new Proxy(tx, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (name !== 'all') return typeof value === 'function' ? value.bind(of) : value;
        return async (...asked: Parameters<ReadTx['all']>) => {
          const rows = await of.all<Record<string, unknown>>(...asked);
          read.push(
            rows.flatMap((row) => Object.values(row)).reduce<number>((sum, each) => sum + sizeOf(each), 0),
          );
          return rows;
        };
      },
    });
  return { ...store, read: (fn, ...more) => store.read((tx) => fn(noting(tx)), ...more) };
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

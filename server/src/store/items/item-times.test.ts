// Items by their times: found near where they are, also where an import has told of other times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { toldTimes } from '../migrations/0027-told-times.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { bounded, noteToldTimes, stretchOf, toldUpTo } from './item-times.ts';
import { type PartPage, streamPart } from './streams.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const page = { oldestFirst: true, limit: 100 };

test('items of a time are found however many lie around them, and clocks that differ a little hide none', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const times: number[] = [];
  const ids: number[][] = [];
  for (let feed = 0; feed < 6; feed++) {
    times.push(clock.now());
    const made = await store.write((tx) =>
      someFeed(tx, userId, { url: `https://${feed}.example/`, count: 5 }),
    );
    ids.push(made.itemIds);
    await clock.advance(2 * HOUR);
  }
  await store.read(async (tx) => {
    for (let from = 0; from < 6; from++) {
      for (let to = from; to < 6; to++) {
        const wanted = { ...page, storedFrom: times[from] ?? 0, storedUpTo: times[to] ?? 0 };
        const within = await bounded(tx, userId, wanted);
        assert.ok((within.above ?? 0) >= (ids[from - 1]?.[0] ?? 1) - 1, 'the search begins near');
        const found = await streamPart(tx, userId, {}, within);
        assert.deepEqual(
          found.map(({ id }) => id),
          ids.slice(from, to + 1).flat(),
        );
      }
    }
    const none = await bounded(tx, userId, { ...page, storedFrom: clock.now() + 5 * HOUR });
    assert.deepEqual(await streamPart(tx, userId, {}, none), []);
  });
});

test('whatever times an import has told, those of a time are found, in both orders and page by page', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const { userId, known } = await store.write(async (tx) => someImported(tx, clock.now()));
  const importedAt = clock.now();
  await clock.advance(3 * DAY);
  const later = await store.write((tx) => someFeed(tx, userId, { url: 'https://later.example/', count: 3 }));
  for (const id of later.itemIds) known.set(id, clock.now());
  const times = [
    0,
    importedAt - 50 * DAY,
    importedAt - 3 * HOUR,
    importedAt,
    importedAt + 2 * DAY,
    clock.now(),
  ];
  for (const storedFrom of times) {
    for (const storedUpTo of [...times, clock.now() + DAY]) {
      const wanted = [...known].filter(([, at]) => at >= storedFrom && at <= storedUpTo).map(([id]) => id);
      for (const oldestFirst of [true, false]) {
        const found = await store.read((tx) =>
          wholeList(tx, userId, { storedFrom, storedUpTo, oldestFirst, limit: 20_000 }),
        );
        const ids = oldestFirst ? wanted : wanted.toReversed();
        assert.deepEqual(found, ids, `${storedFrom} to ${storedUpTo}`);
      }
    }
  }
  await store.read(async (tx) => {
    const since = await bounded(tx, userId, { ...page, storedFrom: importedAt + 2 * DAY });
    assert.equal(since.above, (later.itemIds[0] ?? 0) - 1, 'nothing that was imported is looked at');
    assert.equal((await stretchOf(tx, userId, since)).rest, undefined);
  });
});

test('where ids say nothing of times a page is looked at in stretches', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { itemIds } = await someFeed(tx, userId, { url: 'https://a.example/', count: 25_000 });
    const last = itemIds.at(-1) ?? 0;
    await noteToldTimes(tx, userId, last);
    for (const oldestFirst of [true, false]) {
      const whole = { storedFrom: 1, oldestFirst, limit: 30_000 };
      const sizes: number[] = [];
      let left: PartPage | undefined = await bounded(tx, userId, whole);
      while (left) {
        const stretch: Awaited<ReturnType<typeof stretchOf<PartPage>>> = await stretchOf(tx, userId, left);
        sizes.push((await streamPart(tx, userId, {}, stretch.page)).length);
        left = stretch.rest;
      }
      assert.deepEqual(sizes, [10_000, 10_000, 5_000]);
    }
  });
});

test('the latest word stands of how far and until when an import has told of times', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const note = (id: number) => store.write((tx) => noteToldTimes(tx, userId, id));
  assert.equal(await store.read((tx) => toldUpTo(tx, userId)), 0);
  for (const id of [7, 5, 9, 3]) await note(id);
  assert.equal(await store.read((tx) => toldUpTo(tx, userId)), 9);
});

test('who had imported before it was noted is known by the imports and by what they have brought', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const made = new Map<string, { userId: number; feed: number; last: number }>();
    for (const name of ['plain', 'listed', 'import', 'shelf']) {
      const userId = await someUser(tx, name);
      const { id, itemIds } = await someFeed(tx, userId, { url: `https://${name}.example/`, count: 3 });
      made.set(name, { userId, feed: id, last: itemIds.at(-1) ?? 0 });
    }
    const imported = sql`INSERT INTO imports (user_id, kind, state, created_at)`;
    await tx.run(sql`${imported} VALUES (${made.get('listed')?.userId ?? 0}, 'opml', 'done', 1)`);
    await tx.run(sql`${imported} VALUES (${made.get('import')?.userId ?? 0}, 'courant', 'done', 1)`);
    await tx.run(sql`
      UPDATE sources SET url = ${`courant:imported/${made.get('shelf')?.feed}`} WHERE url = 'https://plain.example/'`);
    await tx.run(sql`DROP TABLE told_times`);
    for (const text of toldTimes.statements(tx.dialect.columns, tx.dialect.search, tx.dialect))
      await tx.run({ text, values: [] });
    for (const [name, { userId, last }] of made) {
      assert.equal(await toldUpTo(tx, userId), name === 'import' || name === 'shelf' ? last : 0, name);
    }
  });
});

/** A user who had a feed and then imported two: one of the last weeks, then one of years ago. Returns times by id. */
async function someImported(
  tx: WriteTx,
  now: number,
): Promise<{ userId: number; known: Map<number, number> }> {
  const userId = await someUser(tx, 'ines');
  const known = new Map<number, number>();
  for (const [name, days] of [
    ['own', 0],
    ['new', 60],
    ['old', 800],
  ] as const) {
    const { itemIds } = await someFeed(tx, userId, { url: `https://${name}.example/`, count: 30 });
    for (const [index, id] of itemIds.entries()) {
      const at = days === 0 ? now : now - (days - index) * DAY;
      known.set(id, at);
      await tx.run(sql`UPDATE items SET created_at = ${at} WHERE id = ${id}`);
    }
  }
  await noteToldTimes(tx, userId, Math.max(...known.keys()));
  return { userId, known };
}

async function wholeList(tx: ReadTx, userId: number, asked: PartPage): Promise<number[]> {
  const ids: number[] = [];
  for (let left: PartPage | undefined = await bounded(tx, userId, asked); left; ) {
    const stretch: Awaited<ReturnType<typeof stretchOf<PartPage>>> = await stretchOf(tx, userId, left);
    ids.push(...(await streamPart(tx, userId, {}, stretch.page)).map(({ id }) => id));
    left = stretch.rest;
  }
  return ids;
}

test('items that came while the clock was ahead hide none of those that have come since', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const userId = await store.write((tx) => someUser(tx, 'ines'));
  const arrive = (name: string) =>
    store.write((tx) => someFeed(tx, userId, { url: `https://${name}.example/`, count: 3 }));
  const { itemIds: before } = await arrive('before');
  const right = clock.now();
  clock.set(right + 365 * DAY);
  await arrive('ahead');
  clock.set(right + DAY);
  const { itemIds: since } = await arrive('since');
  const wanted = { ...page, storedUpTo: clock.now() };
  const found = await store.read(async (tx) => streamPart(tx, userId, {}, await bounded(tx, userId, wanted)));
  assert.deepEqual(
    found.map(({ id }) => id),
    [...before, ...since],
  );
});

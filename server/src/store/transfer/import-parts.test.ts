// What is noted of the feeds of an import, and what another try finds of it.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { TransferItem } from '../../model/transfer.ts';
import { insertEntry } from '../journal.ts';
import { sql } from '../sql.ts';
import { someFeed, someUser } from '../testing/rows.ts';
import { spiedStore } from '../testing/spied-store.ts';
import { feedsFollowedUnder } from './import-entries.ts';
import {
  addGroupsOfFeed,
  countPutOff,
  findImportFeed,
  giveUpFeed,
  hasItems,
  insertImportFeeds,
  insertImportItems,
  nextItems,
  putOff,
  readyFeeds,
  retryFeeds,
  setFollowed,
} from './import-parts.ts';
import { insertImport } from './imports.ts';

test('a feed that an import has followed, and meets again when it goes on, is one that it has followed', async (t) => {
  const { store, userId, importId } = await someImport(t);
  await store.write(async (tx) => {
    const [first, another] = [
      await someFeed(tx, userId, { url: 'https://a.example/', count: 0 }),
      await someFeed(tx, userId, { url: 'https://b.example/', count: 0 }),
    ];
    const entryId = await insertEntry(tx, userId, { action: 'import.done' });
    const followed = () => feedsFollowedUnder(tx, { importId, entryId }, { after: -1, limit: 10 });
    await setFollowed(tx, importId, { place: 0, feedId: first.id, wasThere: false, entryId });
    await setFollowed(tx, importId, { place: 0, feedId: first.id, wasThere: true });
    assert.deepEqual(await followed(), [{ place: 0, feedId: first.id }]);
    assert.equal((await findImportFeed(tx, importId, 0))?.wasThere, false);
    await setFollowed(tx, importId, { place: 0, feedId: another.id, wasThere: true });
    assert.deepEqual(await followed(), []);
    assert.equal((await findImportFeed(tx, importId, 0))?.wasThere, true);
  });
});

test('the items of a document are not stored with a statement for each', async (t) => {
  const { store: real, importId } = await someImport(t);
  const { store, spied } = spiedStore(real);
  const items = Array.from({ length: 250 }, (_, n) => ({
    feedPlace: 0,
    item: { feedUrl: 'https://a.example/', guid: `${n}` } as TransferItem,
  }));
  await store.write((tx) => insertImportItems(tx, importId, items));
  assert.ok(spied.runs < 10, `${spied.runs} statements`);
  const kept = await real.read((tx) =>
    tx.all<{ item: string }>(sql`SELECT item FROM import_items ORDER BY id`),
  );
  assert.deepEqual(
    kept.map(({ item }) => JSON.parse(item)),
    items.map(({ item }) => item),
  );
});

test('of the items that wait for a feed no more are read at once than have so many bytes, but at least one', async (t) => {
  const { store, importId } = await someImport(t);
  const [feed, another] = [0, 1].map((place) => ({ importId, place }));
  assert.ok(feed && another);
  const items = ['a', 'ä'.repeat(100), 'b'].map((title) => ({
    feedUrl: 'https://a.example/',
    title,
    starred: true,
  }));
  await store.write((tx) =>
    insertImportItems(tx, importId, [
      ...items.map((item) => ({ feedPlace: 0, item })),
      { feedPlace: 1, item: { feedUrl: 'https://b.example/', title: 'c', starred: true } },
    ]),
  );
  const titles = (mostBytes: number, of = feed, limit = 10): Promise<(string | undefined)[]> =>
    store.read(async (tx) => (await nextItems(tx, of, { limit, mostBytes })).map(({ item }) => item.title));
  const bytes = items.slice(0, 2).map((item) => Buffer.byteLength(JSON.stringify(item)));
  const two = bytes.reduce((sum, each) => sum + each, 0);
  assert.deepEqual(await titles(two), ['a', 'ä'.repeat(100)]);
  assert.deepEqual(await titles(two - 1), ['a']);
  assert.deepEqual(await titles(1), ['a']);
  assert.deepEqual(await titles(10_000), ['a', 'ä'.repeat(100), 'b']);
  assert.deepEqual(await titles(10_000, feed, 2), ['a', 'ä'.repeat(100)]);
  assert.deepEqual(await titles(10_000, another), ['c']);
});

test('what becomes of a feed of an import touches no other feed of it, and none of another import', async (t) => {
  const { store, userId, importId } = await someImport(t);
  await store.write(async (tx) => {
    const other = await insertImport(tx, userId, 'opml');
    const feeds = [0, 1, 2].map((place) => ({
      place,
      feed: { url: `https://${place}.example/`, groups: [] },
    }));
    await tx.run(sql`DELETE FROM import_feeds`);
    for (const id of [importId, other]) await insertImportFeeds(tx, id, feeds);
    const stand = async (id: number): Promise<unknown[]> => {
      const found = await Promise.all(feeds.map(({ place }) => findImportFeed(tx, id, place)));
      return [...found.map((feed) => [feed?.state, feed?.tries]), await countPutOff(tx, id)];
    };
    const untouched = [['waiting', 0], ['waiting', 0], ['waiting', 0], 0];
    const why = { sentence: 'It is gone', code: undefined };
    await putOff(tx, importId, { place: 0, until: tx.now + 60_000, isTry: true });
    await giveUpFeed(tx, importId, { place: 0, why });
    await putOff(tx, importId, { place: 1, until: tx.now + 60_000, isTry: true });
    await putOff(tx, importId, { place: 1, until: tx.now + 60_000, isTry: false });
    assert.deepEqual(await stand(importId), [['failed', 1], ['waiting', 1], ['waiting', 0], 1]);
    assert.deepEqual(await stand(other), untouched);
    await giveUpFeed(tx, other, { place: 0, why });
    await putOff(tx, other, { place: 1, until: tx.now + 60_000, isTry: true });
    await retryFeeds(tx, importId);
    assert.deepEqual(await stand(importId), untouched);
    assert.deepEqual(await stand(other), [['failed', 0], ['waiting', 1], ['waiting', 0], 1]);
    for (const { place } of feeds)
      await addGroupsOfFeed(tx, importId, { place, groups: [`Group ${place}`], most: 9 });
    const groups = await tx.all(sql`SELECT groups FROM import_feeds ORDER BY import_id, place`);
    assert.deepEqual(
      groups.map((row) => (row as { groups: string }).groups),
      ['["Group 0"]', '["Group 1"]', '["Group 2"]', '[]', '[]', '[]'],
    );
    await insertImportItems(tx, importId, [
      { feedPlace: 1, item: { feedUrl: 'https://1.example/' } as TransferItem },
    ]);
    const have = [importId, other].flatMap((id) =>
      [0, 1].map((place) => hasItems(tx, { importId: id, place })),
    );
    assert.deepEqual(await Promise.all(have), [false, true, false, false]);
  });
});

test('whoever tries again waits for no feed that was put off, and counts from the beginning', async (t) => {
  const { store, importId } = await someImport(t);
  await store.write(async (tx) => {
    for (const place of [0, 1]) await putOff(tx, importId, { place, until: tx.now + 3_600_000, isTry: true });
    await giveUpFeed(tx, importId, { place: 1, why: { sentence: 'It is gone', code: undefined } });
    assert.deepEqual(await readyFeeds(tx, importId, 10), []);
    await retryFeeds(tx, importId);
    const ready = await readyFeeds(tx, importId, 10);
    assert.deepEqual(
      ready.map(({ place, tries, why }) => [place, tries, why]),
      [
        [0, 0, undefined],
        [1, 0, undefined],
      ],
    );
  });
});

/** An import of two feeds. */
async function someImport(t: TestContext) {
  const { store } = await temporaryStore(t, fakeClock());
  return store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const importId = await insertImport(tx, userId, 'opml');
    const feeds = [0, 1].map((place) => ({
      place,
      feed: { url: `https://feeds.example/${place}`, groups: [] },
    }));
    await insertImportFeeds(tx, importId, feeds);
    return { store, userId, importId };
  });
}

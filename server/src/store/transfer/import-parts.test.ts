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
  findImportFeed,
  giveUpFeed,
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

// Documents that are half handed in when the process dies, or its database: nothing of them is left for ever.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forgetImports } from '../../src/library/transfer/imports.ts';
import { importLimits } from '../../src/library/transfer/limits.ts';
import { sql } from '../../src/store/sql.ts';
import { posts, rss } from '../documents.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { bring, opml, outline } from './transfer-house.ts';

const URL = 'https://one.example/feed';
const DOCUMENT = opml(`<outline text="News">${outline(URL)}</outline><outline text="Empty"/>`);

test('what is left of them is dropped while the service runs, and takes the place of no other import', async (t) => {
  const { house, client } = await someHouse(t);
  for (let times = 0; times < importLimits.open; times++) {
    const back = awayAfter(house, 2);
    await assert.rejects(client.transfer.importFile(DOCUMENT));
    back();
  }
  await assert.rejects(client.transfer.importFile(DOCUMENT), { status: 429 });
  await house.clock.sleep(importLimits.loadingMs);
  await forgetImports(house.house.library);
  const left = await house.house.library.store.read((tx) => tx.all(sql`SELECT import_id FROM import_feeds`));
  assert.deepEqual(left, []);
  assert.equal((await bring(house, client, DOCUMENT)).feeds.followed, 1);
});

test('whenever it breaks off, there are groups only if there is an import', async (t) => {
  const { house, client } = await someHouse(t);
  for (let writes = 0; ; writes++) {
    const back = awayAfter(house, writes);
    const job = await client.transfer.importFile(DOCUMENT).catch(() => undefined);
    back();
    const groups = (await client.groups.list()).length;
    assert.equal(groups, (await client.transfer.imports()).length === 0 ? 0 : 2, `after ${writes} writes`);
    if (job) break;
  }
});

async function someHouse(t: TestContext) {
  const house = await testHouse(t);
  house.web.serve(URL, rss('one', posts(1, 3)));
  const { client } = await house.signIn('ines');
  return { house, client };
}

/** Nothing more is written after so many transactions, until the result is called. */
function awayAfter({ house }: TestHouse, writes: number): () => void {
  const { store } = house.library;
  const { write } = store;
  let left = writes;
  store.write = async (fn, options) => {
    if (left-- <= 0) throw new Error('disk full');
    return write(fn, options);
  };
  return () => {
    store.write = write;
  };
}

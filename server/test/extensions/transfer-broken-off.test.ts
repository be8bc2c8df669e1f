// Documents that are half handed in when the process dies, or its database: nothing of them is left for ever.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { forgetImports } from '../../src/library/transfer/imports.ts';
import { importLimits } from '../../src/library/transfer/limits.ts';
import { sql } from '../../src/store/sql.ts';
import { overtaken } from '../../src/store/testing/overtaken.ts';
import { openImport } from '../../src/store/transfer/imports.ts';
import { posts, rss } from '../documents.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { bring, opml, outline, untilEnded } from './transfer-house.ts';

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

test('one that is handed in to its end while it would be dropped is not', async (t) => {
  const { house, client, id } = await imported(t);
  const { store } = house.house.library;
  await store.write((tx) =>
    tx.run(sql`UPDATE imports SET state = 'loading', ended_at = NULL, created_at = 0`),
  );
  await forgetImports({ store: overtaken(store, () => store.write((tx) => openImport(tx, id))) });
  assert.equal((await client.transfer.getImport(id)).state, 'waiting');
});

test('an old import that is retried while it would be forgotten is not', async (t) => {
  const { house, client, id } = await imported(t);
  const { store } = house.house.library;
  await store.write((tx) => tx.run(sql`UPDATE imports SET ended_at = 0`));
  await forgetImports({ store: overtaken(store, () => client.transfer.retryImport(id)) });
  assert.equal((await untilEnded(house, client, id)).feeds.failed, 1);
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

/** An import that has ended, and whose feed has failed. */
async function imported(t: TestContext) {
  const { house, client } = await someHouse(t);
  house.web.serve(URL, { status: 404 });
  const { id } = await bring(house, client, DOCUMENT);
  return { house, client, id };
}

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

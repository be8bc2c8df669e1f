// Work that is noted in the store, and whose host was not planned because the database was away just then, or the node was killed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../src/log.ts';
import { sweepRegularly } from '../src/service/sweep.ts';
import { sql } from '../src/store/sql.ts';
import { StoreUnavailable } from '../src/store/store.ts';
import { posts, rss } from './documents.ts';
import { follow, testHouse } from './house.ts';

const FEED = 'https://feeds.paper.net/rss';
const PAGE = 'https://site.example/2';
const HOUR = 3_600_000;
const text = 'Words of a story, with a comma in it, and with enough of them to be one. '.repeat(8);

test('an article whose host nobody has planned is fetched after the next sweep', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const feed = await follow(house, client, FEED, posts(1, 1));
  await client.fullText.setMode(feed.id, 'always');
  house.web.serve(PAGE, `<html><body><article><h1>Story</h1><p>${text}</p></article></body></html>`);
  house.web.serve(FEED, rss('Paper', posts(1, 2)));
  const { store } = house.house.library;
  const { write } = store;
  store.write = async (fn, options) => {
    const isNoted = (await store.read((tx) => tx.get(sql`SELECT 1 FROM full_texts`))) !== undefined;
    if (!isNoted) return write(fn, options);
    store.write = write;
    throw new StoreUnavailable('Cannot reach the database');
  };
  await house.crawl(48 * HOUR);
  await house.crawl(HOUR);
  assert.equal((await client.items.list()).items.length, 2);
  assert.deepEqual(house.web.requestsFor(PAGE), []);
  t.after(sweepRegularly(house.house, { clock: house.clock, log: silentLog }));
  for (let rounds = 0; rounds < 10; rounds++) await house.crawl(2_000);
  assert.equal(house.web.requestsFor(PAGE).length, 1);
});

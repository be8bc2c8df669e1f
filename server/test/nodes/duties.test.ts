// Work that one of many nodes does at a time: here, imports. If that node is gone, another takes over.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Client } from '@courant/client';
import { posts, rss } from '../documents.ts';
import { opml, outline, untilEnded } from '../extensions/transfer-house.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { temporaryDatabase } from '../temporary-store.ts';

/** A house that closes waits for its web: a failure would hang. */
const options = { timeout: 600_000 };
const FEEDS = 8;
/** As many as an import follows at the same time. */
const AT_ONCE = 6;
const urls = Array.from({ length: FEEDS }, (_, number) => `https://site-${number}.example/feed`);

/** Two nodes on one database, each with its own clock and web: what one does not see, it does not do. */
async function twoHouses(t: TestContext) {
  const environment = { COURANT_DATABASE: await temporaryDatabase(t), COURANT_RATE_LIMITS: 'off' };
  const first = await testHouse(t, environment);
  const second = await testHouse(t, environment);
  for (const { house } of [first, second]) await house.library.imports.start();
  for (const { web } of [first, second]) for (const url of urls) web.serve(url, rss(url, posts(1, 3)));
  const { client } = await first.signIn('ines');
  return { first, second, client };
}

/** Advances the time of all. */
async function pass(houses: readonly TestHouse[], ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 1_000) for (const { clock } of houses) await clock.advance(1_000);
}

/** Hands in an import that gets stuck in the first node. Returns its id and a function that lets the web answer again. */
async function stuckImport(first: TestHouse, client: Client) {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const url of urls) {
    first.web.serve(url, async () => {
      await promise;
      return { body: rss(url, posts(1, 3)) };
    });
  }
  const { id } = await client.transfer.importFile(opml(urls.map((url) => outline(url)).join('')));
  await first.clock.settle();
  assert.equal(first.web.requests.length, AT_ONCE);
  return { id, answer: resolve };
}

test('an import is worked on by one node as long as it lives', options, async (t) => {
  const { first, second, client } = await twoHouses(t);
  const { id, answer } = await stuckImport(first, client);
  await pass([first, second], 60_000);
  assert.equal(second.web.requests.length, 0);
  answer();
  assert.equal((await untilEnded(first, client, id)).feeds.followed, FEEDS);
  assert.equal(second.web.requests.length, 0);
});

test(
  'another node takes an import up when the one that had it is gone; should it come back, nothing is there twice',
  options,
  async (t) => {
    const { first, second, client } = await twoHouses(t);
    const { id, answer } = await stuckImport(first, client);
    // A house that closes waits for its web.
    try {
      // The first node stands still. The second takes over, and waits in vain for the hosts that the first holds.
      await pass([second], 50_000);
      assert.equal(second.web.requests.length, FEEDS - AT_ONCE);
      // The first wakes up, and finally gets the answers to its requests.
      await pass([first], 50_000);
    } finally {
      answer();
    }
    await pass([first, second], 10_000);
    assert.equal(first.web.requests.length, AT_ONCE);
    const job = await untilEnded(second, client, id);
    assert.deepEqual([job.feeds.followed, job.feeds.failed], [FEEDS, 0]);
    assert.equal((await client.feeds.list()).length, FEEDS);
    assert.equal((await Array.fromAsync(client.items.all({ limit: 200 }))).length, 3 * FEEDS);
  },
);

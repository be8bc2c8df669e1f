// The process is killed in the middle of an import: later processes complete what was handed in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUsers } from '../accounts.ts';
import { posts, rss } from '../documents.ts';
import { temporaryInstance } from '../environment.ts';
import { startSite } from '../feed-origin.ts';
import { startCourant } from '../process.ts';
import { signInApp } from '../sign-in.ts';
import { opml, outline } from './transfer-house.ts';

const FEEDS = 6;
const POSTS = 5;
/** Requests that are answered before the kill. */
const HEARD = 3;

test('kill -9 during an import loses no feed, and gives none twice', { timeout: 600_000 }, async (t) => {
  // The last feeds are not answered before the process is gone.
  const killed = Promise.withResolvers<void>();
  let asked = 0;
  const origin = await startSite(t, async ({ url = '' }, response) => {
    if (/^\/\d$/.test(url) && ++asked > HEARD) await killed.promise;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(rss('Feed', posts(1, POSTS)));
  });
  const environment = await temporaryInstance(t, {
    COURANT_FETCH_ALLOW: origin.hostAndPort,
    COURANT_RATE_LIMITS: 'off',
  });
  await addUsers(environment, { name: 'ines', password: 'a long password' });
  const signIn = async (baseUrl: string) =>
    (await signInApp({ baseUrl, name: 'ines', password: 'a long password' })).client;

  const first = await startCourant(t, environment);
  const client = await signIn(first.url);
  const outlines = Array.from({ length: FEEDS }, (_, n) => outline(`http://${origin.hostAndPort}/${n}`));
  const { id } = await client.transfer.importFile(opml(`<outline text="All">${outlines.join('')}</outline>`));
  for await (const { feeds } of client.transfer.importProgress(id, { everyMs: 50 }))
    if (feeds.done >= 2) break;
  await first.kill();
  killed.resolve();

  const second = await startCourant(t, environment);
  const again = await signIn(second.url);
  // What the dead process held is free only after some seconds.
  const done = (await Array.fromAsync(again.transfer.importProgress(id, { everyMs: 500 }))).at(-1);
  assert.deepEqual(
    [done?.state, done?.feeds],
    ['done', { total: FEEDS, done: FEEDS, followed: FEEDS, already_there: 0, failed: 0 }],
  );
  assert.equal((await again.groups.list())[0]?.feed_ids.length, FEEDS);
  const items = await Array.fromAsync(again.items.all({ limit: 200 }));
  assert.equal(items.length, FEEDS * POSTS);
  const account = await again.transfer.exportAccount();
  assert.equal(account.split('\n').length - 1, 1 + 1 + FEEDS + FEEDS * POSTS);
  assert.equal(await second.stop(), 0);
});

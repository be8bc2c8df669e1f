// An import from a platform that answers one request a minute: each of its feeds is followed, however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';
import { opml, outline, untilEnded } from './transfer-house.ts';

const MINUTE = 60_000;
/** A name within the registries: elsewhere, one address says nothing of the next, and no rest counts for both. */
const site = 'https://example.com';

test('no feed of a platform fails because others of it are asked first', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const urls = Array.from({ length: 12 }, (_, n) => `${site}/${n}`);
  const allowed = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '60' };
  for (const url of urls) house.web.serve(url, { body: rss(url, posts(1, 1)), headers: allowed });
  const { id } = await client.transfer.importFile(opml(urls.map((url) => outline(url)).join('')));
  for (let minutes = 0; minutes < 30; minutes++) await house.clock.advance(MINUTE);
  const done = await untilEnded(house, client, id);
  assert.deepEqual([done.feeds.followed, done.feeds.failed], [12, 0]);
  const times = house.web.requests.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  assert.ok(Math.min(...pauses) >= MINUTE, `${pauses}`);
});

test('a platform that never answers is not asked for ever', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const urls = Array.from({ length: 3 }, (_, n) => `${site}/${n}`);
  for (const url of urls) house.web.serve(url, { status: 429, headers: { 'retry-after': '60' } });
  const { id } = await client.transfer.importFile(opml(urls.map((url) => outline(url)).join('')));
  for (let minutes = 0; minutes < 180; minutes++) await house.clock.advance(MINUTE);
  const done = await untilEnded(house, client, id);
  assert.deepEqual([done.feeds.followed, done.feeds.failed], [0, 3]);
  for (const url of urls) assert.ok(house.web.requestsFor(url).length <= 5);
});

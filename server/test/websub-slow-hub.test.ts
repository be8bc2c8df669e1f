// A hub that is too slow to answer a request may have taken it all the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posts } from './documents.ts';
import { fakeHub } from './fake-hub.ts';
import { testHouse } from './house.ts';
import { announced, followIn, serveFeed } from './websub-feeds.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

for (const fails of ['headers-timeout', 'reset'] as const) {
  test(`a hub that took the request and did not answer it in time is believed when it asks back (${fails})`, async (t) => {
    const house = await testHouse(t);
    const hub = fakeHub(house);
    hub.verifiesAtOnce = false;
    serveFeed(house, announced(posts(1, 3)));
    hub.answer = { fails };
    const { crawl } = await followIn(house, hub);
    await crawl(MINUTE);
    assert.equal((await hub.verify()).status, 200);
    await crawl(2 * DAY);
    assert.equal(hub.asked.length, 1, 'the lease runs');
  });
}

test('a hub that has refused has nothing to ask back', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  hub.verifiesAtOnce = false;
  serveFeed(house, announced(posts(1, 3)));
  hub.answer = { status: 503 };
  const { crawl } = await followIn(house, hub);
  await crawl(MINUTE);
  assert.equal((await hub.verify()).status, 404);
});

test('a hub that was not reached need not be told that it is over', async (t) => {
  const house = await testHouse(t);
  const hub = fakeHub(house);
  serveFeed(house, announced(posts(1, 3)));
  hub.verifiesAtOnce = false;
  hub.answer = { fails: 'connect-refused' };
  const { crawl, client, feedId } = await followIn(house, hub);
  await crawl(MINUTE);
  await client.feeds.delete(feedId);
  await crawl(2 * DAY);
  assert.equal(hub.asked.length, 1);
});

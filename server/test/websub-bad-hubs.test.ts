// Hubs that do not keep what they promise, and feeds that say something else about their hub each time: nothing is lost, nobody is bothered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestPost } from './documents.ts';
import { fakeHub } from './fake-hub.ts';
import { testHouse } from './house.ts';
import { announced, feedUrl, followIn } from './websub-feeds.ts';

const MINUTE = 60_000;

test('what a busy feed shows is all found when its hub falls silent', async (t) => {
  const house = await testHouse(t, { COURANT_ACCESS_TOKEN_TTL: '0' });
  const hub = fakeHub(house);
  const everyMs = 10 * MINUTE;
  const shown: TestPost[] = [];
  let published = 0;
  const publish = (publishedAt: number): void => {
    published += 1;
    const guid = `n${published}`;
    shown.push({ guid, title: guid, link: `https://site.example/${guid}`, publishedAt });
    if (shown.length > 20) shown.shift();
  };
  for (let ago = 20; ago > 0; ago--) publish(house.clock.now() - ago * everyMs);
  house.web.serve(feedUrl, () => ({ headers: { etag: `"${published}"` }, body: announced(shown) }));
  const { client } = await followIn(house, hub);
  const visits = (): number => house.web.requestsFor(feedUrl).length;
  for (let count = 0; count < 48; count++) {
    await house.crawl(everyMs);
    publish(house.clock.now());
    await hub.push(announced(shown.slice(-1)));
  }
  assert.ok(visits() <= 6, `${visits()} visits in eight hours: fewer than without a hub`);
  const known = visits();
  while (visits() === known) {
    await house.crawl(everyMs);
    publish(house.clock.now());
  }
  await house.crawl(2 * 60 * MINUTE);
  const items = await client.items.list({ limit: 200 });
  assert.deepEqual(
    new Set(items.items.map(({ title }) => title)),
    new Set(Array.from({ length: published }, (_, index) => `n${index + 1}`)),
  );
});

// What sites notice of feeds that are left, and brought back: a site is asked for as long as somebody wants its feed, and as often.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { removeAccount } from '../../src/library/accounts.ts';
import { findSchedule } from '../../src/store/sources/schedules.ts';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import { posts, rss } from '../documents.ts';
import { testHouse } from '../house.ts';

const URL = 'https://a.example/feed';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a site is not asked once nobody follows its feed, and asked again once that is brought back', async (t) => {
  const { house, client, feed, serve } = await someFeed(t);
  await house.crawl(2 * DAY);
  await client.feeds.delete(feed.id);
  const asked = () => house.web.requests.filter(({ url }) => url === URL).length;
  const before = asked();
  await house.crawl(2 * DAY);
  await house.crawl(2 * DAY);
  assert.equal(asked(), before);
  serve(12);
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
  await house.crawl(2 * DAY);
  assert.ok(asked() > before);
  assert.equal((await client.feeds.items(feed.id)).items.length, 12);
});

test('a site is asked less often once somebody has left who wanted its feed often', async (t) => {
  const { house, client, feed } = await someFeed(t);
  await client.feeds.update(feed.id, { intervalSeconds: DAY / 1_000 });
  const otto = await house.signIn('otto');
  const often = await otto.client.feeds.create({ feedUrl: URL });
  await otto.client.feeds.update(often.id, { intervalSeconds: 3_600 });
  await house.crawl(2 * DAY);
  const { store } = house.house.library;
  const waits = () =>
    store.read(async (tx) => {
      const plan = await findSchedule(tx, (await findSourceAt(tx, URL)) ?? 0);
      return (plan?.nextVisitAt ?? 0) - (plan?.lastVisitAt ?? 0);
    });
  assert.ok((await waits()) <= 2 * HOUR, `${await waits()} ms`);
  await otto.client.feeds.delete(often.id);
  assert.ok((await waits()) > 12 * HOUR, `${await waits()} ms`);
  await otto.client.journal.undo((await otto.client.journal.list())[0]?.id ?? 0);
  assert.ok((await waits()) <= 2 * HOUR, `${await waits()} ms`);
  await removeAccount(house.house.library, otto.userId);
  assert.ok((await waits()) > 12 * HOUR, `${await waits()} ms`);
});

/** Ines follows a feed of ten posts, whose site says by an ETag that nothing has changed. */
async function someFeed(t: TestContext) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const serve = (count: number): void =>
    house.web.serve(URL, { body: rss('A', posts(1, count)), headers: { etag: `"${count}"` } });
  serve(10);
  return { house, client, serve, feed: await client.feeds.create({ feedUrl: URL }) };
}

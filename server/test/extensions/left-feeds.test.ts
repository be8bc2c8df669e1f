// What sites notice of feeds that are left, and brought back: a site is asked for as long as somebody wants its feed, and as often.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { removeAccount } from '../../src/library/accounts.ts';
import { findSchedule } from '../../src/store/sources/schedules.ts';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import { posts, rss } from '../documents.ts';
import { type TestHouse, testHouse } from '../house.ts';
import { join } from './joined.ts';

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
  assert.ok((await waits(house)) <= 2 * HOUR, `${await waits(house)} ms`);
  await otto.client.feeds.delete(often.id);
  assert.ok((await waits(house)) > 12 * HOUR, `${await waits(house)} ms`);
  await otto.client.journal.undo((await otto.client.journal.list())[0]?.id ?? 0);
  assert.ok((await waits(house)) <= 2 * HOUR, `${await waits(house)} ms`);
  await removeAccount(house.house.library, otto.userId);
  assert.ok((await waits(house)) > 12 * HOUR, `${await waits(house)} ms`);
});

test('a site is asked more often once a feed that its user wanted often has come back into the one that shows it now', async (t) => {
  const { house, client } = await someFeed(t);
  const old = 'https://old.example/feed';
  const { client: otto } = await house.signIn('otto');
  house.web.serve(old, { body: rss('A', posts(1, 10)), headers: { etag: '"10"' } });
  await otto.feeds.create({ feedUrl: old });
  const often = await client.feeds.create({ feedUrl: old });
  await client.feeds.update(often.id, { intervalSeconds: 3_600 });
  await house.clock.advance(HOUR);
  await client.feeds.delete(often.id);
  const [entry] = await client.journal.list();
  await join(house, old, URL);
  assert.ok((await waits(house)) > 2 * HOUR, `${await waits(house)} ms`);
  await client.journal.undo(entry?.id ?? 0);
  assert.ok((await waits(house)) <= 2 * HOUR, `${await waits(house)} ms`);
});

/** Time between the last visit and the next. */
function waits({ house }: TestHouse): Promise<number> {
  return house.library.store.read(async (tx) => {
    const plan = await findSchedule(tx, (await findSourceAt(tx, URL)) ?? 0);
    return (plan?.nextVisitAt ?? 0) - (plan?.lastVisitAt ?? 0);
  });
}

/** Ines follows a feed of ten posts, whose site says by an ETag that nothing has changed. */
async function someFeed(t: TestContext) {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  const serve = (count: number): void =>
    house.web.serve(URL, { body: rss('A', posts(1, count)), headers: { etag: `"${count}"` } });
  serve(10);
  return { house, client, serve, feed: await client.feeds.create({ feedUrl: URL }) };
}

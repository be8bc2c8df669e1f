// Tests lists whose items go while more of them are still to come.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Feed } from '@courant/client';
import { startOrigin } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  holdAnswer,
  openReaderHouse,
  pressPair,
  type ReaderHouse,
  rowsAre,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('a list goes on when all of its rows have gone, and more are below', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const long = await followLong(t, house);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 60');
    await untilTrue(page, isWhole);
    await house.client.feeds.delete(long.id);
    await rowsAre(page, 'Post 3');
    assert.equal(await page.locator('#list .row').count(), 3);
  });
});

test('an answer that was asked for before a feed was removed does not bring its items back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const long = await followLong(t, house);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 60');
    await untilTrue(page, isWhole);
    const page1 = await holdAnswer(page, /\/items\?limit=20$/);
    await pressPair(page, 'g', 'a');
    await page1.held;
    const feed = page.locator(`.side a[href="/feeds/${long.id}"]`);
    await house.client.feeds.delete(long.id);
    await settled(async () => assert.equal(await feed.count(), 0));
    page1.release();
    await rowsAre(page, 'Post 3');
    assert.equal(await page.locator('#list .row').count(), 3);
  });
});

test('a list that could not be had is in order when it is asked for again, whatever was told meanwhile', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { client } = house;
  const ids = (await client.items.list()).items.map(({ id }) => id);
  await client.items.markManyRead(ids);
  const long = await followLong(t, house);
  await client.feeds.delete(long.id);
  await house.read(desktop, async (page) => {
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    await untilTrue(page, isWhole);
    await page.evaluate(`localStorage.setItem('settings', '{"orders":{"everything":"oldest"}}')`);
    const address = /\/api\/v1\/items\?/;
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(new URL('/everything', page.url()).href);
    const again = page.locator('#list').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await bringBack(house);
    await page.locator('.lh').getByText('60 unread').waitFor();
    await page.unroute(address);
    await again.click();
    await again.waitFor({ state: 'detached' });
    assert.equal(
      await page.locator('#list .items > [id]').first().getAttribute('id'),
      `row-${Math.min(...ids)}`,
    );
  });
});

/** Undoes the latest action: a feed that was removed comes back, and its items are told as new. */
async function bringBack({ client }: ReaderHouse): Promise<void> {
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
}

/** Its newest 57 posts are newer than those of the other feed. */
async function followLong(t: TestContext, { client }: ReaderHouse): Promise<Feed> {
  const { url } = await startOrigin(t, () => 60);
  return client.feeds.create({ feedUrl: url });
}

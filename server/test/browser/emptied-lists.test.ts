// Tests lists, counts and the copy whose items go while something is under way, or more of them are still to come.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Feed } from '@courant/client';
import type { Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { fromCopy, isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
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

test('a list goes on when all of its rows have gone, an answer that was asked for before does not bring them back, nor an Undo the numbers of their feed', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const long = await followLong(t, house);
  const feed = `.side a[href="/feeds/${long.id}"]`;
  await house.readOnce(desktop, async (page) => {
    await longIsThere(page);
    await house.client.feeds.delete(long.id);
    await rowsAre(page, 'Post 3');
    assert.equal(await page.locator('#list .row').count(), 3);

    await bringBack(house);
    await page.getByRole('button', { name: '60 new' }).click();
    await longIsThere(page);
    const page1 = await holdAnswer(page, /\/items\?limit=20$/);
    await pressPair(page, 'g', 'a');
    await page1.held;
    await house.client.feeds.delete(long.id);
    await settled(async () => assert.equal(await page.locator(feed).count(), 0));
    page1.release();
    await rowsAre(page, 'Post 3');
    assert.equal(await page.locator('#list .row').count(), 3);

    await bringBack(house);
    await page.locator('.lh').getByText('63 unread').waitFor();
    await pressPair(page, 'g', 'u');
    await longIsThere(page);
    await page.keyboard.press('Shift+A');
    await page.getByText('63 items marked as read').first().waitFor();
    await house.client.feeds.delete(long.id);
    await settled(async () => assert.equal(await page.locator(feed).count(), 0));
    await page.keyboard.press('z');
    // Not the toast, which is gone after a moment.
    await page.getByRole('status').getByText('Undone').waitFor();
    assert.match(await page.locator('.lh').innerText(), /\b3 unread/);
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
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    await untilTrue(page, isWhole);
    await page.evaluate(chosen({ orders: { everything: 'oldest' } }));
    const address = /\/api\/v1\/items\?/;
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/everything');
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

test('an item that is starred while its feed is removed is gone from the copy, too', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const long = await followLong(t, house);
  const prepare = async (page: Page): Promise<void> => {
    await page.addInitScript(chosen({ markReadAfter: -1 }));
  };
  const reads = async (page: Page): Promise<void> => {
    await untilTrue(page, isWhole);
    await page.getByRole('link', { name: 'Post 60', exact: true }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Star', exact: true }).waitFor();
    await page.evaluate(`globalThis.starred = new Promise((resolve) => {
      const watcher = new MutationObserver(() => {
        if (document.querySelector('.side a[href="/feeds/${long.id}"]')) return;
        watcher.disconnect();
        document.querySelector('[role=toolbar] [aria-keyshortcuts~=s]').click();
        resolve();
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    }), 0`);
    await house.client.feeds.delete(long.id);
    await page.evaluate('starred');
    const isGone = `found.result.every(({ feedId }) => feedId !== ${long.id})`;
    await untilTrue(page, fromCopy('rows', 'getAll()', isGone));
  };
  await house.readOnce(desktop, reads, prepare);
});

/** Undoes the latest action: a feed that was removed comes back, and its items are told as new. */
async function bringBack({ client }: ReaderHouse): Promise<void> {
  await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
}

/** Its newest items are shown, and the copy has all. */
async function longIsThere(page: Page): Promise<void> {
  await rowsAre(page, 'Post 60');
  await untilTrue(page, isWhole);
}

/** Its newest 57 posts are newer than those of the other feed. */
async function followLong(t: TestContext, { client }: ReaderHouse): Promise<Feed> {
  const { url } = await startOrigin(t, () => 60);
  return client.feeds.create({ feedUrl: url });
}

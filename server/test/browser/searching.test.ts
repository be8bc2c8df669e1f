// Tests of the search in the reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  openReaderHouse,
  routePart,
  rowsAre,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('the same words searched for again find what is there by now, and the key for searching leads to the words of the search that is shown, to be changed or typed over', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ ...desktop, at: '/search?q=is:unread' }, async (page) => {
    await rowsAre(page, 'Post 3');
    const [newest] = (await house.client.items.list()).items;
    assert.ok(newest);
    await house.client.items.markRead(newest.id);
    const field = page.getByRole('searchbox');
    await field.press('Enter');
    await rowsAre(page, 'Post 2');
    // Also where one of them is open, and the way back leads to where the search was begun from.
    await page.getByRole('link', { name: 'Post 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 2' }).waitFor();
    // The service has to know that it was read, or it finds it once more.
    await settled(async () => {
      assert.equal((await house.client.items.list({ only: 'unread' })).items.length, 1);
    });
    await field.press('Enter');
    await rowsAre(page, 'Post 1');
    await untilTrue(page, "location.pathname === '/search'");

    await follow(page, '/search?q=Post');
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('/');
    await focusIs(page, '[type=search]');
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('End');
    await page.keyboard.type(' 2');
    await page.keyboard.press('Enter');
    await rowsAre(page, 'Post 2');
    // Beside an article, too, which stays open.
    await page.getByRole('link', { name: 'Post 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 2' }).waitFor();
    await page.keyboard.press('/');
    await focusIs(page, '[type=search]');
    await page.keyboard.type('1');
    assert.equal(await page.getByRole('searchbox').inputValue(), '1');
    await page.getByRole('heading', { level: 1, name: 'Post 2' }).waitFor();
  });
});

test('the key for searching leads to the words of a search also while their field is still loading', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const come = Promise.withResolvers<void>();
  const seeks = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('/');
    await rowsAre(page, 'Post 3');
    come.resolve();
    await focusIs(page, '[type=search]');
    assert.equal(await page.getByRole('searchbox').inputValue(), 'Post');
    await rowsAre(page, 'Post 3');
  };
  await house.readOnce({ ...desktop, at: '/search?q=Post' }, seeks, (page) =>
    routePart(page, 'SearchBox', async (route) => {
      await come.promise;
      await route.fallback();
    }),
  );
});

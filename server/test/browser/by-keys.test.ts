// Tests where the keys lead without a mouse: what they do on a focused row, and where the focus goes when what had it is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();
const low = { ...desktop, viewport: { width: 1280, height: 240 } };
const articleTop = "document.querySelector('.article-scroll').scrollTop";

test('the space bar scrolls the article while its row has the focus, as after a click', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  await house.read(low, async (page) => {
    await rowsAre(page, 'Post 30');
    await page.getByRole('link', { name: 'Post 30', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 30' }).waitFor();
    await page.getByText('Text 30').last().waitFor();
    await page.keyboard.press('Space');
    await untilTrue(page, `${articleTop} > 0 || location.pathname !== '/unread/items/30'`);
    assert.equal(await page.evaluate("document.querySelector('.list-scroll').scrollTop"), 0);
  });
});

test('Enter on the row of the open article leads into the article, the next one keeps the focus there, and Escape leads back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 30');
    await page.getByRole('link', { name: 'Post 30', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Post 30' }).waitFor();
    await focusIs(page, '.row a[aria-current]');
    await page.keyboard.press('Enter');
    await focusIs(page, '.article-scroll');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 29' }).waitFor();
    await focusIs(page, '.article-scroll');
    await page.keyboard.press('Escape');
    await page.locator('.article-scroll').waitFor({ state: 'detached' });
    await focusIs(page, '.row.sel a');
  });
});

test('a list that is reached by keys takes the focus of the row that is gone, and gives it to the next row', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await focusIs(page, '#list');
    await page.keyboard.press('j');
    await focusIs(page, '.row.sel a');
  });
});

test('marking the item read is told to screen readers as done', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('n');
    await page.keyboard.press('m');
    const region = page.getByRole('status');
    await settled(async () => assert.equal(await region.textContent(), '1 item marked as read'));
  });
});

function focusIs(page: Page, selector: string): Promise<void> {
  return untilTrue(page, `document.activeElement.matches(${JSON.stringify(selector)})`);
}

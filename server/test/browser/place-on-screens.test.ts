// Tests where a page without items stands when somebody comes to it: at its top, and on the way back where it was left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { follow, MONTHS_AGO, openReaderHouse, settled, telephone, untilTrue } from './reader-house.ts';

const browser = await openBrowser();
const screen = "document.querySelector('.screen')";

test('a page begins at its top, and is where it was left on the way back, also when it is loaded anew', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3, MONTHS_AGO);
  await house.read({ viewport: { width: 1280, height: 400 }, serviceWorkers: 'block' }, async (page) => {
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    const toSettings = page.locator('.foot a[href="/settings"]');
    await toSettings.click();
    await heading('Settings');
    await page.locator('.tree').getByRole('link', { name: 'Origin' }).click();
    await page.getByRole('link', { name: 'About this feed' }).click();
    await untilTrue(page, `${screen}?.scrollHeight > 800`);
    await scroll(page, screen, 300);
    await toSettings.click();
    await heading('Settings');
    assert.equal(await page.evaluate(`${screen}.scrollTop`), 0);
    await page.goBack();
    await untilTrue(page, `${screen}.scrollTop === 300`);
    await page.reload();
    await untilTrue(page, `${screen}?.scrollTop === 300`);
    await page.goForward();
    await heading('Settings');
    await untilTrue(page, `${screen}.scrollTop === 0`);
  });
});

test('on a telephone, the way back from a feed leads to its place among the others', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, ({ url: path }, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Feed ${path?.slice(1)}</title></channel></rss>`);
  });
  for (let count = 1; count <= 12; count++) await house.client.feeds.create({ feedUrl: `${url}/${count}` });
  await house.read(
    { ...telephone, viewport: { width: 360, height: 480 }, serviceWorkers: 'block' },
    async (page) => {
      const tree = "document.querySelector('.as-page .tree')";
      await page.locator('.tabs a[href="/feeds"]').click();
      await page.getByRole('link', { name: 'Feed 12' }).waitFor();
      await scroll(page, tree, 200);
      await page.getByRole('link', { name: 'Feed 9' }).click();
      await page.getByRole('heading', { level: 1, name: 'Feed 9' }).waitFor();
      await page.goBack();
      await untilTrue(page, `${tree}?.scrollTop === 200`);
    },
  );
});

test('on a telephone, why a password is not changed is above the bar, and so is what becomes of a file that is imported, be it refused or taken; once its progress is in sight, nothing scrolls by itself', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const options = { ...telephone, viewport: { width: 320, height: 568 }, at: '/settings/account' };
  await house.readOnce(options, async (page) => {
    const choose = async (words: string): Promise<void> => {
      const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(words) };
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
    };
    const taken = '<opml version="2.0"><body><outline xmlUrl="not an address"/></body></opml>';
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill('another one');
    await page.getByLabel('New password').fill('a new long password');
    await page.keyboard.press('Enter');
    await isAboveBar(page, '.alert');

    await page.setViewportSize({ width: 320, height: 600 });
    await follow(page, '/import');
    await choose('no list of feeds');
    await isAboveBar(page, '.alert');
    await page.evaluate(`${screen}.scrollTop = 0`);
    await choose(taken);
    await isAboveBar(page, '[role=status] + .progress');

    await follow(page, '/settings');
    await follow(page, '/import');
    const lost = Promise.withResolvers<void>();
    await page.route(/\/imports\/\d+$/, async (route) => {
      await lost.promise;
      await route.abort();
    });
    await choose(taken);
    await isAboveBar(page, '[role=status] + .progress');
    await page.evaluate(`${screen}.scrollTop = 0`);
    lost.resolve();
    await page.locator('.alert').waitFor();
    const frame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
    for (let frames = 0; frames < 3; frames++) await page.evaluate(frame);
    assert.equal(await page.evaluate(`${screen}.scrollTop`), 0);
  });
});

/** Waits until something is not under the bar at the bottom of a telephone. */
function isAboveBar(page: Page, selector: string): Promise<void> {
  const bottom = `document.querySelector('${selector}')?.getBoundingClientRect().bottom`;
  return untilTrue(page, `${bottom} <= document.querySelector('.tabs').getBoundingClientRect().top`);
}

/** Scrolls there, and waits until that is kept with the address. */
async function scroll(page: Page, pane: string, top: number): Promise<void> {
  await settled(async () => {
    await page.evaluate(`${pane}.scrollTop = ${top}`);
    assert.equal(await page.evaluate('history.state.place?.screen'), top);
  });
}

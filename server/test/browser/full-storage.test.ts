// Tests with a browser that has no room left, or cannot read what it has kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, routePart, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('with a full storage, a choice holds until the page is closed, also after the next choice', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const chosen = Promise.withResolvers<void>();
  const script = `
    localStorage.setItem('settings', '{"theme":"light","font":"serif"}');
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  `;
  const chooses = async (page: Page): Promise<void> => {
    await page.getByText('Sepia', { exact: true }).click();
    await untilTrue(page, "document.documentElement.dataset.theme === 'sepia'");
    chosen.resolve();
    await untilTrue(page, "document.title.startsWith('(1) Settings')");
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'sepia');
    await page.getByText('Sans', { exact: true }).click();
    await untilTrue(page, "document.documentElement.dataset.font === 'sans'");
    await untilTrue(page, "document.documentElement.dataset.theme === 'sepia'");
  };
  // What follows the choices of other pages is loaded after the screen.
  await house.readOnce({ ...desktop, at: '/settings', script }, chooses, (page) =>
    routePart(page, 'startLater', async (route) => {
      await chosen.promise;
      await route.continue();
    }),
  );
});

test('with a full storage, a font that is chosen comes all the same', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.evaluate('navigator.serviceWorker.ready');
    // A page that was there before its service worker is without it.
    await page.goto('/settings');
    await untilTrue(page, 'navigator.serviceWorker.controller !== null');
    const debug = await page.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    await debug.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await page.getByText('Atkinson Hyperlegible', { exact: true }).click();
    await untilTrue(
      page,
      `document.fonts.load('1rem "Atkinson Hyperlegible Next"').then(() => true, () => false)`,
    );
  });
});

test('where the browser cannot read its cache any more, the reader comes from the service', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.evaluate('navigator.serviceWorker.ready');
    await settled(async () => assert.equal(page.context().serviceWorkers().length, 1));
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(`CacheStorage.prototype.match = CacheStorage.prototype.open = () =>
      Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'))`);
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await untilTrue(page, 'navigator.serviceWorker.controller !== null');
  });
});

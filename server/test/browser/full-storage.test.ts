// Tests with a browser that has no room left for what somebody chooses.
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('with a full storage, a choice holds until the page is closed, also after the next choice', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await page.addInitScript(`
      localStorage.setItem('settings', '{"theme":"light","font":"serif"}');
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    `);
    await page.goto(new URL('/settings', page.url()).href);
    await page.getByText('Sepia', { exact: true }).click();
    await untilTrue(page, "document.documentElement.dataset.theme === 'sepia'");
    await page.getByText('Sans', { exact: true }).click();
    await untilTrue(page, "document.documentElement.dataset.font === 'sans'");
    await untilTrue(page, "document.documentElement.dataset.theme === 'sepia'");
  });
});

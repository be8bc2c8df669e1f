// Tests in a real browser that the reader says in the language of the page what comes from elsewhere: names of browsers and of keys.
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

test('browsers and keys have names in the language of the page', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read({ ...desktop, locale: 'de' }, async (page) => {
    await page.goto(new URL('/settings/account', page.url()).href);
    await page.getByText('Chrome unter Linux').waitFor();
    await page.goto(new URL('/settings/keys', page.url()).href);
    for (const name of ['Leertaste', '⇧Leertaste', 'Strg k'])
      await page.locator('kbd').getByText(name, { exact: true }).waitFor();
  });
});

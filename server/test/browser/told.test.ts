// Tests of what a screen reader is told.
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a screen reader is told what a search has found', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    const said = (words: string) =>
      untilTrue(page, `document.querySelector('[role=status]').textContent === '${words}'`);
    for (const [words, told] of [
      ['Post', 'Items found: 3'],
      ['moss', 'Nothing found'],
    ] as const) {
      await page.goto(new URL('/search?q=', page.url()).href);
      await page.getByRole('searchbox').fill(words);
      await page.keyboard.press('Enter');
      await said(told);
    }
  });
});

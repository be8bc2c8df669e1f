// Tests of what a screen reader is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, follow, openReaderHouse, rowsAre, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a screen reader is told what a search has found', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    const said = (words: string) =>
      untilTrue(page, `document.querySelector('[role=status]').textContent === '${words}'`);
    for (const [words, told] of [
      ['Post', 'Items found: 3'],
      ['moss', 'Nothing found'],
    ] as const) {
      await follow(page, '/search?q=');
      await page.getByRole('searchbox').fill(words);
      await page.keyboard.press('Enter');
      await said(told);
    }
  });
});

test('a button that opens a menu says so, and gets the focus back', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.locator('.row a').click();
    const more = page.locator('.article-pane').getByRole('button', { name: 'More' });
    assert.equal(await more.getAttribute('aria-haspopup'), 'menu');
    await more.press('Enter');
    await focusIs(page, '[role=menuitem]');
    await page.keyboard.press('Escape');
    await focusIs(page, '[aria-haspopup=menu]');
  });
});

test('what the buttons of the player show is part of their names, for those who call them by voice', {
  skip: !browser,
}, async (t) => {
  const { url } = await startSite(t, (request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Pod</title><link>http://${request.headers.host}/</link><description/>
      <item><guid>1</guid><title>A sound</title><enclosure url="http://${request.headers.host}/1.mp3" type="audio/mpeg"/></item></channel></rss>`);
  });
  const house = await openReaderHouse(t, browser, 1);
  await house.client.feeds.create({ feedUrl: url });
  await house.readOnce(desktop, async (page) => {
    await page.getByRole('link', { name: 'A sound' }).click();
    await page.locator('.file .b').click();
    for (const shown of ['15', '30', '1×'])
      await page.locator('.player').getByRole('button', { name: shown }).waitFor();
  });
});

// What is marked while a proxy stands before no service, and what a page that was left behind writes: neither is lost or shown wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldFailures } from '../../../reader/src/data/limits.ts';
import { startOrigin } from '../feed-origin.ts';
import { isWhole, nothingIsQueued } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a mark that a proxy refuses while the service restarts arrives later', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read(desktop, async (page) => {
    await untilTrue(page, isWhole);
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    let refused = 0;
    await page.route('**/api/**', (route) => {
      if (route.request().method() !== 'GET') refused++;
      return route.fulfill({ status: 404, contentType: 'text/plain', body: '404 page not found' });
    });
    await page.keyboard.press('s');
    await settled(async () => assert.ok(refused > 0));
    await page.unroute('**/api/**');
    await page.reload();
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
    await untilTrue(page, nothingIsQueued);
    await page.locator('#list .row.starred').waitFor();
  });
});

test('changes that the service does not take are told of until it does', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read(desktop, async (page) => {
    await untilTrue(page, isWhole);
    await page.evaluate(tryAgainAtOnce);
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    let refused = 0;
    // As with a full disk: everything can be read.
    await page.route('**/api/**', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      refused++;
      return route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"disk full"}' });
    });
    await page.keyboard.press('s');
    await page.getByRole('status').getByText('1 change will sync later').waitFor();
    assert.ok(refused >= toldFailures, `told after ${refused} failures`);
    await look(page);
    await page.unroute('**/api/**');
    await page.locator('.strip').waitFor({ state: 'detached' });
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
  });
});

test('a page that has not heard for long keeps nothing as if it had', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const other = await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 3)).url });
  await house.read(desktop, async (page) => {
    await untilTrue(page, isWhole);
    await page.evaluate(hideForLong);
    const second = await page.context().newPage();
    await second.goto(new URL(`/feeds/${other.id}`, page.url()).href);
    await rowsAre(second, 'Post 3');
    await second.keyboard.press('Shift+A');
    await settled(async () => assert.equal((await house.client.sync.counts()).total, 2));
    await untilTrue(second, 'document.title.startsWith("(2)")');
    await second.close();
    await page.context().setOffline(true);
    await page.evaluate(comeBack);
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    await page.keyboard.press('s');
    await page.locator('#list .row.starred').waitFor();
    const third = await page.context().newPage();
    const address = page.url();
    await page.close();
    await third.context().setOffline(false);
    await third.goto(address);
    await settled(async () => assert.equal(await third.locator('#list .row:not(.read)').count(), 2));
  });
});

/** Instead of after five seconds. */
const tryAgainAtOnce = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => usual(act, ms === 5_000 ? 50 : ms, ...rest);
}`;

/** It stops following at once instead of after a minute. */
const hideForLong = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => usual(act, ms === 60_000 ? 0 : ms, ...rest);
  window.seen = 'hidden';
  Object.defineProperty(document, 'visibilityState', { get: () => window.seen });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}`;
const comeBack = `{
  window.seen = 'visible';
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}`;

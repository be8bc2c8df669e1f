// What is marked while a proxy stands before no service, and what a page that was left behind writes: neither is lost or shown wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { toldAfterMs } from '../../../reader/src/data/limits.ts';
import { startOrigin } from '../feed-origin.ts';
import { isWhole, nothingIsQueued } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

const ofProxies = [
  { status: 404, contentType: 'text/plain', body: '404 page not found' },
  // A page for maintenance, or that of a network which wants a sign-in first.
  { status: 200, contentType: 'text/html', body: '<h1>Back soon</h1>' },
];

test('a mark that a proxy answers while the service restarts arrives later, whether it says that nothing is there or that all is well', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await untilTrue(page, isWhole);
    for (const [starsBefore, answer] of ofProxies.entries()) {
      // The first item has its star by then.
      for (let down = 0; down <= starsBefore; down++) await page.keyboard.press('n');
      await page.locator('#list .sel').waitFor();
      let refused = 0;
      await page.route('**/api/**', (route) => {
        if (route.request().method() !== 'GET') refused++;
        return route.fulfill(answer);
      });
      await page.keyboard.press('s');
      await settled(async () => assert.ok(refused > 0));
      await page.unroute('**/api/**');
      await page.reload();
      await settled(async () =>
        assert.equal((await house.client.stars.list()).items.length, starsBefore + 1, `${answer.status}`),
      );
      await untilTrue(page, nothingIsQueued);
      await page.locator('#list .row.starred').nth(starsBefore).waitFor();
    }
  });
});

test('changes that the service does not take are told of after a while, until it takes them', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const read = async (page: Page): Promise<void> => {
    await untilTrue(page, isWhole);
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    let refused = 0;
    // As with a full disk: everything can be read.
    await page.route('**/api/**', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      refused++;
      return route.fulfill({
        status: 500,
        headers: { 'X-Request-Id': 'r1' },
        json: { error: 'Something went wrong here' },
      });
    });
    // Somebody who is quick, while the service is away for a moment; the page itself may try again as well, and the last press is a star.
    for (const _ of Array(9).keys()) {
      const before = refused;
      await page.keyboard.press('s');
      await settled(async () => assert.ok(refused > before));
    }
    await page.evaluate(drawn);
    assert.equal(await page.locator('.strip').count(), 0);
    await untilTrue(page, 'longWait()');
    await page.locator('.strip').getByText('1 change is not on the server yet').waitFor();
    await page.getByRole('status').getByText('1 change is not on the server yet').waitFor();
    await look(page);
    await page.unroute('**/api/**');
    await page.locator('.strip').waitFor({ state: 'detached' });
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
  };
  await house.readOnce(desktop, read, waitsWhenAsked);
});

test('changes are told of also if the service does not even say who is signed in', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const read = async (page: Page): Promise<void> => {
    await untilTrue(page, isWhole);
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, headers: { 'X-Request-Id': 'r1' }, json: { error: 'Away' } }),
    );
    await page.reload();
    await rowsAre(page, 'Post 2');
    await page.keyboard.press('n');
    await page.keyboard.press('s');
    await page.locator('#list .row.starred').waitFor();
    await untilTrue(page, 'longWait()');
    await page.locator('.strip').getByText('1 change is not on the server yet').waitFor();
    await page.unroute('**/api/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.locator('.strip').waitFor({ state: 'detached' });
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
  };
  await house.read({ ...desktop, serviceWorkers: 'block' }, read, waitsWhenAsked);
});

test('a page that has not heard for long keeps nothing as if it had', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const other = await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 3)).url });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await untilTrue(page, isWhole);
    await page.evaluate(hideForLong);
    const second = await page.context().newPage();
    await second.goto(`/feeds/${other.id}`);
    await rowsAre(second, 'Post 3');
    await second.keyboard.press('Shift+A');
    await house.unreadAre(2);
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

/** The wait until changes are told of (`toldAfterMs`) ends when the test says so; returns whether there was one. */
async function waitsWhenAsked(page: Page): Promise<void> {
  await page.addInitScript(`{
    const usual = window.setTimeout;
    const waits = new Map();
    window.setTimeout = (act, ms, ...rest) => {
      const timer = usual(ms === ${toldAfterMs} ? () => {} : act, ms, ...rest);
      if (ms === ${toldAfterMs}) waits.set(timer, act);
      return timer;
    };
    const clear = window.clearTimeout;
    window.clearTimeout = (timer) => { waits.delete(timer); clear(timer); };
    window.longWait = () => {
      const acts = [...waits.values()];
      waits.clear();
      for (const act of acts) act();
      return acts.length > 0;
    };
  }`);
}

/** Two frames later, whatever was to be drawn is. */
const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))';

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

// Tests that swipe rows with a finger, in both directions of writing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { openReaderHouse, routePart, telephone, touchIsThere, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

/** Beyond the distance from which a swipe counts. */
const farPx = 140;

for (const locale of ['en', 'ar'])
  test(`behind a row that is swiped, words say what it will do, and it is done: ${locale}`, {
    skip: !browser,
  }, async (t) => {
    const house = await openReaderHouse(t, browser, 3);
    await house.readOnce({ ...telephone, locale, reducedMotion: 'reduce' }, async (page) => {
      const row = page.locator('#row-2');
      await row.locator('a').waitFor();
      await touchIsThere(page, "document.querySelector('#row-2 a')");
      await page.evaluate(pressNeverLong);
      const devtools = await page.context().newCDPSession(page);
      const said = row.locator('.swiped').filter({ hasText: /\S/ });
      const swipe = async (farness: number): Promise<string> => {
        const release = await drag(devtools, row, farness);
        await said.waitFor();
        const words = await said.innerText();
        const [at, article] = await Promise.all([said.boundingBox(), row.locator('.row').boundingBox()]);
        assert.ok(at && article);
        // In the part that the row has left, in the same direction in either writing.
        if (farness > 0) assert.ok(at.x === 0 && at.x + at.width <= article.x + 1);
        else assert.ok(at.x + at.width === 360 && at.x >= article.x + article.width - 1);
        await release();
        await said.waitFor({ state: 'detached' });
        return words.trim();
      };
      const words = [await swipe(farPx)];
      await page.locator('#row-2 .read').waitFor();
      words.push(await swipe(-farPx));
      await page.locator('#row-2 .starred').waitFor();
      words.push(await swipe(farPx), await swipe(-farPx));
      await untilTrue(page, "document.querySelector('#row-2 :is(.read, .starred)') === null");
      assert.equal(new Set(words).size, 4, words.join());
      if (locale === 'en') assert.deepEqual(words, ['Mark read', 'Star', 'Keep unread', 'Remove star']);
      // A swipe that ends before it counts does nothing, and leaves no words.
      await (await drag(devtools, row, 20))();
      await said.waitFor({ state: 'detached' });
      assert.equal(await page.locator('#row-2 .read').count(), 0);
    });
  });

test('the words behind a row that is swiped come also if they are loaded only then', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const prepare = (page: Page): Promise<void> =>
    routePart(page, 'enMore', async (route) => {
      await isReleased;
      await route.fallback();
    });
  const reads = async (page: Page): Promise<void> => {
    const row = page.locator('#row-2');
    await row.locator('a').waitFor();
    await touchIsThere(page, "document.querySelector('#row-2 a')");
    await page.evaluate(pressNeverLong);
    await drag(await page.context().newCDPSession(page), row, -farPx);
    await row.locator('.swiped svg').waitFor();
    release();
    await row.locator('.swiped').getByText('Star').waitFor();
  };
  await house.readOnce({ ...telephone, locale: 'en' }, reads, prepare);
});

test('a finger that is lifted where the menu has opened under it chooses nothing there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 6);
  await house.readOnce({ ...telephone, locale: 'en' }, async (page) => {
    const row = page.locator('.row').nth(3);
    await row.locator('a').waitFor();
    await touchIsThere(page, "document.querySelector('#row-3 a')");
    const at = await row.boundingBox();
    assert.ok(at);
    const point = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const star = page.getByRole('menuitem', { name: 'Star', exact: true });
    await star.waitFor();
    const menu = await page.locator('[role=menu].menu:popover-open').boundingBox();
    assert.ok(menu && menu.y < point.y && menu.y + menu.height > point.y, 'the menu is under the finger');
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // The next touch counts.
    await star.tap();
    await page.locator('#row-3 .starred').waitFor();
    assert.equal(await page.locator('.read').count(), 0);
  });
});

/** A busy machine may take half a second from a touch to the first movement, of which the reader, or the browser, would make a long press. */
const pressNeverLong = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms === 500 ? 0 : usual(act, ms, ...rest));
  addEventListener('contextmenu', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}`;

/** Moves a finger sideways over a row, slowly enough not to be a flick. Returns what lifts it. */
async function drag(devtools: CDPSession, row: Locator, farness: number): Promise<() => Promise<unknown>> {
  const box = await row.boundingBox();
  assert.ok(box);
  const y = box.y + box.height / 2;
  const x = box.x + box.width / 2;
  const touch = (type: 'touchStart' | 'touchMove', by: number): Promise<unknown> =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + by, y }] });
  await touch('touchStart', 0);
  for (let step = 1; step <= 7; step++) await touch('touchMove', (farness * step) / 7);
  return () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

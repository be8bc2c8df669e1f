// Tests what a mouse does in the reader besides clicks: selecting texts, dragging, resting on something, and turning the wheel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

test('only who takes hold of the line between two panes moves it, not who selects a text across it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    const line = page.locator('.splitter.list');
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    const text = await page.locator('.body').boundingBox();
    const before = await line.boundingBox();
    assert.ok(text && before);
    const y = text.y + 10;
    await drag(page, { from: [text.x + 40, y], to: [before.x - 60, y] });
    assert.notEqual(await page.evaluate('String(getSelection())'), '');
    assert.equal((await line.boundingBox())?.x, before.x);

    const x = before.x + before.width / 2;
    await drag(page, { from: [x, 500], to: [x - 60, 500] });
    assert.equal((await line.boundingBox())?.x, before.x - 60);
  });
});

/** Moves one pixel at a time, as a hand does. */
async function drag(
  page: Page,
  { from, to }: { from: [x: number, y: number]; to: [x: number, y: number] },
): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: Math.ceil(Math.abs(to[0] - from[0])) });
  await page.mouse.up();
}

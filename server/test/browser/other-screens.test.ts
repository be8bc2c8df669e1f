// Keys on screens that show no list: they do nothing to the list that was shown before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOrigin } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, pressPair, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('on the page of a feed and in the settings no key marks or opens anything of the list before', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 3)).url });
  await house.readOnce(desktop, async (page) => {
    await untilTrue(page, isWhole);
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    const pressAll = async (): Promise<void> => {
      for (const key of ['Shift+A', 'Shift+O', 'm', 's', 'j', 'Space']) await page.keyboard.press(key);
    };
    await page.keyboard.press('i');
    await page.waitForURL('**/about');
    await pressAll();
    await pressPair(page, 'g', ',');
    await page.waitForURL('**/settings');
    await pressAll();
    // Undo has nothing to undo, and the help comes still.
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.ok(page.url().endsWith('/settings'));
    assert.equal(await page.locator('.toast').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    // Nothing of that name to do here: one can only search for it.
    await page.locator('dialog input').fill('full text');
    await untilTrue(page, "document.querySelectorAll('dialog [role=option]').length === 1");
    await page.keyboard.press('Escape');
    // Not only until it is hidden: keys are for its field until it has heard that it is closed.
    await page.locator('dialog').waitFor({ state: 'detached' });
    await pressPair(page, 'g', 'u');
    await page.waitForURL('**/unread');
    assert.equal((await house.client.sync.counts()).total, 5);
    assert.deepEqual((await house.client.stars.list()).items, []);
  });
});

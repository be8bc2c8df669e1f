// Tests the reader for somebody who keeps many feeds in many groups in order, in several tabs and with other apps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followMany } from './follow-many.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, openReaderHouse, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('beside a long table, what has the focus is in sight also below more groups than fit into the window', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 24, feedsOfEach: 2 });
  await house.read(desktop, async (page) => {
    await page.goto(new URL('/manage', page.url()).href);
    await page.locator('.feeds tbody tr').nth(48).waitFor();
    await page.getByRole('button', { name: 'Actions for Group 1', exact: true }).focus();
    await page.getByLabel('New group').focus();
    await focusIs(page, 'aside input');
    await untilTrue(page, 'document.activeElement.getBoundingClientRect().bottom <= innerHeight');
    assert.equal(await page.evaluate("document.querySelector('.screen').scrollTop"), 0);
  });
});

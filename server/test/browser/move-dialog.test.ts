// Tests in a real browser that feeds are moved to one new group at a time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

test('feeds are moved to one new group, whatever is typed while it is created', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Move to …' }).click();
    const asked = Promise.withResolvers<Route>();
    const titles: unknown[] = [];
    await page.route('**/v1/groups/create', (route) => {
      titles.push(route.request().postDataJSON().title);
      asked.resolve(route);
    });
    const field = page.getByRole('dialog').getByLabel('New group');
    await field.fill('Paper');
    await field.press('Enter');
    const route = await asked.promise;
    await field.fill('Radio');
    await field.press('Enter');
    await route.continue();
    await page.getByText('1 feed moved to Paper').first().waitFor();
    assert.deepEqual(titles, ['Paper']);
  });
});

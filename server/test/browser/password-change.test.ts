// Tests in a real browser that the change of a password hides the end of a session from the reader only while it is under way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, password, settled } from './reader-house.ts';

const browser = await openBrowser();

test('the end of a session leads to the sign-in also after two changes of the password were under way at once', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read({ ...desktop, serviceWorkers: 'block', at: '/settings/account' }, async (page) => {
    const first = await beginChange(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const second = await beginChange(page);
    for (const route of [first, second])
      await route.fulfill({ status: 422, json: { error: 'Cannot change password: it is wrong' } });
    await page.getByRole('alert').waitFor();
    await page.context().clearCookies();
    // The alert is of the second: the answer to the first may still be on its way through the browser.
    await settled(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      assert.match(page.url(), /\/sign-in\?next=/);
    });
  });
});

test('who changes the password in a session that is over is led to the sign-in', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read({ ...desktop, serviceWorkers: 'block', at: '/settings/account' }, async (page) => {
    const route = await beginChange(page);
    // What the page asks by itself, such as for what is new, comes later.
    await page.route(/\/api\/(?!.*\/me$)/, () => {});
    await page.context().clearCookies();
    await route.fulfill({ status: 401, json: { error: 'Cannot change password: nobody is signed in here' } });
    await page.waitForURL(/\/sign-in\?next=/);
  });
});

/** Fills in the form and sends it; resolves to the request, which is held. */
async function beginChange(page: Page): Promise<Route> {
  const asked = Promise.withResolvers<Route>();
  await page.route('**/v1/password', (route) => asked.resolve(route));
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('another long password');
  await page.getByLabel('New password').press('Enter');
  return asked.promise;
}

// Tests the screens of the reader in a real browser when an answer comes late, or not at all, and the person has gone on meanwhile.
import { test } from 'node:test';
import type { APIResponse, Page, Route } from 'playwright-core';
import { forgetConfirmations } from './forget-confirmations.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, password } from './reader-house.ts';

const browser = await openBrowser();

const who = '**/app.courant.account/v1/me';

test('who is signed in is asked again when the service could not say it', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await page.route(who, (route) => route.fulfill({ status: 502 }));
    await visit(page, '/settings/account');
    await page.locator('.who').waitFor();
    // The question of the screen has been answered before.
    await page.evaluate(`fetch('/api/app.courant.account/v1/me').then((answer) => answer.text())`);
    await page.unroute(who);
    await page.locator('.who b', { hasText: 'ines' }).waitFor();
    await page.getByRole('link', { name: 'Administration' }).waitFor();
  });
});

test('two actions that want to know at once who somebody is are both done after one confirmation', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await visit(page, '/settings/account');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await forgetConfirmations(house.environment, 'ines');
    const [refused, isOpen] = [Promise.withResolvers<APIResponse>(), Promise.withResolvers<void>()];
    let isConfirming = true;
    const begin = async (route: Route): Promise<void> => {
      if (!isConfirming) return route.fallback();
      refused.resolve(await route.fetch());
      await isOpen.promise;
      await route.fulfill({ response: await refused.promise });
    };
    // For a change of the password the service wants it only from who has codes or passkeys: here the same answer tells it.
    const change = async (route: Route): Promise<void> =>
      isConfirming ? route.fulfill({ response: await refused.promise }) : route.fallback();
    await page.route('**/codes/begin', begin);
    await page.route('**/v1/password', change);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await refused.promise;
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('New password').press('Enter');
    const proof = page.getByRole('dialog', { name: 'Is it you?' }).getByLabel('Password');
    await proof.fill(password);
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/begin'));
    isOpen.resolve();
    await answered;
    isConfirming = false;
    await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
    await proof.press('Enter');
    await page.getByText('Password changed').first().waitFor();
    await page.getByLabel('The code that it shows now').waitFor();
  });
});

test('what is shown stays when it could not be asked for again, and that is told', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await visit(page, '/admin/instance');
    const facts = page.getByRole('heading', { name: 'Crawler' });
    await facts.waitFor();
    await page.route('**/app.courant.admin/v1/instance', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').waitFor();
    await facts.waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await facts.waitFor();
  });
});

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

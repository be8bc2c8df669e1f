// Tests in a real browser who may administer, and that people delete their own accounts.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addUsers } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { openInstance } from '../instance.ts';
import { forgetConfirmations } from './forget-confirmations.ts';
import { look } from './look.ts';
import { inContext, openBrowser } from './open-browser.ts';
import {
  desktop,
  fillSignIn,
  focusIs,
  follow,
  password,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();
const withoutWorker = { serviceWorkers: 'block' } as const;

test('an administrator makes another one, takes it back, and steps down', { skip: !browser }, async (t) => {
  const house = await openHouse(t);
  await house.visit({ ...desktop, ...withoutWorker }, { name: 'ines', to: '/admin' }, async (page) => {
    await choose(page, 'omar', 'Make administrator');
    await page.getByText('omar can then do everything on this page').waitFor();
    await look(page);
    // Who thinks better of it is back where the menu was opened.
    await inDialog(page, 'Cancel');
    await focusIs(page, '[aria-label="Actions for omar"]');
    await choose(page, 'omar', 'Make administrator');
    await inDialog(page, 'Make administrator');
    await page.getByText('omar is now an administrator').first().waitFor();
    await badges(page, ['you', 'administrator', 'administrator']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await badges(page, ['you', 'administrator']);

    await choose(page, 'omar', 'Make administrator');
    await inDialog(page, 'Make administrator');
    await badges(page, ['you', 'administrator', 'administrator']);
    await choose(page, 'omar', 'Remove as administrator');
    await page.getByText('Links that omar has created for others').waitFor();
    await inDialog(page, 'Remove as administrator');
    await badges(page, ['you', 'administrator']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await badges(page, ['you', 'administrator', 'administrator']);

    await house.visit({ ...telephone, ...withoutWorker }, { name: 'omar', to: '/admin' }, async (his) => {
      await badges(his, ['administrator', 'you', 'administrator']);
      await choose(page, 'ines', 'Remove as administrator');
      await page.getByText('Only another administrator can make you one again.').waitFor();
      await look(page);
      await inDialog(page, 'Remove as administrator');
      await page.getByText('Only administrators see this page.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
      await untilTrue(page, "document.activeElement?.className === 'screen'");
      // The page that is still open shows it as soon as it asks again, and the last one stays.
      await choose(his, 'omar', 'Remove as administrator');
      await inDialog(his, 'Remove as administrator');
      await his.getByRole('alert').getByText('make somebody an administrator first').waitFor();
      await look(his);
    });
    await page.reload();
    await page.getByText('Only administrators see this page.').waitFor();
  });
});

test('somebody deletes their own account, and nothing of it stays in the browser', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  await house.visit(telephone, { name: 'omar', to: '/settings/account' }, async (page) => {
    const open = page.getByRole('button', { name: 'Delete account' });
    await open.click();
    const asked = page.getByRole('dialog', { name: 'Delete your account?' });
    await look(page);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await focusIs(page, '[aria-labelledby=delete-title] button');
    await open.click();
    await asked.getByRole('link', { name: 'Import and export' }).click();
    // Until the next screen is there, the question stays.
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    await page.goBack();
    await open.click();
    await asked.getByLabel(/type the name/).fill('ines');
    await asked.getByRole('button', { name: 'Delete account' }).click();
    await asked.getByLabel(/type the name/).fill('omar');
    await house.forgetConfirmations('omar');
    await asked.getByRole('button', { name: 'Delete account' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it you?' }).getByLabel('Password');
    await proof.fill(password);
    await proof.press('Enter');
    await page.waitForURL(`${house.url}/`);
    await settled(async () => assert.deepEqual(await page.evaluate('indexedDB.databases()'), []));
    await page.goto(`${house.url}/sign-in`);
    await fillSignIn(page, 'omar');
    await page.getByRole('alert').waitFor();
  });
  await house.visit({ ...desktop, ...withoutWorker }, { name: 'ines', to: '/admin' }, async (page) => {
    await page.locator('.people').getByText('ada', { exact: true }).waitFor();
    assert.equal(await page.locator('.people').getByText('omar', { exact: true }).count(), 0);
    await follow(page, '/settings/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete your account?' });
    await asked.getByLabel(/type the name/).fill('ines');
    await asked.getByRole('button', { name: 'Delete account' }).click();
    await asked.getByRole('alert').getByText('make somebody an administrator first').waitFor();
    await look(page);
  });
});

async function badges(page: Page, expected: string[]): Promise<void> {
  await settled(async () =>
    assert.deepEqual(await page.locator('.people .badge').allTextContents(), expected),
  );
}

async function choose(page: Page, name: string, deed: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

async function inDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

interface Visitor {
  name: string;
  /** The page that is opened first. */
  to: string;
}

interface House {
  url: string;
  /** Signed in, in a fresh context. */
  visit(options: BrowserContextOptions, who: Visitor, fn: (page: Page) => Promise<void>): Promise<void>;
  forgetConfirmations(name: string): Promise<void>;
}

/** A service with three people, of whom the first is administrator. */
async function openHouse(t: TestContext): Promise<House> {
  const environment = await temporaryInstance(t, {});
  await addUsers(environment, ...['ines', 'omar', 'ada'].map((name) => ({ name, password })));
  const { url } = await openInstance(t, environment);
  return {
    url,
    visit: (options, { name, to }, fn) =>
      inContext(browser as Browser, options, async (context) => {
        const page = await context.newPage();
        await page.goto(`${url}/sign-in?next=${to}`);
        await fillSignIn(page, name);
        await page.waitForURL(`**${to}`);
        await fn(page);
      }),
    forgetConfirmations: (name) => forgetConfirmations(environment, name),
  };
}

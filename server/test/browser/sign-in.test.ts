// Tests ways to sign in, in a real browser: a passkey of a virtual authenticator, and one-time codes without any script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { totpCode } from '../../src/accounts/totp.ts';
import { addUsers } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { openInstance } from '../instance.ts';
import { typeCommand } from '../process.ts';
import { addAuthenticator } from './add-authenticator.ts';
import { look as lookAt } from './look.ts';
import { inContext, openBrowser } from './open-browser.ts';

const browser = await openBrowser();
const password = 'a long password';
const small = { viewport: { width: 360, height: 740 }, serviceWorkers: 'block' } as const;
/** A folder for screenshots of the pages, if wanted. */
const pictures = process.env.SCREENSHOTS;

test('a passkey is added, signs in without a name, confirms, and is removed', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  // A passkey belongs to a host name: no browser makes one for an IP address.
  const environment = await temporaryInstance(t, { COURANT_LISTEN: 'localhost:0' });
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  await inContext(
    browser,
    { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' },
    async (context) => {
      const page = await context.newPage();
      await addAuthenticator(page);
      await signIn(page, courant.url);
      await page.goto(`${courant.url}/security`);
      await look(page, 'security');
      await page.getByLabel('Name of a new passkey').fill('My laptop');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByText('not used yet').waitFor();
      await look(page, 'security-passkey');
      await signOut(page, courant.url);
      await page.goto(`${courant.url}/sign-in?next=/security`);
      await look(page, 'sign-in');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('last used').waitFor();
      await page.getByRole('button', { name: 'Remove: My laptop' }).click();
      await page.getByText('You have none yet').waitFor();
      await page.getByRole('button', { name: 'Turn them on' }).click();
      await page.getByLabel('The code that it shows now').waitFor();
      await look(page, 'secret-light');
      await signOut(page, courant.url);
      await page.goto(`${courant.url}/sign-in`);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('Cannot sign in: this passkey is not known here.').waitFor();
      await look(page, 'sign-in-unknown-passkey');
    },
  );
});

test('codes are turned on, asked for, and replaced by a recovery code, all without scripts', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  const environment = await temporaryInstance(t);
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  const secrets = [password];
  const shape = {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    javaScriptEnabled: false,
  } as const;
  await inContext(browser, shape, async (context) => {
    const page = await context.newPage();
    await signIn(page, courant.url);
    await page.goto(`${courant.url}/security`);
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).isVisible(), false);
    await page.getByRole('button', { name: 'Turn them on' }).click();
    await picture(page, 'secret');
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const now = Math.floor(Date.now() / 30_000);
    await page.getByLabel('The code that it shows now').fill(totpCode(secret, now));
    await page.getByRole('button', { name: 'Turn codes on' }).click();
    await page.getByRole('link', { name: 'I have kept them' }).waitFor();
    await picture(page, 'recovery-codes');
    const [recovery = ''] = await page.getByRole('listitem').allTextContents();
    secrets.push(secret, recovery);
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await picture(page, 'security-codes');
    await signOut(page, courant.url);
    await signIn(page, courant.url);
    await page.getByLabel('Code').fill(totpCode(secret, now));
    await page.getByRole('button', { name: 'Sign in' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /wrong, or was already used/);
    await picture(page, 'code');
    await page.getByLabel('Code').fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/security');
    await page.getByText('9 recovery codes are left').waitFor();
  });
  // Nothing secret is in the log.
  const log = courant.log();
  assert.match(log, /recovery code used/);
  for (const each of secrets) assert.ok(each !== '' && !log.includes(each));
});

test('an invitation makes an account in a browser, and a reset a new password', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  const environment = await temporaryInstance(t);
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  const link = async (...words: string[]): Promise<string> => {
    const { out } = await typeCommand({ ...environment, COURANT_PUBLIC_URL: courant.url }, [
      'user',
      ...words,
    ]);
    return out.trim();
  };
  const [invitation, reset] = [await link('invite'), await link('reset', 'ines')];
  await inContext(browser, small, async (context) => {
    const page = await context.newPage();
    // An IP address can have no passkeys.
    await page.goto(`${courant.url}/sign-in`);
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(), false);
    await page.goto(invitation);
    await look(page, 'invitation');
    await page.getByLabel('Name').fill('otto');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.waitForURL('**/unread');
    await page.goto(`${courant.url}/account`);
    await page.getByText('Hello, otto').waitFor();
    await page.goto(invitation);
    await page.getByText('it was used, revoked, or is too old').waitFor();
  });
  // In a browser of her own, because the reader throws away somebody else's copy, at a moment that a test cannot foresee.
  await inContext(browser, small, async (context) => {
    const page = await context.newPage();
    await page.goto(reset);
    await look(page, 'reset');
    await page.getByLabel('Password').fill('a new password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL('**/unread');
    await page.goto(`${courant.url}/account`);
    await page.getByText('Hello, ines').waitFor();
    await picture(page, 'account');
  });
});

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-in?next=/security`);
  await page.getByLabel('Name').fill('ines');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Without a query, because the address of the form has one for where to go next.
  await page.waitForURL(({ pathname, search }) => /^\/(security|sign-in)$/.test(pathname) && search === '');
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/account');
}

/** Checks what must hold for every page, in both themes. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`);
    await lookAt(page, { onlyColours: colorScheme === 'light' });
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

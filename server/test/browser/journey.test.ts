// Tests a new user's first minutes in a real browser: set-up, sign-in, consent, and an app that follows a feed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createClient, readRedirect } from '@courant/client';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addUsers } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { startOrigin } from '../feed-origin.ts';
import { type Instance, openInstance } from '../instance.ts';
import { look as lookAt } from './look.ts';
import { inContext, openBrowser } from './open-browser.ts';
import { untilTrue } from './reader-house.ts';

const browser = await openBrowser();
const password = 'a long password';
const instanceName = 'Donaudampfschifffahrtsgesellschaftslesezimmer';

const devices: [name: string, options: BrowserContextOptions][] = [
  ['1280 px in light, 768 px in dark', { viewport: { width: 1280, height: 800 } }],
  ['360 px in both', { viewport: { width: 360, height: 740 }, hasTouch: true }],
];

for (const [name, options] of devices) {
  test(`a stranger sets up, lets an app in, and the app follows a feed (${name})`, {
    skip: !browser,
  }, async (t) => {
    assert.ok(browser);
    const origin = await startOrigin(t, () => 3);
    const courant = await openInstance(
      t,
      await temporaryInstance(t, {
        COURANT_FETCH_ALLOW: origin.hostAndPort,
        COURANT_INSTANCE_NAME: instanceName,
      }),
    );
    const app = await startApp(t);
    const client = createClient({ baseUrl: courant.url, validate: true });
    await client.register({ name: 'Lantern for Android', redirectUri: app.redirectUri });

    await inContext(browser, options, async (context) => {
      const page = await context.newPage();
      await setUp(page, courant);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(({ pathname }) => pathname !== '/account');
      const pending = await client.authorizationUrl();
      await page.goto(pending.url);
      await signIn(page, lookTwice);
      await lookTwice(page, /Connect Lantern for Android/);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${app.redirectUri}**`);
      const code = readRedirect(page.url(), pending);
      await client.exchangeCode({ code, codeVerifier: pending.codeVerifier });
    });

    const feed = await client.feeds.create({ feedUrl: origin.url });
    assert.equal((await client.feeds.items(feed.id)).items.length, 3);
  });
}

test('a refusal is told to the app, and an app out of reach is shown its code', {
  skip: !browser,
}, async (t) => {
  assert.ok(browser);
  const environment = await temporaryInstance(t);
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  const app = await startApp(t);
  await inContext(browser, {}, async (context) => {
    const page = await context.newPage();
    const client = createClient({ baseUrl: courant.url });
    await client.register({ name: 'Lantern', redirectUri: app.redirectUri });
    const refused = await client.authorizationUrl();
    await page.goto(refused.url);
    await signIn(page, look);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${app.redirectUri}**`);
    assert.throws(() => readRedirect(page.url(), refused), /access_denied/);

    const terminal = createClient({ baseUrl: courant.url });
    await terminal.register({ name: 'Terminal', redirectUri: 'urn:ietf:wg:oauth:2.0:oob' });
    const pending = await terminal.authorizationUrl();
    await page.goto(pending.url);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByLabel('Code').waitFor();
    await look(page, /code/i);
    const code = (await page.getByLabel('Code').textContent())?.trim() ?? '';
    await terminal.exchangeCode({ code, codeVerifier: pending.codeVerifier });
    assert.deepEqual(await terminal.feeds.list(), []);
  });
});

test('a wrong password is told beside the form, and what was typed stays', { skip: !browser }, async (t) => {
  assert.ok(browser);
  const environment = await temporaryInstance(t);
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  await inContext(browser, { viewport: { width: 360, height: 740 } }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${courant.url}/sign-in`);
    await page.getByLabel('Name').fill('ines');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /match an account/);
    assert.equal(await page.getByLabel('Name').inputValue(), 'ines');
    assert.equal(await page.getByLabel('Password').inputValue(), '');
    await look(page, /Sign in/);
    await page.goto(`${courant.url}/nowhere`);
    await look(page, /./);
  });
});

async function setUp(page: Page, courant: Instance): Promise<void> {
  await page.goto(courant.url);
  assert.equal(new URL(page.url()).pathname, '/set-up');
  await lookTwice(page, /Welcome/);
  await page.getByLabel('Set-up code').fill(courant.setUpToken ?? '');
  await page.getByLabel('Name').fill('ines');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.waitForURL('**/unread');
  await untilTrue(page, `document.title === 'Unread — ${instanceName}'`);
  await lookTwice(page, /./);
  await page.goto(`${courant.url}/account`);
  await lookTwice(page, /ines/);
}

async function signIn(page: Page, look: typeof lookTwice): Promise<void> {
  await look(page, /Sign in/);
  await page.getByLabel('Name').fill('ines');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
}

/** Checks a page in both themes, on a desktop also in a narrower window: on a telephone, only its colours can differ. */
async function lookTwice(page: Page, text: RegExp): Promise<void> {
  await look(page, text);
  const size = page.viewportSize();
  assert.ok(size);
  const isWide = size.width > 768;
  await page.emulateMedia({ colorScheme: 'dark' });
  if (isWide) await page.setViewportSize({ width: 768, height: 1024 });
  await lookAt(page, { onlyColours: !isWide });
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Checks the text of a page, and what must hold for every page. */
async function look(page: Page, text: RegExp): Promise<void> {
  assert.match((await page.textContent('main')) ?? '', text);
  await lookAt(page);
}

/** The app's side: a loopback address to which the browser returns (RFC 8252 §7.3). */
async function startApp(t: TestContext): Promise<{ redirectUri: string }> {
  const server = createServer((_request, response) =>
    response.end('<!doctype html><title>Back</title>You may close this.'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/back` };
}

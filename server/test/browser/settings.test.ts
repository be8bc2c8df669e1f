// Tests the settings of the reader in a real browser: its look, its keys, ways to sign in, other apps, and administration.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { totpCode } from '../../src/accounts/totp.ts';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import { addUsers } from '../accounts.ts';
import { temporaryInstance } from '../environment.ts';
import { startOrigin } from '../feed-origin.ts';
import { openInstance } from '../instance.ts';
import { signInApp } from '../sign-in.ts';
import { addAuthenticator } from './add-authenticator.ts';
import { forgetConfirmations } from './forget-confirmations.ts';
import { look } from './look.ts';
import { inContext, openBrowser } from './open-browser.ts';
import { desktop, focusIs, goOffline, settled, telephone, untilTrue } from './reader-house.ts';

const browser = await openBrowser();
const password = 'a long password';
const withoutWorker = { serviceWorkers: 'block' } as const;

test('the settings, the account and the administration', { skip: !browser, concurrency: 2 }, async (t) => {
  const house = await openHouse(t);
  await Promise.all([
    t.test('what is chosen holds at once and after the next start, and a key does what it was given to', () =>
      chooses(house),
    ),
    t.test('passkeys and codes come and go, and only for who shows again who they are', () =>
      provesWhoSheIs(house),
    ),
    t.test('apps are shut out, a password is changed, and signing out leaves nothing in the browser', () =>
      shutsAppsOut(house),
    ),
    t.test('an administrator invites somebody, disables and deletes them; nobody else sees the page', () =>
      administers(house),
    ),
  ]);
});

async function chooses(house: House): Promise<void> {
  await house.visit({ ...desktop, ...withoutWorker }, async (page) => {
    await signIn(page, { name: 'anna', to: `${house.url}/settings` });
    await page.getByText('Sans', { exact: true }).click();
    await dimsPicturesOnDarkPaper(page);
    await page.getByText('Compact', { exact: true }).click();
    await look(page);
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    assert.deepEqual(
      await page.evaluate(
        '(({ font, theme, density }) => [font, theme, density])(document.documentElement.dataset)',
      ),
      ['sans', 'sepia', 'compact'],
    );
    // The pages that the service renders know the language, too.
    await page.goto(`${house.url}/account`);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.goBack();
    await page.getByLabel('Sprache').selectOption('ar');
    await page.locator('html[dir=rtl]').waitFor();
    await look(page);
    await page.locator('#language').selectOption('en');

    await page.getByRole('link', { name: 'Keyboard' }).click();
    await page.getByRole('button', { name: 'Change the key for: Next', exact: true }).click();
    await page.keyboard.press('s');
    await page.getByText('s is taken by: Star').first().waitFor();
    await look(page);
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Reset the key for: Next', exact: true }).waitFor();
    await page.goto(`${house.url}/unread`);
    await page.locator(drawnRow).first().waitFor();
    await page.getByText('Press x for the next one').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.waitForURL('**/items/*');
    await page.goto(`${house.url}/settings/keys`);
    await page.getByRole('button', { name: 'Reset all keys' }).click();
    await page.getByLabel('Keys without Control').uncheck();
    await page.goto(`${house.url}/unread`);
    await page.locator(drawnRow).first().waitFor();
    // Nothing names keys that do nothing.
    assert.deepEqual(await hintsOf(page), []);
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    assert.equal(new URL(page.url()).pathname, '/unread');
    await page.goto(`${house.url}/settings/keys`);
    await page.getByLabel('Keys without Control').check();
    await page.goto(`${house.url}/unread`);
    await page.locator(drawnRow).first().waitFor();
    const hints = ['/', 'Press j for the next one, ? for all keys.'];
    await settled(async () => assert.deepEqual(await hintsOf(page), hints));
  });
  await house.visit({ ...desktop, ...withoutWorker, hasTouch: true, isMobile: true }, async (page) => {
    await signIn(page, { name: 'anna', to: `${house.url}/unread` });
    await page.locator(drawnRow).first().waitFor();
    assert.deepEqual(await hintsOf(page), []);
  });
}

/** The chosen theme counts, whatever the system prefers. Leaves the sepia theme selected. */
async function dimsPicturesOnDarkPaper(page: Page): Promise<void> {
  const filters: unknown[] = [];
  for (const theme of ['Same as the system', 'Dark', 'Black', 'Light', 'Sepia']) {
    await page.getByText(theme, { exact: true }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      filters.push(await page.evaluate(filterOfPictures));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const [plain, dimmed] = ['none', 'brightness(0.9)'];
  assert.deepEqual(filters, [plain, dimmed, dimmed, dimmed, dimmed, dimmed, plain, plain, plain, plain]);
}

const filterOfPictures = `(() => {
  const article = document.createElement('div');
  article.className = 'body';
  article.append(new Image());
  document.body.append(article);
  const { filter } = getComputedStyle(article.firstChild);
  article.remove();
  return filter;
})()`;

/** How far down the screen of the phone a toast would reach. */
const endOfToast = `(() => {
  const toast = document.createElement('section');
  toast.className = 'toast';
  document.querySelector('.app').append(toast);
  const { bottom } = toast.getBoundingClientRect();
  toast.remove();
  return bottom;
})()`;

async function provesWhoSheIs(house: House): Promise<void> {
  await house.visit({ ...telephone, ...withoutWorker, colorScheme: 'dark' }, async (page) => {
    await addAuthenticator(page);
    await signIn(page, { name: 'ben', to: `${house.url}/settings/account` });
    await page.getByLabel('Name of a new passkey').fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Rename My laptop' }).click();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await focusIs(page, '[aria-label="Rename My laptop"]');
    await page.keyboard.press('Enter');
    await page.getByLabel('Rename My laptop').fill('The old laptop');
    await goOffline(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Rename My laptop').inputValue(), 'The old laptop');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The old laptop').waitFor();

    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('The code that it shows now').waitFor();
    await look(page);
    assert.ok(Number(await page.evaluate(endOfToast)) < 150, 'a toast lies over the buttons of the form');
    const shown = await page.locator('.copy-line code').textContent();
    const secret = (shown ?? '').replaceAll(' ', '');
    await page
      .getByLabel('The code that it shows now')
      .fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.waitFor();
    await look(page);
    // They are shown only once: a press beside them does not take them away.
    await page.mouse.click(5, 5);
    const [recovery = '', another = ''] = await codes.getByRole('listitem').allTextContents();
    await codes.getByRole('button', { name: 'Copy' }).click();
    await codes
      .getByRole('status')
      .getByText(/^(Copied|Could not be copied)/)
      .waitFor();
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await focusIs(page, '[aria-labelledby=codes-title] button');

    await house.forgetConfirmations('ben');
    const asked = page.getByRole('dialog', { name: 'Is it you?' });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await asked.getByLabel('Password').fill(password);
    await asked.getByLabel(/One-time code/).fill(another);
    await asked.getByRole('button', { name: 'It’s me' }).click();
    await page.getByText('Password changed').first().waitFor();

    await house.forgetConfirmations('ben');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await asked.getByLabel('Password').fill('wrong');
    await asked.getByLabel(/One-time code/).fill(recovery);
    await asked.getByRole('button', { name: 'It’s me' }).click();
    await asked.getByText('That is not right').waitFor();
    await look(page);
    await asked.getByLabel('Password').fill(password);
    await asked.getByRole('button', { name: 'It’s me' }).click();
    await page.getByText('Off. With them').waitFor();

    await house.forgetConfirmations('ben');
    await page.getByRole('button', { name: 'Remove The old laptop' }).click();
    await asked.getByRole('button', { name: 'Close' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByText('The old laptop').waitFor();
    // Who leaves the page is not asked on another one, on behalf of what they have left.
    await page.getByRole('link', { name: 'Keyboard' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Remove The old laptop' }).click();
    await asked.waitFor();
    await page.goBack();
    await page.getByText('Keys without Control').waitFor();
    await asked.waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByRole('button', { name: 'Remove The old laptop' }).click();
    await asked.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The old laptop', { exact: true }).waitFor({ state: 'detached' });
  });
}

async function shutsAppsOut(house: House): Promise<void> {
  const other = await signInApp({ baseUrl: house.url, name: 'clara', password });
  await house.visit({ ...desktop, colorScheme: 'dark' }, async (page) => {
    await signIn(page, { name: 'clara', to: `${house.url}/settings/apps` });
    await page.getByRole('button', { name: 'Remove Test app' }).click();
    await page.getByText('None yet.').waitFor();
    await assert.rejects(other.client.feeds.list(), { isSignedOut: true });

    await page.getByLabel('Which app is it for?').fill('Reeder');
    await page.getByRole('button', { name: 'Create a password' }).click();
    const box = page.getByRole('region', { name: 'Type this into Reeder' });
    const made = (await box.locator('code').first().textContent()) ?? '';
    await look(page);
    const enter = (): Promise<Response> =>
      fetch(`${house.url}/accounts/ClientLogin`, {
        method: 'POST',
        body: new URLSearchParams({ Email: 'clara', Passwd: made }),
      });
    assert.equal((await enter()).status, 200);
    await page.getByRole('button', { name: 'Revoke Reeder' }).click();
    await box.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke Reeder' }).waitFor({ state: 'detached' });
    await untilTrue(page, "document.activeElement?.className === 'screen'");
    assert.notEqual((await enter()).status, 200);

    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Changing it signs out').waitFor();
    assert.equal(await page.getByText('Links that you have created').count(), 0);
    await page.evaluate(noteFirstFocus);
    await page.getByRole('button', { name: 'Change password' }).click();
    // Later, it would be taken from the field that somebody types into.
    await untilTrue(page, "window.firstFocus === 'current'");
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('another password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').first().waitFor();
    await page.evaluate(hearsFirstThatItIsOver);
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL(`${house.url}/`);
    const left = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`);
    assert.deepEqual(left, [`account${new URL(house.url).port}=0`]);
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), []);
    await page.goto(`${house.url}/unread`);
    assert.equal(new URL(page.url()).pathname, '/sign-in');
  });
}

/** What has the focus as soon as the form for a new password is there. */
const noteFirstFocus = `new MutationObserver(() => {
  if (document.querySelector('input[name=current]')) window.firstFocus ??= document.activeElement.name ?? 'nothing';
}).observe(document.body, { childList: true, subtree: true })`;

/** Another request of the page gets a 401 long before the answer to signing out arrives, and with it the cookie that says so. */
const hearsFirstThatItIsOver = `{
  const { fetch: usual } = window;
  const heard = Promise.withResolvers();
  window.fetch = async (...asked) => {
    const signedIn = document.cookie;
    const answer = await usual(...asked);
    if (answer.status === 401) heard.resolve();
    if (!String(asked[0]).endsWith('/sign-out')) return answer;
    const signedOut = document.cookie;
    document.cookie = signedIn.match(/account\\d+=\\d+/)[0] + '; Path=/';
    dispatchEvent(new Event('online'));
    await heard.promise;
    document.cookie = signedOut.match(/account\\d+=\\d+/)[0] + '; Path=/';
    dispatchEvent(new Event('online'));
    for (let turn = 0; turn < 40; turn++) await usual('/health/live').then((alive) => alive.text());
    return answer;
  };
}`;

async function administers(house: House): Promise<void> {
  await house.visit({ ...desktop, ...withoutWorker }, async (page) => {
    await signIn(page, { name: 'ines', to: `${house.url}/admin/invitations` });
    await page.getByLabel(/For whom/).fill('Otto');
    await page.getByRole('button', { name: 'Create an invitation' }).click();
    const link = await page.getByRole('region', { name: 'Send this link' }).locator('code').textContent();
    await look(page);
    await house.visit({ ...telephone, ...withoutWorker }, async (his) => {
      await his.goto(link ?? '');
      await his.getByLabel('Name').fill('otto');
      await his.getByLabel('Password').fill(password);
      await his.getByRole('button', { name: 'Create the account' }).click();
      await his.waitForURL('**/unread');
      await his.goto(`${house.url}/admin`);
      await his.getByText('Only administrators see this page.').waitFor();
      await look(his);
    });

    await page.getByRole('link', { name: 'People' }).click();
    await choose(page, 'Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText(/disabled since/).waitFor();
    await look(page);
    await choose(page, 'Enable');
    await page.getByText(/disabled since/).waitFor({ state: 'detached' });
    await house.forgetConfirmations('ines');
    await choose(page, 'Delete');
    const warning = page.getByRole('dialog', { name: 'Delete otto?' });
    await warning.getByLabel(/type the name/).fill('ines');
    await warning.getByRole('button', { name: 'Delete' }).click();
    assert.equal(await page.getByRole('dialog', { name: 'Is it you?' }).count(), 0);
    await warning.getByLabel(/type the name/).fill('otto');
    await look(page);
    await warning.getByRole('button', { name: 'Delete' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it you?' }).getByLabel('Password');
    await proof.fill(password);
    await proof.press('Enter');
    await page.getByText('otto', { exact: true }).waitFor({ state: 'detached' });

    await choose(page, 'Reset password', 'dora');
    await page.getByText('Links that dora has created for others').waitFor();
    await look(page);
    const reset = page.getByRole('dialog');
    await reset.getByRole('button', { name: 'Create the link' }).click();
    await reset.getByText('It is shown only now').waitFor();
    await page.mouse.click(5, 5);
    await reset.getByRole('button', { name: 'Copy: Link' }).click();
    await reset
      .getByRole('status')
      .getByText(/^(Copied|Could not be copied)/)
      .waitFor();
    await page.goto(`${house.url}/settings/account`);
    await page.getByText('Links that you have created for others').waitFor();
    await page.goto(`${house.url}/admin`);

    await page.getByRole('link', { name: 'This server' }).click();
    await page.getByText(/SQLite|PostgreSQL/).waitFor();
    await look(page);

    await house.addCrowd(300);
    await page.getByRole('link', { name: 'People' }).click();
    const more = page.getByRole('button', { name: 'More', exact: true });
    const asked = Promise.withResolvers<Route>();
    await page.route('**/users?*after=*', asked.resolve);
    await more.press('Enter');
    const route = await asked.promise;
    await focusIs(page, '.after button[aria-disabled=true]');
    await route.abort();
    await page.unroute('**/users?*after=*');
    await focusIs(page, '.after button[aria-disabled=false]');
    await more.press('Enter');
    await page.getByText('person 300', { exact: true }).waitFor();
    assert.equal(await more.count(), 0);
    await focusIs(page, '.people li:nth-child(201) button');
    await page.getByLabel('Name').fill('SON 29');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('person 300', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await page.getByText(/^person 29/).count(), 11);
    await look(page);
  });
}

async function choose(page: Page, deed: string, name = 'otto'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: deed }).click();
}

interface House {
  url: string;
  visit(options: BrowserContextOptions, fn: (page: Page) => Promise<void>): Promise<void>;
  /** Adds this many accounts. */
  addCrowd(count: number): Promise<void>;
  forgetConfirmations(name: string): Promise<void>;
}

/** A service with five people, at a host name, because no browser makes passkeys for IP addresses. The first and the last are administrators. */
async function openHouse(t: TestContext): Promise<House> {
  const origin = await startOrigin(t, () => 3);
  const environment = await temporaryInstance(t, {
    COURANT_LISTEN: 'localhost:0',
    COURANT_FETCH_ALLOW: '127.0.0.1',
  });
  await addUsers(environment, ...['ines', 'anna', 'ben', 'clara'].map((name) => ({ name, password })));
  await addUsers(environment, { name: 'dora', password, isAdmin: true });
  const { url } = await openInstance(t, environment);
  const { client } = await signInApp({ baseUrl: url, name: 'anna', password });
  await client.feeds.create({ feedUrl: origin.url });
  return {
    url,
    visit: (options, fn) =>
      inContext(browser as Browser, options, async (context) => fn(await context.newPage())),
    async addCrowd(count) {
      const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
      await store.write((tx) => {
        const numbers = tx.dialect.numbers(Array.from({ length: count }, (_, index) => index + 1));
        return tx.run(sql`
          INSERT INTO users (name, name_key, password_hash, created_at)
          SELECT 'person ' || value, 'person ' || value, 'none', ${tx.now} FROM (${numbers}) AS numbers`);
      });
      await store.close();
    },
    forgetConfirmations: (name) => forgetConfirmations(environment, name),
  };
}

async function signIn(page: Page, { name, to }: { name: string; to: string }): Promise<void> {
  await page.goto(to);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(to);
}

/** A row that the program has drawn, not one of the saved list that is painted before it is there. */
const drawnRow = '.is-ready #list .row';

/** What the page shows of keys, beside the search and where no article is open: nothing on a touch screen. */
function hintsOf(page: Page): Promise<string[]> {
  return page.locator('.find kbd, .nothing p:nth-of-type(2)').allTextContents();
}

// Tests the screens of the reader in a real browser when an answer comes late, or not at all, and the person has gone on meanwhile.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { APIResponse, Locator, Page, Route } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { forgetConfirmations } from './forget-confirmations.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  follow,
  keepToasts,
  openReaderHouse,
  password,
  type ReaderHouse,
  settled,
} from './reader-house.ts';

const browser = await openBrowser();

const who = '**/app.courant.account/v1/me';
const me = `fetch('/api/app.courant.account/v1/me').then((answer) => answer.text())`;

test('who is signed in is asked again when the service could not say it, two actions that want to know it at once are both done after one confirmation, and a password is changed although another request is told meanwhile that the session is over', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const acts = async (page: Page): Promise<void> => {
    await isAskedAgain(page);
    await confirmsOnce(page, house);
    await changesPasswordMeanwhile(page);
  };
  await house.readOnce({ ...desktop, at: '/settings/account' }, acts, async (page) => {
    await page.route(who, (route) => route.fulfill({ status: 502 }));
  });
});

async function isAskedAgain(page: Page): Promise<void> {
  await page.locator('.who').waitFor();
  // The question of the screen has been answered before.
  await page.evaluate(me);
  await page.unroute(who);
  await page.locator('.who b', { hasText: 'ines' }).waitFor();
  await page.getByRole('link', { name: 'Administration' }).waitFor();
}

async function confirmsOnce(page: Page, house: ReaderHouse): Promise<void> {
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  await forgetConfirmations(house.environment, 'ines');
  const [refused, isOpen] = [Promise.withResolvers<APIResponse>(), Promise.withResolvers<void>()];
  const begun = Promise.withResolvers<void>();
  let isConfirming = true;
  const begin = async (route: Route): Promise<void> => {
    if (!isConfirming) {
      await route.fulfill({ response: await route.fetch() });
      return begun.resolve();
    }
    refused.resolve(await route.fetch());
    await isOpen.promise;
    await route.fulfill({ response: await refused.promise });
  };
  // For a change of the password the service wants it only from who has codes or passkeys: here the same answer tells it.
  const change = async (route: Route): Promise<void> => {
    if (isConfirming) return route.fulfill({ response: await refused.promise });
    // It ends the session, in which the other is to be done.
    await begun.promise;
    return route.fallback();
  };
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
  await page.unroute('**/v1/password');
}

async function changesPasswordMeanwhile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change password' }).click();
  const field = page.getByLabel('New password');
  await page.getByLabel('Current password').fill(password);
  await field.fill('another long password');
  const { asked } = await hold(page, '**/v1/password');
  await field.press('Enter');
  const route = await asked;
  // The driver takes the new cookie as soon as it is there, the page only with the answer.
  const cookies = await page.context().cookies();
  const response = await route.fetch();
  await page.context().addCookies(cookies);
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await (await refused).finished();
  await route.fulfill({ response });
  // It says so as well, but it has said that before.
  await field.waitFor({ state: 'detached' });
  assert.match(String(await page.evaluate(me)), /"ines"/);
}

test('what is shown stays when it could not be asked for again, and that is told; an address that is typed while an earlier one is being followed stays, as does the screen, and does not get the blame for its failure', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startOrigin(t, () => 2);
  await house.readOnce({ ...desktop, at: '/admin/instance' }, async (page) => {
    const facts = page.getByRole('heading', { name: 'Crawler' });
    await facts.waitFor();
    await page.route('**/app.courant.admin/v1/instance', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').waitFor();
    await facts.waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await facts.waitFor();

    // An address after the other.
    await follow(page, '/add');
    await keepToasts(page);
    const address = page.getByLabel('Address', { exact: true });
    for (const isRefused of [true, false]) {
      await address.fill(url);
      await address.press('Enter');
      const { asked } = await hold(page, '**/v1/feeds/create');
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      const route = await asked;
      await address.fill('https://another.example/');
      if (isRefused) await route.fulfill({ status: 409, json: { error: 'Cannot follow: no more' } });
      else await route.continue();
      await page
        .locator('.toast')
        .getByText(isRefused ? 'Cannot follow: no more' : /^Following/)
        .waitFor();
      assert.equal(await address.inputValue(), 'https://another.example/');
      assert.equal(await page.locator('#add-failure').count(), 0);
    }
  });
});

test('another address for a feed that fails can be corrected when it is none, and a title that is being typed stays when another is kept or told meanwhile, and the last one is kept', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const id = (await house.client.feeds.list())[0]?.id ?? 0;
  const corrects = async (page: Page): Promise<void> => {
    await page.getByText('It is at another address').click();
    await page.route('**/repair', (route) => route.abort());
    await keepToasts(page);
    const address = page.locator('.ailing').getByLabel('Address');
    await address.fill('https://origin.example/fed.xml');
    await address.press('Enter');
    await page.locator('.toast').waitFor();
    await settled(async () => assert.equal(await page.locator('.ailing [aria-disabled=true]').count(), 0));
    assert.equal(await address.inputValue(), 'https://origin.example/fed.xml');

    // What is typed after the title that is being kept.
    const field = page.getByLabel('Title');
    const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
    await field.fill('Mine');
    const { asked } = await hold(page, '**/feeds/*/update');
    await field.press('Enter');
    const route = await asked;
    await field.press('End');
    await page.keyboard.type(' own');
    await route.continue();
    await heading('Mine').waitFor();
    assert.equal(await field.inputValue(), 'Mine own');
    await house.client.feeds.update(id, { title: 'Elsewhere' });
    await heading('Elsewhere').waitFor();
    assert.equal(await field.inputValue(), 'Mine own');
    await field.press('Enter');
    await heading('Mine own').waitFor();
    await settled(async () => assert.equal((await house.client.feeds.get(id)).title, 'Mine own'));
  };
  await house.readOnce(
    { ...desktop, at: `/feeds/${id}/about` },
    corrects,
    async (page) => void (await page.route('**/api/v1/feeds', failing)),
  );
});

test('the title of a next group that is typed while one is created stays, and the Undo of what was done last when an earlier one has ended', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    await keepToasts(page);
    const field = page.getByLabel('New group');
    const isCreated = (title: string): Promise<void> =>
      page.locator('.toast').getByText(`Group ${title} created`).waitFor();
    await field.fill('Paper');
    const creates = await hold(page, '**/v1/groups/create');
    await field.press('Enter');
    const creation = await creates.asked;
    await field.fill('Radio');
    await creation.continue();
    await isCreated('Paper');
    assert.equal(await field.inputValue(), 'Radio');
    await field.press('Enter');
    await settled(async () => assert.equal(await field.inputValue(), ''));
    await isCreated('Radio');

    // The last one is taken back while another is created.
    const deletes = await hold(page, '**/groups/*/delete');
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await undo.click();
    const deletion = await deletes.asked;
    await field.fill('Stage');
    await field.press('Enter');
    await isCreated('Stage');
    await deletion.continue();
    await page.getByRole('status').getByText('Undone').waitFor();
    await undo.click();
    await settled(async () =>
      assert.deepEqual(
        (await house.client.groups.list()).map(({ title }) => title),
        ['Paper'],
      ),
    );
  });
});

test('of feeds whose row went while they were dragged none goes along with what is dragged next, and a drag goes on while another finger is put down', {
  skip: !browser,
}, async (t) => {
  const house = await openTwo(t);
  for (const title of ['Paper', 'Radio']) await house.client.groups.create({ title });
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    const isMoved = (group: string): Promise<void> =>
      page.getByText(`1 feed moved to ${group}`).first().waitFor();
    // Each move begins with this question.
    let asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/groups')) asked.push(request.method());
    });
    // Something else is, such as a link.
    const dropInVain = await dragOne(page);
    await page.getByLabel('Find a feed').fill('Two');
    await row(page, 'One').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).click();
    asked = [];
    await dropInVain('Radio');
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    assert.deepEqual(asked, []);
    await page.getByLabel('Find a feed').fill('');

    // Another feed is dragged next.
    await dragOne(page);
    await page.getByLabel('Find a feed').fill('Two');
    await row(page, 'One').waitFor({ state: 'detached' });
    await page.getByLabel('Find a feed').fill('');
    await row(page, 'One').waitFor();
    asked = [];
    await row(page, 'Two').dragTo(groupCalled(page, 'Paper'));
    await isMoved('Paper');
    assert.deepEqual(asked, ['GET']);

    const dropOn = await dragOne(page);
    await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', { pointerType: 'touch' });
    await dropOn('Radio');
    await isMoved('Radio');
  });
});

/** Begins to drag the feed called One. Returns what drops it on a group. */
async function dragOne(page: Page): Promise<(title: string) => Promise<void>> {
  await row(page, 'One').waitFor();
  const dataTransfer = await page.evaluateHandle('new DataTransfer()');
  await row(page, 'One').dispatchEvent('dragstart', { dataTransfer });
  return (title) => groupCalled(page, title).dispatchEvent('drop', { dataTransfer });
}

test('a feed is unfollowed once however often that is pressed, and one selected meanwhile stays selected', {
  skip: !browser,
}, async (t) => {
  const house = await openTwo(t);
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    await keepToasts(page);
    await row(page, 'One').getByRole('checkbox').check();
    const { asked } = await hold(page, '**/feeds/*/delete');
    await page.getByRole('button', { name: 'Unfollow' }).click();
    const route = await asked;
    await page.getByRole('button', { name: 'Unfollow' }).click({ force: true });
    await row(page, 'Two').getByRole('checkbox').check();
    await route.continue();
    await row(page, 'One').waitFor({ state: 'detached' });
    await page.getByText('One unfollowed').first().waitFor();
    assert.equal(await row(page, 'Two').getByRole('checkbox').isChecked(), true);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
  });
});

/** Holds the next request to an address, but not those that follow it. */
async function hold(page: Page, address: string): Promise<{ asked: Promise<Route> }> {
  const held = Promise.withResolvers<Route>();
  let isHeld = false;
  await page.route(address, (route) => {
    if (isHeld) return route.fallback();
    isHeld = true;
    held.resolve(route);
  });
  return { asked: held.promise };
}

/** The feeds as the service tells them, but all of them fail. */
async function failing(route: Route): Promise<void> {
  const response = await route.fetch();
  const feeds = (await response.json()) as Record<string, unknown>[];
  const health = { state: 'failing', failing_since: '2026-01-01T00:00:00Z' };
  await route.fulfill({ response, json: feeds.map((feed) => ({ ...feed, 'app.courant.health': health })) });
}

async function openTwo(t: TestContext): Promise<ReaderHouse> {
  const house = await openReaderHouse(t, browser, 2);
  const other = await startOrigin(t, () => 2);
  const [one] = await house.client.feeds.list();
  const two = await house.client.feeds.create({ feedUrl: other.url });
  await house.client.feeds.update(one?.id ?? 0, { title: 'One' });
  await house.client.feeds.update(two.id, { title: 'Two' });
  return house;
}

function row(page: Page, name: string): Locator {
  return page.locator('tbody').getByRole('row').filter({ hasText: name });
}

/** In the sidebar. */
function groupCalled(page: Page, title: string): Locator {
  return page.getByRole('navigation').locator('section').filter({ hasText: title }).first();
}

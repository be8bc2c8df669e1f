// Tests that the focus is somewhere sensible when the element that had it is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  holdAnswer,
  keepToasts,
  openReaderHouse,
  password,
  rowsAre,
} from './reader-house.ts';

const browser = await openBrowser();
/** From now on `window.ends` is how often it was decided when a toast with an Undo ends. */
const countsEnds = `{
  window.ends = 0;
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => {
    if (ms === 8_000) window.ends++;
    return usual(act, ms, ...rest);
  };
}`;

test('the focus is kept where the pressed button is gone: in the history, above the table of feeds, beside the drawer, and on the way back to the feeds', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 0)).url });
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await keepToasts(page);
    await page.keyboard.press('Shift+A');
    await page.getByText('3 items marked as read').first().waitFor();
    await house.unreadAre(0);
    await follow(page, '/history');
    await page.getByRole('button', { name: 'Undo: 3 items marked as read' }).press('Enter');
    await focusIs(page, '[aria-label="Redo: 3 items marked as unread"]');

    await follow(page, '/manage');
    await page.locator('.feeds tbody').getByRole('checkbox').first().press('Space');
    await page.locator('.bulk').getByRole('button', { name: 'Unfollow' }).press('Enter');
    await focusIs(page, '[aria-label="Select all"]');
    // It stays for the focus although the pointer goes.
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.evaluate(countsEnds);
    await page.locator('.toast').hover();
    await page.mouse.move(0, 0);
    assert.equal(await page.evaluate('window.ends'), 0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.locator('.feeds tbody').getByRole('checkbox').nth(1).waitFor();
    await focusIs(page, '[aria-label="Select all"]');

    await follow(page, '/unread');
    await rowsAre(page, 'Post 3');
    await page.locator('.splitter').first().waitFor();
    await page.locator('.side a').first().focus();
    await page.keyboard.press('[');
    await focusIs(page, '#list');
    await page.setViewportSize({ width: 800, height: 700 });
    await page.locator('.burger').press('Enter');
    await focusIs(page, '.side a');
    await page.keyboard.press('Escape');
    await focusIs(page, '.burger');

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'Feeds' }).press('Enter');
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await focusIs(page, '.side.as-page');
  });
});

test('in the settings the focus goes to a new app password, to the neighbour of one that is removed, from a key that is reset to the button beside it, and from a form of the account back to the button that opened it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, at: '/settings/apps' }, async (page) => {
    await keepsItAtAppPasswords(page);
    await follow(page, '/settings/keys');
    await keepsItAtKeys(page);
    const sessions = await holdAnswer(page, '**/v1/sessions*');
    await follow(page, '/settings/account');
    await keepsItBesideALateList(page, sessions);
    await keepsItAtForms(page);
  });
});

/** A new one is shown once. From the last entry of their list it goes to the one before. */
async function keepsItAtAppPasswords(page: Page): Promise<void> {
  for (const name of ['Reeder', 'Unread', 'Vienna']) {
    await page.getByLabel('Which app is it for?').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Type this into ${name}` }).waitFor();
    await focusIs(page, '#fresh-title');
  }
  const revoke = page.locator('[aria-labelledby=app-passwords-title] li button');
  // A new password is shown before the list is asked for again.
  await revoke.nth(2).waitFor();
  const [first = '', second = '', third = ''] = await revoke.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? ''),
  );
  await page.locator(`[aria-label="${second}"]`).press('Enter');
  await focusIs(page, `[aria-label="${third}"]`);
  await page.keyboard.press('Enter');
  await focusIs(page, `[aria-label="${first}"]`);
  await page.keyboard.press('Enter');
  await focusIs(page, '.screen');
}

/** One is reset, and then all of them. */
async function keepsItAtKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the key for: Next', exact: true }).press('Enter');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Reset the key for: Next', exact: true }).press('Enter');
  await focusIs(page, '[aria-label="Change the key for: Next"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Reset all keys' }).press('Enter');
  await focusIs(page, '[aria-label="Change the key for: List of all keys"]');
}

/** Another part of the page is drawn just before the form is closed. */
async function keepsItBesideALateList(
  page: Page,
  sessions: Awaited<ReturnType<typeof holdAnswer>>,
): Promise<void> {
  await page.getByRole('button', { name: 'Change password', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).focus();
  await page.evaluate(cancelsWith('[aria-labelledby=sessions-title] li'));
  await sessions.held;
  sessions.release();
  await focusIs(page, '[aria-labelledby=password-title] > button');
}

/** Presses what has the focus as soon as there is something else. */
const cancelsWith = (selector: string): string => `{
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return;
    observer.disconnect();
    document.activeElement.click();
  }).observe(document, { childList: true, subtree: true });
}`;

async function keepsItAtForms(page: Page): Promise<void> {
  for (const [section, name] of [
    ['password-title', 'Change password'],
    ['codes-title', 'Turn on'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await focusIs(page, `[aria-labelledby=${section}] > button`);
  }
  await page.getByRole('button', { name: 'Change password' }).press('Enter');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed').first().waitFor();
  await focusIs(page, '[aria-labelledby=password-title] > button');
}

test('the tab key closes a menu, and goes on from where that was opened; from a group that is removed the focus goes to the next, and along with one that is moved', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  for (const title of ['Ants', 'Bees', 'Cats']) await house.client.groups.create({ title });
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.getByRole('button', { name: 'More for this list' }).press('Enter');
    await focusIs(page, '[role^=menuitem]');
    await page.keyboard.press('Tab');
    await focusIs(page, '[aria-pressed=true]');
    assert.equal(await page.locator(':popover-open').count(), 0);

    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await page.keyboard.press('Tab');
    // What follows the focus is loaded after the list: until then no item is there for the key.
    await focusIs(page, '.row.sel a');
    await page.keyboard.press('.');
    await focusIs(page, '[role=menuitem]');
    await page.keyboard.press('Shift+Tab');
    await page.locator('.app > .menu').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Post 3');

    await follow(page, '/manage');
    const act = async (title: string, name: string): Promise<void> => {
      await page.locator('.group-list li', { hasText: title }).locator('.ib').press('Enter');
      // A menu takes the focus only once it is drawn: a key that is pressed before then would meet its first entry.
      await focusIs(page, '[role=menuitem]');
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    await act('Bees', 'Move up');
    await page.locator('.group-list li:nth-child(2)', { hasText: 'Bees' }).waitFor();
    await focusIs(page, 'li:nth-child(2) > .ib');
    await act('Ants', 'Remove the group');
    await page.getByText('Group Ants removed').first().waitFor();
    await focusIs(page, 'li:nth-child(3) > .choice');
    await act('Bees', 'Remove the group');
    await page.getByText('Group Bees removed').first().waitFor();
    await focusIs(page, 'li:nth-child(2) > .choice');
    await act('Cats', 'Remove the group');
    await page.getByText('Group Cats removed').first().waitFor();
    await focusIs(page, 'li:nth-child(1) > .choice');
  });
});

// Tests the order in which lists by feed, and the keys, go through feeds in groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { followMany } from './follow-many.ts';
import { openBrowser } from './open-browser.ts';
import { chosen, desktop, holdAnswer, openReaderHouse, pressPair, settled } from './reader-house.ts';

const browser = await openBrowser();
const titleOf = (site: string): string => `Title of https://site-${site}.example/`;

test('a list by feed goes as the sidebar does also where it is asked for before that is there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 2, feedsOfEach: 2 });
  const [, second] = await house.client.groups.list();
  await house.client.groups.update(second?.id ?? 0, { position: 0 });
  const moved = (await house.client.feeds.list()).find(({ title }) => title === titleOf('1-2'));
  await house.client.feeds.update(moved?.id ?? 0, { position: 0 });
  const order = [...['2-1', '2-2', '1-2', '1-1'].map(titleOf), 'Origin'];
  let release = (): void => {};
  await house.readOnce(
    desktop,
    async (page) => {
      await page.locator('#list .day').nth(4).waitFor();
      release();
      await headsAre(page, order);
    },
    async (page) => {
      await page.addInitScript(chosen({ orders: { unread: 'by-feed' } }));
      ({ release } = await holdAnswer(page, '**/changes*'));
    },
  );
});

test('a group is listed by feed, and entered by the key, as its feeds stand in it, also those of other groups', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 2, feedsOfEach: 2 });
  const { client } = house;
  const [first, second] = await client.groups.list();
  const [, last = 0] = second?.feed_ids ?? [];
  await client.groups.update(first?.id ?? 0, { feedIds: [...(first?.feed_ids ?? []), last] });
  await house.readOnce(desktop, async (page) => {
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await page.locator('.side').getByRole('link', { name: 'Group 2' }).click();
    await heading('Group 2').waitFor();
    await page.getByRole('button', { name: 'By feed' }).click();
    await headsAre(page, ['2-1', '2-2'].map(titleOf));
    // With what was read, the service is asked feed by feed.
    let asked = 0;
    page.on('response', (response) => {
      if (/feeds\/\d+\/items/.test(response.url())) asked++;
    });
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Only unread' }).click();
    await settled(async () => assert.ok(asked >= 2));
    await headsAre(page, ['2-1', '2-2'].map(titleOf));
    await page.keyboard.press('Shift+N');
    await heading(titleOf('2-1')).waitFor();
    // Everything from the service, and what is unread out of the copy.
    for (const [key, name] of [
      ['a', 'Everything'],
      ['u', 'Unread'],
    ] as const) {
      await pressPair(page, 'g', key);
      await heading(name).waitFor();
      await page.getByRole('button', { name: 'By feed' }).click();
      await headsAre(page, [...['1-1', '1-2', '2-2', '2-1'].map(titleOf), 'Origin']);
    }
  });
});

function headsAre(page: Page, titles: readonly string[]): Promise<void> {
  return settled(async () => assert.deepEqual(await page.locator('#list .day').allInnerTexts(), titles));
}

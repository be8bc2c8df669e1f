// Tests lists that are open and empty when items come back to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { followMany } from './follow-many.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, follow, holdAnswer, openReaderHouse, pressPair, rowsAre } from './reader-house.ts';

const browser = await openBrowser();

test('an Undo brings items back also into a list that was opened empty', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('Shift+A');
    await page.getByText('3 items marked as read').first().waitFor();
    await pressPair(page, 'g', 'a');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await pressPair(page, 'g', 'u');
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    await page.getByRole('link', { name: 'Look back at Starred' }).focus();
    await page.keyboard.press('z');
    await rowsAre(page, 'Post 3');
    // The link that had the focus is gone.
    await focusIs(page, '#list');
  });
});

test('an empty list shows what is marked elsewhere, and the items of a feed that joins its group', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { client } = house;
  const [feed] = await client.feeds.list();
  const group = await client.groups.create({ title: 'Notes' });
  const ids = (await client.items.list()).items.map(({ id }) => id);
  assert.ok(feed && ids.length === 3);
  await client.items.markManyRead(ids);
  await house.readOnce(desktop, async (page) => {
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    // The browser does not have these items yet.
    await client.items.markManyUnread(ids);
    await rowsAre(page, 'Post 3');

    await follow(page, '/starred');
    await page.getByRole('heading', { name: 'Nothing starred' }).waitFor();
    await client.stars.add(ids[1] ?? 0);
    await rowsAre(page, 'Post 2');

    await follow(page, `/groups/${group.id}`);
    await page.getByRole('heading', { name: 'Nothing unread in Notes' }).waitFor();
    // Nor anything that was read: no feed is in it.
    await page.getByText('Read items are not shown here').waitFor();
    await client.groups.update(group.id, { feedIds: [feed.id] });
    await rowsAre(page, 'Post 3');
  });
});

test('an empty list waits until all of what comes back to it is there, whatever else is told meanwhile', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 1, feedsOfEach: 120 });
  const { client } = house;
  const [origin] = await client.feeds.list();
  const first = await client.items.list({ limit: 100 });
  const ids = [...first.items, ...(await client.items.list(first.older)).items].map(({ id }) => id);
  await client.items.markManyRead(ids);
  let filled: Promise<unknown> | undefined;
  const prepare = async (page: Page): Promise<void> => {
    // Until then, the list asks the service for its pages. Starred items are asked for once all unread ones are there.
    filled = page.waitForRequest('**/starred?limit=100');
  };
  const readsAll = async (page: Page): Promise<void> => {
    await filled;
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    // They are fetched by the hundred: 21 are left.
    const rest = await holdAnswer(page, /[?&]ids=(\d+(%2C|,)?){2,21}(&|$)/);
    await client.items.markManyUnread(ids);
    await rest.held;
    await client.feeds.update(origin?.id ?? 0, { title: 'Told meanwhile' });
    await page.locator('.side').getByText('Told meanwhile').waitFor();
    rest.release();
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('Shift+G');
    await page.locator('#list .end').getByText('That is all').waitFor();
    await page.locator(`#row-${Math.min(...ids)}`).waitFor();
  };
  await house.readOnce(desktop, readsAll, prepare);
});

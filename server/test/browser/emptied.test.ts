// Tests lists that are open and empty when items come back to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, openReaderHouse, pressPair, rowsAre } from './reader-house.ts';

const browser = await openBrowser();

test('an Undo brings items back also into a list that was opened empty', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
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
  await house.read(desktop, async (page) => {
    await page.getByRole('heading', { name: 'That’s everything, for now' }).waitFor();
    // The browser does not have these items yet.
    await client.items.markManyUnread(ids);
    await rowsAre(page, 'Post 3');

    await page.goto(new URL('/starred', page.url()).href);
    await page.getByRole('heading', { name: 'Nothing starred' }).waitFor();
    await client.stars.add(ids[1] ?? 0);
    await rowsAre(page, 'Post 2');

    await page.goto(new URL(`/groups/${group.id}`, page.url()).href);
    await page.getByRole('heading', { name: 'Nothing unread in Notes' }).waitFor();
    await client.groups.update(group.id, { feedIds: [feed.id] });
    await rowsAre(page, 'Post 3');
  });
});

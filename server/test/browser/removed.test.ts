// Tests items that are removed elsewhere while a list with them is open.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Feed } from '@courant/client';
import type { Locator, Page, Route } from 'playwright-core';
import { betweenRowsMs } from '../../../reader/src/data/limits.ts';
import { startSite } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, type ReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('what is not followed any more leaves the lists that are open, but for what is being read, and can come back', {
  skip: !browser,
}, async (t) => {
  await besideShort(t, 30, async ({ house, other, page }) => {
    const short = page.locator('#list .row').filter({ hasText: 'Short' });
    await page.getByRole('link', { name: 'Short 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Short 2' }).waitFor();
    await house.client.feeds.delete(other.id);
    await settled(async () => assert.equal(await short.count(), 1));
    // The open item stays, and the keys move on from there.
    assert.match(await page.locator('.body').innerText(), /Words 2/);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 30' }).waitFor();

    await bringBack(house);
    await page.getByRole('button', { name: '2 new' }).click();
    await settled(async () => assert.equal(await short.count(), 3));
  });
});

test('the focus goes to the neighbour of a row, a feed and a group that are removed elsewhere', {
  skip: !browser,
}, async (t) => {
  await besideShort(t, 3, async ({ house, other, page }) => {
    await untilTrue(page, isWhole);
    await page.getByRole('link', { name: 'Short 2', exact: true }).focus();
    await house.client.feeds.delete(other.id);
    await untilTrue(page, "document.activeElement.textContent === 'Post 3'");
    await bringBack(house);
    for (const title of ['First', 'Second']) await house.client.groups.create({ title, feedIds: [other.id] });
    await page
      .locator('[data-group]', { hasText: 'Second' })
      .getByRole('link', { name: 'Short ones' })
      .focus();
    await house.client.feeds.delete(other.id);
    await untilTrue(page, "document.activeElement.textContent.startsWith('Origin')");
    const groups = await house.client.groups.list();
    await page.getByRole('button', { name: 'Fold Second' }).focus();
    await house.client.groups.delete(groups.find(({ title }) => title === 'Second')?.id ?? 0);
    await untilTrue(page, "document.activeElement.textContent.startsWith('Origin')");
  });
});

test('an item that comes back while it is being read shows in its row what is done to it', {
  skip: !browser,
}, async (t) => {
  await besideShort(t, 3, async ({ house, other, page }) => {
    await page.getByRole('link', { name: 'Short 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Short 2' }).waitFor();
    await house.client.feeds.delete(other.id);
    await settled(async () => assert.equal(await page.locator('#list .row').count(), 4));
    await bringBack(house);
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await page.keyboard.press('s');
    await page
      .locator('#list .row')
      .filter({ hasText: 'Short 2' })
      .getByRole('img', { name: 'Starred' })
      .waitFor();
  });
});

test('an Undo of marks brings them back also on items that have been gone and come back since', {
  skip: !browser,
}, async (t) => {
  await besideShort(t, 3, async ({ house, other, page }) => {
    const count = page.locator('.side .n').first();
    const list = page.locator('#list');
    await untilTrue(page, isWhole);
    await page.keyboard.press('Shift+A');
    await page.getByText('6 items marked as read').first().waitFor();
    await house.client.feeds.delete(other.id);
    await settled(async () => assert.equal(await list.locator('.row').count(), 3));
    await bringBack(house);
    await page.getByRole('link', { name: 'Short' }).waitFor();
    await page.keyboard.press('z');
    await settled(async () => assert.match(await count.innerText(), /^6/));
    await page.keyboard.press('r');
    await settled(async () => assert.equal(await list.locator('.row').count(), 6));
  });
});

test('the list of a group that is removed elsewhere is empty then, but for what is being read, and comes back with it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 200);
  const { client } = house;
  const feedIds = (await client.feeds.list()).map(({ id }) => id);
  const { id } = await client.groups.create({ title: 'News', feedIds });
  const undo = async (): Promise<void> => {
    await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
  };
  await house.readOnce({ ...desktop, at: `/groups/${id}` }, async (page) => {
    const rows = page.locator('#list .row');
    await rowsAre(page, 'Post 200');
    await client.groups.delete(id);
    await settled(async () => assert.equal(await rows.count(), 0));
    const list = page.locator('#list');
    await list.getByRole('link', { name: 'Go to unread' }).waitFor();
    await undo();
    await rowsAre(page, 'Post 200');

    await page.getByRole('link', { name: 'Post 199', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 199' }).waitFor();
    await client.groups.delete(id);
    await settled(async () => assert.equal(await rows.count(), 1));
    await undo();
    await rowsAre(page, 'Post 200');
    assert.match(await page.locator('.body').innerText(), /Text 199/);
  });
});

test('the list of a feed of which more was still to come says that it is gone, and comes back with it', {
  skip: !browser,
}, async (t) => {
  await removeWhileRead(t, async ({ house, page, remove }) => {
    await remove();
    await wayOut(page).waitFor();
    await house.client.journal.undo((await house.client.journal.list())[0]?.id ?? 0);
    await rowsAre(page, 'Post 1');
  });
});

test('so does the list of a feed that is removed while its rows are still being drawn', {
  skip: !browser,
}, async (t) => {
  const act = async ({ page, remove }: Reading): Promise<void> => {
    await remove();
    await wayOut(page).waitFor();
  };
  await removeWhileRead(t, act, drawingNoMore);
});

test('a page of it that was still to be answered then changes nothing', { skip: !browser }, async (t) => {
  await removeWhileRead(t, async ({ page, remove }) => {
    const further = /\/feeds\/\d+\/items\?/;
    const asked = Promise.withResolvers<Route>();
    await page.route(further, (route) => asked.resolve(route));
    // With few rows drawn there is nothing to scroll yet, and no event of it.
    await page.locator('.list-scroll').evaluate((pane) => {
      pane.scrollTo(0, pane.scrollHeight);
      pane.dispatchEvent(new Event('scroll'));
    });
    const route = await asked.promise;
    await remove();
    await wayOut(page).waitFor();
    const answered = page.waitForResponse(further);
    await route.continue();
    assert.equal((await answered).status(), 404);
    await (await answered).finished();
    await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
    assert.match(
      await page.locator('#list .mid').innerText(),
      /^This feed is no longer followed\s+Go to unread$/,
    );
  });
});

interface Reading {
  house: ReaderHouse;
  page: Page;
  /** Unfollows the feed elsewhere. */
  remove: () => Promise<void>;
}

/** Opens the list of a feed of 200 items in a reader whose rows come from the service. */
async function removeWhileRead(
  t: TestContext,
  act: (reading: Reading) => Promise<void>,
  script = '',
): Promise<void> {
  const house = await openReaderHouse(t, browser, 200);
  const [feed] = await house.client.feeds.list();
  await followShort(t, house);
  const remove = (): Promise<void> => house.client.feeds.delete(feed?.id ?? 0);
  await house.readOnce(
    { ...desktop, at: `/feeds/${feed?.id}`, script: savingData + script },
    async (page) => {
      await page.getByRole('button', { name: 'Oldest' }).click();
      await rowsAre(page, 'Post 1');
      await act({ house, page, remove });
    },
  );
}

/** Undoes the removal of a feed elsewhere. */
async function bringBack({ client }: ReaderHouse): Promise<void> {
  const entry = (await client.journal.list()).find(({ action }) => action === 'feed.removed');
  await client.journal.undo(entry?.id ?? 0);
}

function wayOut(page: Page): Locator {
  return page.locator('#list').getByRole('link', { name: 'Go to unread' });
}

/** The unread list with a feed of three posts, which are its newest. */
async function besideShort(
  t: TestContext,
  posts: number,
  see: (shown: { house: ReaderHouse; other: Feed; page: Page }) => Promise<void>,
): Promise<void> {
  const house = await openReaderHouse(t, browser, posts);
  const other = await followShort(t, house);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Short 3');
    await see({ house, other, page });
  });
}

async function followShort(t: TestContext, { client }: ReaderHouse): Promise<Feed> {
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(short);
  });
  return client.feeds.create({ feedUrl: `${url}/feed.xml` });
}

/** Then the copy is not completed, and further rows come from the service. */
const savingData = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });";

/** Of a list, no more than the first rows are drawn: the timer for the next never ends (`betweenRowsMs`). */
const drawingNoMore = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms === ${betweenRowsMs} ? 0 : usual(act, ms, ...rest));
}`;

const items = [1, 2, 3].map(
  (number) =>
    `<item><title>Short ${number}</title><guid>${number}</guid><description>Words ${number}</description>
     <pubDate>${new Date(Date.UTC(2026, 5, number)).toUTCString()}</pubDate></item>`,
);
const short = `<rss version="2.0"><channel><title>Short ones</title>${items.join('')}</channel></rss>`;

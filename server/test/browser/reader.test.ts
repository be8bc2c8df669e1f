// Tests the web reader in a real browser: reading by keys, live updates, undo, no connection, a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOrigin } from '../feed-origin.ts';
import { isWhole, queued } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  goOffline,
  keepToasts,
  openReaderHouse,
  pressPair,
  rowsAre,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

/** The element in which a list scrolls. */
const pane = "document.querySelector('.list-scroll')";

test('a person reads by keys, marks all, and takes it back', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 60');
    await look(page);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 60' }).waitFor();
    await page.locator('.body').getByText('Text 60').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Post 59' }).waitFor();
    await untilTrue(page, 'document.title.startsWith("(58) Post 59")');
    await look(page);
    await settled(async () => {
      const { items } = await house.client.items.list({ limit: 2 });
      assert.deepEqual(
        items.map((item) => [item.read, item['app.courant.items']?.starred]),
        [
          [true, false],
          [true, true],
        ],
      );
    });

    // Read rows stay until the list is left.
    await rowsAre(page, 'Post 60');
    // However slow the first request is, the second follows it.
    const sent = Promise.withResolvers<void>();
    await page.route('**/api/v1/items/unread', async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.keyboard.press('m');
    await untilTrue(page, 'document.title.startsWith("(59)")');
    await page.keyboard.press('Shift+A');
    await untilTrue(page, '!document.title.startsWith("(")');
    await page.evaluate('fetch("/api/v1/feeds").then((answer) => answer.text())');
    sent.resolve();
    await page.getByText('59 items marked as read').first().waitFor();
    assert.equal((await house.client.sync.counts()).total, 0);
    await page.keyboard.press('z');
    await house.unreadAre(59);
    await untilTrue(page, 'document.title.startsWith("(59)")');

    await pressPair(page, 'g', 's');
    await page.waitForURL('**/starred');
    await rowsAre(page, 'Post 59');
    assert.equal(await page.locator('.row').count(), 1);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
  });
});

test('what is published meanwhile waits behind "new", and moves nothing', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 40);
  const other = await startOrigin(t, () => 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 40');
    // Until then the list may be put in order once more.
    await untilTrue(page, isWhole);
    // Until all rows are drawn: rows that are added by scrolling must not look like a jump.
    await settled(async () => {
      await page.evaluate(`${pane}.scrollTop = ${pane}.scrollHeight`);
      assert.equal(await page.locator('.row').count(), 40);
    });
    await page.evaluate(`${pane}.scrollTop = 700`);
    const before = await page.locator('.row').count();
    await house.client.feeds.create({ feedUrl: other.url });
    await page.getByRole('button', { name: '3 new' }).waitFor();
    assert.equal(await page.evaluate(`${pane}.scrollTop`), 700);
    assert.equal(await page.locator('.row').count(), before);
    await page.getByRole('button', { name: '3 new' }).click();
    await rowsAre(page, 'Post 3');
    await settled(async () => assert.equal(await page.evaluate(`${pane}.scrollTop`), 0));

    // Following a feed can be undone; one that was followed already is only shown.
    const third = await startOrigin(t, () => 2);
    await page.keyboard.press('a');
    await page.getByLabel('Address').fill('http://127.0.0.1:1/feed.xml');
    await page.getByLabel('Address').press('Enter');
    await page.getByRole('alert').getByText('The site cannot be reached').waitFor();
    await look(page);
    await page.getByLabel('Address').fill(other.url);
    await page.getByLabel('Address').press('Enter');
    await page.getByText('You follow this feed already').waitFor();
    await page.getByLabel('Address').fill(third.url);
    await page.getByLabel('Address').press('Enter');
    await page.getByRole('heading', { name: 'Found 1 feed' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Post 2' }).waitFor();
    await look(page);
    await page.getByLabel('Group').selectOption('New group …');
    await page.getByLabel('Title of the new group').fill('Third');
    await keepToasts(page);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await rowsAre(page, 'Post 2');
    assert.equal((await house.client.feeds.list()).length, 3);
    assert.deepEqual(
      (await house.client.groups.list()).map(({ title }) => title),
      ['Third'],
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL('**/unread');
    assert.equal((await house.client.feeds.list()).length, 2);
    assert.deepEqual(await house.client.groups.list(), []);

    // The same by a file in an older encoding, in which one feed cannot be reached.
    await page.keyboard.press('a');
    const outlines = [third.url, 'http://127.0.0.1:1/feed.xml'].map((url) => `<outline xmlUrl="${url}"/>`);
    const group = `<outline text="Café">${outlines.join('')}</outline>`;
    const opml = `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><body>${group}</body></opml>`;
    const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml, 'latin1') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('Done: 1 followed, 0 already there, 1 failed').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'http://127.0.0.1:1/feed.xml' }).waitFor();
    assert.deepEqual(
      (await house.client.groups.list()).map(({ title }) => title),
      ['Café'],
    );
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Import undone: 1 feed unfollowed').first().waitFor();
    await look(page);
    await untilTrue(page, "document.activeElement.textContent === 'Choose a file'");
    assert.deepEqual([(await house.client.feeds.list()).length, await house.client.groups.list()], [2, []]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    assert.equal((await house.client.groups.list())[0]?.feed_ids.length, 1);
  });
});

test('without a connection it opens, reads and writes, and sends what was written when it is back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 12');
    await page.evaluate('navigator.serviceWorker.ready');
    await untilTrue(page, isWhole);
    await goOffline(page);
    await page.reload();
    await rowsAre(page, 'Post 12');
    await page.keyboard.press('j');
    await page.locator('.body').getByText('Text 12').waitFor();
    await page.locator('.strip').getByText('1 change will sync later').waitFor();
    await look(page);
    await settled(async () => assert.equal(await page.evaluate(queued), 1));
    await page.reload();
    await page.locator('.strip').getByText('1 change will sync later').waitFor();
    assert.equal((await house.client.sync.counts()).total, 12);
    await page.context().setOffline(false);
    await house.unreadAre(11);
    await page.locator('.strip').waitFor({ state: 'detached' });
  });
});

/** What a browser reports when the new page was not there after four seconds. */
const slidesTooSlowly = `
  document.startViewTransition = (update) => {
    const finished = Promise.resolve(update());
    return { ready: Promise.reject(new Error('Too slow')), finished };
  };`;

test('on a telephone an item is opened, and the way back leads to the same place', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  await house.readOnce({ ...telephone, colorScheme: 'dark' }, async (page) => {
    await rowsAre(page, 'Post 60');
    await look(page);
    const row = page.getByRole('link', { name: 'Post 43', exact: true });
    await row.scrollIntoViewIfNeeded();
    const place = await page.evaluate(`${pane}.scrollTop`);
    assert.ok(Number(place) > 500, String(place));
    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Post 43' }).waitFor();
    await look(page);
    // The list is under the article: only the article is visible.
    const seen = await page.screenshot();
    await page.evaluate("document.querySelector('.article-scroll').style.visibility = 'hidden'");
    assert.notDeepEqual(await page.screenshot(), seen);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await row.waitFor();
    assert.equal(await page.evaluate(`${pane}.scrollTop`), place);
    // Nor is it an error when a machine is too slow for the transition.
    await page.evaluate(slidesTooSlowly);
    await page.getByRole('link', { name: 'Feeds' }).click();
    await page.getByRole('link', { name: /Origin/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Origin' }).waitFor();
    await look(page);
  });
});

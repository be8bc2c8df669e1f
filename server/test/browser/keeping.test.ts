// Tests the reader in real browsers that keep its copy only just, only in part, or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOrigin } from '../feed-origin.ts';
import { fromCopy, isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, routePart, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

/** Rows that the program draws, not those of the saved list that is painted before. */
const rows = '#list .row';

test('what was read in a page that is left in the same moment is not unread in the next one', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 8);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const reader = page.url();
    for (let left = 8; left > 1; left--) {
      await settled(async () => assert.equal(await page.locator(rows).count(), left));
      await page.keyboard.press('j');
      await house.unreadAre(left - 1);
      await page.goto(new URL('/about/apps', reader).href);
      await page.goto(reader);
      await page.locator(rows).first().waitFor();
      assert.equal(await page.locator(`${rows}.read`).count(), 0);
    }
  });
});

/** Notes how many unread rows the copy has at the moment at which a write that the service has leaves it. */
const notesUnread = `
  const { delete: remove } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.delete = function (key) {
    const request = remove.call(this, key);
    if (this.name === 'queue') {
      const counted = this.transaction.objectStore('rows').index('unread').count();
      counted.onsuccess = () => { window.unreadThen = counted.result; };
    }
    return request;
  };`;

test('a mark does not leave the copy before its row is kept, and more items than are kept for reading offline are not fetched one by one when they are marked unread elsewhere', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const ids = Array.from({ length: 1_500 }, (_, index) => 1_000 + index);
  await house.readOnce({ ...desktop, script: notesUnread }, async (page) => {
    await untilTrue(page, isWhole);
    await page.keyboard.press('j');
    await untilTrue(page, 'window.unreadThen !== undefined');
    assert.equal(await page.evaluate('window.unreadThen'), 2);

    let asked = 0;
    page.on('request', (request) => {
      if (byIds.test(request.url())) asked++;
    });
    await page.route('**/app.courant.sync/v1/changes?since=*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), items: { unread: ids } } });
    });
    await page.keyboard.press('r');
    await untilTrue(page, fromCopy('facts', "get('whole')", 'found.result.unread === false'));
    await untilTrue(page, fromCopy('facts', "get('missing')", 'found.result?.length === 0'));
    assert.equal(asked, 10);
  });
});

/** While `isFull`, no rows can be kept, nor anything else in the same transaction. */
const fullDisk = `
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...all) {
    const request = put.apply(this, all);
    if (window.isFull && this.name === 'rows') {
      window.hasFailed = true;
      this.transaction.abort();
    }
    return request;
  };`;

test('what came while the disk was full is there in the next page', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const other = await startOrigin(t, () => 3);
  await house.read({ ...desktop, script: fullDisk, serviceWorkers: 'block' }, async (page) => {
    // A whole copy is not filled any more: from here on only changes are kept.
    await untilTrue(page, isWhole);
    await page.evaluate('window.isFull = true');
    await house.client.feeds.create({ feedUrl: other.url });
    await untilTrue(page, 'document.title.startsWith("(8)")');
    await untilTrue(page, 'window.hasFailed');
    await page.evaluate('window.isFull = false');
    await page.keyboard.press('j');
    await untilTrue(page, keptUnread(4));
    await page.goto('/unread');
    await page.getByRole('button', { name: '3 new' }).click();
    await settled(async () => assert.equal(await page.locator(rows).count(), 7));
  });
});

/** From `isFilling` on, the next write of rows is held, and fails when it is released. */
const slowFullDisk = `
  const { put } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    if (this !== window.held) commit.call(this);
  };
  IDBObjectStore.prototype.put = function (...all) {
    const request = put.apply(this, all);
    if (this.name !== 'rows') return request;
    if (window.held && this.transaction !== window.held) window.isAnotherUnderWay = true;
    if (!window.isFilling) return request;
    window.isFilling = false;
    window.held = this.transaction;
    const wait = () => {
      if (window.held) this.count().onsuccess = wait;
      else this.transaction.abort();
    };
    wait();
    return request;
  };`;

test('what could not be kept is there in the next page, also where another write was under way by then', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const [three, two] = await Promise.all([startOrigin(t, () => 3), startOrigin(t, () => 2)]);
  await house.read({ ...desktop, script: slowFullDisk, serviceWorkers: 'block' }, async (page) => {
    await untilTrue(page, isWhole);
    await page.evaluate('window.isFilling = true');
    await house.client.feeds.create({ feedUrl: three.url });
    await untilTrue(page, 'window.held !== undefined');
    await house.client.feeds.create({ feedUrl: two.url });
    await untilTrue(page, 'window.isAnotherUnderWay');
    await page.evaluate('window.held = undefined');
    await untilTrue(page, keptUnread(7));
    await page.goto('/unread');
    await page.getByRole('button', { name: '3 new' }).click();
    await settled(async () => assert.equal(await page.locator(rows).count(), 10));
  });
});

/** Whether the copy has the expected number of unread rows. */
function keptUnread(expected: number): string {
  return fromCopy('rows', "index('unread').count()", `found.result === ${expected}`);
}

test('what is marked unread elsewhere is there when the service is back, and in the next page, if this one is left while it is fetched', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  const ids = (await house.client.items.list({ limit: 30 })).items.map(({ id }) => id);
  await house.client.items.markManyRead(ids);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await untilTrue(page, isWhole);
    // None of them is known there; the second half is told of before this page is left.
    for (const [isAnswered, told, unread] of [
      [true, ids.slice(0, 15), 15],
      [false, ids.slice(15), 30],
    ] as const) {
      await page.route(byIds, (route) => (isAnswered ? route.abort() : undefined));
      const asked = isAnswered
        ? page.waitForEvent('requestfailed', (request) => byIds.test(request.url()))
        : page.waitForRequest(byIds);
      await house.client.items.markManyUnread(told);
      await asked;
      await untilTrue(page, fromCopy('facts', "get('unread')", `found.result?.[0]?.[1] === ${unread}`));
      await page.unroute(byIds);
      if (isAnswered) await page.keyboard.press('r');
      else await page.goto('/unread');
      await untilTrue(page, keptUnread(unread));
    }
  });
});

const byIds = /\/api\/v1\/items\?ids=/;

test('where the database of the browser never opens, it is read without', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ ...desktop, script: 'IDBFactory.prototype.open = () => ({})' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('j');
    await house.unreadAre(2);
  });
});

test('a screen whose files are gone since an update is had by trying again', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  // As at an address without encryption, where no service worker keeps the files of the older version.
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 1');
    await routePart(page, 'SettingsScreen', (route) => route.fulfill({ status: 404 }));
    await page.evaluate('window.isOld = true');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    // The page is the newer version: the old one would request the same files for ever.
    assert.equal(await page.evaluate("'isOld' in window"), false);
  });
});

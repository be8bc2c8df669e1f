// Tests many pages of one browser, which opens no more than six connections to a service that speaks HTTP/1.1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { queued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  keepToasts,
  openReaderHouse,
  pressPair,
  rowsAre,
  savingData,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('seven pages hear of marks over one stream, the others also when its page is closed, and requests are answered meanwhile', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const [newest, second] = (await house.client.items.list()).items;
  assert.ok(newest && second);
  const streams = new Map<Request, Page>();
  const streaming = (): Page[] => [...streams.values()].filter((each) => !each.isClosed());
  // Before the first page asks for its own.
  const prepare = async (page: Page): Promise<void> => {
    page.context().on('request', (request) => {
      if (request.url().includes('/app.courant.sync/v1/events')) streams.set(request, request.frame().page());
    });
    page.context().on('requestfailed', (request) => void streams.delete(request));
    page.context().on('requestfinished', (request) => void streams.delete(request));
  };
  const reads = async (page: Page): Promise<void> => {
    const pages = [page];
    await rowsAre(page, 'Post 5');
    for (const _ of Array(6).keys()) {
      const next = await page.context().newPage();
      await next.goto(page.url());
      await rowsAre(next, 'Post 5');
      pages.push(next);
    }
    await house.client.items.markRead(newest.id);
    for (const each of pages) await readRow(each, 'Post 5').waitFor();
    assert.equal(await pages.at(-1)?.evaluate("fetch('/api/v1/items/').then(({ ok }) => ok)"), true);

    // Two pages may hold one for a moment, where the first was slow to answer the second.
    await settled(async () => assert.equal(streaming().length, 1));
    await streaming()[0]?.close();
    await house.client.items.markRead(second.id);
    const left = pages.filter((each) => !each.isClosed());
    assert.equal(left.length, 6);
    for (const each of left) await readRow(each, 'Post 4').waitFor();
    await settled(async () => assert.equal(streaming().length, 1));
  };
  await house.read(desktop, reads, prepare);
});

test('what is chosen in one page holds at once in the others, but for the order of a list that is open there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const other = await otherPageOldestFirst(page);
    await other.goto('/settings');
    await other.getByText('Never automatically').click();
    await other.getByText('Sepia').click();
    await other.locator('#language').selectOption('de');
    await untilTrue(page, "document.documentElement.dataset.theme === 'sepia'");
    // A page that the browser keeps for the way back is told nothing; nor is the one that keeps something itself.
    await page.evaluate(chosen({ theme: 'black' }));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await untilTrue(page, "document.documentElement.dataset.theme === 'black'");
    await page.getByRole('heading', { level: 1, name: 'Ungelesen' }).waitFor();
    // Nor is it sorted anew when something else is chosen here.
    await page.keyboard.press('Shift+H');
    await untilTrue(page, "document.querySelector('.hides-read')");
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('j');
    await page.locator('.body').getByText('Text 3').waitFor();
    assert.equal(await page.locator('.row.read').count(), 0);
  });
});

test('an order that is chosen in one page is kept when another page orders another list', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await otherPageOldestFirst(page);
    // The process of this page learns a moment later what the other keeps.
    await untilTrue(page, `/"oldest"/.test(localStorage.getItem('settings'))`);
    await pressPair(page, 'g', 'a');
    await page.waitForURL('**/everything');
    await page.getByRole('button', { name: 'Oldest' }).click();
    await rowsAre(page, 'Post 1');
    const kept = await page.evaluate("JSON.parse(localStorage.getItem('settings')).orders");
    assert.deepEqual(kept, { unread: 'oldest', everything: 'oldest' });
  });
});

for (const [what, number] of [
  ['all', 3],
  ['more than is here', 200],
] as const) {
  test(`an Undo takes back ${what} also if another page of the browser was first to send what is here`, {
    skip: !browser,
  }, async (t) => {
    const { read, unreadAre } = await openReaderHouse(t, browser, number);
    const mark = async (page: Page): Promise<void> => {
      await rowsAre(page, `Post ${number}`);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await rowsAre(other, `Post ${number}`);
      await keepToasts(page);
      // Whoever wants to send waits for this, in the order in which they ask.
      await other.evaluate(`new Promise((isHeld) => {
        navigator.locks.request('queue', () => new Promise((release) => { window.release = release; isHeld(); }));
      })`);
      await other.evaluate("dispatchEvent(new Event('visibilitychange'))");
      await page.keyboard.press('Shift+A');
      await untilTrue(page, `${queued}.then((count) => count === 1)`);
      await other.evaluate('release()');
      await unreadAre(0);
      await page.locator('.toast').getByText(`${number} items marked as read`).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await unreadAre(number);
    };
    await read({ ...desktop, serviceWorkers: 'block' }, mark, savingData);
  });
}

/** Another page on the same list, in which it was put into another order. */
async function otherPageOldestFirst(page: Page): Promise<Page> {
  await rowsAre(page, 'Post 3');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Oldest' }).click();
  await rowsAre(other, 'Post 1');
  return other;
}

function readRow(page: Page, title: string) {
  return page.locator('.row.read').getByRole('link', { name: title, exact: true });
}

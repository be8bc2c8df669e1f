// Tests how big the reader gets: a long list is a small document, and reading on takes no more memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre } from './reader-house.ts';

const browser = await openBrowser();

/** A thousand items, scrolled through to the end. */
const feeds = 10;
const postsEach = 100;
const most = { nodes: 4_000, heapBytes: 40e6, growthBytes: 1.2e6 };
/** How often "next" is pressed while the memory is watched: a leak of 6 kB each time is seen. */
const presses = 200;

test(`a thousand items in one list fit into 4,000 nodes and 40 MB, and ${presses} times "next" takes no more`, {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, postsEach);
  const origins = await Promise.all(Array.from({ length: feeds - 1 }, () => startOrigin(t, () => postsEach)));
  for (const { url } of origins) await house.client.feeds.create({ feedUrl: url });
  await house.readOnce({ ...desktop, at: '/everything' }, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await rowsAre(page, `Post ${postsEach}`);
    const known = await scrollToTheEnd(page);
    assert.ok(known >= feeds * postsEach, `${known} rows`);
    const nodes = await nodesOf(page);
    const heap = await heapOf(devtools);
    t.diagnostic(`${known} rows: ${nodes} nodes, ${(heap / 1e6).toFixed(1)} MB`);
    assert.ok(nodes <= most.nodes, `${nodes} nodes`);
    assert.ok(heap <= most.heapBytes, `${heap} bytes`);

    await page.evaluate("document.querySelector('.list-scroll').scrollTop = 0");
    await next(page, 50);
    const before = await heapOf(devtools);
    await next(page, presses);
    const grown = (await heapOf(devtools)) - before;
    t.diagnostic(`${presses} times next: ${(grown / 1e6).toFixed(1)} MB more`);
    assert.ok(grown <= most.growthBytes, `${grown} bytes more`);
    await page.getByRole('heading', { level: 1, name: /^Post / }).waitFor();
  });
});

/** Counts the rows that are put into the document from now on. */
const countAdded = `{
  window.added = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const { id } of addedNodes) if (/^row-/.test(id)) window.added++;
  }).observe(document.querySelector('.list-scroll'), { childList: true, subtree: true });
}`;

test('what is new is put above a long list without drawing all of that again', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 300);
  const other = await startOrigin(t, () => 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 300');
    assert.ok((await scrollToTheEnd(page)) >= 300);
    await page.evaluate("document.querySelector('.list-scroll').scrollTop = 0");
    await rowsAre(page, 'Post 300');
    await house.client.feeds.create({ feedUrl: other.url });
    await page.getByRole('button', { name: '3 new' }).waitFor();
    await page.evaluate(countAdded);
    await page.getByRole('button', { name: '3 new' }).click();
    await rowsAre(page, 'Post 3');
    assert.equal(await page.evaluate('added'), 3);
  });
});

/** As many as the copy in the browser keeps (`keptItems`). */
const known = 10_000;

test('ten thousand known items, all of them starred and unread, fit into the same, and the first are there at once', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    const devtools = await page.context().newCDPSession(page);
    await page.evaluate(untilThereIsACopy);
    await page.goto('/about/bot');
    await page.evaluate(fillTheCopy);
    // The service knows none of them: once it has said how many are unread, they would be asked for, and go.
    await page.route('**/api/app.courant.sync/**', () => {});
    await page.goto('/unread');
    await rowsAre(page, 'Kept 9999');
    // The stars are counted when all of them are in memory.
    await page.locator('.side').getByText('10,000', { exact: true }).waitFor();
    assert.ok((await page.locator('.row').count()) < 100, 'not all are drawn');
    await page.evaluate(`(async () => {
      for (let turn = 0; turn < 60; turn++) {
        document.querySelector('.list-scroll').scrollTop += 3000;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })()`);
    const nodes = await nodesOf(page);
    const heap = await heapOf(devtools);
    t.diagnostic(`${known} known: ${nodes} nodes, ${(heap / 1e6).toFixed(1)} MB`);
    assert.ok(nodes <= most.nodes, `${nodes} nodes`);
    assert.ok(heap <= most.heapBytes, `${heap} bytes`);
  });
});

/** Rows that are far from the window go in the frame after the list was scrolled. */
async function nodesOf(page: Page): Promise<number> {
  await page.evaluate('new Promise((passed) => requestAnimationFrame(() => requestAnimationFrame(passed)))');
  return Number(await page.evaluate("document.querySelectorAll('*').length"));
}

/** Waits for the cursor: the first list is drawn before the copy is complete, and without a cursor the reader would start anew. */
const untilThereIsACopy = `(async () => {
  const open = indexedDB.open('courant');
  await new Promise((resolve) => { open.onsuccess = resolve; });
  for (let cursor; cursor === undefined; ) {
    const asked = open.result.transaction('facts').objectStore('facts').get('cursor');
    await new Promise((resolve) => { asked.onsuccess = resolve; });
    cursor = asked.result;
  }
  open.result.close();
})()`;

/** Replaces the rows in the copy with rows as heavy as they get, newest last. */
const fillTheCopy = `(async () => {
  const open = indexedDB.open('courant');
  await new Promise((resolve) => { open.onsuccess = resolve; });
  const transaction = open.result.transaction(['rows', 'facts'], 'readwrite');
  transaction.objectStore('rows').clear();
  for (let number = 0; number < ${known}; number++) {
    const at = Date.UTC(2026, 0, 1) + number * 60_000;
    transaction.objectStore('rows').put({
      id: 1_000_000 + number, feedId: 1, title: 'Kept ' + number, url: 'https://origin.example/posts/' + number, author: 'Ines',
      at, excerpt: (number + ' words of an excerpt ').repeat(10).slice(0, 220), minutes: 3, enclosures: [], categories: ['News', 'Trains'],
      read: false, starred: true, unreadKey: -at, starredKey: -at,
    });
  }
  transaction.objectStore('facts').put({ unread: true, starred: true }, 'whole');
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  open.result.close();
})()`;

/** Returns how many rows the list has at its end. */
async function scrollToTheEnd(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`(async () => {
      const pane = document.querySelector('.list-scroll');
      const isAtEnd = () => pane.querySelector('.end')?.textContent === 'That is all';
      // As long as the service takes for ten pages.
      for (const end = Date.now() + 300_000; !isAtEnd() && Date.now() < end; ) {
        pane.scrollTop = pane.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // Rows far from the screen are portions of one element each.
      const hidden = [...pane.querySelectorAll('.items > li[aria-hidden=true]')].length * 40;
      return hidden + pane.querySelectorAll('.row').length;
    })()`),
  );
}

async function next(page: Page, times: number): Promise<void> {
  await page.evaluate(`(async () => {
    for (let press = 0; press < ${times}; press++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

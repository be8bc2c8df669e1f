// How big the reader gets: a long list is a small document, and reading on and on takes no more memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre } from './reader-house.ts';

const browser = await openBrowser();

/** Two thousand items, scrolled through to the end: the copy in the browser keeps 3,000 at most (`keptItems`), so there is no more to know. */
const feeds = 10;
const postsEach = 200;
const most = { nodes: 4_000, heapBytes: 40e6, growthBytes: 3e6 };

test('two thousand items in one list fit into 4,000 nodes and 40 MB, and 500 times "next" takes no more', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, postsEach);
  const origins = await Promise.all(Array.from({ length: feeds - 1 }, () => startOrigin(t, () => postsEach)));
  for (const { url } of origins) await house.client.feeds.create({ feedUrl: url });
  await house.read(desktop, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await page.goto(new URL('/everything', page.url()).href);
    await rowsAre(page, `Post ${postsEach}`);
    const known = await scrollToTheEnd(page);
    assert.ok(known >= feeds * postsEach, `${known} rows`);
    const nodes = Number(await page.evaluate("document.querySelectorAll('*').length"));
    const heap = await heapOf(devtools);
    t.diagnostic(`${known} rows: ${nodes} nodes, ${(heap / 1e6).toFixed(1)} MB`);
    assert.ok(nodes <= most.nodes, `${nodes} nodes`);
    assert.ok(heap <= most.heapBytes, `${heap} bytes`);

    await page.evaluate("document.querySelector('.list-scroll').scrollTop = 0");
    await next(page, 50);
    const before = await heapOf(devtools);
    await next(page, 500);
    const grown = (await heapOf(devtools)) - before;
    t.diagnostic(`500 times next: ${(grown / 1e6).toFixed(1)} MB more`);
    assert.ok(grown <= most.growthBytes, `${grown} bytes more`);
    await page.getByRole('heading', { level: 1, name: /^Post / }).waitFor();
  });
});

/** Gives how many rows the list has then. */
async function scrollToTheEnd(page: Page): Promise<number> {
  return Number(
    await page.evaluate(`(async () => {
      const pane = document.querySelector('.list-scroll');
      const isAtEnd = () => pane.querySelector('.end')?.textContent === 'That is all';
      for (let turns = 0; !isAtEnd() && turns < 3_000; turns++) {
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

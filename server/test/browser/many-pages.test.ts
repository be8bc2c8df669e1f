// Tests many pages of one browser, which opens no more than six connections to a service that speaks HTTP/1.1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled } from './reader-house.ts';

const browser = await openBrowser();

test('seven pages hear of marks, five are left and hear when those with the stream are closed, and requests are answered meanwhile', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const [newest, second] = (await house.client.items.list()).items;
  assert.ok(newest && second);
  await house.read(desktop, async (page) => {
    const streaming: Page[] = [];
    page.context().on('request', (request) => {
      if (request.url().includes('/app.courant.sync/v1/events')) streaming.push(request.frame().page());
    });
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

    const before = streaming.splice(0);
    await Promise.all(before.map((each) => each.close()));
    await house.client.items.markRead(second.id);
    const left = pages.filter((each) => !each.isClosed());
    assert.ok(left.length >= 5, `${left.length} pages are left`);
    for (const each of left) await readRow(each, 'Post 4').waitFor();
    // What was marked may be heard of before the next stream is opened.
    await settled(async () => assert.ok(streaming.length > 0));
  });
});

function readRow(page: Page, title: string) {
  return page.locator('.row.read').getByRole('link', { name: title, exact: true });
}

// Tests two pages of one browser, of which one has not heard for a while what the other has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { fromCopy, isWhole, queued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a page that is behind does not leave old numbers beside the cursor of another', {
  skip: !browser,
}, async (t) => {
  const { client, read } = await openReaderHouse(t, browser, 3);
  const [first] = (await client.items.list()).items.map(({ id }) => id);
  const { id: more } = await client.feeds.create({ feedUrl: (await startOrigin(t, () => 2)).url });
  const keptOfFirst = (count: number): string =>
    fromCopy('facts', "get('unread')", `found.result.find(([id]) => id !== ${more})[1] === ${count}`);
  await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await rowsAre(other, 'Post 3');
    let isCut = false;
    // It hears no events, neither from the service nor from the other page.
    await page.addInitScript(
      'BroadcastChannel.prototype.postMessage = () => {}; delete window.BroadcastChannel;',
    );
    await page.route('**/app.courant.sync/v1/events*', (route) => route.abort());
    await page.route('**/app.courant.sync/v1/changes*', (route) =>
      isCut ? route.abort() : route.continue(),
    );
    for (const each of [page, other]) {
      await each.route('**/items/*', (route) => (isCut ? route.abort() : route.continue()));
    }
    await page.goto('about:blank');
    await Promise.all([page.waitForEvent('requestfinished', isChanges), page.goto(other.url())]);
    await rowsAre(page, 'Post 3');
    isCut = true;
    await client.items.markRead(first ?? 0);
    await untilTrue(other, keptOfFirst(2));
    await page.locator('#list .row').nth(1).click();
    await untilTrue(page, keptOfFirst(3));
    assert.equal(await page.evaluate(queued), 1);
    await other.keyboard.press('n');
    await other.keyboard.press('s');
    await settled(async () => assert.equal(await other.evaluate(queued), 2));
    await untilTrue(other, keptOfFirst(2));
    await other.close();
    isCut = false;
    await page.reload();
    await settled(async () => assert.match(await page.title(), /^\(3\)/));
  });
});

function isChanges(request: Request): boolean {
  return request.url().includes('/v1/changes');
}

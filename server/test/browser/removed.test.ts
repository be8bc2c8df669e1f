// Tests items that are removed elsewhere while a list with them is open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled } from './reader-house.ts';

const browser = await openBrowser();

test('what is not followed any more leaves the lists that are open, but for what is being read, and can come back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(short);
  });
  const other = await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.read(desktop, async (page) => {
    const short = page.locator('#list .row').filter({ hasText: 'Short' });
    await rowsAre(page, 'Short 3');
    await page.getByRole('link', { name: 'Short 2', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Short 2' }).waitFor();
    await house.client.feeds.delete(other.id);
    await settled(async () => assert.equal(await short.count(), 1));
    // The open item stays, and the keys move on from there.
    assert.match(await page.locator('.body').innerText(), /Words 2/);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 30' }).waitFor();

    const entry = (await house.client.journal.list()).find(({ action }) => action === 'feed.removed');
    await house.client.journal.undo(entry?.id ?? 0);
    await page.getByRole('button', { name: '2 new' }).click();
    await settled(async () => assert.equal(await short.count(), 3));
  });
});

const items = [1, 2, 3].map(
  (number) =>
    `<item><title>Short ${number}</title><guid>${number}</guid><description>Words ${number}</description>
     <pubDate>${new Date(Date.UTC(2026, 5, number)).toUTCString()}</pubDate></item>`,
);
const short = `<rss version="2.0"><channel><title>Short ones</title>${items.join('')}</channel></rss>`;

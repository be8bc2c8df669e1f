// Tests when the reader shows the page behind an item in place of what its feed gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

test('a full text that was asked for is shown on every device, and the text of the feed where a person wants that', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { url } = await startSite(t, ({ url: path }, response) => {
    const body = path === '/feed.xml' ? feed : path === '/story' ? story : undefined;
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader('Content-Type', path === '/feed.xml' ? 'application/rss+xml' : 'text/html').end(body);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  const item = (await house.client.search.newest('beginning')).items[0];
  await house.client.fullText.fetch(item?.id ?? 0);
  await house.read(desktop, async (page) => {
    const text = page.locator('.body');
    // What is found by a word of the full text shows it.
    await page.goto(new URL('/search?q=kestrel', page.url()).href);
    await page.getByRole('link', { name: 'A story', exact: true }).click();
    await text.getByText('kestrel').first().waitFor();
    await page.getByRole('button', { name: 'The feed’s own text' }).click();
    await text.getByText('Only the beginning').waitFor();
    assert.equal(await text.getByText('kestrel').count(), 0);
    await page.goto(new URL('/everything', page.url()).href);
    await page.getByRole('link', { name: 'A story', exact: true }).click();
    await text.getByText('kestrel').first().waitFor();
  });
});

const feed = `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>A story</title><link>/story</link>
  <description>Only the beginning</description></item></channel></rss>`;
const paragraph =
  '<p>There was a kestrel over the hedge, which is more than the feed could tell of it that day.</p>';
const story = `<html><body><article>${paragraph.repeat(9)}</article></body></html>`;

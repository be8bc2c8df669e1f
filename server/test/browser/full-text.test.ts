// Tests when the reader shows the page behind an item in place of what its feed gives.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Item } from '@courant/client';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { tellEdited } from '../../src/store/sources/fan-out.ts';
import { sql } from '../../src/store/sql.ts';
import { startSite } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, type ReaderHouse, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a full text that was asked for is shown on every device, and the text of the feed where a person wants that', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const item = await followStory(t, house);
  await house.client.fullText.fetch(item.id);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const text = page.locator('.body');
    // What is found by a word of the full text shows it.
    await page.goto('/search?q=kestrel');
    await page.getByRole('link', { name: 'A story', exact: true }).click();
    await text.getByText('kestrel').first().waitFor();
    await page.getByRole('button', { name: 'The feed’s own text' }).click();
    await text.getByText('Only the beginning').waitFor();
    assert.equal(await text.getByText('kestrel').count(), 0);
    await page.goto('/everything');
    await page.getByRole('link', { name: 'A story', exact: true }).click();
    await text.getByText('kestrel').first().waitFor();
  });
});

test('the text that is open stays while its full text comes and goes elsewhere, and the next time what is there is shown', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const item = await followStory(t, house);
  await house.readOnce(desktop, async (page) => {
    const text = page.locator('.body');
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
    const open = async (title: string): Promise<void> => {
      await page.locator('.row').getByRole('link', { name: title, exact: true }).click();
      await page.locator('h1').getByText(title).waitFor();
    };
    await open('A story');
    const beginning = text.getByText('Only the beginning');
    await beginning.evaluate((element) => element.setAttribute('data-before', ''));
    await house.client.fullText.fetch(item.id);
    await house.client.stars.add(item.id);
    await tool('Remove star').waitFor();
    assert.notEqual(await beginning.getAttribute('data-before'), null);
    await tool('Full text').waitFor();
    await open('Post 1');
    await open('A story');
    await text.getByText('kestrel').first().waitFor();
    await tool('The feed’s own text').waitFor();
    await loseArticles(house, item.id);
    await house.client.stars.remove(item.id);
    await tool('Star').waitFor();
    await text.getByText('kestrel').first().waitFor();
    await open('Post 1');
    await open('A story');
    await beginning.waitFor();
    await tool('Full text').waitFor();
  });
});

test('each full text that is on its way is shown to be, and asked for once', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await followStory(t, house);
  await house.readOnce(desktop, async (page) => {
    let asked = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/full-text/, async (route) => {
      asked++;
      await released;
      await route.fallback();
    });
    const open = async (title: string): Promise<void> => {
      await page.locator('.row').getByRole('link', { name: title, exact: true }).click();
      await page.locator('h1').getByText(title).waitFor();
    };
    const isFetching = page.locator('article.art[aria-busy=true]');
    for (const title of ['A story', 'Post 1']) {
      await open(title);
      await page.keyboard.press('d');
      await isFetching.waitFor();
    }
    await open('A story');
    await isFetching.waitFor();
    await page.keyboard.press('d');
    release();
    await page.locator('.body').getByText('kestrel').first().waitFor();
    assert.equal(asked, 2);
  });
});

test('the text that comes last is not shown in place of a newer one', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const item = await followStory(t, house);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await untilTrue(page, isWhole);
    await page.goto('/about/bot');
    await page.evaluate(forgetTexts);
    const [isAsked, isFull, isTold] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    await page.route(
      `**/api/v1/items/${item.id}`,
      async (route) => {
        const response = await route.fetch();
        isAsked?.resolve();
        await isFull?.promise;
        await route.fulfill({ response });
        isTold?.resolve();
      },
      { times: 1 },
    );
    await page.goto('/unread');
    await page.getByRole('link', { name: 'A story', exact: true }).click();
    await isAsked?.promise;
    await page.keyboard.press('d');
    const text = page.locator('.body').getByText('kestrel').first();
    await text.waitFor();
    isFull?.resolve();
    await isTold?.promise;
    // After the answer, and what it sets off.
    await page.evaluate("fetch('/health/live').then(() => new Promise(requestAnimationFrame))");
    assert.ok(await text.isVisible());
  });
});

/** Follows a feed with one item, whose page tells more. */
async function followStory(t: TestContext, { client }: ReaderHouse): Promise<Item> {
  const { url } = await startSite(t, ({ url: path }, response) => {
    const body = path === '/feed.xml' ? feed : path === '/story' ? story : undefined;
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader('Content-Type', path === '/feed.xml' ? 'application/rss+xml' : 'text/html').end(body);
  });
  await client.feeds.create({ feedUrl: `${url}/feed.xml` });
  const [item] = (await client.search.newest('beginning')).items;
  assert.ok(item);
  return item;
}

/** As when there was no room for them. */
const forgetTexts = `new Promise((resolve) => {
  const request = indexedDB.open('courant');
  request.onsuccess = () => {
    const forgetting = request.result.transaction('bodies', 'readwrite');
    forgetting.objectStore('bodies').clear();
    forgetting.oncomplete = () => { request.result.close(); resolve(); };
  };
})`;

/** As when its post becomes one with another that leads elsewhere. */
async function loseArticles({ environment }: ReaderHouse, itemId: number): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    await tx.run(sql`DELETE FROM full_texts`);
    const post = await tx.get<{ id: number }>(sql`SELECT post_id AS id FROM items WHERE id = ${itemId}`);
    await tellEdited(tx, [post?.id ?? 0]);
  });
  await store.close();
}

const feed = `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>A story</title><link>/story</link>
  <description>Only the beginning</description></item></channel></rss>`;
const paragraph =
  '<p>There was a kestrel over the hedge, which is more than the feed could tell of it that day.</p>';
const story = `<html><body><article>${paragraph.repeat(9)}</article></body></html>`;

// Tests in a real browser that the reader says in the language of the page what comes from elsewhere: names of browsers and of keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, follow, openReaderHouse, routePart, settled } from './reader-house.ts';

const browser = await openBrowser();

test('browsers and keys have names in the language of the page', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, locale: 'de', at: '/settings/account' }, async (page) => {
    await page.getByText('Chrome unter Linux').waitFor();
    await follow(page, '/settings/keys');
    for (const name of ['Leertaste', '⇧Leertaste', 'Strg k'])
      await page.locator('kbd').getByText(name, { exact: true }).waitFor();
  });
});

test('numbers of what is unread are written as in the language of the page', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.unreadAre(1);
  for (const [locale, number] of [
    ['en', '12,345'],
    ['de', '12.345'],
    // With a blank that is wide enough to be seen.
    ['fr', '12\u00a0345'],
  ]) {
    await house.readOnce(
      { ...desktop, ...(locale && { locale }) },
      async (page) => {
        for (const place of ['.side', '#list']) {
          await settled(async () =>
            assert.equal(
              await page.locator(`${place} [aria-hidden]`).getByText(/^\d/).first().innerText(),
              number,
            ),
          );
        }
        await settled(async () => assert.ok((await page.title()).startsWith(`(${number}) `)));
      },
      async (page) => {
        await page.route('**/api/v1/feeds', async (route) => {
          const response = await route.fetch();
          const [feed] = await response.json();
          feed['app.courant.feeds'].unread_count = 12_345;
          await route.fulfill({ response, json: [feed] });
        });
        // Asked for when a browser is so slow that its first list does not wait for the cursor.
        await page.route('**/v1/counts', async (route) => {
          const response = await route.fetch();
          const { feeds, ...rest } = await response.json();
          await route.fulfill({ response, json: { ...rest, feeds: [{ ...feeds[0], unread: 12_345 }] } });
        });
      },
    );
  }
});

test('what is wrong with a search is said in the language of the page', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, locale: 'de' }, async (page) => {
    for (const [typed, said] of [
      ['is:neu', 'Nach „is:“ kann „unread“, „read“ oder „starred“ stehen'],
      ['after:gestern', 'Ein Datum schreibt man so: 2026-11-21'],
    ]) {
      await follow(page, `/search?q=${typed}`);
      await page
        .locator('#list')
        .getByText(said ?? '', { exact: true })
        .waitFor();
    }
  });
});

test('what is wrong with a search is said in the language of the page also if its texts come late', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const refused = Promise.withResolvers<void>();
  let answer: Promise<Response> | undefined;
  const seeks = async (page: Page): Promise<void> => {
    await (await answer)?.finished();
    refused.resolve();
    await page
      .locator('#list')
      .getByText('Nach „is:“ kann „unread“, „read“ oder „starred“ stehen', { exact: true })
      .waitFor();
  };
  await house.readOnce({ ...desktop, locale: 'de', at: '/search?q=is:neu' }, seeks, async (page) => {
    answer = page.waitForResponse((response) => response.status() === 400);
    await routePart(page, 'deMore', async (route) => {
      await refused.promise;
      await route.fallback();
    });
  });
});

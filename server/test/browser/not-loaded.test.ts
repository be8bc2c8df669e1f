// Tests a reader whose own files do not arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isWhole } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  keepToasts,
  openReaderHouse,
  routePart,
  rowsAre,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

/** Without encryption or before the first visit is over, no service worker has the files. */
const withoutWorker = { ...desktop, serviceWorkers: 'block' } as const;

/** What `routePart` stops. */
const partsOfProgram = '**/reader/chunk.*.js';

/** What comes instead of the program: nothing, an answer of a service that is a newer version by then, or a page of a proxy. */
const instead = [
  { status: 404 },
  { status: 200, contentType: 'text/html', body: '<h1>Back soon</h1>' },
  undefined,
];

for (const [locale, what, again, answers] of [
  ['en-GB', 'This page could not be loaded', 'Try again', instead],
  ['de-DE', 'Diese Seite konnte nicht geladen werden', 'Erneut versuchen', [undefined]],
] as const) {
  test(`where the program does not arrive, the page says so, in ${locale}, and has it by trying again`, {
    skip: !browser,
  }, async (t) => {
    const house = await openReaderHouse(t, browser, 3);
    await house.read({ ...withoutWorker, locale }, async (page) => {
      await rowsAre(page, 'Post 3');
      await untilTrue(page, isWhole);
      // First with the saved list, which is painted without the program, and then without.
      for (const answer of answers) {
        await page.route('**/reader/*.js', (route) => (answer ? route.fulfill(answer) : route.abort()));
        await page.reload();
        await page.getByRole('heading', { name: what }).waitFor();
        assert.equal(await page.locator('.row').count(), 0);
        await page.evaluate('localStorage.clear()');
      }
      await look(page);
      await page.unroute('**/reader/*.js');
      await page.getByRole('button', { name: again }).click();
      await rowsAre(page, 'Post 3');
    });
  });
}

for (const [device, cases] of [
  [
    desktop,
    [
      [['ArticlePane', 'Pulse', 'Splitters']],
      [['startSync']],
      // The list is there.
      [['startLater'], 'Part of this page'],
    ],
  ],
  [telephone, [[['startSync']], [['startLater', 'startSync']], [['enMore'], 'Part of this page']]],
] as const) {
  test(`where files do not arrive after the list, one pane of ${device.viewport?.width} pixels says so, and nothing that only adorns another`, {
    skip: !browser,
  }, async (t) => {
    const house = await openReaderHouse(t, browser, 2);
    await house.read({ ...device, serviceWorkers: 'block' }, async (page) => {
      await rowsAre(page, 'Post 2');
      for (const [parts, what = 'This page'] of cases) {
        const failed: Promise<unknown>[] = [];
        for (const part of parts) {
          const { promise, resolve } = Promise.withResolvers<unknown>();
          failed.push(promise);
          await routePart(page, part, async (route) => {
            const over = page.waitForEvent('requestfailed', (request) => request === route.request());
            await route.abort();
            resolve(await over);
          });
        }
        await page.reload();
        await Promise.all(failed);
        // Once the page knows of this one it knows of the others, and a frame later it has said so.
        await page.evaluate("import('/reader/none.js').catch(() => new Promise(requestAnimationFrame))");
        const alerts = page.getByRole('alert').filter({ hasText: `${what} could not be loaded` });
        await alerts.first().waitFor();
        assert.equal(await alerts.count(), 1, parts.join());
        await look(page);
        await page.unroute(partsOfProgram);
      }
    });
  });
}

test('where what asks for the feeds does not arrive at a first visit, a key that needs them says so, and none after it waits', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const presses = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 2');
    await keepToasts(page);
    const toast = page.locator('.toast');
    await page.keyboard.press('Shift+A');
    await toast.getByText('could not be loaded').waitFor();
    await page.keyboard.press('z');
    await toast.getByText('Nothing to undo').waitFor();
  };
  await house.readOnce(desktop, presses, (page) => routePart(page, 'startSync', (route) => route.abort()));
});

test('a list that is kept in the browser is shown to its end while what asks for changes is on its way, and a style sheet that did not arrive is asked for again', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  await house.read(withoutWorker, async (page) => {
    await untilTrue(page, isWhole);
    await routePart(page, 'startSync', () => {});
    await page.reload();
    await rowsAre(page, 'Post 30');
    await page.keyboard.press('Shift+G');
    await page.getByRole('link', { name: 'Post 1', exact: true }).waitFor();
    await page.unroute(partsOfProgram);

    await page.route('**/reader/*.css', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
    await page.reload();
    await failed;
    await page.unroute('**/reader/*.css');
    await page.locator('.is-ready #list .row').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.art').getByRole('heading', { level: 1 }).waitFor();
    await untilTrue(page, "getComputedStyle(document.querySelector('.art')).maxWidth !== 'none'");
    assert.equal(await page.locator('#rest').count(), 1);
  });
});

test('while the files of a screen are on their way, lines stand where its text will be', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read({ ...telephone, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 2');
    const arrived = Promise.withResolvers<void>();
    for (const part of ['ArticlePane', 'SearchBox', 'AddScreen'])
      await routePart(page, part, async (route) => {
        await arrived.promise;
        await route.continue();
      });
    const lines = page.getByRole('img', { name: 'Loading' });
    await page.getByRole('link', { name: 'Post 2', exact: true }).click();
    await lines.waitFor();
    await page.goBack();
    await lines.waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await lines.waitFor();
    await page.getByRole('link', { name: 'Search' }).click();
    // There is a list below the field, too.
    await lines.first().waitFor();
    arrived.resolve();
    await page.getByRole('searchbox').waitFor();
    await settled(async () => assert.equal(await lines.count(), 0));
  });
});

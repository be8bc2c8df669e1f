// Tests keys that are pressed before what they concern is there, and keys that are held down.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  holdAnswer,
  openReaderHouse,
  pressPair,
  routePart,
  rowsAre,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('who goes on to the next item before the first rows are there comes to the first of them, however impatient', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    const release = await goWhereNothingIsYet(page);
    for (let times = 0; times < 3; times++) await page.keyboard.press('j');
    assert.equal(await page.locator('.row').count(), 0);
    release();
    await page.getByRole('heading', { level: 1, name: 'Post 5' }).waitFor();
    await house.unreadAre(4);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
    // Nothing is marked read that nobody has seen.
    await house.unreadAre(3);
  });
});

test('who goes elsewhere before the first rows are there is not called back by them', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    const release = await goWhereNothingIsYet(page);
    await page.keyboard.press('j');
    await goToSettings(page);
    const answered = page.waitForResponse(/\/api\/v1\/items\?/);
    release();
    await (await answered).finished();
    await page.goBack();
    await rowsAre(page, 'Post 5');
    assert.equal(await page.locator('article h1').count(), 0);
  });
});

test('who comes back before the first rows are there, or looks for a feed meanwhile, is left alone by them', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    const release = await goWhereNothingIsYet(page);
    await page.keyboard.press('j');
    await goToSettings(page);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    release();
    await rowsAre(page, 'Post 5');
    assert.match(page.url(), /\/everything$/);
  });
  await house.readOnce(desktop, async (page) => {
    const release = await goWhereNothingIsYet(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Or');
    release();
    await rowsAre(page, 'Post 5');
    assert.match(page.url(), /\/everything$/);
    assert.equal(await page.getByRole('combobox').inputValue(), 'Or');
  });
});

test('who asks for the next feed before the feeds are there, and goes elsewhere, stays there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  let release = (): void => {};
  const prepare = async (page: Page): Promise<void> => {
    await page.addInitScript(chosen({ orders: { unread: 'by-feed' } }));
    ({ release } = await holdAnswer(page, '**/changes*'));
  };
  const reads = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 5');
    // The code of both is loaded after the list.
    await pressPair(page, 'g', 'g');
    await page.locator('.row.sel').waitFor();
    await page.keyboard.press('Shift+N');
    await goToSettings(page);
    release();
    await page.locator('.side').getByRole('link', { name: 'Origin' }).waitFor();
    assert.match(page.url(), /\/settings$/);
  };
  await house.readOnce(desktop, reads, prepare);
});

test('who asks for the next feed before the code for that is there, and goes elsewhere, stays there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const asked = Promise.withResolvers<string>();
  const released = Promise.withResolvers<void>();
  const prepare = (page: Page): Promise<void> =>
    routePart(page, 'nextFeed', async (route) => {
      asked.resolve(route.request().url());
      await released.promise;
      await route.fallback();
    });
  const reads = async (page: Page): Promise<void> => {
    await page.locator('.side').getByRole('link', { name: 'Origin' }).waitFor();
    const file = await asked.promise;
    await page.keyboard.press('Shift+N');
    await goToSettings(page);
    released.resolve();
    // Who asks for it later gets it later.
    await page.evaluate(`import('${file}').then(() => new Promise((resolve) => setTimeout(resolve)))`);
    assert.match(page.url(), /\/settings$/);
  };
  await house.readOnce(desktop, reads, prepare);
});

test('the first item of a list is opened once, also while the rows of another that was awaited come', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const [feed] = await house.client.feeds.list();
  const prepare = async (page: Page): Promise<void> => {
    await page.addInitScript(chosen({ filters: { [`feed:${feed?.id}`]: 'all' } }));
  };
  const reads = async (page: Page): Promise<void> => {
    const release = await goWhereNothingIsYet(page);
    await page.keyboard.press('j');
    const ofFeed = await holdAnswer(page, /\/feeds\/\d+\/items/);
    await page.locator('.side').getByRole('link', { name: 'Origin' }).click();
    await ofFeed.held;
    await page.keyboard.press('j');
    const answered = page.waitForResponse(/\/api\/v1\/items\?/);
    release();
    await (await answered).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.keyboard.press('j');
    ofFeed.release();
    await page.getByRole('heading', { level: 1, name: 'Post 5' }).waitFor();
    await house.unreadAre(4);
  };
  await house.readOnce(desktop, reads, prepare);
});

test('an article that was opened by its address is starred and kept unread, also if that is asked for before it is there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { items } = await house.client.items.list();
  const id = items.find(({ title }) => title === 'Post 2')?.id ?? 0;
  await house.client.items.markManyRead([id]);
  let answer: Awaited<ReturnType<typeof holdAnswer>> | undefined;
  // No list brings it, and no copy.
  const reads = async (page: Page): Promise<void> => {
    await answer?.held;
    // Dates are written after keys are listened to.
    await page.locator('.row time').first().getByText('Jan 1').waitFor();
    await page.keyboard.press('s');
    await page.keyboard.press('m');
    answer?.release();
    await page.getByRole('heading', { level: 1, name: 'Post 2' }).waitFor();
    await settled(async () => {
      assert.equal((await house.client.stars.list()).items[0]?.id, id);
      assert.equal((await house.client.sync.counts()).total, 3);
    });
  };
  await house.readOnce({ ...desktop, at: `/unread/items/${id}` }, reads, async (page) => {
    answer = await holdAnswer(page, new RegExp(`/api/v1/items/${id}(\\?|$)`));
  });
});

test('a key that is held down goes on from row to row, but toggles nothing back and forth', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    const hold = async (key: string): Promise<void> => {
      for (let times = 0; times < 4; times++) await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await hold('n');
    await page.locator('.row.sel').getByText('Post 2').waitFor();
    await hold('s');
    await page.locator('.row.sel.starred').waitFor();
    await hold('m');
    await page.locator('.row.sel.read').waitFor();
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
    // Held down, it is not a pair of itself, which leads to the top, but the first key of another one.
    await page.evaluate(`[['g', false], ['g', true], ['s', false]]
      .map(([key, repeat]) => new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
      .forEach((event) => document.activeElement.dispatchEvent(event))`);
    await page.waitForURL('**/starred');
    await rowsAre(page, 'Post 2');
  });
});

/** To a list whose rows the service holds back until they are released. */
async function goWhereNothingIsYet(page: Page): Promise<() => void> {
  await rowsAre(page, 'Post 5');
  await untilTrue(page, isWhole);
  const { held, release } = await holdAnswer(page, /\/api\/v1\/items\?/);
  await page.getByRole('link', { name: 'Everything' }).click();
  await held;
  return release;
}

async function goToSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}

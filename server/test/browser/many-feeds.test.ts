// Tests what is drawn for somebody who follows many feeds: with thousands of them, a key press that drew all would be felt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { followMany } from './follow-many.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled } from './reader-house.ts';

const browser = await openBrowser();
const GROUPS = 10;
const FEEDS_OF_EACH = 10;

/** Counts how often a hue is rounded, which happens whenever the entry of a feed is drawn. */
const countDrawn = `{
  const { round } = Math;
  window.drawn = 0;
  Math.round = (number) => {
    window.drawn++;
    return round(number);
  };
}`;

test('a key that opens the next item draws only those feeds whose count changes, and items that are marked together change the counts once, as does the way back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: GROUPS, feedsOfEach: FEEDS_OF_EACH });
  const press = async (page: Page): Promise<void> => {
    const counts = page.locator('.side .n');
    const shown = async (): Promise<string> => (await counts.allInnerTexts())[0]?.trim() ?? '';
    await rowsAre(page, 'Post 1');
    // All unread items, each group and each feed, and those in no group, of which there is one.
    await settled(async () => assert.equal(await counts.count(), 1 + GROUPS * (1 + FEEDS_OF_EACH) + 2));
    await settled(async () => assert.equal(await page.evaluate(isWhole), true));
    const before = await restingNumber(page);
    assert.ok(before > GROUPS * FEEDS_OF_EACH);
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
    await settled(async () => assert.match(await shown(), /^100/));
    const drawn = Number(await page.evaluate('drawn')) - before;
    assert.ok(drawn < GROUPS * FEEDS_OF_EACH, `${drawn} were drawn`);

    for (const [key, left] of [
      ['Shift+O', /^$/],
      ['z', /^100/],
    ] as const) {
      const earlier = Number(await page.evaluate('tables'));
      await page.keyboard.press(key);
      await settled(async () => assert.match(await shown(), left));
      const made = Number(await page.evaluate('tables')) - earlier;
      assert.ok(made > 0 && made < 20, `${made} tables were made`);
    }
  };
  await house.readOnce({ ...desktop, script: `${countDrawn};${countTables}` }, press);
});

/** How many were drawn, once it has been the same for a second: what the service still answers may draw all of them anew. */
async function restingNumber(page: Page): Promise<number> {
  for (let before = -1; ; ) {
    const drawn = Number(await page.evaluate('drawn'));
    if (drawn === before) return drawn;
    before = drawn;
    await page.waitForTimeout(1_000);
  }
}

/** Counts how often a table with a number for each feed is made. */
const countTables = `{
  window.tables = 0;
  window.Map = class extends Map {
    constructor(entries) {
      super(entries);
      if (this.size > ${GROUPS * FEEDS_OF_EACH}) window.tables++;
    }
  };
}`;

test('feeds of many groups are moved without waiting for one group before the next is asked for', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: GROUPS, feedsOfEach: FEEDS_OF_EACH });
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    const all = Promise.withResolvers<void>();
    const changed = new Set<string>();
    await page.route('**/groups/*/update', async (route) => {
      changed.add(route.request().url());
      // One that all of them join first, and those that they leave.
      if (changed.size === GROUPS) all.resolve();
      if (changed.size > 1) await all.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('site');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: 'Move to …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Group 1', exact: true }).click();
    await page.getByText('100 feeds moved to Group 1').first().waitFor();
    const held = (await house.client.groups.list()).map(({ feed_ids: ids }) => ids.length);
    assert.deepEqual(held, [GROUPS * FEEDS_OF_EACH, ...Array(GROUPS - 1).fill(0)]);
    await page.keyboard.press('z');
    await settled(async () => {
      const back = (await house.client.groups.list()).map(({ feed_ids: ids }) => ids.length);
      assert.deepEqual(back, Array(GROUPS).fill(FEEDS_OF_EACH));
    });
  });
});

// Tests what becomes of keys that are pressed before the field is there that they are for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  openReaderHouse,
  pressPair,
  routePart,
  rowsAre,
  settled,
  telephone,
} from './reader-house.ts';

const browser = await openBrowser();
/** The files come from the service, as at the first visit. */
const first = { ...desktop, serviceWorkers: 'block' } as const;

const fields = [
  ['Control+k', 'combobox'],
  ['/', 'searchbox'],
  ['a', 'textbox'],
] as const;

test('what is typed before the field is there that a key has asked for is written into it, and no key of it does anything else', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(first, async (page) => {
    for (const [key, role] of fields) {
      await page.goto('/unread');
      await rowsAre(page, 'Post 3');
      const typed = Promise.withResolvers<void>();
      await page.route('**/reader/*.js', async (route) => {
        await typed.promise;
        await route.continue();
      });
      await page.keyboard.press(key);
      await page.keyboard.type('Ari');
      typed.resolve();
      const field = page.getByRole(role).and(page.locator(':focus'));
      await field.waitFor();
      await page.keyboard.type('gin');
      await settled(async () => assert.equal(await field.inputValue(), 'Arigin'));
      await page.unroute('**/reader/*.js');
    }
    assert.equal((await house.client.sync.counts()).total, 3);
  });
});

test('who changes their mind before the palette is there presses Escape, or goes elsewhere, and the keys do again what they do', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(first, async (page) => {
    await rowsAre(page, 'Post 3');
    // Their code never comes.
    for (const part of ['Dialogs', 'SearchBox']) await routePart(page, part, () => {});
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await page.keyboard.press('/');
    await page.waitForURL('**/search*');
    await page.getByRole('link', { name: 'Everything' }).click();
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('n');
    await page.locator('.row.sel').waitFor();
  });
});

test('blanks, Backspace and Enter that are pressed before the palette is there belong to it, and neither scroll the list nor open its row', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  await house.readOnce({ ...first, viewport: { width: 1280, height: 240 } }, async (page) => {
    await rowsAre(page, 'Post 30');
    await page.getByRole('link', { name: 'Post 30', exact: true }).focus();
    const typed = Promise.withResolvers<void>();
    await page.route('**/reader/*.js', async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.evaluate(`addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (!defaultPrevented) (globalThis.left ??= []).push(key);
    })`);
    await page.keyboard.press('Control+k');
    for (const key of ['m', 'y', 'Space', 'x', 'Backspace', 'o', 'Enter']) await page.keyboard.press(key);
    assert.equal(await page.evaluate('globalThis.left?.join()'), 'Control');
    typed.resolve();
    await settled(async () => assert.equal(await page.getByRole('combobox').inputValue(), 'my o'));
    assert.equal(new URL(page.url()).pathname, '/unread');
    // Nor does it get a key that comes after Escape, before the browser has told that it is closed.
    await page.evaluate("addEventListener('close', (event) => event.stopImmediatePropagation(), true)");
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.locator('.row.sel').waitFor();
  });
});

test('where the field cannot be loaded, keys do again what they do, and Escape takes away what says so', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(first, async (page) => {
    await rowsAre(page, 'Post 3');
    for (const part of ['AddScreen', 'Dialogs']) await routePart(page, part, (route) => route.abort());
    for (const _ of ['at first', 'and again, at the same address']) {
      await page.keyboard.press('a');
      await page.getByRole('alert').waitFor();
    }
    await pressPair(page, 'g', 'u');
    await page.waitForURL('**/unread');
    await page.keyboard.press('Control+k');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('n');
    await page.locator('.row.sel').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

test('a key that asks for a field closes the drawer, under which nothing can be typed', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ viewport: { width: 800, height: 600 } }, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('[');
    await page.locator('.scrim').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  });
});

test('words that were not searched for yet stay in their field when a telephone is turned, and beyond an article', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ ...telephone, at: '/search?q=Post' }, async (page) => {
    await rowsAre(page, 'Post 3');
    const field = page.getByRole('searchbox');
    await field.fill('Post 2');
    await page.setViewportSize({ width: 740, height: 360 });
    await page.locator('.burger').waitFor();
    assert.equal(await field.inputValue(), 'Post 2');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('.tabs').waitFor();
    assert.equal(await field.inputValue(), 'Post 2');
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await page.goBack();
    await page.locator('.tabs').waitFor();
    assert.equal(await field.inputValue(), 'Post 2');
    await field.press('Enter');
    await rowsAre(page, 'Post 2');
    await page.goBack();
    await rowsAre(page, 'Post 3');
    assert.equal(await field.inputValue(), 'Post');
  });
});

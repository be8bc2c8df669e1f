// Tests the tags of items in the reader: seen, followed to everything that has them, put on and taken off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, openReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();

test('an article shows its tags, and each leads to all items that have it', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [third, second] = (await house.client.items.list()).items;
  await house.client.tags.add(third?.id ?? 0, 'Räder & Öl');
  for (const item of [third, second]) await house.client.tags.add(item?.id ?? 0, 'To read');
  await house.read(desktop, async (page) => {
    const list = page.locator('#list');
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: '#Räder & Öl' }).click();
    await list.getByRole('link', { name: 'Post 3', exact: true }).click();
    assert.equal(await list.locator('.row').count(), 1);
    await page.getByRole('article').getByRole('link', { name: '#To read' }).click();
    await list.getByRole('link', { name: 'Post 2', exact: true }).waitFor();
    assert.equal(await list.locator('.row').count(), 2);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tag:"To read"');
  });
});

test('tags are put on and taken off in the menu, and the article shows them at once', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [third, second] = (await house.client.items.list()).items;
  await house.client.tags.add(second?.id ?? 0, 'To read');
  const tags = async () => (await house.client.items.get(third?.id ?? 0))['app.courant.items']?.tags;
  await house.read(desktop, async (page) => {
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await dialog.getByRole('checkbox', { name: 'To read' }).check();
    await dialog.getByRole('textbox', { name: 'New tag' }).fill(' Räder ');
    await page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Räder', checked: true }).waitFor();
    await settled(async () => assert.deepEqual(await tags(), ['Räder', 'To read']));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const article = page.getByRole('article');
    await article.getByRole('link', { name: '#To read' }).waitFor();
    // Whoever works by keyboard is back where the menu was opened.
    await focusIs(page, '[aria-label=More]');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    for (const name of ['Räder', 'To read']) await dialog.getByRole('checkbox', { name }).uncheck();
    await settled(async () => assert.equal(await tags(), undefined));
    await page.keyboard.press('Escape');
    await article.getByRole('link', { name: '#To read' }).waitFor({ state: 'detached' });
  });
});

test('a tag that cannot be put on is not shown as if it were', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.route('**/app.courant.items/v1/items/*/tag', (route) => route.abort());
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('Art');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByRole('checkbox', { checked: true }).count(), 0);
  });
});

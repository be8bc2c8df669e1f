// Tests the tags of items in the reader: seen, followed to everything that has them, put on and taken off.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  keepToasts,
  openReaderHouse,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('an article shows its tags, also those that another device puts on it, and whatever one is called, its link finds all that has it and nothing else', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 8);
  const titles = ['צה"ל', 'a\\', '„Zu“ lesen', 'is:read -x *', '＂wide＂', 'art', 'Art', 'Räder & Öl'];
  const { items } = await house.client.items.list();
  for (const [n, { id }] of items.entries()) await house.client.tags.add(id, titles[n] ?? '');
  const [newest, second] = items;
  await house.readOnce(desktop, async (page) => {
    const list = page.locator('#list');
    const article = page.getByRole('article');
    for (const [n, { title }] of items.entries()) {
      await follow(page, '/unread');
      await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
      await page.getByRole('link', { name: title, exact: true }).click();
      await article.getByRole('link', { name: `#${titles[n]}`, exact: true }).click();
      await page.waitForURL('**/search?q=*');
      await list.getByRole('link', { name: title, exact: true }).waitFor();
      await settled(async () => assert.equal(await list.locator('.row').count(), 1, titles[n]));
    }

    await follow(page, '/everything');
    await page.getByRole('link', { name: 'Post 8', exact: true }).click();
    await article.getByRole('heading', { name: 'Post 8', level: 1 }).first().waitFor();
    for (const item of [newest, second]) await house.client.tags.add(item?.id ?? 0, 'To read');
    await article.getByRole('link', { name: '#To read' }).click();
    await list.getByRole('link', { name: 'Post 7', exact: true }).waitFor();
    assert.equal(await list.locator('.row').count(), 2);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tag:"To read"');

    // What is taken off elsewhere goes at once, too.
    await list.getByRole('link', { name: 'Post 8', exact: true }).click();
    await article.getByRole('link', { name: '#To read' }).waitFor();
    await house.client.tags.remove(newest?.id ?? 0, 'To read');
    await article.getByRole('link', { name: '#To read' }).waitFor({ state: 'detached' });
  });
});

test('tags are put on and taken off in the menu, the article shows them at once, and one that is taken off again at once stays off in the dialog while the answers come', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [third, second] = (await house.client.items.list()).items;
  await house.client.tags.add(second?.id ?? 0, 'To read');
  const tags = async () => (await house.client.items.get(third?.id ?? 0))['app.courant.items']?.tags;
  await house.readOnce(desktop, async (page) => {
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    await dialog.getByRole('checkbox', { name: 'To read' }).check();
    const field = dialog.getByRole('textbox', { name: 'New tag' });
    await field.fill(' Räder ');
    // Who selects what was typed may let go beside the dialog.
    await field.hover();
    await page.mouse.down();
    await page.mouse.move(10, 10);
    await page.mouse.up();
    await field.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Räder', checked: true }).waitFor();
    await settled(async () => assert.deepEqual(await tags(), ['Räder', 'To read']));
    // A new one that is taken off again is still there, to be put on.
    const made = dialog.getByRole('checkbox', { name: 'Räder' });
    for (const now of [['To read'], ['Räder', 'To read']]) {
      await made.press('Space');
      await settled(async () => assert.deepEqual(await tags(), now));
      await focusIs(page, 'dialog input');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const article = page.getByRole('article');
    // The answers to both are there: the dialog begins with them.
    for (const name of ['#To read', '#Räder']) await article.getByRole('link', { name }).waitFor();
    // Whoever works by keyboard is back where the menu was opened.
    await focusIs(page, '[aria-label=More]');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    for (const name of ['Räder', 'To read']) await dialog.getByRole('checkbox', { name }).uncheck();
    await settled(async () => assert.equal(await tags(), undefined));
    await page.keyboard.press('Escape');
    await article.getByRole('link', { name: '#To read' }).waitFor({ state: 'detached' });

    await more.click();
    await page.getByRole('menuitem', { name: 'Tags …' }).click();
    const box = dialog.getByRole('checkbox', { name: 'To read' });
    const first = Promise.withResolvers<void>();
    const last = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    await page.route('**/app.courant.items/v1/items/*/tag', async (route) => {
      await first.promise;
      await route.fallback();
    });
    await page.route('**/app.courant.items/v1/items/*/untag', async (route) => {
      removed.resolve();
      await last.promise;
      await route.fallback();
    });
    await box.check();
    await box.uncheck();
    first.resolve();
    await removed.promise;
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(await box.isChecked(), false);
    last.resolve();
    await settled(async () => assert.equal(await tags(), undefined));
    assert.equal(await box.isChecked(), false);
  });
});

test('of two boxes, each shows what became of it, why a tag cannot be put on is in sight below however many, and whoever has closed the dialog is told of it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [third, second] = (await house.client.items.list()).items;
  const many = Array.from({ length: 40 }, (_, n) => `A title that fills half of a line ${n}`);
  for (const title of ['Art', 'Music', ...many]) await house.client.tags.add(second?.id ?? 0, title);
  await house.readOnce(desktop, async (page) => {
    const tag = '**/app.courant.items/v1/items/*/tag';
    const dialog = page.getByRole('dialog', { name: 'Tags' });
    const open = async (): Promise<void> => {
      await page.keyboard.press('.');
      await page.getByRole('menuitem', { name: 'Tags …' }).click();
    };
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.route(tag, (route) => route.abort());
    await open();
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('Other');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.equal(await dialog.getByRole('checkbox', { checked: true }).count(), 0);
    await untilTrue(page, "document.querySelector('.alert').getBoundingClientRect().bottom <= innerHeight");
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });

    const both = Promise.withResolvers<void>();
    await page.route(tag, async (route) => {
      await both.promise;
      await (route.request().postData()?.includes('Art') ? route.abort() : route.continue());
    });
    await open();
    for (const name of ['Art', 'Music']) await dialog.getByRole('checkbox', { name }).check();
    both.resolve();
    await settled(async () => {
      const item = await house.client.items.get(third?.id ?? 0);
      assert.deepEqual(item['app.courant.items']?.tags, ['Music']);
    });
    await dialog.getByRole('checkbox', { name: 'Art', checked: false }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Music', checked: true }).waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 1);

    const closed = Promise.withResolvers<void>();
    await page.route(tag, async (route) => {
      await closed.promise;
      await route.abort();
    });
    await dialog.getByRole('checkbox', { name: 'Art' }).check();
    await page.keyboard.press('Escape');
    // A closed one has no role any more, but is there until the page has heard of it.
    await page.locator('dialog').waitFor({ state: 'detached' });
    await keepToasts(page);
    assert.equal(await page.locator('.toast').count(), 0);
    closed.resolve();
    await page.locator('.toast').waitFor();
  });
});

test('a finger finds each of several lines of tags', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const [item] = (await house.client.items.list()).items;
  for (let n = 0; n < 12; n++) await house.client.tags.add(item?.id ?? 0, `A tag ${n}`);
  await house.readOnce(telephone, async (page) => {
    await page.getByRole('link', { name: 'Post 1', exact: true }).click();
    await page.getByRole('link', { name: '#A tag 0' }).waitFor();
    // WCAG 2.2, 2.5.8: circles of 24 pixels around them do not meet.
    await settled(async () => {
      const tops = await page.evaluate(
        `[...document.querySelectorAll('.art a[href*=tag]')].map((each) => each.getClientRects()[0].top)`,
      );
      const lines = [...new Set(tops as number[])];
      const apart = lines.slice(1).map((top, index) => top - (lines[index] ?? 0));
      assert.ok(apart.length > 1 && Math.min(...apart) >= 24, String(apart));
    });
  });
});

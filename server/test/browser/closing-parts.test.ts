// Closing what lies above an article or a list: only that closes, the focus goes back, and nothing sticks out at the side.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { fits } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  openReaderHouse,
  rightClick,
  rowsAre,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('Escape closes an open footnote, and the article stays; the focus goes back from a command of the palette to where it was, what is set is found by its name, and that of a feed does not make the menu of an item as wide as the window', {
  skip: !browser,
}, async (t) => {
  const house = await houseWith(t, {
    title: 'A feed with a name '.repeat(9),
    content:
      '<p>Hello<sup><a href="#fn:1">1</a></sup></p><ol><li id="fn:1">Note <a href="#fnref:1">↩</a></li></ol>',
  });
  await house.readOnce(desktop, async (page) => {
    const row = page.locator('.row', { hasText: 'The post' });
    await rightClick(page, () => row.click({ button: 'right' }));
    const menu = page.getByRole('menu', { name: 'Actions' });
    await menu.getByText('Go to A feed with a name').waitFor();
    const { width = 0 } = (await menu.boundingBox()) ?? {};
    assert.ok(width > 200 && width < 400, `${width} pixels`);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });

    await row.locator('a').click();
    await page.locator('.footnote-mark').click();
    await page.locator(':popover-open').waitFor();
    await page.keyboard.press('Escape');
    await untilTrue(page, `!document.querySelector(':popover-open')`);
    assert.match(page.url(), /items/);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/unread');

    await untilTrue(page, isWhole);
    await page.locator('.row a').first().focus();
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    await page.locator('.row a').first().focus();
    await page.keyboard.press('Control+k');
    await page.locator('dialog input').waitFor();
    await page.keyboard.type('Star');
    await page.keyboard.press('Enter');
    await page.locator('#list .row.starred').waitFor();
    await focusIs(page, '.row a');
    for (const [typed, path] of [
      ['theme', '/settings'],
      ['password', '/settings/account'],
      ['export', '/import'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(typed);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${path}`);
    }
  });
});

test('neither a long address nor the name of a feed or a group without a blank makes an article or the page of a feed wider than the screen', {
  skip: !browser,
}, async (t) => {
  const address = `https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${'PL'.repeat(60)}`;
  const title = 'x'.repeat(95);
  const house = await houseWith(t, {
    title,
    content: `<p>Look:</p><p><a href="${address}">${address}</a></p>`.replaceAll('&', '&amp;'),
  });
  await house.client.groups.create({ title });
  const origin = (await house.client.feeds.list()).find((feed) => feed.title !== title);
  const sticksOut = (selector: string): string =>
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`;
  await house.readOnce(telephone, async (page) => {
    await page.locator('.row', { hasText: 'The post' }).locator('a').click();
    await page.locator('.art .embed').waitFor();
    assert.ok(await fits(page));
    assert.equal(await page.evaluate(sticksOut('.article-scroll')), 0);
    await follow(page, `/feeds/${origin?.id}/about`);
    await page.getByLabel(title).waitFor();
    assert.equal(await page.evaluate(sticksOut('.screen')), 0);
  });
});

test('the words of a command find that first, and not a heading of the settings', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, locale: 'de' }, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('als gelesen');
    await page.getByRole('option', { name: 'Alle als gelesen markieren', selected: true }).waitFor();
  });
});

test('what lies over a page is not there any more over the one that the way back leads to', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read(
    { ...desktop, viewport: { width: 800, height: 700 }, serviceWorkers: 'block' },
    async (page) => {
      await rowsAre(page, 'Post 2');
      for (const [key, selector] of [
        ['?', 'dialog[open]'],
        ['Control+k', 'dialog[open]'],
        ['.', ':popover-open'],
        ['[', '.app > .side'],
      ] as const) {
        await page.getByRole('link', { name: 'Post 2', exact: true }).click();
        await page.waitForURL('**/items/*');
        await page.keyboard.press(key);
        await page.locator(selector).waitFor();
        await page.goBack();
        await page.waitForURL('**/unread');
        await page.locator(selector).waitFor({ state: 'detached' });
        await untilTrue(page, 'document.activeElement.matches("#list, #list *")');
      }
      // So does a link of the drawer, also to where the person is.
      await page.keyboard.press('[');
      await page
        .locator('.app > .side')
        .getByRole('link', { name: /^Unread/ })
        .click();
      await page.locator('.app > .side').waitFor({ state: 'detached' });
    },
  );
});

test('names without a blank make no page without script wider than the screen, nor come out of a button', {
  skip: !browser,
}, async (t) => {
  const title = 'x'.repeat(95);
  const house = await houseWith(t, { title, content: 'Text' });
  const feed = (await house.client.feeds.list()).find((each) => each.title === title);
  const group = await house.client.groups.create({ title, feedIds: [feed?.id ?? 0] });
  const [item, other] = (await house.client.items.list()).items;
  await house.client.tags.add(item?.id ?? 0, title);
  await house.read({ ...telephone, serviceWorkers: 'block' }, async (page) => {
    const search = `/lite/search?feed=${feed?.id}&q=`;
    const ofItem = [
      `/lite/items/${item?.id}`,
      `/lite/items/${item?.id}/tags`,
      `/lite/items/${other?.id}/tags`,
    ];
    const lists = ['/lite/feeds', `/lite?feed=${feed?.id}`, `/lite?group=${group.id}`, '/lite/tags'];
    for (const path of [...lists, search, `${search}${title}`, ...ofItem, `${ofItem[1]}?on=${title}`]) {
      await page.goto(path);
      assert.ok(await fits(page), path);
      for (const button of await page.locator('.button').all())
        assert.equal(await button.evaluate((each) => each.scrollHeight - each.clientHeight), 0, path);
    }
  });
});

/** Somebody who follows a feed with one post besides. */
async function houseWith(t: TestContext, { title, content }: { title: string; content: string }) {
  const feed = `<rss version="2.0"><channel><title>${title}</title><link>https://o.example/</link><description/>
    <item><title>The post</title><guid isPermaLink="false">x</guid><description><![CDATA[${content}]]></description></item>
    </channel></rss>`;
  const site = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(feed);
  });
  const house = await openReaderHouse(t, browser, 1);
  await house.client.feeds.create({ feedUrl: `${site.url}/feed.xml` });
  return house;
}

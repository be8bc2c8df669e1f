// Tests with colours that are not ours: those of a system with high contrast (forced colours), and those of paper.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { fits } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  follow,
  openReaderHouse,
  pressPair,
  type ReaderHouse,
  rowsAre,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('with forced colours, a line shows what is chosen in the palette, which tab it is, a splitter that has the focus, and where a toast ends, the tick of a box is seen, and the bars of a feed mean what their legend says; both are printed, though they are backgrounds', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const id = await followBusy(t, house);
  const item = (await house.client.items.list()).items.find(({ title }) => title === 'Now');
  await house.client.items.markRead(item?.id ?? 0);
  await house.readOnce({ ...desktop, forcedColors: 'active', at: `/feeds/${id}/about` }, async (page) => {
    await page.locator('.legend').waitFor();
    const [meansRead, meansUnread, bar, part] = (await page.evaluate(
      "[...document.querySelectorAll('.legend i, .has-read :is(i, b)')].map((each) => getComputedStyle(each).backgroundColor)",
    )) as string[];
    assert.deepEqual([meansRead, meansUnread], [part, bar]);
    assert.notEqual(meansRead, meansUnread);
    await page.emulateMedia({ forcedColors: 'none' });
    const isPrinted = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).printColorAdjust`);
    assert.equal(await isPrinted('.bars i'), 'exact');
    await follow(page, '/settings/keys');
    await page.locator('.key-list').waitFor();
    assert.equal(await isPrinted('.opt input'), 'exact');

    await page.emulateMedia({ forcedColors: 'active' });
    await follow(page, '/unread');
    await rowsAre(page, 'Post 1');
    await page.locator('.row a').focus();
    await page.keyboard.press('Control+k');
    await page.locator('.choice').nth(1).waitFor();
    assert.deepEqual(await outlines(page, '.choice:nth-child(-n+2)'), ['solid 1', 'none 1']);
    await page.keyboard.press('Escape');
    await page.locator('.splitter.list').press('ArrowLeft');
    assert.deepEqual(await outlines(page, '.splitter.list'), ['solid 1']);
    await page.keyboard.press('Shift+A');
    await page.locator('.toast').waitFor();
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('.toast')).borderTopStyle"),
      'solid',
    );
    await page.setViewportSize({ width: 360, height: 700 });
    await page.locator('.tabs a').first().waitFor();
    assert.deepEqual(await outlines(page, '.tabs a:nth-child(-n+2)'), ['solid 1', 'none 1']);
    await pressPair(page, 'g', 'm');
    await page.locator('.feeds input').first().check();
    const [ground, tick] = (await page.evaluate(
      "[undefined, '::before'].map((part) => getComputedStyle(document.querySelector('.feeds input'), part).backgroundColor)",
    )) as string[];
    assert.notEqual(tick, ground);
  });
});

test('an article is printed dark on white, whatever the theme, with its address, its tables whole and what is folded away; so is what is wrong with a feed, and the list while no article is open, with all of its rows that are drawn', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  const [feed] = await house.client.feeds.list();
  await followTable(t, house);
  const reads = async (page: Page): Promise<void> => {
    await printsTheList(page);
    await printsAnArticle(page);
    await follow(page, `/feeds/${feed?.id}/about`);
    await printsWhatIsWrong(page);
    await page.emulateMedia({ media: 'screen' });
    await follow(page, '/unread');
    await printsATable(page);
  };
  await house.readOnce({ viewport: { width: 1280, height: 300 } }, reads, isFailing);
});

async function printsTheList(page: Page): Promise<void> {
  await rowsAre(page, 'With a table');
  await page.locator('.end').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('heading', { name: 'Nothing open' }).isVisible(), false);
  assert.equal(await page.getByRole('link', { name: 'Post 1', exact: true }).isVisible(), true);
  assert.equal(await cutOffAt(page, '.row'), null);
  await page.emulateMedia({ media: 'screen' });
}

async function printsAnArticle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Post 12', exact: true }).click();
  await page.locator('.body').getByText('Text 12').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.row').first().isVisible(), false);
  assert.equal(await page.locator('.body').isVisible(), true);
  assert.match(
    String(await page.evaluate("getComputedStyle(document.querySelector('.after a'), '::after').content")),
    /https:\/\/origin\.example\/12/,
  );
  for (const theme of ['dark', 'black', 'sepia']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    const [text, paper] = (await page.evaluate(
      "[getComputedStyle(document.querySelector('.body')).color, getComputedStyle(document.body).backgroundColor].map((each) => Number(/\\d+/.exec(each)[0]))",
    )) as [number, number];
    assert.ok(text < 50, `${theme}: ${text}`);
    assert.equal(paper, 255, theme);
  }
}

/** Its box has a colour of its own. */
async function printsWhatIsWrong(page: Page): Promise<void> {
  await page.locator('.ailing').waitFor();
  for (const theme of ['dark', 'black', 'sepia']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('.ailing')).backgroundColor"),
      'rgb(255, 255, 255)',
      theme,
    );
  }
}

/** A wide one is printed whole, its columns no wider than their words, and so is what is folded away. */
async function printsATable(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'With a table', exact: true }).click();
  await page.locator('.body td').last().waitFor();
  await page.emulateMedia({ media: 'print' });
  // What sticks out makes browsers print the page a little smaller; what is scrolled is cut off.
  assert.equal(await cutOffAt(page, '.body td'), null);
  // To Chrome before 129, what sticks out of a container is only paint.
  assert.equal(
    await page.evaluate("getComputedStyle(document.querySelector('.body .wide-box')).containerType"),
    'normal',
  );
  // About as wide as paper is.
  await page.setViewportSize({ width: 720, height: 1000 });
  assert.ok(await fits(page));
  // Printing is part of what is loaded after the list.
  await untilTrue(page, "dispatchEvent(new Event('beforeprint')) && document.querySelector('details').open");
  assert.ok(await page.locator('.body').getByText('Folded').isVisible());
  // The browser's preview may lead to the dialog of the system, before it ends itself.
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  assert.equal(await page.locator('.body').getByText('Folded').isVisible(), false);
}

/** To the reader, each feed is. */
async function isFailing(page: Page): Promise<void> {
  await page.route('**/api/v1/feeds', async (route) => {
    const response = await route.fetch();
    const health = { state: 'failing', failing_since: '2026-01-01T00:00:00Z' };
    const feeds = (await response.json()) as object[];
    await route.fulfill({
      response,
      json: feeds.map((each) => ({ ...each, 'app.courant.health': health })),
    });
  });
}

/** A feed with a wide table, and something that is folded away. */
async function followTable(t: TestContext, { client }: ReaderHouse): Promise<void> {
  const { url } = await startSite(t, (_request, response) => {
    const table = `<table><tr>${'<td>77</td>'.repeat(20)}</tr></table><details><summary>More</summary><p>Folded</p></details>`;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>With a table</title><description><![CDATA[${table}]]></description></item></channel></rss>`,
    );
  });
  await client.feeds.create({ feedUrl: `${url}/feed.xml` });
}

/** A feed that has published something just now, and so has bars. */
async function followBusy(t: TestContext, { client }: ReaderHouse): Promise<number> {
  const { url } = await startSite(t, (_request, response) => {
    const now = `<item><title>Now</title><pubDate>${new Date().toUTCString()}</pubDate></item>`;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Busy</title>${now}</channel></rss>`);
  });
  return (await client.feeds.create({ feedUrl: url })).id;
}

/** The classes of what scrolls around the first element that matches, or of that itself; null if nothing does. */
function cutOffAt(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`(() => {
    let each = document.querySelector('${selector}');
    while (each && getComputedStyle(each).overflowX === 'visible') each = each.parentElement;
    return each && each.className;
  })()`);
}

async function outlines(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(
    `[...document.querySelectorAll('${selector}')].map((each) => {
      const { outlineStyle, opacity } = getComputedStyle(each);
      return outlineStyle + ' ' + opacity;
    })`,
  );
}

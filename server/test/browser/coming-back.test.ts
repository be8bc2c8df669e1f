// Coming back to the same place after a reload, which is also what a browser does that has discarded the page.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { fromCopy, isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  openReaderHouse,
  type ReaderHouse,
  routePart,
  rowsAre,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('a page that is loaded anew stands where it stood, in the list and in the text', {
  skip: !browser,
}, async (t) => {
  const house = await openLongHouse(t);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Long 120');
    // An article that has been read is in a list out of the copy only.
    await untilTrue(page, isWhole);
    await bringToEdge(page, row(40));
    await openArticle(page, 'Long 38');
    await bringToEdge(page, paragraph(17));
    const before = { list: await edgeOf(page, row(40)), text: await edgeOf(page, paragraph(17)) };
    await standsStill(page, 'text');
    await standsStill(page, 'list');
    const [first, second, third] = (await page.evaluate('history.state.place.list.ids')) as number[];
    await page.reload();
    await standsAt(page, row(40), before.list);
    await standsAt(page, paragraph(17), before.text);
    const dayEnd = (await edgeOf(page, "document.querySelector('.list-scroll')")) + 36;
    // What was read meanwhile is not in the list any more: then it begins with what stood below.
    await house.client.items.markManyRead([first ?? 0, second ?? 0]);
    await page.locator(`#row-${second} .read`).waitFor({ state: 'attached' });
    await untilTrue(page, fromCopy('rows', `get(${second})`, 'found.result.read'));
    await standsStill(page, 'list');
    await page.reload();
    await standsAt(page, `document.getElementById('row-${third}')`, dayEnd);
    // Whoever opens it anew begins at the top.
    await page.goto('/unread');
    await rowsAre(page, 'Long 120');
    assert.equal(await page.evaluate("document.querySelector('.list-scroll').scrollTop"), 0);
  });
});

test('the open item keeps its place in a list that is loaded anew, also among the rows that are there first, among which none stands that is older', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      '<rss version="2.0"><channel><title>One</title><item><title>New</title></item></channel></rss>',
    );
  });
  const [feed] = await house.client.feeds.list();
  // Of the twelve rows that are there first, eleven are in the list of the other feed.
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const numbers = async () => {
      const titles = await page.locator('.row h3').allTextContents();
      return titles.map((title) => Number(/[0-9]+/.exec(title)));
    };
    await rowsAre(page, 'New');
    await untilTrue(page, isWhole);
    const { items } = await house.client.items.list({ limit: 100 });
    const older = items.find(({ title }) => title === 'Post 5')?.id;
    await page.goto(`/feeds/${feed?.id}/items/${older}`);
    await untilTrue(page, fromCopy('rows', `get(${older})`, 'found.result.read'));
    await page.reload();
    await untilTrue(
      page,
      "(document.querySelector('.list-scroll').scrollTop = 300) && document.querySelectorAll('.row').length > 13",
    );
    assert.deepEqual(
      (await numbers()).slice(0, 14),
      Array.from({ length: 14 }, (_, index) => 30 - index),
    );

    await page.goto(`/feeds/${feed?.id}`);
    await rowsAre(page, 'Post 30');
    await openArticle(page, 'Post 26');
    const id = Number(/[0-9]+$/.exec(page.url()));
    await untilTrue(page, fromCopy('rows', `get(${id})`, 'found.result.read'));
    for (const turn of ['first', 'second']) {
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Post 26' }).waitFor();
      await page.locator(`#row-${id}`).waitFor();
      assert.deepEqual((await numbers()).slice(0, 10), [30, 29, 28, 27, 26, 25, 24, 23, 22, 21], turn);
    }
  });
});

test('the place in a text is found again though a picture of it is missing and a note was opened, and what is kept unread stays so, until it is opened once more', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  const { url } = await startSite(t, ({ url: path }, response) => {
    response.statusCode = path === '/feed.xml' ? 200 : 404;
    const noted = `<p><img src="/gone.png" alt="A ship"> Ahoy<sup><a href="#fn:1">1</a></sup></p>${text}<ol><li>Note <a href="#fnref:1">↩</a></li></ol>`;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      `<rss version="2.0"><channel><title>Ships</title><item><guid>1</guid><title>At sea</title><description><![CDATA[${noted}]]></description></item></channel></rss>`,
    );
  });
  const unread = async (): Promise<number> => (await house.client.sync.counts()).total;
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await openArticle(page, 'At sea');
    await page.locator('.no-picture').waitFor();
    await page.locator('.footnote-mark').click();
    await page.locator('.footnote:popover-open').waitFor();
    await bringToEdge(page, paragraph(17));
    await standsStill(page, 'text');
    const before = await edgeOf(page, paragraph(17));
    await page.reload();
    await page.getByText('Paragraph 17.').waitFor();
    await standsAt(page, paragraph(17), before);
    await house.unreadAre(2);
    await page.goto('/unread');
    await rowsAre(page, 'Post 2');
    await page.keyboard.press('j');
    await settled(async () => assert.equal(await unread(), 1));
    await page.keyboard.press('m');
    await settled(async () => assert.equal(await unread(), 2));
    await page.reload();
    await page.locator('article h1').waitFor();
    // A mark that the reload had made would arrive with this one.
    await page.keyboard.press('s');
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
    assert.equal(await unread(), 2);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await settled(async () => assert.equal(await unread(), 1));
    // And who reads it after all has read it.
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await page.reload();
    await page.locator('article h1').waitFor();
    await settled(async () => assert.equal(await unread(), 1));
  });
});

test('the place in the list is kept with an article that was opened and not scrolled, also where what keeps it comes late', {
  skip: !browser,
}, async (t) => {
  const house = await openLongHouse(t);
  const late = Promise.withResolvers<void>();
  const reads = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Long 120');
    await bringToEdge(page, row(40));
    const before = await edgeOf(page, row(40));
    late.resolve();
    await standsStill(page, 'list');
    await openArticle(page, 'Long 38');
    await standsStill(page, 'list');
    await page.reload();
    await standsAt(page, row(40), before);
  };
  await house.read({ ...desktop, serviceWorkers: 'block' }, reads, (page) =>
    routePart(page, 'startLater', async (route) => {
      await late.promise;
      await route.continue();
    }),
  );
});

test('on a telephone the way back from an article that was loaded anew leads to the place in the list', {
  skip: !browser,
}, async (t) => {
  const house = await openLongHouse(t);
  await house.read({ ...telephone, at: '/everything', serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Long 120');
    await scrollToEnd(page);
    const height = await page.evaluate(listHeight);
    await page.evaluate("document.querySelector('.list-scroll').scrollTop = 0");
    await bringToEdge(page, row(40));
    const before = await edgeOf(page, row(40));
    await standsStill(page, 'list');
    await page.getByRole('link', { name: 'Long 39', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Long 39' }).waitFor();
    await bringToEdge(page, paragraph(17));
    const place = await edgeOf(page, paragraph(17));
    await standsStill(page, 'text');
    await page.reload();
    await standsAt(page, paragraph(17), place);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await standsAt(page, row(40), before);
    // Of rows that are out of sight only the height is left: that of all of them, also of those that came later.
    await scrollToEnd(page);
    await settled(async () => assert.equal(await page.evaluate(listHeight), height));
  });
});

test('the way back through a list marks nothing read, also for who has it marked by scrolling, and that to its end is over where the window has become higher', {
  skip: !browser,
}, async (t) => {
  const house = await openLongHouse(t);
  const unread = async (): Promise<number> => (await house.client.sync.counts()).total;
  await house.read({ ...desktop, at: '/everything', serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Long 120');
    await scrollToEnd(page);
    await standsStill(page, 'list');
    await page.goto('/about/bot');
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goBack();
    await untilTrue(page, isAtEnd);
    assert.equal(await page.evaluate(scrollToTop), 0);

    await page.setViewportSize({ width: 1280, height: 800 });
    await bringToEdge(page, row(95));
    await standsStill(page, 'list');
    const place = await edgeOf(page, row(95));
    await page.evaluate(chosen({ markOnScroll: true }));
    // What stands above is looked at for a while, until the rest has come.
    const seen = Promise.withResolvers<void>();
    await page.route(/api\/v1\/items\?.*limit=100/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.reload();
    await rowsAre(page, 'Long 120');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 900))');
    const before = await unread();
    seen.resolve();
    await standsAt(page, row(95), place);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 900))');
    assert.equal(await page.locator('#list .row.read').count(), 0);
    assert.equal(await unread(), before);
  });
});

const isAtEnd = `(() => {
  const pane = document.querySelector('.list-scroll');
  const isThere = pane.scrollTop > 0 && pane.scrollTop + pane.clientHeight > pane.scrollHeight - 1;
  return isThere && /That is all/.test(pane.querySelector('.end')?.textContent);
})()`;
/** Not by a wheel or a key, which would end any way back. */
const scrollToTop = `(async () => {
  const frames = async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  };
  const pane = document.querySelector('.list-scroll');
  await frames();
  pane.scrollTop = 0;
  await frames();
  return pane.scrollTop;
})()`;
const listHeight = "document.querySelector('.list-scroll').scrollHeight";
const row = (number: number) =>
  `[...document.querySelectorAll('.row')].find((row) => row.querySelector('a').textContent === 'Long ${number}')`;
const paragraph = (number: number) => `document.querySelectorAll('.body p')[${number}]`;

async function openArticle(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Scrolls until it is a little beyond the upper edge, as people scroll: however far it is, and however much below it has yet to be loaded. */
async function bringToEdge(page: Page, find: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const edgeOf = (element) => element.getBoundingClientRect().top;
    const scroll = () => {
      const found = ${find};
      const pane = found?.closest('.list-scroll, .article-scroll') ?? document.querySelector('.list-scroll');
      pane.scrollBy({ top: found ? edgeOf(found) - edgeOf(pane) + 9 : 400 });
      if (found && Math.abs(edgeOf(found) - edgeOf(pane) + 9) < 1) resolve();
      else requestAnimationFrame(scroll);
    };
    scroll();
  })`);
}

/** Further rows are loaded on the way. */
function scrollToEnd(page: Page): Promise<void> {
  return untilTrue(
    page,
    `(() => {
      const pane = document.querySelector('.list-scroll');
      pane.scrollTop = pane.scrollHeight;
      return /That is all/.test(pane.querySelector('.end')?.textContent);
    })()`,
  );
}

/** As far as a reader notices: fonts that come later move lines by a hair. */
function standsAt(page: Page, find: string, place: number): Promise<void> {
  return settled(async () => assert.ok(Math.abs((await edgeOf(page, find)) - place) < 8, find));
}

async function edgeOf(page: Page, find: string): Promise<number> {
  return Number(await page.evaluate(`(${find})?.getBoundingClientRect().top`));
}

/** Nobody loads a page anew before it stands still: the place is kept then. */
function standsStill(page: Page, what: 'list' | 'text'): Promise<void> {
  return untilTrue(page, what === 'text' ? 'history.state?.place?.text !== undefined' : isListKept);
}

const isListKept = `(() => {
  const { ids, beyond } = history.state?.place?.list ?? {};
  const row = document.getElementById('row-' + ids?.[0]);
  return row !== null && Math.abs(document.querySelector('.list-scroll').scrollTop - row.offsetTop - beyond) < 1;
})()`;

async function openLongHouse(t: TestContext): Promise<ReaderHouse> {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(long);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  return house;
}

const isOpened = (number: number): boolean => number === 38 || number === 39;

const text = Array.from(
  { length: 40 },
  (_, index) => `<p>Paragraph ${index + 1}. ${'Some words of it. '.repeat(20)}</p>`,
).join('');
/** Of those that nobody opens, the first words are enough. */
const items = Array.from(
  { length: 120 },
  (_, index) =>
    `<item><title>Long ${index + 1}</title><guid>${index + 1}</guid><description>${(isOpened(index + 1) ? text : text.slice(0, 390)).replace(/</g, '&lt;')}</description>
     <pubDate>${new Date(Date.UTC(2026, 5, 1, index)).toUTCString()}</pubDate></item>`,
);
const long = `<rss version="2.0"><channel><title>Long ones</title>${items.join('')}</channel></rss>`;

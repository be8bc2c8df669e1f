// Tests what lists do by themselves, and the history, in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { queued } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  focusIs,
  follow,
  openReaderHouse,
  pressPair,
  rowsAre,
  settled,
  telephone,
} from './reader-house.ts';

const browser = await openBrowser();
const pane = "document.querySelector('.list-scroll')";

test('a list in any order is marked whole, by scrolling only what was seen, and the history takes it back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 150);
  const unread = async (): Promise<number> => (await house.client.sync.counts()).total;
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    // The oldest first: most of the list is not loaded, but marked nevertheless.
    await page.goto('/everything');
    await page.getByRole('button', { name: 'Oldest' }).click();
    await rowsAre(page, 'Post 1');
    await page.keyboard.press('Shift+A');
    await page.getByText('150 items marked as read').first().waitFor();
    assert.equal(await unread(), 0);

    await pressPair(page, 'g', 'h');
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Undo: 150 items marked as read' }).click();
    await page.getByRole('button', { name: 'Redo: 150 items marked as unread' }).waitFor();
    await settled(async () => assert.equal(await unread(), 150));
    await look(page);

    // Nothing is marked by scrolling unless that is switched on.
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.evaluate(chosen({ markOnScroll: true }));
    // A list that is opened before this browser knows of the undo is empty, and says that there is something new.
    await settled(async () => {
      await page.goto('/unread');
      // At first the saved list is shown, from before anything was marked.
      await page.locator('.is-ready #list').waitFor();
      await still(page, () => page.locator('.row').count());
      await page.getByRole('link', { name: 'Post 150', exact: true }).waitFor({ timeout: 10_000 });
    });
    await passSlowly(page, page.locator('.row.read'));
    await settled(async () => assert.ok((await unread()) < 150));
    // A jump to the end marks nothing more: the rows that flew past were not seen, and those at the end have not left.
    const seen = Number(await page.evaluate(seenRows));
    await page.evaluate(`${pane}.scrollTop = ${pane}.scrollHeight`);
    await page.locator('.row').last().waitFor();
    const marked = 150 - (await still(page, unread));
    assert.ok(seen < 75 && marked <= seen, `${seen} were seen, ${marked} marked`);
  });
});

test('what is kept unread is not marked by scrolling past it, also when another item was opened since', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  await house.readOnce({ ...desktop, script: chosen({ markOnScroll: true }) }, async (page) => {
    await rowsAre(page, 'Post 60');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 60' }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 59' }).waitFor();
    await passSlowly(page, page.locator('.row.read').filter({ hasText: 'Post 58' }));
    await settled(async () => {
      const { items } = await house.client.items.list({ only: 'unread', limit: 100 });
      assert.ok(!items.some(({ title }) => title === 'Post 58'));
      assert.ok(items.some(({ title }) => title === 'Post 60'));
    });
  });
});

test('what was scrolled past is marked also if the page is left at once', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  const unread = async (): Promise<number> => (await house.client.sync.counts()).total;
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await page.evaluate(chosen({ markOnScroll: true }));
    await page.addInitScript(collectsForever);
    await settled(async () => {
      await page.goto('/unread');
      await rowsAre(page, 'Post 60');
      await passSeen(page);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await page.goto('/about/bot');
      assert.ok(Number(await page.evaluate(queued)) > 0);
    });
    await page.goto('/settings');
    await settled(async () => assert.ok((await unread()) < 60));
  });
});

test('a list that is pulled down asks for what is new', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 20);
  await house.readOnce({ ...telephone, isMobile: true, script: asksForNothingByItself }, async (page) => {
    await rowsAre(page, 'Post 20');
    const devtools = await page.context().newCDPSession(page);
    let asked = 0;
    page.on('request', (request) => {
      if (/sync\/v1\/changes/.test(request.url())) asked++;
    });
    // The code for touch is loaded after the list.
    await pull(page, devtools, 60, 'begun');
    await page.locator('[data-pull]').waitFor({ state: 'detached' });
    // The requests that the page makes by itself when it is opened are over.
    const before = await still(page, () => asked);
    await pull(page, devtools, 60, 'begun');
    assert.equal(await still(page, () => asked), before, 'a little is nothing');
    await pull(page, devtools, 200, 'ready');
    await settled(async () => assert.ok(asked > before));
    await rowsAre(page, 'Post 20');
  });
});

/** How many rows there are down to the bottom of the screen. */
const seenRows = `Math.ceil(
  (${pane}.scrollTop + ${pane}.clientHeight) / document.querySelector('.row').getBoundingClientRect().height,
)`;

/** The number once it has stayed the same for a second, in which neither the page nor the service stood still. */
async function still(page: Page, number: () => number | Promise<number>): Promise<number> {
  for (let before = await number(); ; ) {
    await setTimeout(1_000);
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    const now = await number();
    if (now === before) return now;
    before = now;
  }
}

/** Scrolls down until there is what was looked for. */
async function passSlowly(page: Page, marked: Locator): Promise<void> {
  await settled(async () => {
    await passSeen(page);
    assert.ok((await marked.count()) > 0);
  });
}

/** Scrolls down after the rows were visible long enough to count as seen, unless the page stood still. */
async function passSeen(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 700))');
  await page.evaluate(`${pane}.scrollBy({ top: 300 })`);
}

/** As if somebody scrolled on and on: what has left is marked by one write after a pause. */
const collectsForever = `
  const { setTimeout: usual } = window;
  window.setTimeout = (act, ms, ...rest) => (ms === 250 ? 0 : usual(act, ms, ...rest));`;

/** Stops the loop that asks again after a minute of silence (`pollWhenSilent`), which could be mistaken for an answer to the pull. */
const asksForNothingByItself = `
  const { setTimeout: usual } = window;
  window.setTimeout = (act, ms, ...rest) => (ms >= 5_000 ? 0 : usual(act, ms, ...rest));`;

/**
 * Pulls and lets go, until the list has shown the given state: the browser takes a gesture for its own scrolling if the page is too
 * slow to answer, and then the finger has to come again.
 */
async function pull(page: Page, devtools: CDPSession, by: number, until: string): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 180, y }] });
  await settled(async () => {
    await touch('touchStart', 220);
    for (let y = 230; y <= 220 + by; y += 10) await touch('touchMove', y);
    const shown = await page.evaluate(`${pane}.dataset.pull`);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // A finger that came late to its first movement has opened the menu of a row, which would take all that follows.
    if (shown !== until) await page.keyboard.press('Escape');
    assert.equal(shown, until);
  });
}

test('a title that goes on and on takes four lines of a list, a link that cannot be copied is told of, and not offered where there is no clipboard, and who marks all a second time takes back what the first time marked', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 11);
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Notes</title>
      <item><guid>1</guid><title>${'It goes on. '.repeat(60)}</title></item></channel></rss>`);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.readOnce(desktop, async (page) => {
    const row = page.locator('#list .row').filter({ hasText: 'It goes on' });
    await row.waitFor();
    const box = (await row.boundingBox()) ?? assert.fail();
    assert.ok(box.height < 150, `${box.height} pixels`);
    // The whole row leads to the article, where the title is shown in full.
    await page.mouse.click(box.x + 200, box.y + box.height - 6);
    await page.getByRole('heading', { level: 1, name: 'It goes on. It goes on.' }).waitFor();

    // As in a browser in which that is not allowed.
    const copy = page.getByRole('menuitem', { name: 'Copy link' });
    await follow(page, '/everything');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    for (const key of ['n', 'n', '.']) await page.keyboard.press(key);
    await page.evaluate("Clipboard.prototype.writeText = () => Promise.reject(new Error('not allowed'))");
    await copy.click();
    await page.getByText('Could not be copied').first().waitFor();
    // As at an address without encryption.
    await page.evaluate('delete Navigator.prototype.clipboard');
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: 'Open original' }).waitFor();
    assert.equal(await copy.count(), 0);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Unread' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
    await page.keyboard.press('Shift+A');
    await page.getByText('11 items marked as read').first().waitFor();
    const again = page.waitForResponse('**/mark-read*');
    await page.keyboard.press('Shift+A');
    await (await again).finished();
    // After the answer, and what it sets off.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    await page.keyboard.press('z');
    await house.unreadAre(11);
  });
});

test('on a telephone a list that is hardly longer than the screen says where it ends, the feeds lead to everything, which no tab does, and the order of the table of feeds can be read, however long the words beside it are', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 4);
  await house.readOnce({ ...telephone, at: '/feeds' }, async (page) => {
    await page.getByRole('link', { name: 'Everything', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();

    await page.getByText('That is all').waitFor();
    const room = Number(
      await page.evaluate(`${pane}.clientHeight - document.querySelector('.items').offsetHeight`),
    );
    await page.setViewportSize({ width: 360, height: 740 - room });
    await follow(page, '/unread');
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
    await rowsAre(page, 'Post 4');
    await page.getByText('That is all').waitFor({ state: 'attached' });

    await page.setViewportSize(telephone.viewport ?? { width: 360, height: 740 });
    await page.evaluate(chosen({ language: 'es' }));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.locator('html[lang=es]').waitFor();
    await follow(page, '/manage');
    await page.locator('.filters select').waitFor();
    const [width, wanted] = await page.evaluate<[number, number]>(`(() => {
      const shown = document.querySelector('.filters select');
      const free = shown.parentElement.appendChild(shown.cloneNode(true));
      free.style.cssText = 'position: absolute; width: max-content';
      return [shown.offsetWidth, free.offsetWidth];
    })()`);
    assert.ok(width >= wanted, `${width} pixels of ${wanted}`);
  });
});

test('in a window that is lower than they are, menus are reached to their ends', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  // A wide screen at four times the size (WCAG 1.4.10).
  await house.readOnce({ viewport: { width: 320, height: 256 } }, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('n');
    await page.keyboard.press('.');
    await endIsReached(page, 'Go to Origin');
    await page.getByRole('button', { name: 'More for this list' }).click();
    await endIsReached(page, 'Keyboard');
  });
});

/** Checks that the last entry of the open menu can be reached. */
async function endIsReached(page: Page, name: string): Promise<void> {
  const last = page.getByRole('menuitem', { name });
  await last.waitFor();
  // A menu under a button takes the focus only once it is drawn: a key that is pressed before then would not reach it.
  await focusIs(page, '[role=menuitem]');
  await page.keyboard.press('End');
  const box = await last.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 256, JSON.stringify(box));
  await page.keyboard.press('Escape');
  await last.waitFor({ state: 'hidden' });
}

test('the last 30 days are drawn in forced colours, too, and the title of a group runs in its own direction', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, (_request, response) => {
    const items = `<item><title>Now</title><pubDate>${new Date().toUTCString()}</pubDate></item>`;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Busy</title>${items}</channel></rss>`);
  });
  await house.client.feeds.create({ feedUrl: url });
  await house.client.groups.create({ title: 'C++' });
  await house.readOnce({ ...desktop, forcedColors: 'active', locale: 'ar' }, async (page) => {
    await page.locator('.pulse i').first().waitFor();
    assert.ok(await page.evaluate(areBarsSeen));
    await page.locator('.side h2').getByText('C++').waitFor();
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('.side h2 .t')).direction"),
      'ltr',
    );
  });
});

/** Forced colours leave an area that of its page: what is left of a bar is its border. */
const areBarsSeen = `[...document.querySelectorAll('.pulse i')].map((bar) => getComputedStyle(bar)).every((style) =>
  parseFloat(style.borderTopWidth) > 0 && style.borderTopColor !== style.backgroundColor)`;

// What Firefox does differently (and partly Safari, too), played back in the browser of the tests. Each of it was seen in Firefox 140.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

/** Firefox moves an element in its place only since version 144, and Safari does not: it is taken out and put in. */
const movesNothing = 'delete Element.prototype.moveBefore';

test('what is moved keeps the focus also in a browser that can only take it out and put it in', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  for (const title of ['Ants', 'Bees', 'Cats']) await house.client.groups.create({ title });
  await house.readOnce({ ...desktop, at: '/manage', script: movesNothing }, async (page) => {
    // It comes after the list.
    await untilTrue(page, "'moveBefore' in Element.prototype");
    for (const [way, place] of [
      ['down', 3],
      ['down', 4],
      ['up', 3],
      ['up', 2],
    ] as const) {
      await page.locator('.group-list li', { hasText: 'Ants' }).locator('.ib').press('Enter');
      await focusIs(page, '[role=menuitem]');
      await page.getByRole('menuitem', { name: `Move ${way}` }).press('Enter');
      await page.locator(`.group-list li:nth-child(${place})`, { hasText: 'Ants' }).waitFor();
      await focusIs(page, `li:nth-child(${place}) > .ib`);
    }
  });
});

/** In Firefox, Enter on a link counts as one click; only its pointer tells that there is none. */
const enters = `document.activeElement.dispatchEvent(
  new PointerEvent('click', { detail: 1, pointerType: '', bubbles: true, cancelable: true }),
)`;

/**
 * Rows that are far away are taken out of the document when the list has jumped, and those below it are drawn later: in Firefox, whose rows are
 * of other heights, the list was too short for its place in between. This makes it so in any browser, once.
 */
const shrinks = `{
  let isDone = false;
  addEventListener('jump', ({ target }) => requestAnimationFrame(() => {
    if (isDone || target.scrollTop < 1_499) return;
    isDone = true;
    const { style } = target.querySelector('.items');
    style.cssText = 'height: 900px; overflow: hidden';
    window.shrunk = target.scrollTop;
    style.cssText = '';
  }), true);
}`;

test('a list is at its place again also where it becomes shorter for a moment on the way', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 60');
    await untilTrue(page, isWhole);
    await untilTrue(page, `(${pane}.scrollTop = 1500) && ${pane}.scrollTop === 1500`);
    await untilTrue(page, isKept);
    await page.addInitScript(shrinks);
    await page.reload();
    await untilTrue(page, 'window.shrunk < 1_499');
    await settled(async () => assert.equal(await page.evaluate(`${pane}.scrollTop`), 1500));
  });
});

/** Firefox aligns the entries of a list as what is around it, and everything in them alike. In a layer, as the style sheet of a browser would. */
const alignsEntries = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@layer browser { li { text-align: left } }');
  document.adoptedStyleSheets = [sheet];
}`;

test('a title from right to left begins at the right in a list from left to right, and a second Enter on a row leads into its article also where Enter counts as one click', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      '<rss version="2.0"><channel><title>News</title><item><title>خبر</title></item></channel></rss>',
    );
  });
  await house.client.feeds.create({ feedUrl: url });
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'خبر');
    await page.evaluate(alignsEntries);
    const space = `(() => {
      const title = document.querySelector('.row h3');
      return title.getBoundingClientRect().right - title.querySelector('a').getBoundingClientRect().right;
    })()`;
    assert.ok(Number(await page.evaluate(space)) < 2);

    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await page.evaluate(enters);
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await focusIs(page, '.row a[aria-current]');
    await page.evaluate(enters);
    await focusIs(page, '.article-scroll');
  });
});

const pane = "document.querySelector('.list-scroll')";
const isKept = `(() => {
  const { ids, beyond } = history.state?.place?.list ?? {};
  return document.getElementById('row-' + ids?.[0])?.offsetTop + beyond === 1500;
})()`;

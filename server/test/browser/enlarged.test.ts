// Tests with a browser that is zoomed in a lot: 1,280 by 1,024 pixels at 400 % are 320 by 256, and many who need that have no mouse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { languageNames } from '../../../reader/src/texts/choice.ts';
import { startOrigin, startSite } from '../feed-origin.ts';
import { followMany } from './follow-many.ts';
import { openBrowser } from './open-browser.ts';
import { chosen, desktop, focusIs, follow, openReaderHouse, rowsAre, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

const zoomed = { width: 320, height: 256 };

/** Whether the focused element can be seen in the middle. */
const isSeen = `(() => {
  const focused = document.activeElement;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return there !== null && (focused.closest('label, .row') ?? focused).contains(there);
})()`;

test('in a small window the tab key leads to nothing that is hidden under the tabs, whose line is on the screen, the page of the feeds scrolls as a whole, and under a long title the list still has room', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 9);
  const [feed] = await house.client.feeds.list();
  assert.ok(feed);
  const title = 'The transactions of the society for the study of moss';
  await house.client.feeds.update(feed.id, { title });
  for (let count = 0; count < 3; count++)
    await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 1)).url });
  await house.readOnce({ viewport: { width: 320, height: 500 }, reducedMotion: 'reduce' }, async (page) => {
    await rowsAre(page, 'Post 9');
    await page.locator('.row').nth(11).waitFor();
    await stepThrough(page, '.row a');
    await follow(page, '/settings/keys');
    await page.locator('.key-list button').first().waitFor();
    await stepThrough(page, '.key-list button');

    // The line around the tab that has the focus.
    await page.setViewportSize(zoomed);
    const last = page.locator('.tabs a').last();
    await last.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const line = await page.evaluate(`(() => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(document.activeElement);
      return [outlineStyle, parseFloat(outlineOffset) + parseFloat(outlineWidth)];
    })()`);
    assert.deepEqual(line, ['solid', 0]);

    await follow(page, '/feeds');
    await page.locator('.tree a').nth(3).waitFor();
    assert.ok(await page.evaluate("document.querySelector('.tree').clientHeight > 4 * 44"));
    await stepThrough(page, '.tree a, .foot a');

    await follow(page, `/feeds/${feed.id}`);
    await rowsAre(page, 'Post 9');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    // The title of a row and the first line of its text.
    await untilTrue(
      page,
      "document.querySelector('.tabs').getBoundingClientRect().top - document.querySelector('.list-scroll').getBoundingClientRect().top > 80",
    );
  });
});

test('in a low window nothing that the tab key leads to is hidden under the player, nor in the table of feeds under the bar above it', {
  skip: !browser,
}, async (t) => {
  const { url } = await startSite(t, (request, response) => {
    // The sound never comes: a toast that says that it cannot be played would lie over the rows, too.
    if (request.url === '/1.mp3') return;
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Pod</title><link>http://${request.headers.host}/</link><description/>
      <item><guid>1</guid><title>A sound</title><enclosure url="http://${request.headers.host}/1.mp3" type="audio/mpeg"/></item></channel></rss>`);
  });
  const house = await openReaderHouse(t, browser, 1);
  await house.client.feeds.create({ feedUrl: url });
  await followMany(house.environment, { groups: 1, feedsOfEach: 8 });
  await house.readOnce({ viewport: { width: 1280, height: 420 }, at: '/manage' }, async (page) => {
    const boxes = page.locator('.feeds tbody input');
    await boxes.nth(9).focus();
    for (let left = 9; left > 0; left--) {
      await page.keyboard.press('ArrowUp');
      assert.ok(await page.evaluate(isSeen), `the row ${left} is hidden`);
    }

    await page.setViewportSize({ width: 1280, height: 500 });
    await follow(page, '/unread');
    await page.getByRole('link', { name: 'A sound' }).click();
    await page.locator('.file .b').click();
    await page.locator('.player').waitFor();
    await page.locator('.side a[href="/settings"]').click();
    await page.locator('a[href="/settings/keys"]').click();
    await page.locator('.key-list button').first().waitFor();
    await stepThrough(page, '.key-list button');
  });
});

test('with letters that are twice as large, the orders of a list stay within it, and in every language the tabs within the screen, and there is room for the buttons of the narrowest sidebar, for a new group, and for the tabs of the settings on a narrow screen', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const panes = { side: 180, list: 392 };
  const look = { viewport: { width: 768, height: 800 }, locale: 'de', script: chosen({ panes }) };
  await house.readOnce(look, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await rowsAre(page, 'Post 1');
    for (const button of await page.locator('.seg button').all()) {
      const [at, list] = await Promise.all([button.boundingBox(), page.locator('#list').boundingBox()]);
      assert.ok(at && list && at.x + at.width <= list.x + list.width, await button.innerText());
    }
    await page.setViewportSize({ width: 320, height: 568 });
    await page.locator('.tabs').waitFor();
    for await (const language of everyLanguage(page))
      assert.deepEqual(await page.evaluate(cutTabs), [], language);

    // With letters of the usual size.
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await page.setViewportSize(desktop.viewport ?? zoomed);
    await page.locator('.is-ready .foot').waitFor();
    for await (const language of everyLanguage(page, { panes })) {
      const [side, button] = await boxesOf(page, '.side', '.foot a[href="/settings"]');
      assert.equal(side.width, 180);
      assert.ok(isWithin(button, side), `${language}: ${JSON.stringify({ side, button })}`);
    }

    await page.setViewportSize({ width: 320, height: 568 });
    await follow(page, '/manage');
    await page.locator('.feeds tbody input').check();
    await page.locator('.bulk .b').first().click();
    await page.locator('.dialog .in-line input').waitFor();
    for await (const language of everyLanguage(page)) {
      const [field] = await boxesOf(page, '.dialog .in-line input');
      assert.ok(field.width >= 120, `${language}: ${field.width}`);
    }

    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await follow(page, '/settings');
    for await (const language of everyLanguage(page)) {
      // The account is the operator's, whose tab comes a moment later.
      const [last, tabs] = await boxesOf(page, '.page-tabs a[href="/admin"]', '.page-tabs');
      assert.ok(isWithin(last, tabs), `${language}: ${JSON.stringify({ last, tabs })}`);
    }
  });
});

/** The words of the tabs that go beyond the screen, at its side or below. */
const cutTabs = `[...document.querySelectorAll('.tabs a')].filter((tab) => {
  const words = document.createRange();
  words.selectNodeContents(tab);
  const { left, right, bottom } = words.getBoundingClientRect();
  return left < 0 || right > innerWidth || bottom > innerHeight;
}).map(({ textContent }) => textContent)`;

test('the link that skips to the content leads there, whatever is shown, and when the window becomes narrow or the article is shown alone, the focus goes from what is hidden to what is shown', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const skip = (page: Page) => page.locator('.skip').press('Enter');
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await skip(page);
    await focusIs(page, '.row a');
    await page.keyboard.press('Enter');
    await page.locator('.art h1').waitFor();
    await page.keyboard.press('Shift+F');
    await page.locator('.is-zen').waitFor();
    await focusIs(page, '.article-scroll');
    await page.keyboard.press('Shift+F');
    await page.locator('.row a').first().focus();
    await page.setViewportSize(zoomed);
    await focusIs(page, '.article-scroll');

    // Until then the list can still have the focus.
    await untilTrue(page, "document.querySelector('main > [inert]') !== null");
    await skip(page);
    await focusIs(page, '.article-scroll a');
    await follow(page, '/search?q=moss');
    await page.getByText('Nothing found').first().waitFor();
    await skip(page);
    await focusIs(page, '#list');

    await page.setViewportSize(desktop.viewport ?? zoomed);
    await page.locator('.splitter').first().waitFor();
    await page.locator('.side a').first().focus();
    await page.setViewportSize({ width: 800, height: 600 });
    await focusIs(page, '#list');
  });
});

test('an open drawer is closed where the sidebar has room, Escape closes the article then, and beside panes that were drawn wide in a larger window, an article has room', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const script = chosen({ panes: { side: 360, list: 560 } });
  await house.readOnce({ viewport: { width: 1024, height: 700 }, script }, async (page) => {
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    const more = await page.getByRole('toolbar').getByRole('button', { name: 'More' }).boundingBox();
    const [list, line] = await boxesOf(page, '#list', '.splitter.list');
    assert.ok(more && more.x + more.width <= 1024, `a button ends at ${more && more.x + more.width}`);
    assert.ok(list.width >= 300, `the list is ${list.width} wide`);
    // The line that can be drawn is where the list ends.
    assert.ok(Math.abs(line.x + line.width / 2 - list.x - list.width) < 2);

    await page.setViewportSize({ width: 800, height: 700 });
    await page.locator('.burger').click();
    await page.locator('.scrim').waitFor();
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.locator('.splitter').first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/unread');
    await page.setViewportSize({ width: 800, height: 700 });
    await page.locator('.burger').waitFor();
    assert.equal(await page.locator('.scrim').count(), 0);
  });
});

/** Shows the page in each language of the reader, as if that were chosen in another one. */
async function* everyLanguage(page: Page, more: object = {}): AsyncGenerator<string> {
  for (const language of Object.keys(languageNames)) {
    await page.evaluate(chosen({ language, ...more }));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.locator(`html[lang=${language}]`).waitFor();
    yield language;
  }
}

interface Box {
  x: number;
  width: number;
}

/** Where what these selectors match is, once it is there. */
async function boxesOf<const T extends readonly string[]>(
  page: Page,
  ...selectors: T
): Promise<{ [index in keyof T]: Box }> {
  const boxes = selectors.map(async (each) => (await page.locator(each).boundingBox()) ?? assert.fail(each));
  return (await Promise.all(boxes)) as { [index in keyof T]: Box };
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
}

/** Goes from the first of them to the last by the tab key. */
async function stepThrough(page: Page, selector: string): Promise<void> {
  const all = page.locator(selector);
  await all.first().focus();
  for (let left = await all.count(); left > 1; left--) {
    await page.keyboard.press('Tab');
    const words = await page.evaluate(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
    );
    assert.ok(await page.evaluate(isSeen), `${words} is hidden`);
  }
}

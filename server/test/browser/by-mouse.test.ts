// Tests what a mouse does in the reader besides clicks: selecting texts, dragging, resting on something, and turning the wheel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  holdFeeds,
  openReaderHouse,
  rightClick,
  routePart,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('a mouse that rests is told the whole date of an item, and a name that does not fit into its line, what is copied out of a list are the words that were seen, and a field that is clicked beside the menu of an item keeps the focus', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const title = 'Notes of a lighthouse keeper who writes down all that passes by';
  const [feed] = await house.client.feeds.list();
  await house.client.feeds.update(feed?.id ?? 0, { title });
  await house.readOnce(desktop, async (page) => {
    const row = page.locator('.row').first();
    const inSidebar = page.locator('.side').getByText(title);
    // The year is told where it is not this one.
    const year = new Date().getUTCFullYear() === 2026 ? '' : ', 2026';
    await row.getByText(`Jan 1${year}`).waitFor();
    await tooltipIs(row.locator('time'), `Thursday, January 1${year}`);
    await tooltipIs(row.locator('h3'), '');
    await tooltipIs(inSidebar, title);
    await house.client.feeds.update(feed?.id ?? 0, { title: 'Notes' });
    await page.locator('.side').getByText('Notes', { exact: true }).waitFor();
    await tooltipIs(page.locator('.side .tree .t'), '');

    const [head, last] = [page.locator('.day h2').first(), page.locator('.row h3 a').last()];
    await head.getByText('January').waitFor();
    const [from, to] = [await head.boundingBox(), await last.boundingBox()];
    assert.ok(from && to);
    // From the margin of the day: a row is a link, which would be dragged.
    await page.mouse.move(from.x + 12, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 1, to.y + to.height - 4, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('/');
    await focusIs(page, '[type=search]');
    await page.keyboard.press('ControlOrMeta+v');
    await settled(async () =>
      assert.match(await page.getByRole('searchbox').inputValue(), /Post 3 *Text 3.*Post 2 *Text 2.*Post 1/),
    );

    const field = page.getByRole('searchbox');
    await field.fill('Post');
    await field.press('Enter');
    await page.waitForURL('**/search?q=Post');
    await focusIs(page, '#list');
    const found = page.getByRole('link', { name: 'Post 3', exact: true });
    await rightClick(page, () => found.click({ button: 'right' }));
    await focusIs(page, '[role=menuitem]');
    await field.click();
    await page.locator('.app > .menu').waitFor({ state: 'detached' });
    // Otherwise what is typed now would be keys, and this one a star.
    await page.keyboard.type('s');
    assert.equal(await field.inputValue(), 'Posts');
  });
});

test('only who takes hold of the line between two panes moves it, two fingers on a trackpad lead back and do not from wide code, a footnote stays beside its mark and goes with it, and a feed that is dragged out of the table is its address elsewhere', {
  skip: !browser,
}, async (t) => {
  const text = `<p>Hello<sup><a href="#fn:1">1</a></sup></p>${'<p>And so on.</p>'.repeat(60)}`;
  const note = '<ol><li id="fn:1">The note <a href="#fnref:1">↩</a></li></ol>';
  const house = await openReaderHouse(t, browser, 3);
  const [feed] = await house.client.feeds.list();
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(
      `<rss version="2.0"><channel><title>Site</title><item><guid>1</guid><title>With a note</title><description><![CDATA[${text}${note}]]></description></item></channel></rss>`,
    );
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.readOnce(desktop, async (page) => {
    const line = page.locator('.splitter.list');
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    const text = await page.locator('.body').boundingBox();
    const before = await line.boundingBox();
    assert.ok(text && before);
    const y = text.y + 10;
    await drag(page, { from: [text.x + 40, y], to: [before.x - 60, y] });
    assert.notEqual(await page.evaluate('String(getSelection())'), '');
    assert.equal((await line.boundingBox())?.x, before.x);

    const x = before.x + before.width / 2;
    await drag(page, { from: [x, 500], to: [x - 60, 500] });
    assert.equal((await line.boundingBox())?.x, before.x - 60);

    // Browsers without a window have no such gesture. Those that have it go back unless one of these says no.
    const held = (selector: string) =>
      page.evaluate(`(() => {
        let each = document.querySelector(${JSON.stringify(selector)});
        while (each && getComputedStyle(each).overscrollBehaviorX === 'auto') each = each.parentElement;
        return each && (each.className || each.tagName);
      })()`);
    assert.equal(await held('.row'), null);
    assert.equal(await held('.body'), null);
    await page.evaluate(
      "document.querySelector('.body').append(Object.assign(document.createElement('div'), { className: 'wide-box' }))",
    );
    assert.equal(await held('.wide-box'), 'wide-box');
    await page.locator('.foot a[href="/settings"]').click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    assert.equal(await held('.page'), null);

    await follow(page, '/unread');
    await page.getByRole('link', { name: 'With a note', exact: true }).click();
    const mark = page.locator('.footnote-mark');
    await mark.click();
    const opened = page.locator('.footnote:popover-open');
    await opened.waitFor();
    const distance = async (): Promise<number> =>
      ((await opened.boundingBox())?.y ?? 0) - ((await mark.boundingBox())?.y ?? 0);
    const between = await distance();
    const scroll = (top: number) =>
      page.evaluate(`document.querySelector('.article-scroll').scrollTop = ${top}`);
    await scroll(60);
    await settled(async () => assert.equal(await distance(), between));
    await scroll(900);
    await opened.waitFor({ state: 'detached' });

    await follow(page, '/manage');
    const field = page.getByRole('searchbox');
    const row = page.locator('tbody tr', { hasText: 'Origin' });
    await row.dragTo(field);
    await settled(async () => assert.equal(await field.inputValue(), feed?.feed_url));
    await row.waitFor();
  });
});

test('under an open menu nothing moves away, and a window of another width closes it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  const drawn = Promise.withResolvers<void>();
  const prepare = (page: Page): Promise<void> =>
    routePart(page, 'startLater', async (route) => {
      await drawn.promise;
      await route.continue();
    });
  const reads = async (page: Page): Promise<void> => {
    const menu = page.getByRole('menu', { name: 'Actions' });
    await page.evaluate(`{
      window.held = [];
      addEventListener('wheel', (event) => setTimeout(() => held.push(event.defaultPrevented)));
    }`);
    const row = page.locator('.row', { hasText: 'Post 57' });
    await rightClick(page, () => row.click({ button: 'right' }));
    await menu.waitFor();
    drawn.resolve();
    // The title is set by the code that is loaded after the list, as is what holds it.
    await untilTrue(page, "document.title.startsWith('(60)')");
    await page.mouse.move(300, 700);
    await page.mouse.wheel(0, 200);
    await untilTrue(page, 'held.length > 0');
    assert.deepEqual(await page.evaluate('held'), [true]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.mouse.wheel(0, 200);
    await untilTrue(page, "document.querySelector('.list-scroll').scrollTop > 0");

    await page.getByRole('link', { name: 'Post 57', exact: true }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await menu.waitFor();
    await page.setViewportSize({ width: 700, height: 800 });
    await menu.waitFor({ state: 'detached' });
  };
  await house.readOnce(desktop, reads, prepare);
});

test('a menu that was opened before the feeds were there is within the window also when it leads to one', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 20);
  const opened = Promise.withResolvers<void>();
  const reads = async (page: Page): Promise<void> => {
    const menu = page.getByRole('menu', { name: 'Actions' });
    await page.locator('.row').first().waitFor();
    await rightClick(page, () => page.mouse.click(500, 780, { button: 'right' }));
    await menu.waitFor();
    const before = await menu.boundingBox();
    opened.resolve();
    await menu.getByText('Go to Origin').waitFor();
    const { y, height } = (await menu.boundingBox()) ?? assert.fail();
    assert.ok(before && height > before.height);
    assert.ok(y + height <= 800, `${y + height} pixels`);
  };
  await house.readOnce(desktop, reads, (page) => holdFeeds(page, opened.promise));
});

/** Moves there, and waits for what a browser would show at that place. */
async function tooltipIs(place: Locator, expected: string): Promise<void> {
  await settled(async () => {
    const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 };
    // A browser tells of no movement to where the mouse is already.
    await place.page().mouse.move(x + 4, y + 4);
    await place.page().mouse.move(x + 5, y + 5);
    const at = `document.elementFromPoint(${x + 5}, ${y + 5}).closest('[title]')?.title ?? ''`;
    assert.equal(await place.page().evaluate(at), expected);
  });
}

/** Moves one pixel at a time, as a hand does. */
async function drag(
  page: Page,
  { from, to }: { from: [x: number, y: number]; to: [x: number, y: number] },
): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: Math.ceil(Math.abs(to[0] - from[0])) });
  await page.mouse.up();
}

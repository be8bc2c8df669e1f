// Tests where the keys lead without a mouse, and what they do on a focused row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  focusIs,
  follow,
  holdFeeds,
  openReaderHouse,
  pressPair,
  routePart,
  rowsAre,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();
const low = { ...desktop, viewport: { width: 1280, height: 240 } };
/** Whether the row of a post, whose item has the same number, is in the visible part of the list. */
const rowIsInSight = (number: number) => `(() => {
  const pane = document.querySelector('.list-scroll').getBoundingClientRect();
  const row = document.getElementById('row-${number}')?.getBoundingClientRect();
  return row?.top >= pane.top && row.bottom <= pane.bottom;
})()`;
/** Scrolls on, as a wheel does, until rows above are taken out of the document. */
const farDown = `(() => {
  const pane = document.querySelector('.list-scroll');
  pane.scrollTop = pane.scrollHeight;
  return pane.querySelector('li[aria-hidden]') !== null;
})()`;
const articleTop = "document.querySelector('.article-scroll').scrollTop";

test('in a low window keys begin with a row that is in sight, also below a high head, stepping scrolls the list and nothing around it, and the space bar scrolls the article', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 30);
  const [feed] = await house.client.feeds.list();
  assert.ok(feed);
  const title = 'News of everything that happens at the harbour '.repeat(3);
  await house.client.feeds.update(feed.id, { title });
  await house.readOnce(low, async (page) => {
    await rowsAre(page, 'Post 30');
    await page.locator('#row-20').waitFor({ state: 'attached' });
    // At once: the page tells only with its next frame that it was scrolled.
    await page.evaluate(`{
      document.getElementById('row-20').scrollIntoView({ block: 'start' });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }));
    }`);
    await page.locator('#row-19 .sel, #row-20 .sel').waitFor();

    await follow(page, `/feeds/${feed.id}`);
    await page.getByRole('heading', { level: 1, name: title.trim() }).waitFor();
    await page.locator('#row-20').waitFor({ state: 'attached' });
    // The title of this row is above the list, and its end below the head.
    await page.evaluate(`{
      const pane = document.querySelector('.list-scroll');
      pane.scrollTop = document.getElementById('row-20').offsetTop + 20;
    }`);
    await page.locator('#row-12').waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    await page.locator('#row-19 .sel').waitFor();

    // The space bar, while the row has the focus, as after a click.
    await follow(page, '/everything');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await page.getByRole('link', { name: 'Post 30', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 30' }).waitFor();
    await page.locator('.body').getByText('Text 30').waitFor();
    await page.keyboard.press('Space');
    await untilTrue(page, `${articleTop} > 0 || location.pathname !== '/everything/items/30'`);
    assert.equal(await page.evaluate("document.querySelector('.list-scroll').scrollTop"), 0);

    for (const number of [29, 28, 27]) {
      await page.keyboard.press('j');
      await page.getByRole('heading', { level: 1, name: `Post ${number}` }).waitFor();
    }
    await untilTrue(page, "document.querySelector('.list-scroll').scrollTop > 0");
    await untilTrue(page, rowIsInSight(27));
    assert.equal(await page.evaluate("document.querySelector('.app').scrollTop"), 0);

    // At once for who wants nothing to move.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.locator('.body').getByText('Text 27').waitFor();
    await page.evaluate(`document.querySelector('.article-scroll').addEventListener('scroll', ({ target }) => {
      const way = Math.min(target.clientHeight - 64, target.scrollHeight - target.clientHeight);
      window.leftAtFirst ??= way - target.scrollTop;
    })`);
    await page.keyboard.press('Space');
    await untilTrue(page, "'leftAtFirst' in window");
    assert.ok(Number(await page.evaluate('leftAtFirst')) < 1);
  });
});

test('a key that goes to an item far from the visible part of a long list, or to its end, shows it there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 300);
  await house.readOnce(low, async (page) => {
    await rowsAre(page, 'Post 300');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 300' }).waitFor();
    await untilTrue(page, farDown);
    await page.keyboard.press('j');
    await untilTrue(page, rowIsInSight(299));
    await untilTrue(page, farDown);
    // Of a list that comes from the service the last that was loaded is its end for now.
    await untilTrue(page, isWhole);
    await page.keyboard.press('Shift+G');
    await untilTrue(page, rowIsInSight(1));
    await untilTrue(page, "document.getElementById('row-300') === null");
    for (const _ of ['from the end', 'once more, after scrolling']) {
      await pressPair(page, 'g', 'g');
      await untilTrue(page, rowIsInSight(300));
      await untilTrue(page, farDown);
    }
  });
});

test('Enter on the row of the open article leads into it, also before it is drawn, the next one keeps the focus there, Escape leads back, and the space bar at its end opens the next unread item', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await page.getByRole('link', { name: 'Post 5', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Post 5' }).waitFor();
    await focusIs(page, '.row a[aria-current]');
    await page.keyboard.press('Enter');
    await focusIs(page, '.article-scroll');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
    await focusIs(page, '.article-scroll');
    await page.keyboard.press('Escape');
    await page.locator('.article-scroll').waitFor({ state: 'detached' });
    await focusIs(page, '.row.sel a');

    // A second Enter before the frame in which the article appears. This one has been read before: its row opens it at once.
    await page.getByRole('link', { name: 'Post 4', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
    await page.getByRole('link', { name: 'Post 5', exact: true }).focus();
    await page.evaluate(`new Promise((resolve) => {
      const link = document.activeElement;
      const opened = new MutationObserver(() => {
        if (!link.hasAttribute('aria-current')) return;
        opened.disconnect();
        link.click();
        resolve();
      });
      opened.observe(document, { subtree: true, childList: true, attributes: true });
      link.click();
    })`);
    await focusIs(page, '.article-scroll');

    // At the end of an article, the space bar passes over what is read.
    const [, , third, second] = (await house.client.items.list()).items;
    await house.client.items.markRead(second?.id ?? 0);
    await page.locator('.row.read', { hasText: 'Post 2' }).waitFor();
    await page.getByRole('link', { name: third?.title ?? '', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await page.locator('.body').getByText('Text 3').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
  });
});

test('an item that keys open and close leaves no step in the history that does nothing, a list that they reach or list anew takes the focus of its row, and they lead to the next feed and the one before', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  for (const posts of [1, 2])
    await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => posts)).url });
  await house.readOnce({ ...desktop, at: '/starred' }, async (page) => {
    await follow(page, '/everything');
    await rowsAre(page, 'Post 3');
    for (const key of ['j', 'o', 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForURL('**/everything/items/*');
      await page.keyboard.press('Escape');
      await page.waitForURL('**/everything');
    }
    await page.evaluate('history.back()');
    await page.waitForURL('**/starred');
    await page.evaluate('history.forward()');
    await rowsAre(page, 'Post 3');

    // The row that had the focus is gone, and then the next one gets it.
    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await pressPair(page, 'g', 'u');
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
    await focusIs(page, '#list');
    await page.keyboard.press('j');
    await focusIs(page, '.row.sel a');
    await page.keyboard.press('r');
    await focusIs(page, '#list');
    await page.keyboard.press('n');
    await focusIs(page, '.row.sel a');

    await page.keyboard.press('Shift+N');
    await page.waitForURL('**/feeds/*');
    const first = page.url();
    await page.keyboard.press('Shift+N');
    await page.waitForURL((url) => url.href !== first);
    await page.keyboard.press('Shift+P');
    await page.waitForURL(first);
  });
});

test('a key for the next feed that is pressed before the feeds are there leads to it once they are', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const pressed = Promise.withResolvers<void>();
  await house.readOnce(
    desktop,
    async (page) => {
      await rowsAre(page, 'Post 3');
      await page.keyboard.press('Shift+N');
      pressed.resolve();
      await page.waitForURL('**/feeds/*');
    },
    (page) => holdFeeds(page, pressed.promise),
  );
});

test('keys act on the row, or on the open article, that the tab key has led to, a mark is told to screen readers as done, and after the first key of a pair those are shown that may follow', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const starred = async () => (await house.client.stars.list()).items.map(({ title }) => title);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('j');
    // The title is set by the code that is loaded after the list, as is what follows the focus.
    await untilTrue(page, "document.title.includes('Post 3')");
    await page.locator('.row a').first().focus();
    await page.keyboard.press('Tab');
    await focusIs(page, '#row-2 a');
    await page.keyboard.press('s');
    await settled(async () => assert.deepEqual(await starred(), ['Post 2']));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await untilTrue(page, "document.activeElement.closest('.article-pane') !== null");
    await page.keyboard.press('s');
    await settled(async () => assert.deepEqual(await starred(), ['Post 3', 'Post 2']));

    await follow(page, '/everything');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await rowsAre(page, 'Post 3');
    for (const key of ['n', 'n', 'm']) await page.keyboard.press(key);
    const region = page.getByRole('status');
    await settled(async () => assert.equal(await region.textContent(), '1 item marked as read'));

    // The keys that follow are those that the user has chosen.
    await follow(page, '/settings/keys');
    await page.getByRole('button', { name: 'Change the key for: Go to starred', exact: true }).click();
    await page.keyboard.press('y');
    await page.getByRole('button', { name: 'Reset the key for: Go to starred', exact: true }).waitFor();
    // The hint is gone after a second: what it said is kept here.
    await page.evaluate(`new MutationObserver(() => {
      const hint = document.querySelector('div.toast')?.textContent;
      if (hint?.startsWith('g')) globalThis.hint ??= hint;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.locator('h1').first().click();
    await page.keyboard.press('g');
    await untilTrue(page, 'globalThis.hint !== undefined');
    assert.equal(await page.evaluate('globalThis.hint'), 'g, then u · a · f · h · , · m · g');
  });
});

test('keys act on the row that the tab key has led to, also from before the code for that was there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const tabbed = Promise.withResolvers<void>();
  const prepare = (page: Page): Promise<void> =>
    routePart(page, 'startLater', async (route) => {
      await tabbed.promise;
      await route.continue();
    });
  const reads = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 3');
    await page.locator('.row a').first().focus();
    await page.keyboard.press('Tab');
    await focusIs(page, '#row-2 a');
    tabbed.resolve();
    await untilTrue(page, "document.title.startsWith('(3)')");
    await page.keyboard.press('s');
    await settled(async () => assert.equal((await house.client.stars.list()).items[0]?.title, 'Post 2'));
  };
  await house.readOnce(desktop, reads, prepare);
});

test('Escape leaves a field, whose words stay, and then the keys are commands again, and the menu that a key opens stands at the beginning of its row, in either direction', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [feed] = await house.client.feeds.list();
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('words');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.locator('#add-address').fill('site.example');
    // The field takes the focus in the frame after its key, which may be later than this on a busy machine.
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#add-address').inputValue(), 'site.example');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await pressPair(page, 'g', 'm');
    await page.getByRole('textbox', { name: 'New group' }).fill('News');
    await page.keyboard.press('Escape');
    await pressPair(page, 'g', 'u');
    await page.keyboard.press('j');
    await page.keyboard.press('i');
    await page.getByRole('textbox', { name: /^Title/ }).fill('Other');
    await page.keyboard.press('Escape');
    await pressPair(page, 'g', 'u');
    await rowsAre(page, 'Post 2');

    for (const language of ['en', 'ar']) {
      await page.evaluate(chosen({ language }));
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.keyboard.press('n');
      await page.keyboard.press('.');
      await focusIs(page, '[role=menuitem]');
      const menu = await page.locator('.menu:popover-open').boundingBox();
      const row = await page.locator('.row.sel').boundingBox();
      assert.ok(menu && row);
      const gap = language === 'ar' ? row.x + row.width - menu.x - menu.width : menu.x - row.x;
      assert.ok(gap > 0 && gap < 60, `${language}: ${gap}`);
      await page.keyboard.press('Escape');
    }
  });
  assert.equal((await house.client.feeds.list())[0]?.title, feed?.title);
});

// What Safari does differently, played back in the browser of the tests. Each of it was seen in WebKit or is documented by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole, queued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  follow,
  goOffline,
  openReaderHouse,
  pressPair,
  rowsAre,
  settled,
  telephone,
  touchIsThere,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

/**
 * `loseDatabase()` ends the connections as WebKit does when the process that holds its databases is gone: the document gets no other
 * one, but a frame that is made after that does.
 */
const losesDatabase = `
  const connections = new Set();
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...all) {
    connections.add(this);
    return transaction.apply(this, all);
  };
  window.loseDatabase = () => {
    for (const each of connections) {
      each.close();
      each.dispatchEvent(new Event('close'));
    }
    connections.clear();
    indexedDB.open = () => { throw new DOMException('Connection to Indexed Database server lost', 'UnknownError'); };
  };`;

test('a mark is kept after the browser has lost the connection to its database', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce({ ...desktop, script: losesDatabase }, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    // What comes after the list is no part of the copy: the pane and the texts of the strip, and what draws that and the title.
    await page.locator('.article-pane').waitFor();
    await untilTrue(page, "document.title.startsWith('(5)')");
    await page.evaluate('loseDatabase()');
    await goOffline(page);
    await page.keyboard.press('j');
    await page.locator('.strip').getByText('1 change will sync later').waitFor();
    await settled(async () => assert.equal(await page.evaluate(inNewFrame(queued)), 1));
    await page.context().setOffline(false);
    await house.unreadAre(4);
    await settled(async () => assert.equal(await page.evaluate(inNewFrame(queued)), 0));
    // The frame of the first time is of no use any more.
    await page.evaluate("document.querySelector('iframe[hidden]').contentWindow.loseDatabase()");
    await page.keyboard.press('j');
    await house.unreadAre(3);
    await settled(async () => assert.equal(await page.evaluate(inNewFrame(queued)), 0));
    assert.equal(await page.locator('iframe[hidden]').count(), 1);
  });
});

function inNewFrame(expression: string): string {
  const frame = "document.body.appendChild(document.createElement('iframe'))";
  return expression.replace('indexedDB', `${frame}.contentWindow.indexedDB`);
}

test('a copy that was deleted while the page was open is not begun again in that page, where it would have no owner', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce({ ...desktop, script: losesDatabase }, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.deleteDatabase('courant');
      request.onsuccess = resolve;
      loseDatabase();
    })`);
    await page.keyboard.press('j');
    await house.unreadAre(4);
    await page.keyboard.press('j');
    await house.unreadAre(3);
    assert.deepEqual(await page.evaluate('indexedDB.databases()'), []);
  });
});

/** Safari allows 100 changes of the history within ten seconds. */
const refusesHistory = `
  for (const change of ['pushState', 'replaceState'])
    history[change] = () => { throw new DOMException('More than 100 times per 10 seconds', 'SecurityError'); }`;

const countsSlides = `
  window.slides = 0;
  const { startViewTransition } = Document.prototype;
  Document.prototype.startViewTransition = function (...all) {
    window.slides++;
    return startViewTransition.apply(this, all);
  };`;

/** Enter takes what the input method offers: Safari sends it after the composition, with this key code. */
const composes = `document.activeElement.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
)`;

test('keys go on from item to item while the browser refuses new addresses, and Enter that belongs to an input method neither takes a choice of the palette nor ends a name', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await page.keyboard.press('j');
    await page.getByRole('heading', { level: 1, name: 'Post 5' }).waitFor();
    await page.evaluate(refusesHistory);
    for (const name of ['Post 4', 'Post 3']) {
      await page.keyboard.press('j');
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.evaluate('delete history.pushState, delete history.replaceState');
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
    await untilTrue(page, "document.querySelector('.row.sel a').href === location.href");

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Origin');
    // Not what opens the original, which is all there is before the feeds.
    await page.getByRole('option', { name: 'Origin', exact: true }).waitFor();
    await page.evaluate(composes);
    assert.equal(await page.getByRole('combobox').count(), 1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/feeds/*');
    await pressPair(page, 'g', 'm');
    await page.getByRole('button', { name: 'Rename Origin' }).click();
    await page.getByRole('textbox', { name: 'Rename Origin' }).fill('起源');
    await page.evaluate(composes);
    await page.keyboard.type('地');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to 起源地').first().waitFor();
  });
});

const onPost4 = "[...document.querySelectorAll('.row a')].find((link) => link.textContent === 'Post 4')";

/** A finger stays on a row. No other part of the browser than our own code sees it. */
const pressesLong = `${onPost4}.dispatchEvent(new PointerEvent('pointerdown', {
  clientX: 100, clientY: ${onPost4}.getBoundingClientRect().y,
  pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true,
}))`;

/** Safari enlarges a page when a field with letters below 16 pixels gets the focus, and leaves it like that. */
const smallFields = `[...document.querySelectorAll('input:not([type=checkbox], [type=radio]), select, textarea')]
  .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML)`;

/** Whether all of these elements leave 47 pixels free at either edge. */
function beside(selector: string): string {
  return `[...document.querySelectorAll(${selector})].map((each) => each.getBoundingClientRect())
    .every(({ left, right }) => left >= 47 && right <= innerWidth - 47)`;
}

test('on a telephone a finger that stays selects nothing, and the next one beside the menu closes it, no field is so small that the page is enlarged for it, what slid back under the finger does not slide once more, and on its side nothing is written beside its camera', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(
    { ...telephone, reducedMotion: 'no-preference', script: countsSlides },
    async (page) => {
      await rowsAre(page, 'Post 5');
      await touchIsThere(page, onPost4);
      await page.evaluate(pressesLong);
      await page.getByRole('menu').waitFor();
      const touch = (where: string) =>
        page.evaluate(
          `document.querySelector('${where}').dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))`,
        );
      await touch('[role=menu] button');
      assert.equal(await page.getByRole('menu').count(), 1);
      await touch('.lh');
      await page.getByRole('menu').waitFor({ state: 'detached' });

      for (const [path, field] of [
        ['/manage', '.feeds input'],
        ['/search?q=post', '.search input'],
        ['/add', '#add-address'],
        ['/settings', '#language'],
        ['/feeds/1/about', '.feed-page input'],
      ] as const) {
        await follow(page, path);
        await page.locator(field).filter({ visible: true }).first().waitFor();
        assert.deepEqual(await page.evaluate(smallFields), [], path);
      }

      await follow(page, '/unread');
      await rowsAre(page, 'Post 5');
      await page.evaluate('window.slides = 0');
      const open = () => page.getByRole('link', { name: 'Post 4', exact: true }).click();
      const arrived = () => page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
      const back = async (): Promise<void> => {
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor({ state: 'detached' });
      };
      await open();
      await arrived();
      await back();
      assert.equal(await page.evaluate('slides'), 2);
      await page.evaluate(
        "Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { get: () => true })",
      );
      await open();
      await arrived();
      await back();
      assert.equal(await page.evaluate('slides'), 3);

      await page.setViewportSize({ width: 844, height: 390 });
      await rowsAre(page, 'Post 5');
      const debug = await page.context().newCDPSession(page);
      await debug.send('Emulation.setSafeAreaInsetsOverride', {
        insets: { left: 47, right: 47, bottom: 21 },
      });
      await untilTrue(page, beside("'.row a'"));
      await page.getByRole('link', { name: 'Post 4', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
      assert.ok(await page.evaluate(beside("'.art, .bar .ib'")));
      await page.keyboard.press('[');
      await page.locator('.app > .side').waitFor();
      await untilTrue(page, beside("'.app > .side a'"));
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    },
  );
});

// Tests things that easily go wrong: Caps Lock, a change of mind, a finger that stays too long, lost focus, an odd address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  keepToasts,
  openReaderHouse,
  rightClick,
  rowsAre,
  settled,
  telephone,
  touchIsThere,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('Caps Lock makes no bulk mark of a key, Undo gives the focus back, and a menu that is closed and opened again in the same moment stays open', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await page.evaluate(pressesWithCapsLock);
    await page.getByRole('heading', { level: 1, name: 'Add a feed' }).waitFor();
    await settled(async () => assert.match(await page.title(), /^\(5\) Add a feed — /));

    await page.goBack();
    const third = page.getByRole('link', { name: 'Post 3', exact: true });
    await third.focus();
    await keepToasts(page);
    await page.keyboard.press('Shift+A');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.keyboard.press('Enter');
    await house.unreadAre(5);
    assert.equal(await third.evaluate((link) => link.ownerDocument.activeElement === link), true);

    const menu = page.getByRole('menu', { name: 'Actions' });
    const row = page.getByRole('link', { name: 'Post 4', exact: true });
    await rightClick(page, () => row.click({ button: 'right' }));
    await menu.waitFor();
    // Browsers tell later that it was closed: this is told when two frames have been drawn.
    await page.evaluate(`(async () => {
      document.querySelector('[role=menu]:popover-open').hidePopover();
      ${post4}.dispatchEvent(new MouseEvent('contextmenu', { clientX: 90, clientY: 200, bubbles: true }));
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    })()`);
    await menu.getByRole('menuitem', { name: 'Star' }).click();
    await page.locator('.row.starred').waitFor();
  });
});

const pressesWithCapsLock = `document.activeElement.dispatchEvent(
  new KeyboardEvent('keydown', { key: 'A', code: 'KeyA', bubbles: true, cancelable: true }))`;

test('a finger that stays, and no two fingers, opens the menu and not the item: it outlasts the press, the next one beside it closes it, a key chooses from it though no click has come, and the next tap counts again', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(telephone, async (page) => {
    await rowsAre(page, 'Post 5');
    await pinchesInVain(page);
    await outlastsItsPress(page);
    await choosesByKey(page);
    await countsTheNextTap(page);
  });
});

/** Two fingers, as of a pinch, open no menu. */
async function pinchesInVain(page: Page): Promise<void> {
  // Before the code for touch is there, a finger would open the item.
  await pressesUntilThereIsAMenu(page);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.evaluate(pinches);
  assert.equal(await page.getByRole('menu').count(), 0);
}

/** Of a finger, and of the right button. */
async function outlastsItsPress(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const menu = page.getByRole('menu', { name: 'Actions' });
  const box = await page.getByRole('link', { name: 'Post 4', exact: true }).boundingBox();
  const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 4 };
  const touch = (type: 'touchStart' | 'touchEnd'): Promise<unknown> =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] });
  await touch('touchStart');
  await menu.waitFor();
  await touch('touchEnd');
  assert.equal(await menu.isVisible(), true);
  assert.equal(new URL(page.url()).pathname, '/unread');
  await page.touchscreen.tap(180, 10);
  await menu.waitFor({ state: 'detached' });

  // Where the right button opens menus when it is pressed (Linux, macOS), it is released outside of them as well.
  await page.mouse.move(at.x, at.y);
  await page.mouse.down({ button: 'right' });
  await menu.waitFor();
  await page.mouse.up({ button: 'right' });
  assert.equal(await menu.isVisible(), true);
  await page.keyboard.press('ArrowDown');
  assert.match(String(await page.evaluate('document.activeElement.textContent')), /Star/);
  await page.mouse.click(180, 10);
  await menu.waitFor({ state: 'detached' });
}

/** From the menu that a finger has opened, though no click has come. */
async function choosesByKey(page: Page): Promise<void> {
  await pressesUntilThereIsAMenu(page);
  await focusIs(page, '[role=menuitem]');
  await page.keyboard.press('Enter');
  await page.locator('.row.read').waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** And the click at the end of a press that has opened the menu does not. */
async function countsTheNextTap(page: Page): Promise<void> {
  const row = page.getByRole('link', { name: 'Post 4', exact: true });
  await pressesUntilThereIsAMenu(page);
  // As of a finger; a click without detail is a key's.
  await page.evaluate(
    `${post4}.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true })); undefined`,
  );
  assert.equal(new URL(page.url()).pathname, '/unread');
  await page.keyboard.press('Escape');
  await settled(async () => {
    await row.tap();
    if ((await page.getByRole('menu').count()) === 0) return;
    // On a busy machine it was a long press.
    await page.keyboard.press('Escape');
    assert.fail('the finger stayed');
  });
  await page.getByRole('heading', { level: 1, name: 'Post 4' }).waitFor();
}

test('on a telephone the focus goes along into an article, back to its row, and to another screen', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(telephone, async (page) => {
    await rowsAre(page, 'Post 5');
    await page.getByRole('link', { name: 'Post 3', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Post 3' }).waitFor();
    await untilTrue(page, "document.activeElement.className === 'article-scroll'");
    await page.keyboard.press('Escape');
    await untilTrue(page, "document.activeElement.textContent === 'Post 3'");
    await page.getByRole('link', { name: 'Feeds' }).press('Enter');
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await untilTrue(page, "document.activeElement.className === 'screen'");
    await page.goBack();
    await page.getByRole('link', { name: /Origin/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Origin' }).waitFor();
    await untilTrue(page, "document.activeElement.id === 'list'");
  });
});

/** No press goes on after that. */
async function pressesUntilThereIsAMenu(page: Page): Promise<void> {
  await touchIsThere(page, post4);
  await page.evaluate(`${touches} touch('pointerdown', 7);`);
  await page.getByRole('menu').waitFor();
  await page.evaluate(`${touches} touch('pointercancel', 7);`);
}

const post4 = "[...document.querySelectorAll('.row a')].find((link) => link.textContent === 'Post 4')";

const touches = `const touch = (type, pointerId) => {
  const link = ${post4};
  const { x, y } = link.getBoundingClientRect();
  const at = { clientX: x + 40, clientY: y + 4, pointerType: 'touch', isPrimary: pointerId === 7, bubbles: true };
  link.dispatchEvent(new PointerEvent(type, { ...at, pointerId }));
};`;

/** Resolves when a press that goes on would have opened the menu, whose timer is due before this one. */
const pinches = `(async () => {
  ${touches}
  touch('pointerdown', 7);
  touch('pointerdown', 8);
  touch('pointercancel', 7);
  touch('pointercancel', 8);
  await new Promise((resolve) => setTimeout(resolve, 600));
})()`;

test('another address ends the search at the first; an item has the language of its feed; odd addresses are shown as they are', {
  skip: !browser,
}, async (t) => {
  const answered = Promise.withResolvers<void>();
  const slow = await startSite(t, async (_request, response) => {
    await answered.promise;
    response.setHeader('Content-Type', 'text/html').end('<p>No feed here</p>');
  });
  const quick = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(odd);
  });
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, at: '/add' }, async (page) => {
    const field = page.getByLabel('Address');
    await field.fill(slow.url);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Looking' }).waitFor();
    await field.fill(quick.url);
    await field.press('Enter');
    await page.getByText('An odd one').first().waitFor();
    answered.resolve();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByRole('heading', { level: 1, name: 'An odd one' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);

    // Its only item has a file whose address cannot be decoded.
    await page.getByRole('link', { name: 'With a file', exact: true }).click();
    await page.getByRole('link', { name: '50%-off%zz.mp3' }).waitFor();
    const inList = page.locator('.row').getByRole('link', { name: 'With a file', exact: true });
    assert.equal(await inList.getAttribute('lang'), 'ja');
    assert.equal(await page.locator('#article-title').getAttribute('lang'), 'ja');
    assert.equal(await page.locator('.body').getAttribute('lang'), 'ja');
    // For a feed that is not followed (any more) the page says so, and sends no request.
    await follow(page, '/feeds/999');
    await page.getByText('This feed is no longer followed').waitFor();
    await settled(async () => assert.match(await page.title(), /There is nothing at this address/));
    await follow(page, '/settings/%zz');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });
});

const odd = `<rss version="2.0"><channel><title>An odd one</title><link>https://odd.example/</link><language>ja</language>
<item><title>With a file</title><guid isPermaLink="false">1</guid><link>https://odd.example/1</link>
<enclosure url="https://odd.example/50%-off%zz.mp3" type="audio/mpeg" length="10"/></item></channel></rss>`;

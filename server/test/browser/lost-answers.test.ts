// Tests requests that the service has carried out while their answers were lost, as in a train, and what was done elsewhere meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { fromCopy, isWhole, nothingIsQueued, queued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  keepToasts,
  loseAnswer,
  openReaderHouse,
  type ReaderHouse,
  rowsAre,
  settled,
  unreached,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('an Undo whose answer was lost is done when it is tried again, and not taken back; one of what has been undone elsewhere changes nothing, one whose answer does not come is shown as what the service has made of it, and one leaves alone what was marked again since', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    const marks = async (): Promise<void> => {
      await markAll(page);
      await house.unreadAre(0);
    };
    const undo = page.getByRole('button', { name: 'Undo' });
    await marks();
    await loseAnswer(page, '**/undo');
    await undo.click();
    await page.getByText(unreached).first().waitFor();
    assert.equal((await house.client.sync.counts()).total, 5);
    await undo.click();
    await isUndone(page);
    await agrees(page, 5);

    // Undone elsewhere.
    await marks();
    const [entry] = await house.client.journal.list();
    await house.client.journal.undo(entry?.id ?? 0);
    await agrees(page, 5);
    await undo.click();
    await isUndone(page);
    await agrees(page, 5);

    // No answer.
    const [first] = (await house.client.items.list()).items;
    await marks();
    const { promise: isOver, resolve: endWaiting } = Promise.withResolvers<void>();
    await loseAnswer(page, '**/undo', isOver);
    await undo.click();
    await house.unreadAre(5);
    // Told after what was undone, so that is told as well.
    await house.client.stars.addMany([first?.id ?? 0]);
    await page.locator('.row.starred').waitFor();
    endWaiting();
    await page.getByText(unreached).first().waitFor();
    await agrees(page, 5);

    await marks();
    await undoesAllButOne(page, house, 5);
  });
});

test('an Undo of a single item leaves it alone if it was marked again since, here as at the service', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    await untilTrue(page, isWhole);
    await markAll(page);
    await house.unreadAre(0);
    await undoesAllButOne(page, house, 1);
  });
});

/** Marks the first item anew once all are read, and takes back what was marked before. */
async function undoesAllButOne(page: Page, { unreadAre }: ReaderHouse, posts: number): Promise<void> {
  await page.keyboard.press('n');
  await page.keyboard.press('m');
  await unreadAre(1);
  await page.keyboard.press('m');
  await unreadAre(0);
  await page.keyboard.press('z');
  await isUndone(page);
  await agrees(page, posts - 1);
}

test('a page that has taken up what another page still changes, or then gives up, comes to the same end', {
  skip: !browser,
}, async (t) => {
  const { client, unreadAre, read } = await openReaderHouse(t, browser, 3);
  await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const other = await page.context().newPage();
    let reaches: Page | undefined;
    for (const each of [page, other]) {
      await each.route('**/items/*star*', (route) => (reaches === each ? route.continue() : route.abort()));
    }
    await other.goto(page.url());
    await rowsAre(other, 'Post 3');
    await other.keyboard.press('n');
    await star(other, true);
    // Coming back into view, it sends what waits.
    await wake(page);
    await page.locator('.row.starred').waitFor();
    await star(other, false);
    await wake(page);
    await page.locator('.row.starred').waitFor({ state: 'detached' });
    await star(other, true);
    reaches = other;
    await wake(other);
    await settled(async () => assert.equal((await client.stars.list()).items.length, 1));
    const [, , oldest] = (await client.items.list()).items;
    await client.items.markRead(oldest?.id ?? 0);
    await page.locator(`#row-${oldest?.id} .read`).waitFor();
    reaches = page;
    await wake(page);
    await page.locator('.row.starred').waitFor();
    await untilTrue(page, nothingIsQueued);
    await other.close();

    // An Undo that is given up.
    await markAll(page);
    await unreadAre(0);
    const { promise: isOver, resolve: giveUp } = Promise.withResolvers<void>();
    await page.route('**/undo', async (route) => {
      await isOver;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await settled(async () => assert.equal(await page.evaluate(queued), 1));
    const next = await page.context().newPage();
    await next.goto('/everything');
    await next.locator('#list .row:not(.read)').nth(1).waitFor();
    giveUp();
    await page.getByText(unreached).first().waitFor();
    await agrees(page, 0);
    await agrees(next, 0);
  });
});

test('a mark that another page takes back, and then gives that up, is sent, and what another device does while an answer is on its way is not overlooked', {
  skip: !browser,
}, async (t) => {
  const { client, unreadAre, readOnce } = await openReaderHouse(t, browser, 3);
  await readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const [newest, , oldest] = (await client.items.list()).items.map(({ id }) => id);
    const readRow = page.locator(`#row-${newest} .read`);
    await page.route(/\/items\/(un)?read/, (route) => route.abort());
    await page.keyboard.press('n');
    await page.keyboard.press('m');
    await readRow.waitFor();
    await settled(async () => assert.equal(await page.evaluate(queued), 1));
    const key = await page.evaluate(toQueue(`add({ kind: 'unread', ids: [${newest}] })`));
    const isTried = page.waitForEvent('requestfailed');
    await wake(page);
    await readRow.waitFor({ state: 'detached' });
    await isTried;
    await page.evaluate(toQueue(`delete(${key})`));
    await page.unroute(/\/items\/(un)?read/);
    await wake(page);
    await unreadAre(2);
    await readRow.waitFor();

    // A star whose answer comes late.
    const { promise: comes, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/items/star*', async (route) => {
      const response = await route.fetch();
      await comes;
      await route.fulfill({ response });
    });
    await page.keyboard.press('s');
    await page.locator(`#row-${newest} .starred`).waitFor();
    await settled(async () => assert.equal((await client.stars.list()).items.length, 1));
    await client.stars.removeMany([newest ?? 0]);
    await client.stars.addMany([oldest ?? 0]);
    // The change before is told by then, too.
    await page.locator(`#row-${oldest} .starred`).waitFor();
    come();
    await page.locator(`#row-${newest} .starred`).waitFor({ state: 'detached' });
  });
});

for (const isLeft of [false, true]) {
  test(`numbers that were told while a change waited, and could not be asked for, come ${isLeft ? 'in the next page' : 'when the service is heard again'}`, {
    skip: !browser,
  }, async (t) => {
    const { client, read } = await openReaderHouse(t, browser, 5);
    const [more, last] = [await startOrigin(t, () => 3), (await client.items.list()).items[4]?.id ?? 0];
    await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
      await rowsAre(page, 'Post 5');
      await untilTrue(page, isWhole);
      let [takesMarks, counts] = [false, false];
      await page.route('**/items/read*', (route) => (takesMarks ? route.continue() : route.abort()));
      await page.route('**/counts', (route) => (counts ? route.continue() : route.abort()));
      await page.keyboard.press('j');
      await settled(async () => assert.equal(await page.evaluate(queued), 1));
      await client.feeds.create({ feedUrl: more.url });
      await page.getByRole('button', { name: '3 new' }).waitFor();
      takesMarks = true;
      const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/counts'));
      await wake(page);
      await refused;
      await untilTrue(page, "document.title.startsWith('(4) ')");
      // The cursor that is behind those numbers is kept.
      await client.stars.addMany([last]);
      await page.locator(`#row-${last} .starred`).waitFor();
      await untilTrue(page, fromCopy('rows', `get(${last})`, 'found.result.starred'));
      counts = true;
      if (isLeft) await page.reload();
      else await client.stars.removeMany([last]);
      await untilTrue(page, "document.title.startsWith('(7)')");
    });
  });
}

test('what was marked in the moment before a page died is in the copy as it is at the service, though that was told before the answer came', {
  skip: !browser,
}, async (t) => {
  const { client, unreadAre, read } = await openReaderHouse(t, browser, 3);
  await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.addInitScript(diesSoon);
    await page.reload();
    await rowsAre(page, 'Post 3');
    const [newest = 0, , oldest = 0] = (await client.items.list()).items.map(({ id }) => id);
    const { promise: comes, resolve: come } = Promise.withResolvers<void>();
    let isDead = false;
    await page.route('**/items/read*', async (route) => {
      if (!isDead) return route.abort();
      const response = await route.fetch();
      await comes;
      await route.fulfill({ response });
    });
    await page.evaluate('window.isDying = true');
    await page.keyboard.press('n');
    await page.keyboard.press('m');
    await settled(async () => assert.equal(await page.evaluate(queued), 1));
    isDead = true;
    await page.reload();
    await unreadAre(2);
    await client.stars.addMany([oldest]);
    await page.locator(`#row-${oldest} .starred`).waitFor();
    come();
    await untilTrue(page, nothingIsQueued);
    await untilTrue(page, fromCopy('rows', `get(${newest})`, 'found.result.read'));
  });
});

/** From `isDying` on, the page does not come to keep its rows. */
const diesSoon = `
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...all) {
    return window.isDying && this.name === 'rows' ? this.count() : put.apply(this, all);
  };`;

/** Stars the current item, or takes the star off, and waits until that is kept. */
async function star(page: Page, isStarred: boolean): Promise<void> {
  const before = Number(await page.evaluate(lastQueued));
  await page.keyboard.press('s');
  await page.locator('.row.starred').waitFor({ state: isStarred ? 'attached' : 'detached' });
  await settled(async () => assert.ok(Number(await page.evaluate(lastQueued)) > before));
}

/** The key of what was put into the queue last. What it takes back may be gone from there. */
const lastQueued = fromCopy('queue', 'getAllKeys()', 'Math.max(0, ...found.result)');

/** As if another page changed the queue. */
const toQueue = (what: string): string => `new Promise((resolve) => {
  const request = indexedDB.open('courant');
  request.onsuccess = () => {
    const transaction = request.result.transaction('queue', 'readwrite');
    const done = transaction.objectStore('queue').${what};
    transaction.oncomplete = () => { request.result.close(); resolve(done.result); };
  };
})`;

/** As if the page came into view again. */
async function wake(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
}

async function markAll(page: Page): Promise<void> {
  await keepToasts(page);
  await page.keyboard.press('Shift+A');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

/** The rows and the number say the same. */
async function agrees(page: Page, unread: number): Promise<void> {
  await settled(async () => {
    assert.equal(await page.locator('#list .row:not(.read)').count(), unread);
    assert.match(await page.title(), unread === 0 ? /^[^(]/ : new RegExp(`^\\(${unread}\\) `));
  });
}

/** A refusal says so as well, in other words. */
async function isUndone(page: Page): Promise<void> {
  await page.getByText('Undone').first().waitFor();
  assert.equal(await page.getByText('Cannot undo').count(), 0);
}

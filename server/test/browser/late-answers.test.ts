// Tests the reader in a real browser when answers of the service, requests under way and actions of the person overlap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { isWhole, nothingIsQueued, queued } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  openReaderHouse,
  type ReaderHouse,
  refuseCursor,
  rowsAre,
  settled,
  tellNothing,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('what was asked for before is never taken for newer than what was told or done since', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  const other = await startOrigin(t, () => 3);
  const { id } = await house.client.feeds.create({ feedUrl: other.url });
  await house.client.feeds.update(id, { title: 'Other' });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await feed(page, 'Other', 3).waitFor();
    // Otherwise the next list that is asked for may be one for the copy.
    await untilTrue(page, isWhole);
    await takesNoListForNews(page, house);
    await takesNoChangesForNews(page, house, id);
    await staysElsewhere(page);
    await takesBackNoMore(page, house);
    await beginsAnew(page, house, id);
    await sendsOnce(page, house);
    await choosesInTwoPages(page);
  });
});

/** An item is read elsewhere while a list in which it is unread is on its way. */
async function takesNoListForNews(page: Page, { client }: ReaderHouse): Promise<void> {
  const [origin] = await client.feeds.list();
  const [item] = origin ? (await client.feeds.items(origin.id, { limit: 1 })).items : [];
  assert.ok(item);
  const { given } = await late(page, '**/api/v1/items?*', async () => {
    await client.items.markManyRead([item.id]);
    await untilTrue(page, 'document.title.startsWith("(14)")');
  });
  await page.getByRole('link', { name: 'Everything' }).click();
  await given;
  await page.locator(`#row-${item.id} .row.read`).waitFor();
  assert.equal(await page.locator(`#row-${item.id} .row.read`).count(), 1);
  assert.equal(await page.locator('.row.read').count(), 1);
}

/** A feed is renamed, and renamed again while the first change is on its way. */
async function takesNoChangesForNews(page: Page, { client }: ReaderHouse, id: number): Promise<void> {
  const { given } = await late(
    page,
    '**/api/app.courant.sync/v1/changes*',
    async () => {
      await client.feeds.update(id, { title: 'Newer' });
      await feed(page, 'Newer', 3).waitFor();
    },
    () => client.feeds.update(id, { title: 'Older' }),
  );
  await page.keyboard.press('r');
  await given;
  // The list is reopened when the answer has been taken.
  await page.locator('.row').first().waitFor();
  await feed(page, 'Newer', 3).waitFor();
  assert.equal(await feed(page, 'Older', 3).count(), 0);
}

/** A list is requested again, and left before the answer comes. */
async function staysElsewhere(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: 'Newer' });
  const { given } = await late(page, '**/api/app.courant.sync/v1/changes*', async () => {
    await feed(page, 'Newer', 3).click();
    await heading.waitFor();
  });
  await page.keyboard.press('r');
  await given;
  // After the answer, and what it sets off.
  await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
  assert.equal(await heading.count(), 1);
}

/** All of one feed is marked, another is read, and the first is undone: the second stays as it is. */
async function takesBackNoMore(page: Page, { unreadAre }: ReaderHouse): Promise<void> {
  await feed(page, 'Origin', 11).click();
  await page.getByRole('heading', { level: 1, name: 'Origin' }).waitFor();
  await page.keyboard.press('Shift+A');
  await page.getByText('11 items marked as read').first().waitFor();
  await feed(page, 'Newer', 3).click();
  await page.getByRole('heading', { level: 1, name: 'Newer' }).waitFor();
  await rowsAre(page, 'Post 3');
  await page.keyboard.press('j');
  await feed(page, 'Newer', 2).waitFor();
  await unreadAre(2);
  // At once, before the service says anything.
  const { given } = await late(page, '**/app.courant.journal/**', async () => {
    await feed(page, 'Origin', 11).waitFor();
    assert.equal(await feed(page, 'Newer', 2).count(), 1);
  });
  await page.keyboard.press('z');
  await given;
}

/** A feed is unfollowed elsewhere, and the service cannot tell the changes since then: its rows do not stay. */
async function beginsAnew(page: Page, { client }: ReaderHouse, id: number): Promise<void> {
  await tellNothing(page);
  const heard = page.waitForRequest('**/app.courant.sync/v1/events*');
  await page.goto('/everything');
  await heard;
  const gone = page.locator('.row').filter({ hasText: 'Newer' });
  await gone.first().waitFor();
  await client.feeds.delete(id);
  await refuseCursor(page);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await settled(async () => assert.equal(await gone.count(), 0));
  // The reopened list can be read: the keys work in it.
  await rowsAre(page, 'Post 12');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await settled(async () => assert.equal((await client.stars.list({})).items.length, 1));
  await page.unroute('**/app.courant.sync/v1/events*');
}

/** Two pages have the same write to send; then one is closed while it sends; then the browser has no locks. */
async function sendsOnce(page: Page, { client, unreadAre }: ReaderHouse): Promise<void> {
  const context = page.context();
  const { address, hold } = await holdMarks(context);
  // However slow the machine is, waiting for the lock does not time out.
  await context.addInitScript('AbortSignal.timeout = () => new AbortController().signal');
  await page.reload();
  await page.locator('.row.sel').waitFor();
  await page.keyboard.press('m');
  await settled(async () => assert.equal(await page.evaluate(queued), 1));
  const second = await context.newPage();
  await second.goto('/everything');
  // The service does not have the marks yet.
  await second.locator('.row').first().waitFor();
  assert.equal(await second.locator('.row.read').count(), 0);

  const both = await hold();
  const online = "dispatchEvent(new Event('online'))";
  for (const each of [page, second]) await each.evaluate(online);
  await untilTrue(second, 'navigator.locks.query().then(({ pending }) => pending.length > 0)');
  both.release();
  await unreadAre(12);
  await untilTrue(
    second,
    'navigator.locks.query().then(({ held, pending }) => [...held, ...pending].length === 0)',
  );
  assert.equal(both.sent(), 1);

  const closed = await hold();
  await second.keyboard.press('n');
  await second.keyboard.press('m');
  await settled(async () => assert.equal(closed.sent(), 1));
  await second.close();
  await page.evaluate(online);
  await settled(async () => assert.equal(closed.sent(), 2));
  closed.release();
  await unreadAre(11);

  await context.unroute(address);
  await page.addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })");
  await page.reload();
  await page.locator('.row.sel').waitFor();
  await page.keyboard.press('s');
  await settled(async () => assert.equal((await client.stars.list({})).items.length, 0));
}

/** Blocks requests for marks. `hold` then holds them instead, and `release` lets each of them through. */
async function holdMarks(context: BrowserContext) {
  const address = '**/api/v1/items/*read';
  await context.route(address, (route) => route.abort());
  const hold = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    // Added on top of the old route, so that nothing gets past both at any time.
    await context.route(address, async (route) => {
      sent++;
      await promise;
      // Its page may have been closed.
      await route.continue().catch(() => {});
    });
    return { sent: () => sent, release: resolve };
  };
  return { address, hold };
}

/** Two pages of one browser change settings. */
async function choosesInTwoPages(page: Page): Promise<void> {
  const second = await page.context().newPage();
  for (const each of [page, second]) {
    await each.goto('/settings');
    await each.getByText('Sepia', { exact: true }).waitFor();
  }
  await page.getByText('Sepia', { exact: true }).click();
  // The process of the other page learns a moment later what one page keeps.
  await untilTrue(second, `/"sepia"/.test(localStorage.getItem('settings'))`);
  await second.getByText('Sans', { exact: true }).click();
  await second.reload();
  await second.locator('html[data-theme=sepia][data-font=sans]').waitFor();
  await second.close();
}

/** Holds the next answer of an address until something else has happened. `given` is fulfilled when it has been delivered. */
async function late(
  page: Page,
  address: string,
  meanwhile: () => Promise<void>,
  before: () => Promise<unknown> = async () => {},
): Promise<{ given: Promise<void> }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await before();
    const response = await route.fetch();
    await meanwhile();
    await route.fulfill({ response });
  };
  await page.route(address, (route) => hold(route).then(resolve, reject), { times: 1 });
  return { given: promise };
}

/** A feed in the sidebar, with its unread count. */
function feed(page: Page, title: string, unread: number): Locator {
  return page.locator('.tree a').filter({ hasText: new RegExp(`^${title}${unread},`) });
}

/** Opens the next item just when the previous write is removed from the database, which is then slow to keep the new one. */
const slowDisk = `
  const { add, delete: remove } = IDBObjectStore.prototype;
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function () {
    if (!window.isDiskSlow) commit.call(this);
  };
  IDBObjectStore.prototype.delete = function (key) {
    const request = remove.call(this, key);
    if (this.name === 'queue' && window.isDiskSlow === undefined) {
      window.isDiskSlow = true;
      setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true })));
    }
    return request;
  };
  IDBObjectStore.prototype.add = function (value) {
    const request = add.call(this, value);
    const wait = () => { if (window.isDiskSlow) this.count().onsuccess = wait; };
    wait();
    return request;
  };`;

test('a write that the service has before the disk does is not kept to be sent once more', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  await house.readOnce({ ...desktop, script: slowDisk }, async (page) => {
    await rowsAre(page, 'Post 12');
    await page.keyboard.press('j');
    await house.unreadAre(10);
    await page.evaluate('window.isDiskSlow = false');
    await untilTrue(page, nothingIsQueued);
  });
});

/** Makes the copy look older; resolves to whether there is one. */
const ageCopy = (hours: number) => `new Promise((resolve) => {
  const request = indexedDB.open('courant');
  // Where the reader has not made it yet, nor do we.
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = () => resolve(false);
  request.onsuccess = () => {
    const facts = request.result.transaction('facts', 'readwrite').objectStore('facts');
    facts.get('heardAt').onsuccess = ({ target: { result } }) => {
      if (result !== undefined) facts.put(result - ${hours} * 3_600_000, 'heardAt');
      facts.transaction.oncomplete = () => { request.result.close(); resolve(result !== undefined); };
    };
  };
})`;

test('a service at fault is told of by a page whose copy is old, until it answers again', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const reader = page.url();
    await rowsAre(page, 'Post 3');
    await untilTrue(page, ageCopy(0));
    // A page of the same origin that does not write to the copy meanwhile.
    await page.goto(new URL('/about/apps', reader).href);
    await untilTrue(page, ageCopy(2));
    await page.route('**/app.courant.sync/**', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'X-Request-Id': 'r1' },
        json: { error: 'The database is away' },
      }),
    );
    await page.goto(reader);
    const strip = page.locator('.strip').getByText(/Last heard from the server/);
    await strip.waitFor();
    await look(page);
    await page.unroute('**/app.courant.sync/**');
    await settled(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      await strip.waitFor({ state: 'detached', timeout: 10_000 });
    });
  });
});

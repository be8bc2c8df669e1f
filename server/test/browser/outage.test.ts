// Tests a service that fails when the reader is opened, and is back a moment later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { isWhole } from './kept-in-browser.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  keepToasts,
  MONTHS_AGO,
  openReaderHouse,
  rowsAre,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

const stream = '**/app.courant.sync/v1/events*';

/** Timers of a minute or more never fire. */
const neverAMinute = `
  for (const name of ['setTimeout', 'setInterval']) {
    const usual = window[name];
    window[name] = (act, ms, ...rest) => (ms >= 60_000 ? 0 : usual(act, ms, ...rest));
  }`;

/** Two hours ahead, until it is set right. */
const fastClock =
  '{ const { now } = Date; let fast = 7_200_000; Date.now = () => now() + fast; window.setRight = () => { fast = 0; }; }';

test('what is read in a page that was opened while the service was at fault is sent as soon as it is back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.addInitScript(neverAMinute);
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, json: { error: 'Away' } }),
    );
    await openAnew(page, '/app.courant.account/v1/me');
    await page.keyboard.press('j');
    await page.locator('#list .row.read').waitFor();
    await page.unroute('**/api/**');
    await house.unreadAre(4);
  });
});

test('a page that has lost the service notices by itself that it is back, and hears what happens, even if its stream was told to wait for an hour', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await reloadWithoutStream(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.evaluate("dispatchEvent(new Event('online'))");
    const strip = page.locator('.strip');
    await strip.waitFor();
    await page.unroute(stream);
    await page.unroute('**/api/**');
    await strip.waitFor({ state: 'detached' });
    await house.client.items.markManyRead((await house.client.items.list()).items.map(({ id }) => id));
    await page.locator('.row.read').nth(2).waitFor();
  });
});

test('a page that a proxy has told that the service is away takes any answer of it for a sign that it is back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await reloadWithoutStream(page);
    await untilTrue(page, isWhole);
    // What has changed is asked for again only after a minute, and by what begins just then: that gets no answer, or the strip would come back.
    let asked = 0;
    await page.route('**/app.courant.sync/v1/changes*', (route) => {
      if (asked++ === 0) return route.fulfill({ status: 502, body: 'Bad Gateway' });
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    const strip = page.locator('.strip');
    await strip.waitFor();
    await page.getByRole('link', { name: 'Everything' }).click();
    await strip.waitFor({ state: 'detached' });
  });
});

test('a text that could not be loaded is asked for again by a button, and comes by itself once the service is back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 2');
    await page.keyboard.press('j');
    await page.locator('article .body').waitFor();
    // Lists of what is unread do not bring it any more.
    await house.unreadAre(1);
    const address = page.url();
    const text = '**/api/v1/items/*';
    await page.route(text, (route) => route.fulfill({ status: 503, json: { error: 'Away' } }));
    await withoutCopy(page, address);
    const button = page.locator('article').getByRole('button', { name: 'Try again' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('could not be loaded').waitFor({ state: 'attached' });
    await look(page);
    await page.unroute(text);
    await page.keyboard.press('Enter');
    await page.locator('article .body').waitFor();
    assert.equal(await button.count(), 0);
    await untilTrue(page, "document.activeElement.matches('.article-scroll')");

    await page.route('**/api/**', (route) => route.abort());
    await withoutCopy(page, address);
    await button.waitFor();
    await page.unroute('**/api/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.locator('article .body').waitFor();
  });
});

test('a page whose computer has slept opens its stream anew', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await reloadWithoutStream(page);
    await page.unroute(stream);
    const opened = page.waitForRequest(stream);
    await page.evaluate('{ const { now } = Date; Date.now = () => now() + 3_600_000; }');
    await opened;
  });
});

test('a page that the browser has kept as it was opens its stream anew when it is shown again, also where it is not told to be visible', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  let follows: Promise<unknown> | undefined;
  const reads = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 3');
    await follows;
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    const opened = page.waitForRequest(stream);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await opened;
    await house.client.items.markManyRead((await house.client.items.list()).items.map(({ id }) => id));
    await page.locator('.row.read').nth(2).waitFor();
  };
  await house.read({ ...desktop, serviceWorkers: 'block' }, reads, async (page) => {
    follows = page.waitForRequest(stream);
  });
});

test('a page notices that the service is back, though a clock that was fast was set right meanwhile', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.addInitScript(fastClock);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.locator('.strip').waitFor();
    await page.evaluate('setRight()');
    await page.unroute('**/api/**');
    await page.locator('.strip').waitFor({ state: 'detached' });
  });
});

test('a search that has failed comes by itself once the service is back, also after a clock was set right, and leaves the focus in the list', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.addInitScript(fastClock);
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/search?q=Nothing');
    const button = page.getByRole('button', { name: 'Try again' });
    await button.press('Enter');
    await focusIs(page, '#list');
    await button.focus();
    await page.evaluate('setRight()');
    await page.unroute('**/api/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await focusIs(page, '#list');
  });
});

test('what was marked and taken back while the service was away leaves no trace there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    // What reaches the service is answered, and nothing else is: the Undo may be tried once more before the way is free.
    const reached = new Set<string>();
    page.on('response', (response) => {
      if (response.request().method() === 'POST') reached.add(new URL(response.url()).pathname);
    });
    await page.route('**/api/**', (route) => route.abort());
    await page.keyboard.press('Shift+A');
    await page.getByText('3 items marked as read').first().waitFor();
    await page.keyboard.press('z');
    await page.getByText('Undone').first().waitFor();
    // Before the way is free: the Undo may be sent by itself at once.
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.unroute('**/api/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await answered;
    assert.deepEqual([...reached], ['/api/v1/items/unread']);
    assert.equal((await house.client.sync.counts()).total, 3);
    assert.deepEqual(await house.client.journal.list(), []);
  });
});

/** Loads a page anew in a browser that has kept nothing. */
async function withoutCopy(page: Page, address: string): Promise<void> {
  await page.goto(new URL('/about/apps', address).href);
  await page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('courant').onsuccess = done; })");
  await page.goto(address);
}

/** Loads the page anew, and its stream is told to wait for an hour. */
async function reloadWithoutStream(page: Page): Promise<void> {
  await page.addInitScript(neverAMinute);
  await page.route(stream, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '3600' }, json: { error: 'Away' } }),
  );
  await openAnew(page, '/app.courant.sync/v1/events');
}

/** Loads the page anew and waits for an answer to it; one that the page before was waiting for is none. */
async function openAnew(page: Page, answered: string): Promise<void> {
  const address = page.url();
  await page.goto('about:blank');
  const end = page.waitForEvent('requestfinished', (request) => request.url().includes(answered));
  await page.goto(address);
  await end;
}

test('earlier imports that could not be listed are no failed import, and come by a button', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const opml = '<opml version="2.0"><body><outline xmlUrl="http://127.0.0.1:1/feed.xml"/></body></opml>';
  const { id } = await house.client.transfer.importFile(new Blob([opml]));
  for await (const { state } of house.client.transfer.importProgress(id)) if (state === 'done') break;
  const lists = async (page: Page): Promise<void> => {
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.deepEqual(await page.locator('.alert').allTextContents(), []);
    await page.unroute(/\/imports(\?|$)/);
    await again.press('Enter');
    await page.getByRole('listitem').filter({ hasText: '1 failed' }).waitFor();
    assert.equal(await again.count(), 0);
    await focusIs(page, '[aria-labelledby=import-title] button');
  };
  await house.readOnce({ ...desktop, at: '/add' }, lists, async (page) => {
    await page.route(/\/imports(\?|$)/, (route) => route.abort());
  });
});

test('that the passkeys could not be listed is said under their heading, where a button lists them', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const lists = async (page: Page): Promise<void> => {
    const failed = page.getByRole('region', { name: 'Passkeys' }).getByRole('alert');
    await failed.waitFor();
    await page.unroute('**/app.courant.account/v1/sign-in');
    await failed.getByRole('button').click();
    await page.getByRole('heading', { name: 'One-time codes' }).waitFor();
    assert.equal(await failed.count(), 0);
  };
  await house.readOnce({ ...desktop, at: '/settings/account' }, lists, async (page) => {
    await page.route('**/app.courant.account/v1/sign-in', (route) => route.abort());
  });
});

test('a screen that is opened while the service is away says so, and has everything as soon as it is back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2, MONTHS_AGO);
  const [feed] = await house.client.feeds.list();
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 2');
    await untilTrue(page, isWhole);
    for (const [path, shown] of [
      ['/admin', 'last seen'],
      ['/admin/instance', 'Last visit'],
      ['/settings/apps', 'may read and change'],
      ['/history', 'Nothing to undo'],
      ['/search?q=Post', 'Text 2'],
      [`/feeds/${feed?.id}/about`, 'Posts per day'],
      ['/add', undefined],
      ['/manage', undefined],
    ] as const) {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(path);
      const failed = page.locator('main').getByRole('alert');
      await failed.first().getByText('The server cannot be reached').waitFor();
      await failed.first().getByRole('button').focus();
      await page.unroute('**/api/**');
      await page.evaluate("dispatchEvent(new Event('online'))");
      await failed.first().waitFor({ state: 'detached' });
      if (path !== '/search?q=Post') await untilTrue(page, 'document.activeElement !== document.body');
      if (shown) await page.locator('main').getByText(shown).first().waitFor();
    }
  });
});

test('where it is the service that is away, nobody is told to be offline', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const strip = page.locator('.strip');
    await page.route('**/api/**', (route) => route.abort());
    await keepToasts(page);
    await page.keyboard.press('r');
    await page.locator('.toast').getByText('The server cannot be reached.').waitFor();
    await strip.getByText('The server cannot be reached. Showing 3 saved items.').waitFor();
    await page.context().setOffline(true);
    await strip.getByText('You’re offline. Showing 3 saved items.').waitFor();
    await page.context().setOffline(false);
    await strip.getByText('The server cannot be reached.').waitFor();
    await page.unroute('**/api/**');
    await page.keyboard.press('r');
    await strip.waitFor({ state: 'detached' });
    // A proxy with no service behind it.
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.keyboard.press('r');
    await strip.getByText('The server cannot be reached. Showing 3 saved items.').waitFor();
    // It does not answer a mark, either.
    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.keyboard.press('j');
    await refused;
    await strip.getByText('1 change will').waitFor();
    await page.unroute('**/api/**');
    await strip.waitFor({ state: 'detached' });
  });
});

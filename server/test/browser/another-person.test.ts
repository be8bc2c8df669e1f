// Tests a browser in which one person has read, and another signs in.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { keptUnsentMs } from '../../../reader/src/data/limits.ts';
import { addUsers } from '../accounts.ts';
import { startSite } from '../feed-origin.ts';
import { signInApp } from '../sign-in.ts';
import { firstPage, fromCopy, isWhole, nothingIsQueued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { gif } from './read-article.ts';
import {
  desktop,
  fillSignIn,
  follow,
  holdAnswer,
  openReaderHouse,
  password,
  type ReaderHouse,
  rowsAre,
  settled,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('who signs in where somebody else has read never sees their items, and the pictures that were looked at are gone then, and after a sign-out', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  const site = await startSite(t, (_, response) => response.end(gif(2, 2)));
  const [address] = (await house.client.images.addresses([`${site.url}/seen.gif`])).values();
  const look = async (page: Page): Promise<void> => {
    await untilTrue(page, 'navigator.serviceWorker.controller !== null');
    await page.evaluate(`fetch('${address}')`);
    await untilTrue(page, `${keptPictures}.then((kept) => kept === 1)`);
  };
  await house.read(desktop, async (page) => {
    await look(page);
    await leaveForOtto(page);
    await page.addInitScript(notesTitles);
    const { release } = await holdAnswer(page, '**/app.courant.account/v1/me');
    await page.goto('/unread');
    await page.getByText('everything, for now').waitFor();
    await settled(async () =>
      assert.equal(await page.evaluate(fromCopy('rows', 'count()', 'found.result')), 0),
    );
    assert.equal(await page.evaluate(firstPage), null);
    release();
    await page.getByRole('heading', { name: 'Follow your first feed' }).waitFor();
    assert.equal(await page.evaluate(`sessionStorage.getItem('title-seen')`), null);
    assert.equal(await page.evaluate(keptPictures), 0);

    // The next one looks at pictures, too, and signs out.
    await look(page);
    await page.context().route('**/sign-out', clearsNothing);
    await follow(page, '/settings/account');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL(/\/$/);
    assert.equal(await page.evaluate(keptPictures), 0);
  });
});

/** How many pictures the service worker keeps, in whichever cache. */
const keptPictures = `caches.keys()
  .then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))
  .then((kept) => kept.flat().filter(({ url }) => new URL(url).pathname.startsWith('/images/')).length)`;

test('what could not be sent before another person signed in is sent when its owner is back, and in nobody else’s name; that person finds nothing, not even what they do before it is known who they are', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const writes = '**/api/**';
    await page.route(writes, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await page.keyboard.press('n');
    await page.locator('#list .sel').waitFor();
    await page.keyboard.press('s');
    await untilTrue(page, fromCopy('queue', 'count()', 'found.result === 1'));
    await leaveForOtto(page);
    await page.unroute(writes);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await page.goto('/unread');
    await page.getByRole('heading', { name: 'Follow your first feed' }).waitFor();
    await untilTrue(page, nothingIsQueued);
    assert.deepEqual(sent, []);
    // Signing out would delete everything in this browser.
    await page.goto('/about/bot');
    await page.context().clearCookies();
    assert.equal((await house.client.stars.list()).items.length, 0);
    await page.goto('/sign-in?next=/unread');
    await fillSignIn(page, 'ines');
    await rowsAre(page, 'Post 3');
    await settled(async () => assert.equal((await house.client.stars.list()).items.length, 1));
    await page.locator('#list .row.starred').waitFor();
    await untilTrue(page, nothingIsQueued);
    await marksBeforeItIsKnown(page);
  });
});

/** Somebody else signs in once more, and what is kept is on the screen until the service says who that is. */
async function marksBeforeItIsKnown(page: Page): Promise<void> {
  await leaveForOtto(page);
  // As it is in a browser that keeps no cookie for so long.
  await page.context().clearCookies({ name: /^account/ });
  const { held, release } = await holdAnswer(page, '**/app.courant.account/v1/me');
  await page.addInitScript(neverSaves);
  await page.goto('/unread');
  await held;
  await rowsAre(page, 'Post 3');
  // The first has its star already.
  for (const key of ['n', 'n', 's']) await page.keyboard.press(key);
  await page.locator('#list .row.starred').nth(1).waitFor();
  const anew = page.waitForEvent('load');
  release();
  await anew;
  await page.getByRole('heading', { name: 'Follow your first feed' }).waitFor();
  assert.equal(await page.evaluate(firstPage), null);
  assert.equal(await page.evaluate(fromCopy('rows', 'count()', 'found.result')), 0);
}

test('a page that is still open when another person signs in neither marks nor keeps anything of theirs', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  const [feed] = await house.client.feeds.list();
  let listens: Promise<unknown> | undefined;
  const prepare = async (page: Page): Promise<void> => {
    listens = page.waitForRequest('**/app.courant.sync/v1/events*');
  };
  const read = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    // From then on it asks for nothing by itself: while nobody is signed in, it would go to sign in.
    await listens;
    const other = await page.context().newPage();
    await other.goto('/about/bot');
    await signInAsOtto(other);
    const otto = await signInApp({ baseUrl: new URL(page.url()).origin, name: 'otto', password });
    await otto.client.feeds.create({ feedUrl: feed?.feed_url ?? '' });
    const anew = page.waitForEvent('load');
    await page.keyboard.press('Shift+A');
    await anew;
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    assert.equal((await otto.client.sync.counts()).total, 3);
    const ids = (await otto.client.items.list()).items.map(({ id }) => id);
    const kept = await page.evaluate(fromCopy('rows', 'getAllKeys()', 'found.result'));
    assert.deepEqual(
      kept,
      ids.toSorted((a, b) => a - b),
    );
  };
  await house.read({ ...desktop, serviceWorkers: 'block' }, read, prepare);
});

test('a page that is still open after a sign-out elsewhere keeps nothing, and the next person sends nothing of it, though the browser clears no data by itself', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const open = await page.context().newPage();
    await open.goto(page.url());
    await rowsAre(open, 'Post 3');
    const left = await page.context().newPage();
    await left.goto(page.url());
    await rowsAre(left, 'Post 3');
    await untilTrue(left, "document.title.startsWith('(3)')");
    await page.context().route('**/sign-out', clearsNothing);
    await follow(page, '/settings/account');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL(/\/$/);
    // Unless it has found out just now, and leaves by itself: then one of the two ways wins.
    const elsewhere = /\/(about\/bot$|sign-in)/;
    await left.goto('/about/bot').catch(() => settled(async () => assert.match(left.url(), elsewhere)));
    assert.equal(await page.evaluate(firstPage), null);
    await open.keyboard.press('n');
    await open.keyboard.press('s');
    await open.waitForURL('**/sign-in*');
    assert.equal(await page.evaluate(firstPage), null);
    for (const store of ['rows', 'facts', 'queue'])
      assert.deepEqual(await page.evaluate(fromCopy(store, 'getAllKeys()', 'found.result')), [], store);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await page.goto('/sign-in?next=/unread');
    await fillSignIn(page, 'otto');
    await page.getByRole('heading', { name: 'Follow your first feed' }).waitFor();
    await untilTrue(page, nothingIsQueued);
    assert.deepEqual(sent, ['/sign-in']);
  });
});

/** As over a connection without encryption, where browsers take no notice of Clear-Site-Data. */
async function clearsNothing(route: Route): Promise<void> {
  const response = await route.fetch({ maxRedirects: 0 });
  const { 'clear-site-data': _, ...headers } = response.headers();
  await route.fulfill({ response, headers });
}

test('who has signed out on a page without scripts leaves a copy that the reader shows nobody', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.context().route('**/sign-out', clearsNothing);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/$/);
    await page.addInitScript(notesTitles);
    // Its service worker opens the reader all the same.
    await page.goto('/unread');
    await page.waitForURL('**/sign-in*');
    assert.equal(await page.evaluate(`sessionStorage.getItem('title-seen')`), null);
    assert.equal(await page.evaluate(fromCopy('rows', 'count()', 'found.result')), 0);
  });
});

test('the page of somebody who has signed out, or whose session is over, shows nothing more on the way back to it', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  const endings: ((page: Page) => Promise<void>)[] = [
    async (page) => {
      await page.context().clearCookies();
      await page.keyboard.press('r');
    },
    async (page) => {
      await follow(page, '/settings/account');
      await page.getByRole('button', { name: 'Sign out' }).first().click();
    },
  ];
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    for (const [before, end] of endings.entries()) {
      if (before > 0) await fillSignIn(page, 'ines');
      await rowsAre(page, 'Post 3');
      // The document stays, as in a browser that keeps it for the way back.
      const away = /\/(sign-in\?.*)?$/;
      const left = Promise.withResolvers<void>();
      await page.route(away, (route) => route.fulfill({ status: 204 }).then(left.resolve));
      await end(page);
      await left.promise;
      await page.unroute(away);
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      await page.waitForURL('**/sign-in*');
    }
  });
});

test('cookies of neighbours whose names are like ours make nobody another person, and what waits for people who do not come back is deleted after a month', {
  skip: !browser,
}, async (t) => {
  const house = await openHouse(t);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const { port, href: url } = new URL(page.url());
    const [own] = (await page.context().cookies()).filter(({ name }) => name === `account${port}`);
    assert.ok(own);
    // Of two at equal paths, the older one is named first.
    await page.context().clearCookies({ name: own.name });
    await page.context().addCookies([{ name: `my-${own.name}`, value: '77', url }, own]);
    await page.evaluate(keepUnsent('unsent:9007', keptUnsentMs - 3_600_000));
    await page.evaluate(keepUnsent('unsent:9008', keptUnsentMs + 1));
    await page.reload();
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('j');
    await house.unreadAre(2);
    await untilTrue(page, fromCopy('facts', "getKey('unsent:9008')", 'found.result === undefined'));
    await untilTrue(page, fromCopy('facts', "getKey('unsent:9007')", 'found.result !== undefined'));
  });
});

/** The one of a second person, otto, who follows nothing. */
async function openHouse(t: TestContext): Promise<ReaderHouse> {
  const house = await openReaderHouse(t, browser, 3);
  await addUsers(house.environment, { name: 'otto', password });
  return house;
}

/** Leaves the reader, in which the session is over and the copy is still kept, and signs somebody else in. */
async function leaveForOtto(page: Page): Promise<void> {
  await rowsAre(page, 'Post 3');
  await untilTrue(page, isWhole);
  // The reader itself would go to sign in as soon as it notices.
  await page.goto('/about/bot');
  await signInAsOtto(page);
}

async function signInAsOtto(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/sign-in?next=/about/bot');
  await fillSignIn(page, 'otto');
  await page.waitForURL('**/about/bot');
}

/** Sets something apart for an account, as it was so long ago. */
const keepUnsent = (name: string, agoMs: number): string => `new Promise((resolve) => {
  const request = indexedDB.open('courant');
  request.onsuccess = () => {
    const transaction = request.result.transaction('facts', 'readwrite');
    const entries = [{ kind: 'star', ids: [1] }];
    transaction.objectStore('facts').put({ at: Date.now() - ${agoMs}, entries }, '${name}');
    transaction.oncomplete = () => { request.result.close(); resolve(); };
  };
})`;

/** Nothing is written before the page is left: what changes is collected for so long (`saveAfterMs`). */
const neverSaves = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => (ms === 300 ? 0 : usual(act, ms, ...rest));
}`;

/** Remembers, also across the next start, that the title of an item was there for a moment. */
const notesTitles = `new MutationObserver(() => {
  if (document.documentElement.textContent.includes('Post 3')) sessionStorage.setItem('title-seen', 'yes');
}).observe(document, { childList: true, subtree: true, characterData: true })`;

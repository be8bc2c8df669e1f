// Helpers for tests of the reader: a service with one person who reads in a browser, and ways to wait.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { addUsers } from '../accounts.ts';
import { requireBuiltReader } from '../built-reader.ts';
import { type Environment, temporaryInstance } from '../environment.ts';
import { startOrigin } from '../feed-origin.ts';
import { openInstance } from '../instance.ts';
import { signInApp } from '../sign-in.ts';
import { inContext, PATIENCE_MS } from './open-browser.ts';

export const password = 'a long password';

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const telephone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };

requireBuiltReader();

/** How the reader is opened. */
export interface Opened extends BrowserContextOptions {
  /** The page that is opened, if not the list of what is unread. */
  at?: string;
  /** Runs in each document before its own scripts. */
  script?: string;
}

export interface ReaderHouse {
  environment: Environment;
  client: Awaited<ReturnType<typeof signInApp>>['client'];
  /** Waits until so many items are unread, according to the service. */
  unreadAre(total: number): Promise<void>;
  /**
   * Opens the reader, signed in, in a fresh context, whose pages go to the service by a path. It handles keys by then, if it has
   * scripts, unless `prepare` is called before that, with an empty page: what that holds back may never come. With `serviceWorkers: 'block'`
   * later documents come from the service: where the worker matters, wait for it (`navigator.serviceWorker.ready`), and otherwise leave it out.
   */
  read(
    options: Opened,
    fn: (page: Page) => Promise<void>,
    prepare?: (page: Page) => Promise<void>,
  ): Promise<void>;
  /**
   * The same for a page whose document is loaded once and never again. Nothing there would come by way of the service worker but parts of
   * the program and pictures, and to install it, which brings 75 files, takes a quarter of a short test. Fails at a second document.
   */
  readOnce: ReaderHouse['read'];
}

/** When posts were published that are in the plot of the last 52 weeks, in whatever year the tests run, and not in that of the last 30 days. */
export const MONTHS_AGO = Date.now() - 100 * 24 * 3_600_000;

/** A service with one person who follows one feed. `from`: when its first post was published. */
export async function openReaderHouse(
  t: TestContext,
  browser: Browser | undefined,
  posts: number,
  from?: number,
): Promise<ReaderHouse> {
  const origin = await startOrigin(t, () => posts, from);
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: '127.0.0.1' });
  await addUsers(environment, { name: 'ines', password });
  const courant = await openInstance(t, environment);
  const { client } = await signInApp({ baseUrl: courant.url, name: 'ines', password });
  await client.feeds.create({ feedUrl: origin.url });
  const read: ReaderHouse['read'] = async ({ at = '/unread', script = '', ...options }, fn, prepare) => {
    assert.ok(browser);
    await inContext(browser, { ...options, baseURL: courant.url }, async (context) => {
      const page = await context.newPage();
      await page.addInitScript(script);
      await prepare?.(page);
      await signIn(page);
      await page.goto(at);
      if (!prepare && options.javaScriptEnabled !== false) await hasBegun(page);
      await fn(page);
    });
  };
  const readOnce: ReaderHouse['read'] = (options, fn, prepare) =>
    read(
      { ...options, serviceWorkers: 'block' },
      async (page) => {
        const documents = laterDocuments(page);
        await fn(page);
        assert.deepEqual(documents, [], 'a service worker would answer: read, not readOnce');
      },
      prepare,
    );
  const unreadAre = (total: number): Promise<void> =>
    settled(async () => assert.equal((await client.sync.counts()).total, total));
  return { environment, client, unreadAre, read, readOnce };
}

/** The document is loaded before its program listens to keys, which it does as soon as something is drawn. A browser with a saved list draws that earlier. */
function hasBegun(page: Page): Promise<void> {
  return page.locator('#reader > *').first().waitFor({ state: 'attached' });
}

/** The addresses of our documents that are asked for from now on, in this window or in others. */
function laterDocuments(page: Page): string[] {
  const { origin } = new URL(page.url());
  const documents: string[] = [];
  page.context().on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).origin === origin)
      documents.push(request.url());
  });
  return documents;
}

/** Signs ines in as the form does, without showing it: that would take a fifth of what a short test takes. */
async function signIn(page: Page): Promise<void> {
  const { request } = page.context();
  const form = await (await request.get('/sign-in')).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const answer = await request.post('/sign-in', {
    form: { csrf, next: '/unread', username: 'ines', password },
    maxRedirects: 0,
  });
  assert.equal(answer.status(), 303, await answer.text());
}

/** On the page for signing in. By id, because it may be in any language. */
export async function fillSignIn(page: Page, name: string): Promise<void> {
  await page.locator('#username').fill(name);
  await page.locator('#password').fill(password);
  await page.locator('form[action="/sign-in"] button').click();
}

export async function rowsAre(page: Page, first: string): Promise<void> {
  await page.locator('.row').first().getByRole('link', { name: first, exact: true }).waitFor();
}

/**
 * Presses one key after the other, in the page: it waits for the second for little more than a second, and between two calls of this
 * process a busy machine may take longer.
 */
export async function pressPair(page: Page, first: string, second: string): Promise<void> {
  await page.evaluate(
    `${JSON.stringify([first, second])}
      .map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      .forEach((event) => document.activeElement.dispatchEvent(event))`,
  );
}

/**
 * The code for touch is loaded after the list. It is there when a finger that stays on this row selects nothing. A press that was
 * repeated instead could meet the late menu of the one before it.
 */
export function touchIsThere(page: Page, row: string): Promise<void> {
  return untilTrue(page, `getComputedStyle(${row}).userSelect === 'none'`);
}

/** Presses the right button until the reader answers: its code for that is loaded after the list, and before then the menu is the browser's own. */
export function rightClick(page: Page, press: () => Promise<void>): Promise<void> {
  const notes = `addEventListener('contextmenu', (event) => { window.isTaken = event.defaultPrevented; }, { once: true })`;
  return settled(async () => {
    await page.evaluate(notes);
    await press();
    assert.ok(await page.evaluate('window.isTaken'));
  });
}

/** A script after which a person has chosen this (reader/src/data/settings.ts), once the reader is loaded. */
export function chosen(settings: object): string {
  return `localStorage.setItem('settings', ${JSON.stringify(JSON.stringify(settings))})`;
}

/** From now on no change is told by itself: the reader gets no answer to its request for events. */
export async function tellNothing(page: Page): Promise<void> {
  await page.route('**/app.courant.sync/v1/events*', () => {});
}

/** For the pages of this browser that are opened from now on: their copy is not completed. */
export async function savingData(page: Page): Promise<void> {
  await page
    .context()
    .addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
}

/** From now on a toast stays until the next one, or until its button is pressed: a busy machine may take longer than it would be there. */
export async function keepToasts(page: Page): Promise<void> {
  const script = `{
    const usual = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => (ms === 4_000 || ms === 8_000 ? 0 : usual(act, ms, ...rest));
  }`;
  await page.addInitScript(script);
  await page.evaluate(script);
}

/** Asks the service, and keeps its answers to a GET back: the reader may ask again meanwhile. `held` resolves once the first answer is there. */
export async function holdAnswer(page: Page, address: string | RegExp) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  await page.route(address, hold);
  return { held: held.promise, release: () => released.resolve() };
}

/** The service does what it is asked first, and nobody hears of it; `isOver`: when the connection breaks. */
export async function loseAnswer(page: Page, address: string, isOver?: Promise<void>): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await isOver;
      await route.abort();
    },
    { times: 1 },
  );
}

/** The next time that the reader asks what has changed, its cursor is too old: it begins its copy anew. */
export async function refuseCursor(page: Page): Promise<void> {
  await page.route(
    '**/app.courant.sync/v1/changes?since=*',
    (route) => route.fulfill({ status: 410, json: { error: 'The cursor is too old' } }),
    { times: 1 },
  );
}

/** Goes to another screen of the reader as by a link, without loading a document. The one before may be there until its code has come. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`(async () => {
    document.body.append(Object.assign(document.createElement('a'), { href: ${JSON.stringify(path)}, id: 'to' }));
    const link = document.getElementById('to');
    link.click();
    link.remove();
    // What was there is gone after two frames.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  })()`);
  const { pathname, search } = new URL(path, page.url());
  assert.equal(await page.evaluate('location.pathname + location.search'), pathname + search);
}

/** The list of feeds comes only after that; to be called before the page is loaded. */
export async function holdFeeds(page: Page, until: Promise<void>): Promise<void> {
  await page.route('**/api/v1/feeds', async (route) => {
    await until;
    await route.continue();
  });
}

/**
 * Handles the request for the file of a part of the program that is loaded later, such as a dialog; other files come as they do. Which one
 * it is says only what it exports. Who stops all files at some moment stops also those that the first screen waits for on a slow machine.
 */
export async function routePart(page: Page, part: string, handle: (route: Route) => unknown): Promise<void> {
  await page.route('**/reader/chunk.*.js', async (route) => {
    const response = await route.fetch();
    if (new RegExp(`as ${part}\\b`).test(await response.text())) await handle(route);
    else await route.fallback();
  });
}

/** Cuts the connection. The driver is told that this is done before the browser's network has heard of it: the next request might still go out. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await untilTrue(page, "fetch('/api/v1/groups').then(() => false, () => true)");
}

/** What people read when a request found no service; before all texts are loaded, the words of the client. */
export const unreached = /^(The server cannot be reached|Cannot reach http.*)$/;

/** Waits until the focus is on what a selector matches. */
export function focusIs(page: Page, selector: string): Promise<void> {
  return untilTrue(page, `document.activeElement.matches(${JSON.stringify(selector)})`);
}

/** Waits until a claim holds, for things that take the service some time. */
export async function settled(claim: () => Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await claim();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Waits until an expression is true in the page. Not by Playwright's waitForFunction: it repeats the check by `eval`, which our
 * pages forbid, and so works only if the first answer is yes.
 */
export function untilTrue(page: Page, expression: string): Promise<void> {
  return settled(async () => assert.ok(await page.evaluate(expression), expression));
}

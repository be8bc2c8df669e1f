// One browser for all test files of a process, and a fresh context for each test.
import { test } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { quickFolder } from '../quick-folder.ts';
import { launchBrowser } from './launch-browser.ts';

/** Longer than any page of ours takes on a busy or slow machine. While you write a test, COURANT_TEST_PATIENCE=5 gives up after five seconds. */
export const PATIENCE_MS = Number(process.env.COURANT_TEST_PATIENCE ?? 120) * 1_000;
/**
 * Some waits of the driver have no limit of their own, such as an evaluation. The test's own limit would not say what the page shows.
 * A test that goes from page to page is not stuck, however long it takes on a slow machine: each page has this time anew.
 */
const HANGS_MS = 5 * PATIENCE_MS;

/** Enough of a page to see which one it is, and what it says. */
const SHOWN_CHARACTERS = 400;

let opened: Promise<Browser | undefined> | undefined;

/** A browser that is closed after the tests of the process; undefined where the machine has none. */
export function openBrowser(): Promise<Browser | undefined> {
  opened ??= open();
  return opened;
}

/**
 * Runs `fn` in a context of its own. Fails when a page broke its content security policy or threw. When `fn` fails, says that too, because it
 * may be the reason, and what the pages showed.
 */
export async function inContext(
  browser: Browser,
  options: BrowserContextOptions,
  fn: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  keepStopping(context);
  context.on('page', keepStopping);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => void complaints.push(String(error.error())));
  const complaint = (): string[] =>
    complaints.length > 0 ? [`The browser complained: ${complaints.join('\n')}`] : [];
  const hanging = watchForHanging(context);
  try {
    await Promise.race([fn(context), hanging.failure]);
  } catch (error) {
    const seen = [...complaint(), ...(await Promise.all(context.pages().map(shownBy)))];
    throw new Error([error instanceof Error ? error.message : String(error), ...seen].join('\n\n'), {
      cause: error,
    });
  } finally {
    hanging.stop();
    // A handler may still hold a request: what it finds when its page is gone is no failure.
    const routed = [context, ...context.pages()];
    await Promise.allSettled(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  }
  if (complaints.length > 0) throw new Error(complaint().join());
}

/**
 * From its first route on, requests are stopped and looked at to the end, whatever routes there are by then. Where the driver ends that with the last
 * route, a request that is under way may never end, or the driver may not tell of it: eight in a thousand.
 */
function keepStopping(routed: Page | BrowserContext): void {
  const route = routed.route.bind(routed);
  routed.route = async (...args) => {
    routed.route = route;
    await route('never:', () => {});
    await Promise.all(('pages' in routed ? routed.pages() : [routed]).map(hasHeard));
    return await route(...args);
  };
}

/**
 * A page that is busy learns of it later than the driver says, and takes keys and clicks before anything else: of those pressed at once,
 * six in a hundred sent their request past the route. What is evaluated comes after it.
 */
async function hasHeard(page: Page): Promise<void> {
  await page.evaluate('0').catch(() => {});
}

/** Fails when no page of the context has gone anywhere, within its document or to another, for HANGS_MS. */
function watchForHanging(context: BrowserContext): { failure: Promise<never>; stop(): void } {
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`Something has not ended in ${HANGS_MS / 1_000} s`)),
    HANGS_MS,
  );
  context.on('page', (page) => page.on('framenavigated', () => timer.refresh()));
  return { failure, stop: () => clearTimeout(timer) };
}

async function shownBy(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch((error: unknown) => error);
  return `${page.url()} showed: ${String(text).replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}`;
}

async function open(): Promise<Browser | undefined> {
  const browser = await launchBrowser({
    timeout: PATIENCE_MS,
    // Each answer to a page comes through a temporary file of two megabytes.
    env: { TMPDIR: quickFolder },
  });
  if (!browser) {
    if (process.env.REQUIRE_BROWSER) throw new Error('There is no browser, and REQUIRE_BROWSER is set');
    process.stderr.write(
      'NO BROWSER: the browser tests are skipped. Set BROWSER_PATH, or use Linux on x64.\n',
    );
    return undefined;
  }
  test.after(() => browser.close());
  return browser;
}

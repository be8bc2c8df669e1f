// One round in a browser slowed down to a cheap phone: loading cold and warm, and how long keys take until something is seen.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { account } from './instance.ts';

/** Lighthouse's "slow 4G", and a processor four times slower than this one. */
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const cpuRate = 4;

/** Milliseconds; layout shifts as the browser sums them up. */
interface Loading {
  fcp: number;
  lcp: number;
  cls: number;
  /** The longest of the tasks over 50 ms, and how many there were. */
  longTask: number;
  longTasks: number;
}

export interface Round {
  cold: Loading;
  warm: Loading;
  /** The time of an interaction from the key to the next frame (Event Timing), the worst of its kind. */
  keys: Record<string, number>;
}

export async function measureRound(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    serviceWorkers: 'allow',
  });
  try {
    await signIn(context, url);
    const { page, devtools, slowDown, speedUp } = await slowPage(context);
    await page.goto(`${url}/unread`);
    const cold = await vitals(devtools);
    await page.evaluate('navigator.serviceWorker.ready');
    // Until the copy is complete and written: a second visit opens from it.
    await speedUp();
    await page.evaluate(wholeCopy);
    await slowDown();
    await page.goto('about:blank');
    await page.goto(`${url}/unread`);
    const warm = await vitals(devtools);
    return { cold, warm, keys: await pressKeys(page) };
  } finally {
    await context.close();
  }
}

/** At full speed, and without leaving anything in the caches. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in?next=/about/bot`);
  await page.getByLabel('Name').fill(account.name);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/about/bot');
  await page.close();
}

async function slowPage(context: BrowserContext) {
  const page = await context.newPage();
  const devtools: CDPSession = await context.newCDPSession(page);
  const slowDown = async (): Promise<void> => {
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  };
  const speedUp = async (): Promise<void> => {
    await devtools.send('Network.emulateNetworkConditions', unlimited);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  };
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  await slowDown();
  await page.addInitScript(observe);
  return { page, devtools, slowDown, speedUp };
}

/** The browser reports no event that took less. */
const LEAST_MS = 16;

const observe = `
  window.seen = { fcp: 0, lcp: 0, cls: 0, longTask: 0, longTasks: 0, events: [] };
  const on = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  on('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime; });
  on('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  on('longtask', (entry) => { seen.longTask = Math.max(seen.longTask, entry.duration); seen.longTasks++; });
  on('event', (entry) => { if (entry.name === 'keydown') seen.events.push(entry.duration); }, { durationThreshold: ${LEAST_MS} });
`;

const wholeCopy = `new Promise((resolve) => {
  const ask = () => {
    const request = indexedDB.open('courant');
    request.onsuccess = () => {
      const get = request.result.transaction('facts').objectStore('facts').get('whole');
      get.onsuccess = () => {
        const isWhole = get.result?.starred === true;
        request.result.close();
        if (isWhole) resolve(); else setTimeout(ask, 200);
      };
    };
  };
  ask();
})`;

/** Read through the DevTools protocol alone: what a locator adds to the page keeps a slow processor busy for longer than the reader does. */
async function vitals(devtools: CDPSession): Promise<Round['cold']> {
  // Pending paints and layout shifts happen within this time.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const expression =
    '({ fcp: seen.fcp, lcp: seen.lcp, cls: seen.cls, longTask: seen.longTask, longTasks: seen.longTasks })';
  const { result } = await devtools.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value as Round['cold'];
}

/** Each key often enough to make its worst time meaningful; marking all only once. */
const presses: readonly [name: string, key: string, times: number][] = [
  ['next (j)', 'j', 20],
  ['star (s)', 's', 10],
  ['keep unread (m)', 'm', 10],
  ['close and open (Enter)', 'Enter', 10],
  ['mark all (Shift+A)', 'Shift+A', 1],
  ['undo (z)', 'z', 1],
];

async function pressKeys(page: Page): Promise<Record<string, number>> {
  const worst: Record<string, number> = {};
  for (const [name, key, times] of presses) {
    await page.evaluate('seen.events.length = 0');
    for (let press = 0; press < times; press++) {
      await page.evaluate('document.activeElement?.blur()');
      await page.keyboard.press(key);
      await page.waitForTimeout(350);
    }
    worst[name] = Math.max(LEAST_MS, ...((await page.evaluate('seen.events')) as number[]));
  }
  return worst;
}

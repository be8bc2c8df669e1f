// `npm run pictures`: takes the pictures of the README anew: the reader in a browser, with the sites of the demo.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Demo, openDemo } from '../server/demo/instance.ts';
import { launchBrowser } from '../server/test/browser/launch-browser.ts';
import { signInApp } from '../server/test/sign-in.ts';
import { readCommandLine } from './command-line.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const groups: Record<string, string[]> = {
  Kitchen: ['The Harbour Kitchen', 'Подоконник'],
  'Out and about': ['Slow Trains', 'The Night Ferry', 'Pebbles'],
};
const newest = /^The heron is back/;

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 800 },
  deviceScaleFactor: 2,
  hasTouch: true,
};

readCommandLine('npm run pictures --', {});
const browser = await launchBrowser();
if (!browser) throw new Error('Cannot take pictures: there is no browser (set BROWSER_PATH)');
const demo = await openDemo(0, 'Courant');
await followSites(demo);
mkdirSync(folder, { recursive: true });
const atDesk = await openReader(browser, desk);
await openPost(atDesk, 'A soup for the first frost');
await take(atDesk, 'desk-light');
await atDesk.emulateMedia({ colorScheme: 'dark' });
await take(atDesk, 'desk-dark');
const onPhone = await openReader(browser, phone);
await take(onPhone, 'phone-list');
await openPost(onPhone, 'The 6.12 that nobody takes');
await take(onPhone, 'phone-article');
await browser.close();
await demo.close();
process.exit(0);

async function followSites({ url: baseUrl, name, password, sites }: Demo): Promise<void> {
  const { client } = await signInApp({ baseUrl, name, password });
  const groupIds = new Map<string, number>();
  for (const [title, members] of Object.entries(groups)) {
    const { id } = await client.groups.create({ title });
    for (const member of members) groupIds.set(member, id);
  }
  for (const { title, url } of sites.values()) {
    const group = groupIds.get(title);
    await client.feeds.create({ feedUrl: url, ...(group === undefined ? {} : { groupIds: [group] }) });
  }
}

/** Signs in, and waits for the list. */
async function openReader(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage({ ...options, colorScheme: 'light' });
  await page.goto(`${demo.url}/sign-in`);
  await page.getByLabel('Name').fill(demo.name);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Until the browser has its copy, posts are in the order in which their feeds were followed.
  await page.locator('.row').first().getByRole('link', { name: newest }).waitFor();
  return page;
}

async function openPost(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

// Every page of the reader, as its addresses and its own links name them, in both themes and three widths: whoever adds a screen
// finds it looked at here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { look, openReaderHouse, type ReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();

const shapes: Record<string, BrowserContextOptions> = {
  'a telephone': { viewport: { width: 360, height: 740 }, hasTouch: true },
  'a tablet': { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' },
  'a desktop': { viewport: { width: 1280, height: 800 } },
};
/** Right to left: nothing may stick out to the side where nobody looks for it. */
const arabic: BrowserContextOptions = { viewport: { width: 360, height: 740 }, locale: 'ar' };

test('axe finds nothing on any page in either theme, and none is wider than its screen', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  const start = await firstPages(house);
  const seen = new Map<string, Set<string>>();
  await Promise.all([
    ...Object.entries(shapes).map(([name, shape]) =>
      house.read(shape, async (page) => {
        const pages = await walk(page, start, async () => {
          await look(page);
          // Colours do not depend on the width: one shape is looked at in both themes.
          if (name !== 'a desktop') return;
          await page.emulateMedia({ colorScheme: 'dark' });
          await look(page);
          await page.emulateMedia({ colorScheme: 'light' });
        });
        seen.set(name, pages);
      }),
    ),
    house.read(arabic, async (page) => {
      const pages = await walk(page, start, async () => {
        const isLite = new URL(page.url()).pathname.startsWith('/lite');
        assert.equal(await page.evaluate('document.documentElement.dir'), isLite ? '' : 'rtl');
        assert.ok(await fits(page), `${page.url()} can be scrolled sideways`);
      });
      seen.set('arabic', pages);
    }),
  ]);
  for (const [name, pages] of seen) {
    // What is named by no address stands behind a link: the sections of the settings and of the administration.
    assert.ok(pages.size > start.length, `${name}: ${[...pages].join(' ')}`);
    for (const path of ['/history', '/add', '/manage', '/settings', '/admin', '/lite', '/lite/items/1'])
      assert.ok(pages.has(path), `${path} on ${name}`);
  }
});

/** The addresses of the reader, with the numbers of what there is; and the list without script. */
async function firstPages({ client }: ReaderHouse): Promise<string[]> {
  const [feed] = await client.feeds.list();
  const { items } = await client.items.list({ limit: 3 });
  const [item, other] = items;
  assert.ok(feed && item && other);
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  // So that there is something in Starred and in the history.
  await client.stars.addMany([item.id, other.id]);
  const paths = (
    JSON.parse(readFileSync(new URL('../../../reader/dist/build.json', import.meta.url), 'utf8')) as {
      paths: string[];
    }
  ).paths;
  const named = paths
    .filter((path) => !path.includes(':section'))
    .map((path) =>
      path
        .replace('/groups/:id', `/groups/${group.id}`)
        .replace(':id', String(feed.id))
        .replace(':item', String(item.id)),
    );
  return [...named, '/search?q=Post', '/lite', '/lite?show=starred', '/lite/feeds', `/lite/items/${item.id}`];
}

/** Goes to each address, and to those of ours that links there lead to; gives what was seen, without ids. */
async function walk(page: Page, start: readonly string[], look: () => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  const queue = [...start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const name = nameOf(path);
    if (seen.has(name)) continue;
    seen.add(name);
    await goTo(page, path);
    await look();
    const links = await page.evaluate(
      `[...document.querySelectorAll('main a[href^="/"]')].map((link) => link.getAttribute('href'))`,
    );
    queue.push(...(links as string[]).filter((href) => /^\/(?:settings|admin|manage|lite)\b/.test(href)));
  }
  return seen;
}

/** Items, feeds and groups look alike: one of each is enough. */
function nameOf(path: string): string {
  return path
    .replace(/^\/(?!lite).*(?=\/items\/)/, '')
    .replace(/\/\d+/g, '/1')
    .replace(/\b(feed|group|before|done)=\d+/, '$1=1');
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
  if (path.startsWith('/lite')) return;
  // Until what is loaded behind the frame is there, and what was asked for has come.
  await page.locator('h1').first().waitFor();
  await settled(async () => {
    assert.equal(await page.evaluate("document.querySelectorAll('.sk, [aria-busy=true]').length"), 0);
  });
}

async function fits(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}

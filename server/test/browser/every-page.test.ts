// Looks at every page that the reader's addresses and links lead to, in three widths and both themes: a new screen is
// included automatically.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createAppPassword } from '../../src/accounts/app-passwords.ts';
import { systemClock } from '../../src/clock.ts';
import { insertPasskey } from '../../src/store/accounts/passkeys.ts';
import { findUser } from '../../src/store/accounts/users.ts';
import { openStore } from '../../src/store/open.ts';
import type { Environment } from '../environment.ts';
import { fits, look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import { follow, openReaderHouse, type ReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();

/** How long a page must stay unchanged: by then the answers of the service are shown, or the next check finds the change. */
const STILL_MS = 100;

/** Each width has another layout, the first of each in both themes. Touch is not a mouse, so the phone has a context of its own. */
const widths = { telephone: [360], desktop: [1280, 768] };
const shapes: Record<keyof typeof widths, BrowserContextOptions> = {
  // Without the sliding transition between pages, during which nothing can be looked at.
  telephone: { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
  desktop: { viewport: { width: 1280, height: 800 } },
};
/** Right to left: nothing may stick out at the side. */
const arabic: BrowserContextOptions = { viewport: { width: 360, height: 740 }, locale: 'ar' };

for (const name of ['telephone', 'desktop'] as const)
  test(`axe finds nothing on any page in either theme, and none is wider than its screen: ${name}`, {
    skip: !browser,
  }, async (t) => {
    const house = await openReaderHouse(t, browser, 12);
    const start = await firstPages(house);
    await house.read(shapes[name], async (page) => {
      const lookAtAll = async () => {
        const hasScript = !isWithoutScript(page.url());
        // What the service renders has the same layout in any width.
        if (hasScript || name === 'telephone') await lookInAll(page, widths[name]);
        else assert.ok(await fits(page), `${page.url()} is wider than the screen`);
        if (hasScript && name === 'telephone')
          assert.deepEqual(await page.evaluate(lowTargets), [], page.url());
      };
      checkSeen(await walk(page, start, { goTo: followTo, look: lookAtAll }), start);
    });
  });

/** What a finger presses and is lower than 40 pixels, with its height. Links within texts are as high as their line. */
const lowTargets = `[...document.querySelectorAll('button, summary, select, input, nav a')]
  .map((each) => each.closest('label') ?? each)
  .filter((each) => each.checkVisibility({ contentVisibilityAuto: true }) && !each.matches('.vh, .skip'))
  .map((each) => [each.textContent || each.getAttribute('aria-label'), each.getBoundingClientRect().height])
  .filter(([, height]) => height < 40)`;

test('from right to left no page is wider than its screen, and axe finds nothing on those without script', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12);
  const start = await firstPages(house);
  await house.read(arabic, async (page) => {
    const lookAtIt = async () => {
      assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl');
      // Pages that the server renders differ in each language; in the reader only the texts do.
      if (isWithoutScript(page.url())) await look(page, { exceptColours: true });
      else assert.ok(await fits(page), `${page.url()} can be scrolled sideways`);
    };
    checkSeen(await walk(page, start, { goTo: open, look: lookAtIt }), start);
  });
});

function checkSeen(seen: ReadonlySet<string>, start: readonly string[]): void {
  // Some pages are found only by links: the sections of the settings and of the administration.
  assert.ok(seen.size > start.length, [...seen].join(' '));
  for (const path of [
    '/history',
    '/add',
    '/manage',
    '/settings',
    '/admin',
    '/lite',
    '/lite/items/1',
    '/lite/items/1/tags',
    '/lite/tags',
    '/lite/search',
    ...account,
    ...about,
  ])
    assert.ok(seen.has(path), path);
}

async function lookInAll(page: Page, widths: readonly number[]): Promise<void> {
  for (const [place, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    await look(page);
    // A theme is the same in all widths.
    if (place > 0) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page, { onlyColours: true });
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** Documentation pages: one of each kind, and of the extensions the one with the widest table. */
const about = [
  '/about/bot',
  '/about/apps',
  '/about/apps/reeder',
  '/about/moving',
  '/about/extensions/app.courant.transfer',
];

/** The pages of the account that work without scripts. */
const account = ['/account', '/security', '/password', '/app-passwords'];

/** The addresses of the reader, with existing ids; the list without scripts; and the documentation. */
async function firstPages({ client, environment }: ReaderHouse): Promise<string[]> {
  const [feed] = await client.feeds.list();
  const { items } = await client.items.list({ limit: 3 });
  const [item, other] = items;
  assert.ok(feed && item && other);
  const group = await client.groups.create({ title: 'News', feedIds: [feed.id] });
  // So that there is something in Starred and in the history.
  await client.stars.addMany([item.id, other.id]);
  await addWaysIn(environment);
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
  await client.tags.add(item.id, 'recipes');
  const lite = [
    '/lite',
    '/lite?show=starred',
    '/lite/feeds',
    '/lite/search?q=Post',
    `/lite/items/${item.id}`,
  ];
  return [...named, '/search?q=Post', ...lite, ...account, ...about];
}

/** Adds two passkeys and an app password; the other contexts add sessions of other browsers. */
async function addWaysIn(environment: Environment): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  const user = await store.read((tx) => findUser(tx, 'ines'));
  assert.ok(user);
  await store.write(async (tx) => {
    for (const name of ['Telephone', 'Key of the safe'])
      await insertPasskey(tx, {
        id: name,
        userId: user.id,
        name,
        publicKey: new Uint8Array([1]),
        counter: 0,
      });
  });
  await createAppPassword({ store }, user, { name: 'Reeder' });
  await store.close();
}

interface Walk {
  goTo(page: Page, path: string): Promise<void>;
  look(): Promise<void>;
}

/** Goes to each address, and to those of ours that are linked there; returns what was seen, with every id as 1. */
async function walk(page: Page, start: readonly string[], { goTo, look }: Walk): Promise<Set<string>> {
  const seen = new Set<string>();
  const queue = [...start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const name = nameOf(path);
    if (seen.has(name)) continue;
    seen.add(name);
    await goTo(page, path);
    const unnamed = /^(\(\d+\) )?Courant( — |$)/;
    await settled(async () =>
      assert.doesNotMatch(await page.title(), unnamed, `${path} has no title of its own`),
    );
    await look();
    const links = await page.evaluate(
      `[...document.querySelectorAll('main a[href^="/"]')].map((link) => link.getAttribute('href'))`,
    );
    queue.push(...(links as string[]).filter((href) => /^\/(?:settings|admin|manage|lite)\b/.test(href)));
  }
  return seen;
}

/**
 * The address with every id as 1: all items, feeds or groups look alike, so one of each is enough. So does an item without script from
 * whichever list it was opened, and a list there whose read items are shown too.
 */
function nameOf(path: string): string {
  return path
    .replace(/^(\/lite\/items\/\d+(?:\/tags)?)\?.*/, '$1')
    .replace(/^(\/lite.*)[?&]show=all$/, '$1')
    .replace(/^\/(?!lite).*(?=\/items\/)/, '')
    .replace(/\/\d+/g, '/1')
    .replace(/\b(feed|group|before|done)=\d+/, '$1=1');
}

/** Whether the server renders the page. */
function isWithoutScript(address: string): boolean {
  return /^\/(?:lite|about|account|security|password|app-passwords)\b/.test(
    new URL(address, 'http://here.invalid').pathname,
  );
}

/** Opens a page as from a bookmark. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await isThere(page);
}

/** Opens a page as by a link, where that leads to another screen of the same document, which is much faster. */
async function followTo(page: Page, path: string): Promise<void> {
  if (isWithoutScript(path) || isWithoutScript(page.url())) return open(page, path);
  await follow(page, path);
  await isThere(page);
}

/** Waits until the screen's code is loaded, its requests are answered, and nothing changes any more. */
async function isThere(page: Page): Promise<void> {
  if (isWithoutScript(page.url())) return;
  // On a phone the list is under the article, and not visible.
  await page.locator('h1:visible').first().waitFor();
  await settled(async () => {
    assert.equal(await page.evaluate("document.querySelectorAll('.sk, [aria-busy=true]').length"), 0);
    const before = await page.textContent('body');
    await page.waitForTimeout(STILL_MS);
    assert.equal(await page.textContent('body'), before);
  });
}

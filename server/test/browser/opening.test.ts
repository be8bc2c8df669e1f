// Tests opening the reader from the copy in the browser: the first rows at once, all others in order, and nothing of an older copy lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { fromCopy, isWhole } from './kept-in-browser.ts';
import { openBrowser, PATIENCE_MS } from './open-browser.ts';
import {
  desktop,
  goOffline,
  keepToasts,
  openReaderHouse,
  routePart,
  rowsAre,
  settled,
  telephone,
  unreached,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

const tablet = { viewport: { width: 768, height: 1024 } };

/** More than are read from the browser's database at once (`restoredAtOnce`). */
const posts = 150;

test('a list out of the copy begins with a screenful, and has all of its rows in their order', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, posts);
  const { items } = await house.client.items.list({ limit: 200 });
  const starred = items.filter((_, index) => index % 3 === 0).map(({ id }) => id);
  await house.client.stars.addMany(starred);
  await house.read(desktop, async (page) => {
    await rowsAre(page, `Post ${posts}`);
    await page.evaluate('navigator.serviceWorker.ready');
    await untilTrue(page, isWhole);
    await goOffline(page);
    await page.addInitScript(noteFirstRows);
    await page.reload();
    await rowsAre(page, `Post ${posts}`);
    const first = Number(await page.evaluate('window.firstRows'));
    assert.ok(first > 5 && first <= 12, `${first} rows were drawn first`);
    await page.getByRole('link', { name: `Starred ${starred.length}`, exact: true }).waitFor();
    await page.locator('.strip').getByText(`Showing ${posts} saved items`).waitFor();
    // Told once, so not before all are there.
    await page.getByRole('status').getByText(`Showing ${posts} saved items`).waitFor({ state: 'attached' });
    await keepToasts(page);
    await page.keyboard.press('r');
    await page.locator('.toast').getByText(`Showing ${posts} saved items`).waitFor();

    const titles = await scrollThrough(page);
    assert.deepEqual(
      titles,
      Array.from({ length: posts }, (_, index) => `Post ${posts - index}`),
    );

    await page.goto('/starred');
    await rowsAre(page, `Post ${posts}`);
    assert.equal((await scrollThrough(page)).length, starred.length);

    // For an item far down its address is enough, and everything below it is marked, whether drawn or not.
    const middle = items[100];
    assert.ok(middle);
    await page.goto(`/unread/items/${middle.id}`);
    await page.getByRole('heading', { level: 1, name: middle.title, exact: true }).waitFor();
    await page
      .locator('.body')
      .getByText(`Text ${posts - 100}`)
      .waitFor();
    await page.keyboard.press('Shift+O');
    await page.getByText('49 items marked as read').first().waitFor();
    await page.keyboard.press('z');
  });
});

test('the first list in a new browser is by date once the copy is whole, and stays as it is for somebody who has begun to read', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  for (const [name, year] of [['Newer', 2026] as const, ['Older', 2025] as const]) {
    const { url } = await startSite(t, (_request, response) => {
      response.setHeader('Content-Type', 'application/rss+xml').end(daily(name, year));
    });
    await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  }
  for (const reads of [false, true]) {
    const filling = Promise.withResolvers<void>();
    const holdCopy = async (page: Page): Promise<void> => {
      await page.route(/items\?.*limit=100/, async (route) => {
        await filling.promise;
        await route.continue();
      });
    };
    await house.readOnce(
      desktop,
      async (page) => {
        await rowsAre(page, 'Older 25');
        if (reads) await page.keyboard.press('j');
        filling.resolve();
        await untilTrue(page, isWhole);
        await rowsAre(page, reads ? 'Older 25' : 'Newer 25');
      },
      holdCopy,
    );
  }
});

test('a list out of the copy stays as it is, whatever was read elsewhere before the rest of the program came', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  const { items } = await house.client.items.list();
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    await page.goto('/about/bot');
    await house.client.items.markRead(items[2]?.id ?? 0);
    const told = Promise.withResolvers<void>();
    const held = Promise.withResolvers<string>();
    await routePart(page, 'startLater', async (route) => {
      held.resolve(route.request().url());
      await told.promise;
      await route.continue();
    });
    await page.goto('/unread');
    await rowsAre(page, 'Post 5');
    await page.locator('.row.read').getByRole('link', { name: 'Post 3', exact: true }).waitFor();
    told.resolve();
    // Whoever imports it after the program goes on after the program.
    await page.evaluate(`import('${await held.promise}').then(() => true)`);
    assert.deepEqual(
      await page.locator('.row a').allTextContents(),
      [5, 4, 3, 2, 1].map((number) => `Post ${number}`),
    );
  });
});

/** A feed with a post on each of the first 25 days of a year. */
function daily(name: string, year: number): string {
  const items = Array.from({ length: 25 }, (_, index) => {
    const date = new Date(Date.UTC(year, 0, index + 1)).toUTCString();
    return `<item><title>${name} ${index + 1}</title><guid>${index}</guid><pubDate>${date}</pubDate></item>`;
  });
  return `<rss version="2.0"><channel><title>${name}</title>${items.join('')}</channel></rss>`;
}

test('items of one moment stand in the same order out of the copy', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startSite(t, (_request, response) => {
    const items = Array.from({ length: 30 }, (_, index) => `<item><title>Undated ${index}</title></item>`);
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Undated</title>${items.join('')}</channel></rss>`);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Undated 0');
    await untilTrue(page, isWhole);
    const first = await scrollThrough(page);
    await page.goto('/unread');
    await page.locator('.is-ready #list .row').first().waitFor();
    assert.deepEqual(await scrollThrough(page), first);
  });
});

test('what two pages have left in the copy as it was before a mark is shown as the service has it, and of more than is kept nothing is asked for anew', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [newest, middle] = (await house.client.items.list()).items.map(({ id }) => id);
  const [feed] = await house.client.feeds.list();
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await house.client.items.markRead(newest ?? 0);
    await page.locator(`#row-${newest} .read`).waitFor();
    await page.goto('/about/bot');
    await page.evaluate(markInCopy(newest ?? 0, false));
    await page.goto('/unread');
    await page.locator(`#row-${newest} .read`).waitFor();
    await page.goto('/about/bot');
    await page.evaluate(markInCopy(middle ?? 0, true));
    await page.goto('/unread');
    await untilTrue(page, fromCopy('rows', `get(${middle})`, 'found.result.read === false'));
    await page.goto('/about/bot');
    await page.evaluate(putIntoCopy(`facts.put([[${feed?.id}, 7]], 'unread')`));
    await page.goto('/unread');
    await untilTrue(page, "document.title.startsWith('(2)')");
    await untilTrue(page, isWhole);

    // More is unread, and has a star, than is kept here, but enough is: it is not asked for at each start.
    await page.goto('/about/bot');
    await page.evaluate(
      putIntoCopy(`facts.put({ unread: false, starred: false }, 'whole');
        facts.put([[${feed?.id}, 1234]], 'unread');
        rows.get(${middle}).onsuccess = ({ target: { result } }) => {
          for (let id = 1001; id <= 1500; id++) {
            const key = [-result.at, -id];
            rows.put({ ...result, id, starred: true, unreadKey: key, starredKey: key });
          }
        };`),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const listens = page.waitForRequest(/\/events/);
    await page.goto('/unread');
    await listens;
    // What is heard by the stream of events, and tells no numbers.
    await house.client.groups.create({ title: 'Later' });
    await page.locator('.side').getByText('Later').waitFor();
    assert.deepEqual(
      asked.filter((url) => url.includes('limit=100')),
      [],
    );
  });
});

/** Marks a row in the copy, and tells nobody. */
const markInCopy = (id: number, read: boolean): string =>
  putIntoCopy(`rows.get(${id}).onsuccess = ({ target: { result: { unreadKey, ...row } } }) => {
    rows.put({ ...row, read: ${read}, ...(${read} ? {} : { unreadKey: [-row.at, -row.id] }) });
  }`);

const putIntoCopy = (how: string): string => `new Promise((resolve) => {
  indexedDB.open('courant').onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction(['rows', 'facts'], 'readwrite');
    const [rows, facts] = ['rows', 'facts'].map((name) => transaction.objectStore(name));
    ${how};
    transaction.oncomplete = () => { result.close(); resolve(); };
  };
})`;

test('a browser that knows the version before opens this one as soon as it has it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.evaluate('navigator.serviceWorker.ready');
    await page.goto('/about/bot');
    await page.evaluate(knowsTheVersionBefore);
    await page.goto('/unread');
    await page.evaluate('navigator.serviceWorker.ready');
    assert.equal(
      await page.evaluate(
        'caches.keys().then((names) => names.filter((name) => name.startsWith("shell-")).length)',
      ),
      2,
    );
    await page.reload();
    await rowsAre(page, 'Post 1');
  });
});

/** Makes the cache of an older service worker, which comes first in the order of creation. */
const knowsTheVersionBefore = `(async () => {
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  const cache = await caches.open('shell-before');
  await cache.put('/reader/shell', new Response('<h1>Of before</h1>', { headers: { 'Content-Type': 'text/html' } }));
})()`;

test('without scripts it says at the top where one reads without', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, javaScriptEnabled: false }, async (page) => {
    const hint = await page.getByRole('link', { name: 'There is a list that works without' }).boundingBox();
    assert.ok(hint && hint.y < 100, JSON.stringify(hint));
  });
});

test('the saved list is painted before the program is there, which takes it over as it stands and does what was pressed', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 9);
  const { items } = await house.client.items.list({ limit: 2 });
  await house.client.stars.addMany([items[1]?.id ?? 0]);
  for (const options of [desktop, tablet, telephone]) {
    await house.read(options, async (page) => {
      await rowsAre(page, 'Post 9');
      await page.evaluate('navigator.serviceWorker.ready');
      await listIsSavedWhenLeft(page, 9);
      await page.addInitScript(noteSavedList);
      // This request is sent when dates can be formatted and all rows are in memory.
      const asksForChanges = page.waitForRequest(/sync\/v1\/changes/);
      await page.reload();
      await asksForChanges;
      await page.locator('.is-ready #list .end').waitFor();
      const saved = String(await page.evaluate('window.drawnBefore'));
      assert.match(saved, /Post 9.*Post 8.*Post 1/);
      // Otherwise the browser would count the repainted elements as a new largest paint.
      await settled(() => standsAsBefore(page, saved));
      assert.deepEqual(await page.evaluate('window.replaced()'), []);
      assert.ok(
        Number(await page.evaluate('window.stood.length')) > 9 * 8,
        'elements and texts were looked at',
      );

      // Nothing stays of a saved list that is out of date.
      await page.addInitScript(agesSavedList);
      await page.reload();
      await page.locator('#list .end').waitFor();
      assert.match(String(await page.evaluate('window.drawnBefore')), /Of old.*Post 1/);
      await settled(() => standsAsBefore(page, saved));

      await page.addInitScript('window.pressesAtOnce = true');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Post 9', exact: true }).waitFor();
      const newest = items[0]?.id ?? 0;
      await settled(async () => assert.equal((await house.client.items.get(newest)).read, true));
      await house.client.items.markManyUnread([newest]);

      if (options !== tablet) return;
      await page.addInitScript('window.pressesAtOnce = false');
      await page.addInitScript(pressesDrawerAtOnce);
      await page.goto('/unread');
      await page.locator('.side a').first().waitFor();
      assert.equal(await page.evaluate('window.wasReady'), false, 'a button was pressed before that, too');
    });
  }
});

test('the copy of an older version is taken over, and what it had still to send is sent', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { items } = await house.client.items.list({ limit: 3 });
  const [newest] = items;
  assert.ok(newest);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.goto('/about/bot');
    await page.evaluate(olderCopy(newest.id, newest.feed_id));
    await page.goto('/unread');
    await settled(async () => {
      const item = await house.client.items.get(newest.id);
      assert.equal(item['app.courant.items']?.starred, true);
    });
    await page.getByRole('link', { name: 'Starred 1', exact: true }).waitFor();
  });
});

test('what comes behind the list is there when it is asked for at once: a search, and a full text', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ ...desktop, at: '/search?q=Post' }, async (page) => {
    await page.locator('.row').nth(2).waitFor();
    await page.keyboard.press('n');
    await page.route(/full-text/, (route) => route.abort());
    const asks = page.waitForRequest(/app\.courant\.full-text\/v1\/items\/\d+\/fetch$/);
    await page.keyboard.press('d');
    await asks;
    // Shown as a toast, and for screen readers until the next message.
    await page.getByText(unreached).first().waitFor();
  });
});

test('the font for who reads badly comes from this service, and only to who has chosen it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 2);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const fonts: string[] = [];
    page.context().on('request', (request) => {
      if (request.resourceType() === 'font' && /atkinson/.test(request.url())) fonts.push(request.url());
    });
    await rowsAre(page, 'Post 2');
    await page.keyboard.press('j');
    await page.locator('.art .body').waitFor();
    const family = "getComputedStyle(document.querySelector('.art .body')).fontFamily";
    assert.doesNotMatch(String(await page.evaluate(family)), /Atkinson/);
    assert.deepEqual(fonts, []);

    await page.goto('/settings');
    await page.getByText('Atkinson Hyperlegible', { exact: true }).click();
    await page.goto('/unread');
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.art .body').waitFor();
    await page.evaluate('document.fonts.ready');
    assert.match(String(await page.evaluate(family)), /^"Atkinson Hyperlegible Next"/);
    await settled(async () => assert.equal(new Set(fonts).size, 1));
    assert.equal(new URL(fonts[0] ?? '').origin, new URL(page.url()).origin);
  });
});

test('what the service refuses is told in the language of the person', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce({ ...desktop, locale: 'de-AT', at: '/add' }, async (page) => {
    const address = page.getByRole('textbox').first();
    await address.fill('http://127.0.0.1:1/feed.xml');
    await address.press('Enter');
    await page.getByRole('alert').getByText('Die Website ist nicht erreichbar').waitFor();
  });
});

test('what is typed as soon as a field is there stays in it', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 1');
    await page.addInitScript(typesAtOnce);
    await page.goto('/add');
    const address = page.locator('#add-address');
    await page.locator('#add-address:focus').waitFor();
    assert.equal(await address.inputValue(), 'typed at once');

    const [feed] = await house.client.feeds.list();
    await page.goto(`/feeds/${feed?.id}/about`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.waitFor();
    // Whatever the page does after it is drawn is over by then.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    assert.equal(await title.inputValue(), 'typed at once');
  });
});

/** Types into each field of a page once, before the page could draw it. */
const typesAtOnce = `
  const typed = new WeakSet();
  new MutationObserver(() => {
    for (const field of document.querySelectorAll('input[autocomplete=off]')) {
      if (typed.has(field)) continue;
      typed.add(field);
      field.value = 'typed at once';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** Notes how many rows there are when the first of them are inserted. */
const noteFirstRows = `
  new MutationObserver((_, observer) => {
    const rows = document.querySelectorAll('.row').length;
    if (rows === 0) return;
    window.firstRows = rows;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** Opens the drawer as soon as the saved list is painted, and notes whether the program was there. */
const pressesDrawerAtOnce = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.row')) return;
    observer.disconnect();
    window.wasReady = document.querySelector('.is-ready') !== null;
    document.querySelector('.burger').click();
  }).observe(document, { childList: true, subtree: true });
`;

/**
 * Notes the saved list as it was painted and scrolled before the program is there, and what is removed from it or changed from then on;
 * `pressesAtOnce`: somebody presses `j` at that moment.
 */
const noteSavedList = `
  window.listAsDrawn = () => JSON.stringify([...document.querySelectorAll('.lh h1, .seg button, .items *:not(.vh, .vh *, .st *)')].map(
    (element) => {
      const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data.trim() : '')).join('');
      const { top } = /^(li|h|p|button)/.test(element.localName) ? element.getBoundingClientRect() : {};
      const hue = element.style.getPropertyValue('--h');
      return [element.localName, element.className, element.getAttribute('href'), element.getAttribute('lang'), element.dir, hue, text, top];
    }).filter(([, name]) => name !== 'st'));
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.row')) return;
    observer.disconnect();
    const pane = document.querySelector('.list-scroll');
    // A font that comes late moves letters by a pixel, and a browser would scroll after them.
    pane.style.overflowAnchor = 'none';
    pane.scrollTop = 15;
    window.drawnBefore = window.listAsDrawn();
    window.stood = [...document.querySelectorAll('.lh h1, .seg button, .items, .items *')].flatMap(
      (element) => [element, ...[...element.childNodes].filter((node) => node.nodeType === 3)]);
    const changes = [];
    new MutationObserver((records) => changes.push(...records)).observe(document.querySelector('.app'), {
      subtree: true, childList: true, characterData: true, characterDataOldValue: true });
    window.replaced = () => [
      ...changes.flatMap(({ removedNodes }) => [...removedNodes]).filter((node) => stood.some((each) => node.contains(each))),
      ...stood.filter((node) => !node.isConnected),
      ...changes.filter(({ type, target, oldValue }) => type === 'characterData' && stood.includes(target) && oldValue !== target.data)
        .map(({ target }) => target),
    ].map((node) => node.nodeName + ' ' + node.textContent);
    if (window.pressesAtOnce) dispatchEvent(new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true }));
  }).observe(document, { childList: true, subtree: true });
`;

/** Waits until the page saves its first rows when it is left. The title is set by the code that is loaded after the list, as is what saves them. */
async function listIsSavedWhenLeft(page: Page, unread: number): Promise<void> {
  await untilTrue(page, isWhole);
  await untilTrue(page, `document.title.startsWith('(${unread})')`);
}

/** A font that comes late moves everything below its line by a pixel. */
async function standsAsBefore(page: Page, saved: string): Promise<void> {
  const read = (list: string) => {
    const elements = JSON.parse(list) as [...unknown[], top: number | null][];
    return { rest: elements.map((each) => each.slice(0, -1)), tops: elements.map((each) => each.at(-1)) };
  };
  const [now, before] = [read(String(await page.evaluate('window.listAsDrawn()'))), read(saved)];
  assert.deepEqual(now.rest, before.rest);
  const moved = now.tops.map((top, place) => Math.abs(Number(top) - Number(before.tops[place])));
  assert.ok(Math.max(...moved) <= 1, moved.join());
}

/** Makes the saved list out of date: without its first row, and with another title and day in the next one. */
const agesSavedList = `{
  const page = JSON.parse(localStorage.getItem('first-page') ?? 'null');
  page?.rows.shift();
  if (page) Object.assign(page.rows[0], { title: 'Of old', when: '1 Jan', isStarred: false, hue: 1, day: ['', '1 Jan 1970'] });
  if (page) localStorage.setItem('first-page', JSON.stringify(page));
}`;

/** The titles of all rows, collected while scrolling. */
async function scrollThrough(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    const pane = document.querySelector('.list-scroll');
    const seen = new Set();
    for (const end = Date.now() + ${PATIENCE_MS}; ; ) {
      if (Date.now() > end) throw new Error('The list has no end after ' + seen.size + ' rows');
      for (const link of pane.querySelectorAll('.row h3 a')) seen.add(link.textContent);
      const isAtEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 2;
      if (isAtEnd && /That is all/.test(pane.querySelector('.end')?.textContent)) break;
      pane.scrollTop += 400;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return [...seen];
  })()`) as Promise<string[]>;
}

/** Makes the first version of the browser's database, with one row and a star that is still to be sent. */
function olderCopy(id: number, feedId: number): string {
  return `(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const { name } of await indexedDB.databases()) await done(indexedDB.deleteDatabase(name));
    const open = indexedDB.open('courant', 1);
    open.onupgradeneeded = () => {
      open.result.createObjectStore('rows', { keyPath: 'id' });
      open.result.createObjectStore('bodies', { keyPath: 'id' });
      open.result.createObjectStore('facts');
      open.result.createObjectStore('queue', { keyPath: 'key', autoIncrement: true });
    };
    const database = await done(open);
    const transaction = database.transaction(['rows', 'queue'], 'readwrite');
    transaction.objectStore('rows').put({
      id: ${id}, feedId: ${feedId}, title: 'Post 3', url: 'https://origin.example/', at: 1, excerpt: '', minutes: 0,
      enclosures: [], categories: [], read: false, starred: false,
    });
    transaction.objectStore('queue').add({ kind: 'star', ids: [${id}] });
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    database.close();
  })()`;
}

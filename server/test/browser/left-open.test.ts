// Tests what a page holds that is left open for weeks: what it has heard and kept must not grow with the time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOrigin } from '../feed-origin.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

/** As many items as the copy in the browser keeps (`keptItems`), and how many more there may be for a while (`spareItems`). */
const kept = 10_000;
const spare = 100;

/** Timers of seconds fire at once, and are counted; so are the listeners for the connection. */
const hurried = `{
  window.waits = 0;
  window.listening = 0;
  const wait = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => {
    if (ms >= 5_000) window.waits++;
    return wait(act, ms >= 1_000 ? 1 : ms, ...rest);
  };
  for (const [name, change] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const usual = window[name];
    window[name] = (event, ...rest) => {
      if (event === 'online') window.listening += change;
      usual.call(window, event, ...rest);
    };
  }
}`;

test('a page that has waited a hundred times for a service that is away has not begun to listen for the connection each time', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await page.addInitScript(hurried);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await untilTrue(page, 'window.waits > 100');
    const listening = Number(await page.evaluate('window.listening'));
    assert.ok(listening < 10, `${listening} listeners after a hundred waits`);
  });
});

test('where the browser is set to save data, the oldest read items beyond those that it keeps are forgotten as well', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.goto('/about/bot');
    await page.evaluate(fillTheCopy(kept + 50));
    await page.addInitScript('Object.defineProperty(navigator.connection, "saveData", { value: true })');
    await page.goto('/unread');
    await settled(async () => assert.deepEqual(await page.evaluate(rowsKept), { all: kept, own: 3 }));
  });
});

test('a page that hears of more and more items while it is open forgets the oldest read ones', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const other = await startOrigin(t, () => spare + 1);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.goto('/about/bot');
    await page.evaluate(fillTheCopy(kept));
    const stream = page.waitForResponse('**/app.courant.sync/v1/events*');
    await page.goto('/unread');
    // From here on it only listens.
    await stream;
    await house.client.items.markRead((await house.client.items.list()).items[0]?.id ?? 0);
    await untilTrue(page, 'document.title.startsWith("(2)")');
    await house.client.feeds.create({ feedUrl: other.url });
    await untilTrue(page, `document.title.startsWith("(${3 + spare})")`);
    await settled(async () =>
      assert.deepEqual(await page.evaluate(rowsKept), { all: kept, own: 3 + spare + 1 }),
    );
    await page.getByRole('button', { name: `${spare + 1} new` }).click();
    await page.locator('#list .row').nth(20).waitFor();
  });
});

test('an article that is open and in no list stays, though it is the oldest read item', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { items } = await house.client.items.list();
  const id = items.at(-1)?.id ?? 0;
  await house.client.items.markRead(id);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.goto('/about/bot');
    await page.evaluate(fillTheCopy(kept + 50, 2027));
    await page.goto(`/unread/items/${id}`);
    await page.getByRole('heading', { name: 'Post 1', exact: true }).waitFor();
    await settled(async () => assert.equal((await page.evaluate<{ all: number }>(rowsKept)).all, kept));
    await page.keyboard.press('s');
    await settled(async () => assert.equal((await house.client.stars.list()).items[0]?.id, id));
  });
});

const isWhole = inDatabase(`
  const asked = database.transaction('facts').objectStore('facts').get('whole');
  asked.onsuccess = () => done(Boolean(asked.result?.unread && asked.result.starred));`);

/** How many rows there are, and how many of them are not made up. */
const rowsKept = inDatabase(`
  const rows = database.transaction('rows').objectStore('rows');
  const [all, own] = [rows.count(), rows.count(IDBKeyRange.upperBound(999_999))];
  own.onsuccess = () => done({ all: all.result, own: own.result });`);

/** Adds read rows of a year until there are so many; without one they are old. */
function fillTheCopy(count: number, year = 2020): string {
  return inDatabase(`
    const transaction = database.transaction('rows', 'readwrite');
    const rows = transaction.objectStore('rows');
    const asked = rows.count();
    asked.onsuccess = () => {
      for (let number = asked.result; number < ${count}; number++) {
        rows.put({
          id: 1_000_000 + number, feedId: 1, title: 'Kept ' + number, url: 'https://origin.example/posts/' + number,
          at: Date.UTC(${year}, 0, 1) + number * 60_000, excerpt: '', minutes: 0, enclosures: [], categories: [],
          read: true, starred: false,
        });
      }
    };
    transaction.oncomplete = () => done(true);`);
}

/** Runs statements on the copy of the page; they call \`done\` with their result. */
function inDatabase(statements: string): string {
  return `new Promise((resolve) => {
    const opening = indexedDB.open('courant');
    opening.onsuccess = () => {
      const database = opening.result;
      const done = (result) => { database.close(); resolve(result); };
      ${statements}
    };
  })`;
}

test('a page that is open at midnight says of yesterday’s items that they are of yesterday', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  // There the posts are of the last evening of a year.
  const script = `{
      const usual = Date.now;
      let ahead = Date.UTC(2026, 0, 1, 1) - usual();
      Date.now = () => usual() + ahead;
      window.wakeUpAfter = (ms) => {
        ahead += ms;
        document.dispatchEvent(new Event('visibilitychange'));
      };
    }`;
  const options = { ...desktop, timezoneId: 'America/New_York', at: '/everything', script };
  await house.readOnce(options, async (page) => {
    const head = page.locator('.day h2');
    const when = page.locator('.row time').first();
    await head.getByText('Today Wednesday, December 31').waitFor();
    await when.getByText('7:02').waitFor();
    await page.evaluate('wakeUpAfter(12 * 3_600_000)');
    await head.getByText('Yesterday Wednesday, December 31').waitFor();
    await when.getByText('7:02').waitFor();
    await page.evaluate('wakeUpAfter(24 * 3_600_000)');
    await when.getByText('Dec 31').waitFor();
    assert.doesNotMatch(await head.innerText(), /day /);
  });
});

// Tests what a person does before what it needs is there, or while an answer that matters for it is still to come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startOrigin, startSite } from '../feed-origin.ts';
import { areSavedAsRead, firstPage, isWhole, nothingIsQueued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  follow,
  holdAnswer,
  holdFeeds,
  openReaderHouse,
  rowsAre,
  settled,
  unreached,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

/** What goes by itself after four seconds goes at once. */
const dismissesAtOnce = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...rest) => usual(act, ms === 4_000 ? 0 : ms, ...rest);
}`;

test('who signs out while a mark is on its way is signed out when it has arrived, and no title of an item is left in the browser, whichever pages were open', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await rowsAre(other, 'Post 3');
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Of both pages: the other one, which has just begun, may take up what is queued here and send it.
    await page.context().route('**/api/v1/items/read', async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    await page.keyboard.press('j');
    await asked.promise;
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.locator('.who').getByRole('button').click();
    await page.locator('.who [aria-disabled=true]').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'nobody is warned of anything');
    released.resolve();
    await page.waitForURL(/\/$/);
    assert.equal((await house.client.sync.counts()).total, 2);
    assert.equal(await page.evaluate(firstPage), null);
    await other.keyboard.press('r');
    await other.waitForURL('**/sign-in*');
    assert.equal(await page.evaluate(firstPage), null);
  });
});

test('new items come to a list of a group that was opened before the groups were there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const [feed] = await house.client.feeds.list();
  const { id } = await house.client.groups.create({ title: 'News', feedIds: [feed?.id ?? 0] });
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml').end(short);
  });
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await page.goto('/about/bot');
    await page.evaluate(`new Promise((resolve) => {
      indexedDB.deleteDatabase('courant').onsuccess = resolve;
    })`);
    await page.goto(`/groups/${id}`);
    await rowsAre(page, 'Post 3');
    await page.locator('.tree').getByText('Origin').waitFor();
    await house.client.feeds.create({ feedUrl: `${url}/feed.xml`, groupIds: [id] });
    await page.getByRole('button', { name: '1 new' }).waitFor();
  });
});

test('who goes on in a list while it is asked whether there is more keeps it and the place in it, and a star that is set while the full text is on its way stays', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 5);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 5');
    await untilTrue(page, isWhole);
    await page.keyboard.press('n');
    await page.locator('.row.sel').getByText('Post 5').waitFor();
    const changes = await holdAnswer(page, '**/app.courant.sync/v1/changes*');
    await page.keyboard.press('r');
    await changes.held;
    await page.keyboard.press('n');
    await page.locator('.row.sel').getByText('Post 4').waitFor();
    const answered = page.waitForResponse('**/app.courant.sync/v1/changes*');
    changes.release();
    await (await answered).finished();
    // After the answer, and what it sets off.
    await page.evaluate("fetch('/health/live').then(() => new Promise(requestAnimationFrame))");
    assert.equal(await page.locator('.row.sel').getByText('Post 4').count(), 1);

    await page.keyboard.press('j');
    await page.locator('#list .row.sel.read').waitFor();
    await page.route('**/app.courant.full-text/v1/items/*/fetch', (route) => route.fulfill({ json: {} }));
    const item = await holdAnswer(page, /\/api\/v1\/items\/\d+$/);
    await page.keyboard.press('d');
    await item.held;
    await page.keyboard.press('s');
    await settled(async () => assert.equal((await house.client.stars.list({})).items.length, 1));
    await untilTrue(page, nothingIsQueued);
    item.release();
    await page.locator('.art[aria-busy=false]').waitFor();
    assert.equal(await page.locator('#list .row.starred').count(), 1);
  });
});
test('a list by feeds is not empty because the feeds are not there yet', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce({ ...desktop, script: chosen({ orders: { unread: 'by-feed' } }) }, async (page) => {
    await rowsAre(page, 'Post 3');
  });
});

test('a list from the oldest on is marked whole, also before the newest of its items is known', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 60);
  const options = { ...desktop, at: '/everything', script: chosen({ orders: { everything: 'oldest' } }) };
  let newest: Awaited<ReturnType<typeof holdAnswer>> | undefined;
  const marks = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 1');
    await newest?.held;
    await page.keyboard.press('Shift+A');
    // What a press sets off is sent before this.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    newest?.release();
    await page.getByText('60 items marked as read').first().waitFor();
    assert.equal((await house.client.sync.counts()).total, 0);
  };
  await house.readOnce(options, marks, async (page) => {
    newest = await holdAnswer(page, /\/api\/v1\/items\?limit=1$/);
  });
});

test('who presses Enter twice makes one group, how long items are kept is not changed before it is told what that removes, and an import can be undone while the list of earlier ones is on its way', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { url } = await startOrigin(t, () => 2);
  const [feed] = await house.client.feeds.list();
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    let made = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/v1/groups/create', async (route) => {
      made++;
      await promise;
      await route.continue();
    });
    const field = page.getByRole('textbox', { name: 'New group' });
    await field.fill('News');
    await field.press('Enter');
    await field.press('Enter');
    await settled(async () => assert.ok(made > 0));
    resolve();
    await page.locator('.group-list').getByText('News', { exact: true }).waitFor();
    assert.equal(made, 1);

    await follow(page, `/feeds/${feed?.id}/about`);
    await page.locator('#feed-keep').selectOption('newest');
    await page.getByText('Nothing would be removed').waitFor();
    const preview = await holdAnswer(page, '**/preview*');
    await page.locator('input[type=number]').fill('1');
    await preview.held;
    assert.equal(await page.getByText('Nothing would be removed').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Apply' }).count(), 0);
    preview.release();
    await page.getByRole('button', { name: 'Apply' }).waitFor();

    await follow(page, '/add');
    await page
      .getByRole('button', { name: 'Choose a file' })
      .and(page.locator('[aria-disabled=false]'))
      .waitFor();
    const imports = await holdAnswer(page, '**/app.courant.transfer/v1/imports');
    const opml = `<opml version="2.0"><body><outline xmlUrl="${url}"/></body></opml>`;
    const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) };
    await page.locator('input[type=file]').setInputFiles(file);
    await imports.held;
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Import undone: 1 feed unfollowed').first().waitFor();
    imports.release();
    assert.equal((await house.client.feeds.list()).length, 1);
  });
});
test('an article that is opened by its address is there, whether it is marked read after two seconds or never', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 40);
  const last = (await house.client.items.list({ limit: 40 })).items.at(-1);
  assert.ok(last);
  const opens = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 40');
    await page.goto(`/unread/items/${last.id}`);
    await page.getByRole('heading', { level: 1, name: last.title }).waitFor();
  };
  await house.read(
    { ...desktop, serviceWorkers: 'block', script: chosen({ markReadAfter: -1 }) },
    async (page) => {
      await opens(page);
      await page.addInitScript(chosen({ markReadAfter: 2 }));
      await page.goto('/unread');
      await opens(page);
      await house.unreadAre(39);
    },
  );
});

test('what was marked all at once is marked at the service as well, though the page was closed before the answer', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const next = await page.context().newPage();
    await next.goto('/about/bot');
    // Another page sends, for as long as it is there.
    await next.evaluate("void navigator.locks.request('queue', () => new Promise(() => {}))");
    await page.keyboard.press('Shift+A');
    await untilTrue(page, areSavedAsRead);
    await page.close();
    await next.goto('/unread');
    await house.unreadAre(0);
  });
});

test('before the feeds are there, an article leads to none, and all is marked; then it leads to its feed by a link with a name', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const feeds = Promise.withResolvers<void>();
  await house.readOnce(
    desktop,
    async (page) => {
      await rowsAre(page, 'Post 3');
      await page.locator('.row a').first().click();
      await page.locator('.body').getByText('Text 3').waitFor();
      const link = page.locator('.src a');
      assert.equal(await link.count(), 0);
      await page.route('**/mark-read*', (route) => route.fulfill({ status: 503, json: { error: 'Away' } }), {
        times: 1,
      });
      await page.keyboard.press('Shift+A');
      feeds.resolve();
      await house.unreadAre(0);
      await link.getByText('Origin').waitFor();
    },
    (page) => holdFeeds(page, feeds.promise),
  );
});
test('an Undo that the service did not get is there to be tried again, and what is newer than all that is marked stays counted, also if nothing was left to be marked', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    await page.keyboard.press('Shift+A');
    await page.getByText('3 items marked as read').first().waitFor();
    await page.route('**/app.courant.journal/**', (route) => route.abort(), { times: 1 });
    await page.keyboard.press('z');
    await page.getByText(unreached).first().waitFor();
    await page.keyboard.press('z');
    await house.unreadAre(3);
    await untilTrue(page, "document.title.startsWith('(3) Unread')");

    const markAll = async (): Promise<void> => {
      const answered = page.waitForResponse(/\/mark-read/);
      await page.keyboard.press('Shift+A');
      await (await answered).finished();
      await untilTrue(page, nothingIsQueued);
    };
    await markAll();
    await untilTrue(page, "document.title.startsWith('Unread')");
    await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 2)).url });
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await markAll();
    await untilTrue(page, "document.title.startsWith('(2) Unread')");
    assert.equal((await house.client.sync.counts()).total, 2);
  });
});

test('an Undo that is asked for before the answer to a mark undoes that, and not what was marked before', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { id } = await house.client.feeds.create({ feedUrl: (await startOrigin(t, () => 2)).url });
  await house.client.feeds.update(id, { title: 'Other' });
  await house.readOnce(desktop, async (page) => {
    await page.locator('.side').getByRole('link', { name: 'Other' }).click();
    await rowsAre(page, 'Post 2');
    await page.keyboard.press('Shift+A');
    await page.getByText('2 items marked as read').first().waitFor();
    await page.locator('.side').getByRole('link', { name: 'Origin' }).click();
    await rowsAre(page, 'Post 3');
    const released = Promise.withResolvers<void>();
    await page.route('**/mark-read*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.keyboard.press('Shift+A');
    await page.locator('.row.read').nth(2).waitFor();
    await page.evaluate(dismissesAtOnce);
    await page.keyboard.press('z');
    const undoing = page.locator('.toast').getByText('Undoing');
    await undoing.waitFor();
    await page.evaluate(
      'new Promise((passed) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(passed, 4_000))))',
    );
    assert.ok(await undoing.isVisible(), 'it says so as long as it takes');
    await page.keyboard.press('z');
    released.resolve();
    await page.getByText('Undone').first().waitFor();
    await untilTrue(page, nothingIsQueued);
    const unread = (await house.client.items.list({ only: 'unread' })).items;
    assert.deepEqual([...new Set(unread.map((item) => item.feed_id === id))], [false]);
    await house.unreadAre(3);

    // Nor is that undone where the mark is refused in the end.
    const refused = Promise.withResolvers<void>();
    await page.route('**/mark-read*', async (route) => {
      await refused.promise;
      await route.fulfill({ status: 400, headers: { 'X-Request-Id': '1' }, json: { error: 'No' } });
    });
    await page.keyboard.press('Shift+A');
    await page.locator('.row.read').nth(2).waitFor();
    await page.keyboard.press('z');
    await undoing.waitFor();
    refused.resolve();
    await page.getByText('Reverted: No').first().waitFor({ state: 'attached' });
    await undoing.waitFor({ state: 'detached' });
    await untilTrue(page, nothingIsQueued);
    await house.unreadAre(3);

    // Nor what was begun before that and is over meanwhile.
    const both = Promise.withResolvers<void>();
    await page.route(
      '**/mark-read*',
      async (route) => {
        await both.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('Shift+A');
    await page.locator('.row.read').nth(2).waitFor();
    await page.locator('.side').getByRole('link', { name: 'Everything' }).click();
    await rowsAre(page, 'Post 3');
    await page.keyboard.press('Shift+A');
    await page.keyboard.press('z');
    await undoing.waitFor();
    both.resolve();
    const told = page.locator('[role=status]').getByText('Reverted: No');
    await told.waitFor({ state: 'attached' });
    await untilTrue(page, nothingIsQueued);
    await house.unreadAre(0);
    assert.equal(await told.count(), 1, 'nothing is told of an Undo');
  });
});

test('a service whose first answers take long is not asked for them twice', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const asked: string[] = [];
  const released = Promise.withResolvers<void>();
  const prepare = async (page: Page): Promise<void> => {
    await page.addInitScript(polls);
    await page.route('**/app.courant.account/v1/me', async (route) => {
      asked.push(route.request().url());
      await released.promise;
      await route.continue();
    });
  };
  await house.readOnce(
    desktop,
    async (page) => {
      // The driver hears of a request later than the page has sent it.
      await settled(async () => assert.ok(asked.length > 0));
      await page.evaluate('polled = 0');
      await untilTrue(page, 'polled > 5');
      assert.equal(asked.length, 1);
      released.resolve();
      await rowsAre(page, 'Post 3');
    },
    prepare,
  );
});

const short = `<rss version="2.0"><channel><title>Short ones</title><item><title>Short</title><guid>1</guid>
  <description>Words</description></item></channel></rss>`;

/** Looks every 20 ms whether the service has been silent for too long, instead of every five seconds (`retryWriteMs`), and counts that. */
const polls = `{
  const usual = window.setTimeout;
  window.polled = 0;
  window.setTimeout = (act, ms, ...rest) =>
    ms === 5_000 ? usual(() => { window.polled++; act(); }, 20) : usual(act, ms, ...rest);
}`;

// Tests the reader in a real browser when something comes between two things that belong together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { fromCopy, isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  follow,
  holdAnswer,
  keepToasts,
  openReaderHouse,
  type ReaderHouse,
  refuseCursor,
  rowsAre,
  settled,
  tellNothing,
  unreached,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();
const isChanges = '**/app.courant.sync/v1/changes';

test('a first visit shows its list while it is not known yet where changes begin, and what is read until then is read', {
  skip: !browser,
}, async (t) => {
  const { client, readOnce } = await openReaderHouse(t, browser, 3);
  const [newest = 0] = (await client.items.list()).items.map(({ id }) => id);
  const released = Promise.withResolvers<void>();
  await readOnce(
    desktop,
    async (page) => {
      await rowsAre(page, 'Post 3');
      await client.items.markManyRead([newest]);
      released.resolve();
      await page.locator(`#row-${newest} .row.read`).waitFor();
    },
    async (page) => {
      await page.route(isChanges, async (route) => {
        await released.promise;
        await route.continue();
      });
    },
  );
});

for (const [what, address] of [
  ['it could be said where changes begin', isChanges],
  ['the copy could begin', /\/v1\/feeds$/],
] as const) {
  test(`what was listed before ${what} is asked for once more when it can: what changed in between is not told`, {
    skip: !browser,
  }, async (t) => {
    const { client, readOnce } = await openReaderHouse(t, browser, 3);
    const [newest = 0] = (await client.items.list()).items.map(({ id }) => id);
    await readOnce(
      desktop,
      async (page) => {
        await rowsAre(page, 'Post 3');
        await client.items.markManyRead([newest]);
        await client.groups.create({ title: 'News' });
        await page.unroute(address);
        // What listens for that is loaded after the list, and may then still take the answer that came before.
        await settled(async () => {
          await page.evaluate("dispatchEvent(new Event('online'))");
          await page.locator(`#row-${newest} .row.read`).waitFor({ timeout: 1_000 });
        });
        await page.locator('.side').getByRole('link', { name: 'News' }).waitFor();
      },
      async (page) => {
        await page.route(address, (route) => route.fulfill({ status: 503, json: { error: 'Later' } }));
      },
    );
  });
}

test('what was listed before it could be said where changes begin is asked for once more, also if it comes later', {
  skip: !browser,
}, async (t) => {
  const { client, read } = await openReaderHouse(t, browser, 3);
  const [newest = 0] = (await client.items.list()).items.map(({ id }) => id);
  const released = Promise.withResolvers<void>();
  let list = { held: Promise.resolve(), release: (): void => {} };
  await read(
    { ...desktop, serviceWorkers: 'block' },
    async (page) => {
      await list.held;
      await client.items.markManyRead([newest]);
      released.resolve();
      await page.locator('.side').getByRole('link', { name: 'Origin' }).waitFor();
      list.release();
      await page.locator(`#row-${newest} .row.read`).waitFor();
    },
    async (page) => {
      await tellNothing(page);
      list = await holdAnswer(page, /\/items\?limit=20&only=unread$/);
      await page.route(isChanges, async (route) => {
        await released.promise;
        await route.continue();
      });
    },
  );
});

test('a page of a list that was asked for before the copy began anew brings nothing back', {
  skip: !browser,
}, async (t) => {
  const { client, read } = await openReaderHouse(t, browser, 3);
  const [older] = await client.feeds.list();
  await client.feeds.create({ feedUrl: (await startOrigin(t, () => 100)).url });
  const { items } = await client.items.list({ limit: 50 });
  await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 100');
    await untilTrue(page, isWhole);
    await tellNothing(page);
    const { held, release } = await holdAnswer(page, /\/items\?(?!.*only)(?=.*limit=100\b)/);
    await follow(page, '/everything');
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    // All are drawn: before, there is nothing to scroll.
    await page.locator('.row').nth(19).waitFor();
    await page.evaluate("document.querySelector('.list-scroll').scrollTop = 1e5");
    await held;
    await client.items.markManyRead([items.at(-1)?.id ?? 0]);
    await client.feeds.delete(older?.id ?? 0);
    // The page may still be about to ask for changes by itself.
    const listedAnew = page.waitForResponse(/\/items\?(?=.*limit=20\b)/);
    await refuseCursor(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await listedAnew;
    await untilTrue(page, isWhole);
    const answered = page.waitForResponse(/\/items\?ids=/);
    release();
    await (await answered).finished();
    // After the answer, and what it sets off. Then all is kept, because the page is left.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    await page.reload();
    assert.equal(await page.evaluate(keptAsUnread), 99);
  });
});

test('an item that was asked for singly before the copy began anew brings no old mark back, and one that comes back after an answer had said that it is gone stays', {
  skip: !browser,
}, async (t) => {
  const { client, read } = await openReaderHouse(t, browser, 3);
  const [feed] = await client.feeds.list();
  const [id = 0] = (await client.items.list()).items.map((item) => item.id);
  await client.items.markManyRead([id]);
  const asksForChanges = "dispatchEvent(new Event('online'))";
  const reads = async (page: Page): Promise<void> => {
    await rowsAre(page, 'Post 2');
    await untilTrue(page, isWhole);
    const { held, release } = await holdAnswer(page, /\/items\?ids=/);
    await client.items.markManyUnread([id]);
    await page.evaluate(asksForChanges);
    await held;
    await client.items.markManyRead([id]);
    await refuseCursor(page);
    const filledAnew = page.waitForResponse(/\/items\/starred/);
    await page.evaluate(asksForChanges);
    await filledAnew;
    await untilTrue(page, isWhole);
    const answered = page.waitForResponse(/\/items\?ids=/);
    release();
    await (await answered).finished();
    // After the answer. Then all is kept, because the page is left.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    await page.reload();
    assert.equal(await page.evaluate(keptAsUnread), 2);

    await rowsAre(page, 'Post 2');
    await untilTrue(page, isWhole);
    const gone = await holdAnswer(page, /\/items\?ids=/);
    const sent = await holdRequests(page, /\/items\?ids=/);
    await client.items.markManyUnread([id]);
    await page.evaluate(asksForChanges);
    await sent.asked;
    await client.feeds.delete(feed?.id ?? 0);
    sent.release();
    await gone.held;
    const [removed] = await client.journal.list({ limit: 1 });
    await client.journal.undo(removed?.id ?? 0);
    const told = page.waitForResponse(/\/changes\?since=/);
    await page.evaluate(asksForChanges);
    await (await told).finished();
    const goneAnswered = page.waitForResponse(/\/items\?ids=/);
    gone.release();
    assert.deepEqual(await (await goneAnswered).json(), []);
    // After the answer. Then all is kept, because the page is left.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    await page.reload();
    // On a busy machine the page may be left before it has taken what it was told, and is told again.
    await settled(async () => assert.equal(await page.evaluate(keptAsUnread), 3));
  };
  await read({ ...desktop, serviceWorkers: 'block' }, reads, tellNothing);
});

test('a copy that begins anew while it is filled is filled as the service has it by then', {
  skip: !browser,
}, async (t) => {
  const { client, readOnce } = await openReaderHouse(t, browser, 150);
  const { items } = await client.items.list({ limit: 50 });
  let releaseFirst = (): void => {};
  let held = Promise.resolve();
  await readOnce(
    desktop,
    async (page) => {
      await rowsAre(page, 'Post 150');
      await held;
      await client.items.markManyRead([items.at(-1)?.id ?? 0]);
      await refuseCursor(page);
      const listedAnew = page.waitForResponse(/\/items\?(?=.*limit=20\b)/);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await listedAnew;
      releaseFirst();
      await untilTrue(page, isWhole);
      await settled(async () => assert.equal(await page.evaluate(keptAsUnread), 149));
    },
    async (page) => {
      await tellNothing(page);
      const hold = await holdAnswer(page, /\/items\?(?=.*limit=100\b)/);
      held = hold.held;
      releaseFirst = hold.release;
    },
  );
});

test('the end of a list that is not all there yet is not that of the list opened meanwhile, and what is marked unread while all is being marked is counted once, whatever becomes of that', {
  skip: !browser,
}, async (t) => {
  const { read } = await openReaderHouse(t, browser, 30);
  await read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    await rowsAre(page, 'Post 30');
    await untilTrue(page, isWhole);
    await page.addInitScript(neverIdle);
    await page.reload();
    await rowsAre(page, 'Post 30');
    await page.keyboard.press('Shift+G');
    await page.getByRole('link', { name: 'Everything' }).click();
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await rowsAre(page, 'Post 30');
    // The first request that waits for the same.
    const asked = page.waitForRequest('**/app.courant.sync/v1/changes?since=*');
    await page.evaluate('beIdle()');
    await asked;
    await page.keyboard.press('n');
    await page.locator('.row.sel', { hasText: 'Post 30' }).waitFor();

    await follow(page, '/unread');
    await page.getByRole('heading', { level: 1, name: 'Unread' }).waitFor();
    await rowsAre(page, 'Post 30');
    await untilTrue(page, isWhole);
    await keepToasts(page);
    // Nothing gets there from here on, and the first takes long to fail.
    const { promise: marks, resolve: hold } = Promise.withResolvers<Route>();
    await page.route('**/items/*', (route) => route.abort());
    await page.route('**/items/mark-read', hold, { times: 1 });
    await page.keyboard.press('Shift+A');
    const route = await marks;
    await titleHas(page, 'Unread');
    await page.keyboard.press('n');
    await page.keyboard.press('m');
    await titleHas(page, '(1) Unread');
    await route.abort();
    await page.locator('.toast').getByText('29 items marked as read').waitFor();
    await titleHas(page, '(1) Unread');
    await page.keyboard.press('z');
    await page.locator('.toast').getByText('Undone').waitFor();
    await titleHas(page, '(30) Unread');
  });
});

test('who goes back to a title in a form while it is created makes no second one, and a feed stays in a group that it is put into elsewhere between two that are ticked here', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { client } = house;
  const id = await onlyFeed(house);
  await house.readOnce({ ...desktop, at: `/feeds/${id}/about` }, async (page) => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const titles: unknown[] = [];
    await page.route('**/v1/groups/create', async (route) => {
      titles.push(route.request().postDataJSON().title);
      await isReleased;
      await route.continue();
    });
    const field = page.getByLabel('New group');
    for (const title of ['Paper', 'Radio', 'Paper', 'Wire']) {
      await field.fill(title);
      await field.press('Enter');
    }
    await settled(async () => assert.ok(titles.includes('Wire')));
    release();
    await settled(async () => assert.equal(await field.inputValue(), ''));
    assert.deepEqual(titles.sort(), ['Paper', 'Radio', 'Wire']);

    await settled(async () => assert.equal((await client.feeds.list())[0]?.group_ids.length, 3));
    const groups = (await client.groups.list()).map((group) => group.id);
    const idOf = async (title: string) =>
      (await client.groups.list()).find((group) => group.title === title)?.id ?? 0;
    const [paper, wire] = [await idOf('Paper'), await idOf('Wire')];
    await client.feeds.update(id, { groupIds: [] });
    for (const title of ['Paper', 'Radio', 'Wire'])
      await page.getByRole('checkbox', { name: title, checked: false }).waitFor();
    const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
    const { promise: isUpdated, resolve: update } = Promise.withResolvers<void>();
    let isHeld = false;
    await page.route(`**/feeds/${id}/update`, async (route) => {
      if (isHeld) return route.fallback();
      isHeld = true;
      const response = await route.fetch();
      isDone();
      await isUpdated;
      await route.fulfill({ response });
    });
    await page.getByRole('checkbox', { name: 'Paper' }).click();
    await page.getByRole('checkbox', { name: 'Radio' }).click();
    await done;
    await client.feeds.update(id, { groupIds: [paper, wire] });
    update();
    await settled(async () => {
      const [feed] = await client.feeds.list();
      assert.deepEqual(
        feed?.group_ids.toSorted((a, b) => a - b),
        groups,
      );
    });
    for (const title of ['Paper', 'Radio', 'Wire'])
      await page.getByRole('checkbox', { name: title, checked: true }).waitFor();
  });
});

test('a feed stays in a group that is created for it while another is ticked', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { client } = house;
  await client.groups.create({ title: 'Paper' });
  const ticks = async (page: Page): Promise<void> => {
    const { promise: done, resolve: isDone } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/groups/create', async (route) => {
      const response = await route.fetch();
      isDone();
      await isReleased;
      await route.fulfill({ response });
    });
    await page.getByLabel('New group').fill('Radio');
    await page.keyboard.press('Enter');
    await done;
    await page.getByRole('checkbox', { name: 'Paper' }).click();
    // What a press sets off is sent before this.
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    release();
    const groupsAre = async (expected: string[]): Promise<void> => {
      const titles = new Map((await client.groups.list()).map(({ id, title }) => [id, title]));
      const [feed] = await client.feeds.list();
      assert.deepEqual(feed?.group_ids.map((id) => titles.get(id)).sort(), expected);
    };
    await settled(() => groupsAre(['Paper', 'Radio']));
    for (const title of ['Paper', 'Radio'])
      await page.getByRole('checkbox', { name: title, checked: true }).waitFor();
    await page.unroute('**/groups/create');
    const update = await holdRequests(page, '**/feeds/*/update');
    await page.getByRole('checkbox', { name: 'Paper' }).click();
    await update.asked;
    await page.getByLabel('New group').fill('Wire');
    await page.keyboard.press('Enter');
    await page.evaluate(`fetch('/health/live').then((answer) => answer.text())`);
    update.release();
    await settled(() => groupsAre(['Radio', 'Wire']));
  };
  await house.readOnce({ ...desktop, at: `/feeds/${await onlyFeed(house)}/about` }, ticks, tellNothing);
});

test('who looks at an earlier import while another is under way keeps it in view, and finds the other one, and who has left the screen is told that a file did not arrive', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url } = await startOrigin(t, () => 2);
  const opml = (address: string) => `<opml version="2.0"><body><outline xmlUrl="${address}"/></body></opml>`;
  const { id } = await house.client.transfer.importFile(opml('not an address'));
  await Array.fromAsync(house.client.transfer.importProgress(id));
  await house.readOnce({ ...desktop, at: '/import' }, async (page) => {
    await page.getByRole('button', { name: 'Show' }).waitFor();
    const { held, release } = await holdAnswer(page, `**/imports/${id + 1}`);
    const file = { name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml(url)) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('status').getByText('0 of 1 feed').waitFor();
    await held;
    await page.getByRole('button', { name: 'Show' }).click();
    const earlier = page.getByRole('status').getByText('1 failed');
    await earlier.waitFor();
    await page.getByRole('button', { name: 'Show' }).waitFor();
    const answered = page.waitForResponse(`**/imports/${id + 1}`);
    release();
    await (await answered).finished();
    await page.evaluate("fetch('/health/live').then(() => new Promise(requestAnimationFrame))");
    assert.equal(await earlier.count(), 1);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('status').getByText('1 followed').waitFor();

    const ready = page.getByRole('button', { name: 'Choose a file' });
    await ready.and(page.locator('[aria-disabled=false]')).waitFor();
    const { promise: asked, resolve: hold } = Promise.withResolvers<Route>();
    // Earlier imports are listed meanwhile.
    await page.route('**/app.courant.transfer/**', (route) =>
      route.request().method() === 'POST' ? hold(route) : route.fallback(),
    );
    await keepToasts(page);
    await page.locator('input[type=file]').setInputFiles(file);
    const route = await asked;
    await page.getByRole('link', { name: 'Everything' }).click();
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await route.abort();
    await page.locator('.toast').getByText(unreached).waitFor();
  });
});

const keptAsUnread = fromCopy('rows', 'getAll()', 'found.result.filter(({ read }) => !read).length');

/** Until `beIdle()`, no moment is idle. */
const neverIdle = `{
  const usual = window.requestIdleCallback;
  const waiting = [];
  window.requestIdleCallback = (act) => waiting.push(act);
  window.beIdle = () => {
    window.requestIdleCallback = usual;
    for (const act of waiting) usual(act);
  };
}`;

/** Holds requests back until they are released. */
async function holdRequests(page: Page, address: string | RegExp) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    await route.fallback();
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

function titleHas(page: Page, start: string): Promise<void> {
  return settled(async () => assert.ok((await page.title()).startsWith(start), await page.title()));
}

async function onlyFeed({ client }: ReaderHouse): Promise<number> {
  const [feed] = await client.feeds.list();
  return feed?.id ?? 0;
}

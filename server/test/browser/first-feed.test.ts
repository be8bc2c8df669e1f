// Tests what somebody sees who follows a first feed: in a list that is empty nothing can move, so nothing has to wait behind "new".
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Route } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  openReaderHouse,
  type ReaderHouse,
  rowsAre,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

/** More than the service tells in one answer, so that they come in portions. */
const posts = 150;

for (const [order, first, last] of [['newest', posts, 1] as const, ['oldest', 1, posts] as const]) {
  test(`a first feed that comes in portions is shown as a whole in the empty list, ${order} first`, {
    skip: !browser,
  }, async (t) => {
    const house = await openEmptyHouse(t);
    const origin = await startOrigin(t, () => posts);
    await house.readOnce({ ...desktop, script: chosen({ orders: { unread: order } }) }, async (page) => {
      await page.getByRole('link', { name: 'Add a feed' }).last().waitFor();
      await untilTrue(page, isWhole);
      await house.client.feeds.create({ feedUrl: origin.url });
      await rowsAre(page, `Post ${first}`);
      await untilTrue(page, scrolledTo(`Post ${last}`));
      assert.equal(await page.locator('.fresh').count(), 0);
    });
  });
}

test('what to do first is a heading that is larger than its text, also where the feeds are a page', {
  skip: !browser,
}, async (t) => {
  const house = await openEmptyHouse(t);
  await house.readOnce({ ...telephone, at: '/feeds' }, async (page) => {
    await page.locator('.mid h2').waitFor();
    const [heading, text] = (await page.evaluate(
      "['h2', 'p'].map((each) => parseFloat(getComputedStyle(document.querySelector('.mid ' + each)).fontSize))",
    )) as [number, number];
    assert.ok(heading > text, `${heading} > ${text}`);
  });
});

for (const isIn of [true, false]) {
  const what = isIn ? 'is in the answer' : 'came after the answer';
  test(`a first feed that is told while the list is loaded is shown at once where it ${what}`, {
    skip: !browser,
  }, async (t) => {
    const house = await openEmptyHouse(t);
    const origin = await startOrigin(t, () => 21);
    const told = Promise.withResolvers<void>();
    const hold = async (route: Route): Promise<void> => {
      const early = isIn ? undefined : await route.fetch();
      await told.promise;
      await route.fulfill({ response: early ?? (await route.fetch()) });
    };
    await house.readOnce(
      desktop,
      async (page) => {
        await page.getByRole('link', { name: 'Add a feed' }).last().waitFor();
        await house.client.feeds.create({ feedUrl: origin.url });
        await page.getByRole('link', { name: 'Origin' }).waitFor();
        told.resolve();
        await rowsAre(page, 'Post 21');
        await untilTrue(page, scrolledTo('Post 1'));
        assert.equal(await page.locator('.fresh').count(), 0);
      },
      async (page) => void (await page.route(/items\?limit=20/, hold)),
    );
  });
}

for (const filter of ['unread', 'all'] as const) {
  test(`a first feed that is shown in part is not new when the stream of events tells of it, too (${filter})`, {
    skip: !browser,
  }, async (t) => {
    const house = await openEmptyHouse(t);
    const origin = await startOrigin(t, () => 21);
    const followed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const hold = async (route: Route): Promise<void> => {
      asked.resolve();
      await followed.promise;
      await route.continue();
    };
    await house.readOnce(
      desktop,
      async (page) => {
        await asked.promise;
        await page.getByRole('link', { name: 'Add a feed' }).last().click();
        await page.getByLabel('Address').fill(origin.url);
        await page.getByLabel('Address').press('Enter');
        await page.getByRole('button', { name: 'Follow', exact: true }).click();
        await rowsAre(page, 'Post 21');
        followed.resolve();
        // The stream tells it after the items.
        const [feed] = await house.client.feeds.list();
        await house.client.feeds.update(feed?.id ?? 0, { title: 'Renamed' });
        await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
        assert.equal(await page.locator('.fresh').count(), 0);
        await untilTrue(page, scrolledTo('Post 1'));
        assert.equal(await page.locator('.row').count(), 21);
      },
      async (page) => {
        // A feed's unread items are listed out of the copy, all of its items page by page from the service.
        const filters = Object.fromEntries([1, 2, 3].map((id) => [`feed:${id}`, filter]));
        await page.addInitScript(chosen({ filters }));
        await page.route('**/events?*', hold);
      },
    );
  });
}

for (const way of ['link', 'back'] as const) {
  test(`feeds that are followed one after another from another screen are all in the list (${way})`, {
    skip: !browser,
  }, async (t) => {
    const house = await openEmptyHouse(t);
    const origins = await Promise.all([3, 5].map((count) => startOrigin(t, () => count)));
    await house.readOnce(desktop, async (page) => {
      await page.getByRole('link', { name: 'Add a feed' }).last().click();
      await page.getByLabel('Address').waitFor();
      for (const { url } of origins) {
        const { id } = await house.client.feeds.create({ feedUrl: url });
        await page.locator(`.side a[href="/feeds/${id}"]`).waitFor();
      }
      const unread = page.locator('.side a[href="/unread"]').filter({ hasText: '8' });
      await unread.waitFor();
      if (way === 'link') await unread.click();
      else await page.goBack();
      await rowsAre(page, 'Post 5');
      await settled(async () => assert.equal(await page.locator('.row').count(), 8));
      assert.equal(await page.locator('.fresh').count(), 0);
    });
  });
}

test('a site without https is found by its name', { skip: !browser }, async (t) => {
  const house = await openEmptyHouse(t);
  const origin = await startOrigin(t, () => 1);
  await house.read(desktop, async (page) => {
    await page.goto(new URL('/add', page.url()).href);
    const address = page.getByRole('textbox').first();
    await address.fill(origin.url.replace('http://', ''));
    await address.press('Enter');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await rowsAre(page, 'Post 1');
  });
});

test('who types words for an address is told so, and not in the words of the API', {
  skip: !browser,
}, async (t) => {
  const house = await openEmptyHouse(t);
  await house.readOnce(desktop, async (page) => {
    await page.getByRole('link', { name: 'Add a feed' }).last().click();
    await page.getByLabel('Address').fill('herons and egrets');
    await page.getByLabel('Address').press('Enter');
    await page.getByRole('alert').getByText('This is not the address of a web site or feed').waitFor();
  });
});

test('a group that is chosen for a feed stays chosen for another that was found', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.readOnce(desktop, async (page) => {
    const found = (name: string) => ({ feed_url: `https://${name}.example/feed`, title: name });
    const facts = { site_url: 'https://one.example/', posts_per_week: 0, newest: [] };
    await page.route('**/app.courant.feeds/v1/preview', (route) =>
      route.fulfill({ json: { ...found('one'), ...facts, others: [found('two')] } }),
    );
    await page.keyboard.press('a');
    await page.getByLabel('Address').fill('one.example');
    await page.getByLabel('Address').press('Enter');
    await page.getByLabel('Group').selectOption('New group …');
    await page.getByLabel('Title of the new group').fill('Third');
    await page.getByRole('radio', { name: 'two' }).check();
    assert.equal(await page.getByLabel('Title of the new group').inputValue(), 'Third');
  });
});

/** Nobody follows anything there. */
async function openEmptyHouse(t: TestContext): Promise<ReaderHouse> {
  const house = await openReaderHouse(t, browser, 1);
  for (const { id } of await house.client.feeds.list()) await house.client.feeds.delete(id);
  return house;
}

/** Whether the list ends with this item; scrolls on to load more. */
function scrolledTo(title: string): string {
  return `(() => {
    const pane = document.querySelector('.list-scroll');
    pane.scrollTop = pane.scrollHeight;
    return [...pane.querySelectorAll('.row a')].at(-1)?.textContent === '${title}';
  })()`;
}

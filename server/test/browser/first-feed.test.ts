// Tests what somebody sees who follows a first feed: in a list that is empty nothing can move, so nothing has to wait behind "new".
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { startOrigin } from '../feed-origin.ts';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import {
  chosen,
  desktop,
  follow,
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

test('a first feed that comes in portions is shown as a whole in the empty list, in either order', {
  skip: !browser,
}, async (t) => {
  const house = await openEmptyHouse(t);
  const origin = await startOrigin(t, () => posts);
  await house.readOnce(desktop, async (page) => {
    await toAdd(page).waitFor();
    await untilTrue(page, isWhole);
    for (const [order, first, last] of [
      ['Newest', posts, 1],
      ['Oldest', 1, posts],
    ] as const) {
      await page.getByRole('button', { name: order }).click();
      await toAdd(page).waitFor();
      const { id } = await house.client.feeds.create({ feedUrl: origin.url });
      await rowsAre(page, `Post ${first}`);
      await untilTrue(page, scrolledTo(`Post ${last}`));
      assert.equal(await page.locator('.fresh').count(), 0);
      await house.client.feeds.delete(id);
      await toAdd(page).waitFor();
    }
  });
});

test('what to do first is a heading that is larger than its text, words for an address are told of and not in the words of the API, a site without https is found by its name, and the group for a feed stays chosen for another that was found', {
  skip: !browser,
}, async (t) => {
  const house = await openEmptyHouse(t);
  const origin = await startOrigin(t, () => 1);
  await house.readOnce({ ...telephone, at: '/feeds' }, async (page) => {
    const address = page.getByLabel('Address');
    await page.locator('.mid h2').waitFor();
    const [heading, text] = (await page.evaluate(
      "['h2', 'p'].map((each) => parseFloat(getComputedStyle(document.querySelector('.mid ' + each)).fontSize))",
    )) as [number, number];
    assert.ok(heading > text, `${heading} > ${text}`);

    await page.setViewportSize({ width: 1280, height: 800 });
    await follow(page, '/unread');
    await toAdd(page).click();
    await address.fill('herons and egrets');
    await address.press('Enter');
    await page.getByRole('alert').getByText('This is not the address of a web site or feed').waitFor();

    await address.fill(origin.url.replace('http://', ''));
    await address.press('Enter');
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await rowsAre(page, 'Post 1');

    const found = (name: string) => ({ feed_url: `https://${name}.example/feed`, title: name });
    const facts = { site_url: 'https://one.example/', posts_per_week: 0, newest: [] };
    await page.route('**/app.courant.feeds/v1/preview', (route) =>
      route.fulfill({ json: { ...found('one'), ...facts, others: [found('two')] } }),
    );
    await page.keyboard.press('a');
    await address.fill('one.example');
    await address.press('Enter');
    await page.getByLabel('Group').selectOption('New group …');
    await page.getByLabel('Title of the new group').fill('Third');
    await page.getByRole('radio', { name: 'two' }).check();
    assert.equal(await page.getByLabel('Title of the new group').inputValue(), 'Third');
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
        await toAdd(page).waitFor();
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
        await toAdd(page).click();
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

test('feeds that are followed one after another from another screen are all in the list, on the way back and by a link', {
  skip: !browser,
}, async (t) => {
  const house = await openEmptyHouse(t);
  const origins = await Promise.all([3, 5].map((count) => startOrigin(t, () => count)));
  await house.readOnce(desktop, async (page) => {
    for (const way of ['back', 'link']) {
      await toAdd(page).click();
      await page.getByLabel('Address').waitFor();
      const ids: number[] = [];
      for (const { url } of origins) {
        const { id } = await house.client.feeds.create({ feedUrl: url });
        await page.locator(`.side a[href="/feeds/${id}"]`).waitFor();
        ids.push(id);
      }
      const unread = page.locator('.side a[href="/unread"]').filter({ hasText: '8' });
      await unread.waitFor();
      if (way === 'link') await unread.click();
      else await page.goBack();
      await rowsAre(page, 'Post 5');
      await settled(async () => assert.equal(await page.locator('.row').count(), 8));
      assert.equal(await page.locator('.fresh').count(), 0);
      for (const id of ids) await house.client.feeds.delete(id);
    }
  });
});

/** Nobody follows anything there. */
async function openEmptyHouse(t: TestContext): Promise<ReaderHouse> {
  const house = await openReaderHouse(t, browser, 1);
  for (const { id } of await house.client.feeds.list()) await house.client.feeds.delete(id);
  return house;
}

function toAdd(page: Page): Locator {
  return page.getByRole('link', { name: 'Add a feed' }).last();
}

/** Whether the list ends with this item; scrolls on to load more. */
function scrolledTo(title: string): string {
  return `(() => {
    const pane = document.querySelector('.list-scroll');
    pane.scrollTop = pane.scrollHeight;
    return [...pane.querySelectorAll('.row a')].at(-1)?.textContent === '${title}';
  })()`;
}

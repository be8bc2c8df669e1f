// Tests the reader for somebody who keeps many feeds in many groups in order, in several tabs and with other apps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { followMany } from './follow-many.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  focusIs,
  follow,
  keepToasts,
  openReaderHouse,
  pressPair,
  rowsAre,
  settled,
  telephone,
  tellNothing,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();

test('among more groups than fit into the window, the feed that a key leads to is in sight in the sidebar, what has the focus beside a long table, and in the dialog for moving feeds why a group cannot be made', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 24, feedsOfEach: 2 });
  const inSight = `(() => {
    const [tree, { top, bottom }] = ['.tree', '.tree [aria-current]'].map((each) => document.querySelector(each).getBoundingClientRect());
    return top >= tree.top && bottom <= tree.bottom;
  })()`;
  await house.readOnce(desktop, async (page) => {
    await page.locator('.side').getByText('Group 24', { exact: true }).waitFor({ state: 'attached' });
    await pressPair(page, 'g', 'f');
    await page.getByRole('combobox').fill('Group 24');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Group 24' }).waitFor();
    await untilTrue(page, inSight);
    await page.keyboard.press('Shift+N');
    await page.getByRole('heading', { level: 1, name: /site-24-1/ }).waitFor();
    await untilTrue(page, inSight);

    await follow(page, '/manage');
    await page.locator('.feeds tbody tr').nth(48).waitFor();
    await page.getByRole('button', { name: 'Actions for Group 1', exact: true }).focus();
    await page.getByLabel('New group').focus();
    await focusIs(page, 'aside input');
    await untilTrue(page, 'document.activeElement.getBoundingClientRect().bottom <= innerHeight');
    assert.equal(await page.evaluate("document.querySelector('.screen').scrollTop"), 0);

    await page.locator('.feeds tbody input').first().check();
    for (const { viewport } of [desktop, telephone]) {
      if (viewport) await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Move to …' }).click();
      await page.getByRole('dialog').getByLabel('New group').fill('Group 7');
      await page.keyboard.press('Enter');
      const reason = page.getByRole('alert').filter({ hasText: 'a group of that title exists' });
      await reason.waitFor();
      await settled(async () => assert.ok(await page.evaluate(isOnTop), `in ${viewport?.width} px`));
      await look(page);
      await page.getByRole('button', { name: 'Close' }).click();
    }
  });
});

/** Whether the middle of the reason is not covered, and not scrolled away. */
const isOnTop = `(() => {
  const { left, top, width, height } = document.querySelector('[role=alert]').getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.matches('[role=alert]');
})()`;

test('a group has the heading of its title in the sidebar, with its button and its link beside that, feeds and groups with nothing unread are hidden at a key, except for what is open, and all groups are folded at another', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 2, feedsOfEach: 2 });
  const { client } = house;
  const [first] = await client.groups.list();
  const names = (page: Page): Promise<string[]> =>
    page
      .locator('.tree .t')
      .filter({ visible: true })
      .allInnerTexts()
      .then((texts) =>
        texts.map((text) => text.replace('Title of https://site-', '').replace('.example/', '')),
      );
  const shows = (page: Page, ...wanted: string[]): Promise<void> =>
    settled(async () => assert.deepEqual(await names(page), wanted));
  await house.readOnce(desktop, async (page) => {
    const group = page.locator('.side').getByRole('heading', { name: 'Group 1', exact: true });
    await group.getByRole('button', { name: 'Fold Group 1', exact: true }).click();
    await group.getByRole('button', { name: 'Unfold Group 1', exact: true }).click();
    await group.getByRole('link', { name: /^Group 1/ }).waitFor();
    await shows(page, 'Group 1', '1-1', '1-2', 'Group 2', '2-1', '2-2', 'Other feeds', 'Origin');
    await page
      .locator('.side')
      .getByRole('link', { name: /site-1-1/ })
      .click();
    await page.waitForURL('**/feeds/*');
    for (const id of first?.feed_ids ?? []) await client.bulk.markRead({ feedId: id, before: '2100-01-01' });
    await untilTrue(page, "document.title.startsWith('(3)')");
    await page.keyboard.press('Shift+H');
    await page.getByText('Feeds with nothing unread are hidden').first().waitFor();
    await shows(page, 'Group 1', '1-1', 'Group 2', '2-1', '2-2', 'Other feeds', 'Origin');
    await page.keyboard.press('-');
    await shows(page, 'Group 1', 'Group 2', 'Other feeds');
    await page.keyboard.press('-');
    await shows(page, 'Group 1', '1-1', 'Group 2', '2-1', '2-2', 'Other feeds', 'Origin');
    await page
      .locator('.side')
      .getByRole('link', { name: /^Unread/ })
      .click();
    await shows(page, 'Group 2', '2-1', '2-2', 'Other feeds', 'Origin');
    await look(page);
    await page.keyboard.press('-');
    await page.getByRole('status').getByText('All groups folded').waitFor({ state: 'attached' });
    await shows(page, 'Group 2', 'Other feeds');
    assert.deepEqual(await page.locator('.tree h2 .n').filter({ visible: true }).allTextContents(), [
      '2, 2 unread',
      '1, 1 unread',
    ]);
    await page.getByRole('button', { name: 'Show all feeds' }).click();
    await shows(page, 'Group 1', 'Group 2', 'Other feeds');
    await focusIs(page, '.tree a');
    await page.evaluate(holdsFrames);
    await page.keyboard.press('-');
    await shows(page, 'Group 1', '1-1', '1-2', 'Group 2', '2-1', '2-2', 'Other feeds', 'Origin');
    await page
      .locator('.side')
      .getByRole('link', { name: /site-2-1/ })
      .focus();
    await page.keyboard.press('-');
    await shows(page, 'Group 1', 'Group 2', 'Other feeds');
    await page.evaluate('for (const act of frames) act()');
    await focusIs(page, '.fold[aria-label="Unfold Group 2"]');
  });
});

/** No frame comes between two keys, as where the screen is busy. */
const holdsFrames = `
  window.frames = [];
  window.requestAnimationFrame = (act) => window.frames.push(act);`;

test('keys lead from feed to feed as they stand in the sidebar, and so do lists by feed', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 2, feedsOfEach: 2 });
  const second = (await house.client.groups.list()).find(({ title }) => title === 'Group 2');
  assert.ok(second);
  await house.client.groups.update(second.id, { position: 0 });
  const order = ['2-1', '2-2', '1-1', '1-2'].map((site) => `Title of https://site-${site}.example/`);
  await house.readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 1');
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    for (const title of [...order, 'Origin']) {
      await page.keyboard.press('Shift+N');
      await heading(title).waitFor();
    }
    for (const title of order.toReversed()) {
      await page.keyboard.press('Shift+P');
      await heading(title).waitFor();
    }
    await page.locator('.side').getByRole('link', { name: 'Group 1' }).click();
    await heading('Group 1').waitFor();
    await page.keyboard.press('Shift+P');
    await heading(order[1] ?? '').waitFor();
    await page.goBack();
    await heading('Group 1').waitFor();
    await page.keyboard.press('Shift+N');
    await heading(order[2] ?? '').waitFor();

    await follow(page, '/everything');
    await heading('Everything').waitFor();
    await page.getByRole('button', { name: 'By feed' }).click();
    const heads = page.locator('#list .day');
    await settled(async () => assert.deepEqual(await heads.allTextContents(), [...order, 'Origin']));
    await follow(page, '/unread');
    await heading('Unread').waitFor();
    await page.getByRole('button', { name: 'By feed' }).click();
    await settled(async () => assert.deepEqual(await heads.allInnerTexts(), [...order, 'Origin']));
  });
});

test('the row of a feed keeps the focus wherever it is sorted to, and gives it to the next row when it goes', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 12, feedsOfEach: 10 });
  const { client } = house;
  const [group] = await client.groups.list();
  assert.ok(group);
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    // More than are drawn at first.
    const boxes = page.locator('.feeds tbody input[type=checkbox]');
    await boxes.nth(99).waitFor();
    await boxes.nth(3).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Zebras');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to Zebras').first().waitFor();
    await focusIs(page, '[aria-label="Zebras"]');

    await page.locator('.group-list').getByRole('button', { name: 'Group 1 10' }).click();
    await settled(async () => assert.equal(await boxes.count(), 10));
    const [second = '', third = ''] = await boxes.evaluateAll((all) =>
      all.slice(1, 3).map((box) => box.getAttribute('aria-label') ?? ''),
    );
    await boxes.nth(1).focus();
    const gone = (await client.feeds.list()).find(({ title }) => title === second);
    await client.groups.update(group.id, { feedIds: group.feed_ids.filter((id) => id !== gone?.id) });
    await settled(async () => assert.equal(await boxes.count(), 9));
    await focusIs(page, `[aria-label="${third}"]`);
  });
});

test('the table of feeds is sorted as before after a look at a feed, the same are selected, many are unfollowed, and come back by a key while they go, and an Undo says what has become of those that cannot', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 1, feedsOfEach: 4 });
  const { client } = house;
  const origin = (await client.feeds.list()).find(({ title }) => title === 'Origin');
  assert.ok(origin);
  // The last in the table, and so the first that an Undo begins with.
  await client.feeds.update(origin.id, { title: 'Zebras' });
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    await keepToasts(page);
    const look = async (sort: string): Promise<void> => {
      await page.locator('.feeds tbody th a').first().click();
      await page.locator('.feed-page').waitFor();
      await page.goBack();
      await page.getByText('2 selected').waitFor();
      const heading = page.locator('.feeds th[aria-sort]');
      assert.equal(`${await heading.innerText()} ${await heading.getAttribute('aria-sort')}`, sort);
    };
    await page.locator('.feeds tbody input').nth(1).check();
    await page.locator('.feeds tbody input').nth(2).check();
    await page.getByRole('button', { name: 'Unread', exact: true }).click();
    await look('Unread descending');
    await page.getByRole('button', { name: 'Unread', exact: true }).click();
    await look('Unread ascending');
    await page.getByRole('button', { name: 'Title', exact: true }).click();
    await look('Title ascending');
    assert.equal(new URL(page.url()).search, '');

    // None waits for one before the next is asked for.
    await page.getByLabel('Select all').check();
    await holdUntil(page, '**/feeds/*/delete', 5, async () => {
      await page.keyboard.press('z');
      await page.getByText('Undoing').first().waitFor();
    });
    await holdUntil(page, '**/entries/*/undo', 5, async () =>
      assert.deepEqual(await client.feeds.list(), []),
    );
    await page.getByRole('button', { name: 'Unfollow' }).click();
    await page.getByText('Undone').first().waitFor();
    assert.equal((await client.feeds.list()).length, 5);
    // They do not come back selected.
    await page.getByText('5 feeds', { exact: true }).waitFor();

    // All come back that can.
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Unfollow' }).click();
    await page.getByText('5 feeds unfollowed').first().waitFor();
    await client.feeds.create({ feedUrl: origin.feed_url });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByText(/^Cannot undo: the feed is followed again/)
      .first()
      .waitFor();
    assert.equal((await client.feeds.list()).length, 5);
  });
});

/** Lets requests go only once there are so many, and something is done then. */
async function holdUntil(
  page: Page,
  address: string,
  count: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const all = Promise.withResolvers<void>();
  let held = 0;
  await page.route(address, async (route) => {
    held++;
    if (held === count) all.resolve(meanwhile());
    await all.promise;
    await route.continue();
  });
}

test('feeds are moved also when one of them has been unfollowed elsewhere, are never in no group on the way, and stay in their groups when the one that they are moved to has been removed elsewhere', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followMany(house.environment, { groups: 2, feedsOfEach: 2 });
  const { client } = house;
  const [first, second] = await client.groups.list();
  const [gone = 0, kept = 0] = first?.feed_ids ?? [];
  const moves = async (page: Page): Promise<void> => {
    await page.getByText('2 feeds', { exact: true }).waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Move to …' }).click();
    const target = page.getByRole('dialog').getByRole('button', { name: 'Group 2', exact: true });
    await target.waitFor();
    // Not while a request of the page waits for it: on a busy machine that would be given up.
    await client.feeds.delete(gone);
    const changed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/update')) changed.push(new URL(request.url()).pathname);
    });
    await target.click();
    await page.getByText('1 feed moved to Group 2').first().waitFor();
    const held = (await client.groups.list()).map(({ feed_ids: ids }) => ids);
    assert.deepEqual(held, [[], [kept, ...(second?.feed_ids ?? [])].sort((a, b) => a - b)]);
    const [one, other] = changed.map((path) => /groups\/(\d+)/.exec(path)?.[1]);
    assert.deepEqual([one, other], [String(second?.id), String(first?.id)]);

    await follow(page, '/manage');
    await page.getByText('4 feeds', { exact: true }).waitFor();
    await page.getByLabel('Select all').check();
    await page.getByRole('button', { name: 'Move to …' }).click();
    const away = page.getByRole('dialog').getByRole('button', { name: 'Group 1', exact: true });
    await away.waitFor();
    const [, left] = await client.groups.list();
    // The page has not heard of it when the group is chosen.
    const removeFirst = async (route: Route): Promise<void> => {
      await client.groups.delete(first?.id ?? 0);
      await route.continue();
    };
    await page.route('**/api/v1/groups', removeFirst, { times: 1 });
    await away.click();
    await page.getByText('It is no longer there').first().waitFor();
    assert.deepEqual(await client.groups.list(), [left]);
  };
  await house.readOnce({ ...desktop, at: `/manage?group=${first?.id}` }, moves, tellNothing);
});

test('an entry of the history that is undone elsewhere is shown so once somebody tries to undo it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { client } = house;
  for (const title of ['Ants', 'Bees'])
    await client.groups.delete((await client.groups.create({ title })).id);
  await house.readOnce({ ...desktop, at: '/history' }, async (page) => {
    const undo = page.getByRole('button', { name: 'Undo: Group Bees removed' });
    await undo.waitFor();
    await client.journal.undo((await client.journal.list())[0]?.id ?? 0);
    await undo.press('Enter');
    await page
      .getByText(/^Cannot undo: /)
      .first()
      .waitFor();
    const entry = page.locator('.history li').filter({ hasText: 'Bees' });
    await entry.getByText('Undone').waitFor();
    assert.equal(await undo.count(), 0);
    await focusIs(page, '[aria-label="Undo: Group Ants removed"]');
  });
});

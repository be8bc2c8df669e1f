// Tests managing feeds in a real browser: a failing feed, its page and its repair; moving, renaming and unfollowing many; groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { findSchedule, keepSchedule } from '../../src/store/sources/schedules.ts';
import { findSource, findSourceAt, updateSource } from '../../src/store/sources/sources.ts';
import { insertVisit } from '../../src/store/sources/visits.ts';
import type { Environment } from '../environment.ts';
import { startOrigin } from '../feed-origin.ts';
import { look } from './look.ts';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  keepToasts,
  MONTHS_AGO,
  openReaderHouse,
  type ReaderHouse,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();
const HOUR_MS = 3_600_000;

test('the field for a new group stays in sight above the tabs of a telephone, however many are made there', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  // What a keyboard leaves.
  const low = { width: 360, height: 400 };
  await house.readOnce({ ...telephone, viewport: low, at: '/manage' }, async (page) => {
    await page.locator('summary', { hasText: 'Groups' }).click();
    const field = page.getByLabel('New group');
    for (const title of ['Ants', 'Bees', 'Cats', 'Dogs', 'Eels', 'Fish']) {
      await field.fill(title);
      await field.press('Enter');
      await page.getByRole('button', { name: title }).first().waitFor();
    }
    await untilTrue(page, isAboveTabs);
  });
});

const isAboveTabs = `document.activeElement.getBoundingClientRect().bottom <=
  document.querySelector('.tabs').getBoundingClientRect().top`;

/** An iPad on its side, and the narrowest window with the groups beside the table. */
const widths = [1180, 1024];

test(`titles of feeds can be read in windows of ${widths.join(' and ')} px`, {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const [feed] = await house.client.feeds.list();
  assert.ok(feed);
  await house.client.feeds.update(feed.id, { title: 'Tidepool Laboratory: Notebook' });
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    const title = page.getByRole('rowheader', { name: /Tidepool/ }).locator('.t');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 810 });
      const [room, needed] = await title.evaluate((element) => [element.clientWidth, element.scrollWidth]);
      assert.ok(room >= 170 || needed <= room, `${needed} px of ${room} at ${width}`);
      await look(page);
    }
  });
});

test('in a narrow window, a long title of a group leaves the date of the last post in sight', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1, Date.UTC(2026, 0, 1, 12));
  const [feed] = await house.client.feeds.list();
  assert.ok(feed);
  await house.client.groups.create({ title: 'Technology, engineering and software', feedIds: [feed.id] });
  await house.readOnce({ viewport: { width: 320, height: 640 } }, async (page) => {
    await page.locator('.tabs').getByRole('link', { name: 'Feeds' }).click();
    await page.getByRole('link', { name: 'Manage feeds' }).click();
    await page.locator('.feeds .compact').filter({ hasText: 'Jan 1' }).waitFor();
    const [date, end] = (await page.evaluate(`{
      const facts = document.querySelector('.feeds .compact');
      const range = new Range();
      range.setStart(facts.firstChild, 0);
      range.setEnd(facts.firstChild, facts.textContent.indexOf('Jan 1') + 4);
      [range, facts].map((each) => each.getBoundingClientRect().right);
    }`)) as [number, number];
    assert.ok(date <= end, `${date} of ${end}`);
  });
});

test('a link to all feeds leads there also from some of them, and one to those that fail once others were shown', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const other = await startOrigin(t, () => 2);
  const { id, feed_url: url } = await house.client.feeds.create({ feedUrl: other.url });
  await house.client.feeds.update(id, { title: 'Field Notes' });
  await letItFail(house.environment, { url, movedTo: other.url });
  await house.readOnce(desktop, async (page) => {
    const [all, failing] = [page.locator('.foot a[href="/manage"]'), page.locator('a.look')];
    await all.click();
    await page.getByRole('searchbox').fill('Notes');
    await row(page, /Origin/).waitFor({ state: 'detached' });
    await all.click();
    await row(page, /Origin/).waitFor();
    await failing.click();
    await row(page, /Origin/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'All 2' }).click();
    await row(page, /Origin/).waitFor();
    await failing.click();
    await row(page, /Origin/).waitFor({ state: 'detached' });
  });
});

test('feeds are mended, set up, moved, renamed and left, and all of it is taken back', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 12, MONTHS_AGO);
  const [first] = await house.client.feeds.list();
  assert.ok(first);
  const moved = await startOrigin(t, () => 14);
  await house.client.feeds.update(first.id, { title: 'Old Almanac' });
  for (const title of ['Tide Tables', 'Field Notes']) {
    const { url } = await startOrigin(t, () => 2, MONTHS_AGO);
    const { id } = await house.client.feeds.create({ feedUrl: url });
    await house.client.feeds.update(id, { title });
  }
  await letItFail(house.environment, { url: first.feed_url, movedTo: moved.url });

  await house.read(desktop, async (page) => {
    await mendIt(page, house, { id: first.id, before: first.feed_url, after: moved.url });
    await setItUp(page, house, first.id);
    await leaveIt(page, house, first.id);
    await moveMany(page, house);
    await renameOne(page, house);
    await leaveMany(page, house);
    await arrangeGroups(page, house);
  });
  const silent = await startOrigin(t, () => 0);
  const { id } = await house.client.feeds.create({ feedUrl: silent.url });
  await house.client.feeds.update(id, { title: 'Neue Nachrichten' });
  await letItMove(house, /Tide Tables/, 'https://tides.example/new.xml');
  await house.read({ ...telephone, colorScheme: 'dark' }, async (page) => {
    await page.goto('/manage');
    await page.getByRole('row', { name: /Field Notes/ }).waitFor();
    await look(page);
    const contrast = Number(await page.evaluate(contrastOfBox));
    assert.ok(contrast >= 3, `a box that is not checked stands out by ${contrast} (WCAG 1.4.11)`);
    await page.getByRole('link', { name: /Tide Tables/ }).click();
    await page.getByRole('img', { name: /Posts per week/ }).waitFor();
    // The feed still works, and has announced its new address.
    await page.getByRole('heading', { name: 'This feed is about to move' }).waitFor();
    await page.getByText('https://tides.example/new.xml').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Switch to the new address' }).count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await look(page);
    await page.goto(`/feeds/${id}/about`);
    await page.getByText('No posts in the last 52 weeks.').waitFor();
    assert.equal(await page.locator('.plot').count(), 0);
    await page.goto(`/feeds/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Neue Nachrichten' }).waitFor();
    // Text of twice the size (WCAG 1.4.4).
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    assert.deepEqual(await page.evaluate(brokenWords), []);
  });
});

/** The contrast between the edge of an unchecked box and the page. */
const contrastOfBox = `(() => {
  const style = getComputedStyle(document.querySelector('.feeds input:not(:checked)'));
  if (style.appearance !== 'none') return 0;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => (part / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const [edge, page] = [style.borderTopColor, getComputedStyle(document.body).backgroundColor].map(light);
  return Math.max(edge / page, page / edge);
})()`;

/** Words in the title of a list that are broken across lines. */
const brokenWords = `(() => {
  const text = document.querySelector('#list-title').firstChild;
  const isBroken = ({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  };
  return [...text.data.matchAll(/\\S+/g)].filter(isBroken).map(([word]) => word);
})()`;

/** From the notice in the sidebar to the feed, to its new address, and back. */
async function mendIt(
  page: Page,
  { client }: ReaderHouse,
  { id, before, after }: { id: number; before: string; after: string },
): Promise<void> {
  await page.getByRole('link', { name: '1 feed needs a look' }).click();
  await page.waitForURL('**/manage?show=failing');
  await row(page, /Old Almanac/).waitFor();
  await settled(async () => assert.equal(await rows(page).count(), 1));
  await look(page);
  await page
    .getByRole('link', { name: /Old Almanac/ })
    .last()
    .click();
  await page.getByRole('heading', { name: /This feed hasn’t answered since/ }).waitFor();
  await page.getByText('3 attempts in a row have failed.').waitFor();
  await page.getByRole('img', { name: 'Posts per day, last 30 days: 0 posts, at most 0 at once' }).waitFor();
  await look(page);
  const change = page.getByRole('button', { name: 'Switch to the new address' });
  // Taken back by a key that is pressed before it is done.
  await page.route(
    '**/repair',
    async (route) => {
      await page.keyboard.press('z');
      await page.getByText('Undoing').first().waitFor();
      await route.continue();
    },
    { times: 1 },
  );
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/repair')) answers++;
  });
  await change.click();
  await settled(async () => assert.equal(answers, 2));
  assert.equal((await client.feeds.get(id)).feed_url, before);
  await change.click();
  await page.getByText(`The feed is now read from ${after}`).first().waitFor();
  assert.equal((await client.feeds.get(id)).feed_url, after);
  await page.getByRole('heading', { name: /hasn’t answered/ }).waitFor({ state: 'detached' });
}

async function setItUp(page: Page, { client }: ReaderHouse, id: number): Promise<void> {
  await page.getByLabel('Title').fill('Almanac');
  await page.getByLabel('Title').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Almanac', exact: true }).waitFor();
  await page.getByLabel('Time between visits').selectOption({ label: '6 hours' });
  await page.getByLabel('Fetch the full text').check();
  await page.getByLabel('New group').fill('Paper');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('checkbox', { name: 'Paper' }).waitFor();
  await settled(async () => {
    const feed = await client.feeds.get(id);
    assert.equal(feed['app.courant.feeds']?.interval_seconds, 21_600);
    assert.equal(feed['app.courant.full-text']?.mode, 'always');
    assert.equal(feed.group_ids.length, 1);
  });
  await chooseTwoAtOnce(page, client, id);
  const { items } = await client.feeds.items(id, { limit: 5 });
  await client.items.markManyRead(items.map((item) => item.id));
  await page.getByLabel('Keep items').selectOption({ label: 'Only the newest' });
  await page.getByLabel('How many').fill('2');
  // Of five read items the newest two stay.
  await page.getByText(/This removes 3 read items/).waitFor();
  await look(page);
  await page.getByRole('button', { name: 'Apply' }).click();
  await settled(async () => {
    assert.deepEqual((await client.retention.policy()).feeds, [{ feed_id: id, keep: 'newest', count: 2 }]);
  });
}

/** When two boxes are clicked in quick succession, the second must not undo the first. */
async function chooseTwoAtOnce(page: Page, client: ReaderHouse['client'], feedId: number): Promise<void> {
  const paper = (await client.feeds.get(feedId)).group_ids;
  const late = await client.groups.create({ title: 'Late' });
  const box = (name: string) => page.getByRole('checkbox', { name });
  await box('Late').waitFor();
  const both = Promise.withResolvers<void>();
  await page.route('**/api/app.courant.feeds/**', async (route) => {
    await both.promise;
    await route.continue();
  });
  await box('Paper').uncheck();
  await box('Late').check();
  both.resolve();
  await settled(async () => assert.deepEqual((await client.feeds.get(feedId)).group_ids, [late.id]));
  await page.unroute('**/api/app.courant.feeds/**');
  await box('Late').uncheck();
  await box('Paper').check();
  await settled(async () => assert.deepEqual((await client.feeds.get(feedId)).group_ids, paper));
  await client.groups.delete(late.id);
}

async function leaveIt(page: Page, { client }: ReaderHouse, id: number): Promise<void> {
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await page.getByText('Almanac unfollowed').first().waitFor();
  await page.waitForURL('**/manage');
  await assert.rejects(client.feeds.get(id), { status: 404 });
  await page.keyboard.press('z');
  await row(page, /Almanac/).waitFor();
  assert.equal((await client.feeds.get(id)).title, 'Almanac');
}

async function moveMany(page: Page, { client }: ReaderHouse): Promise<void> {
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Move to …' }).click();
  await look(page);
  const title = page.getByRole('dialog').getByLabel('New group');
  await title.fill('Everything old');
  await title.press('Enter');
  await page.getByText('3 feeds moved to Everything old').first().waitFor();
  assert.deepEqual(await members(client), { Paper: 0, 'Everything old': 3 });
  await page.keyboard.press('z');
  await settled(async () => assert.deepEqual(await members(client), { Paper: 1, 'Everything old': 0 }));
  await row(page, /Almanac.*Paper/).waitFor();
  // The same by dragging: onto the name of a group in the sidebar.
  const group = page.getByRole('navigation').locator('section').filter({ hasText: 'Everything old' });
  await row(page, /Tide Tables/).dragTo(group.first());
  await settled(async () => assert.deepEqual(await members(client), { Paper: 1, 'Everything old': 1 }));
  await page.getByText('1 feed moved to Everything old').first().waitFor();
  await row(page, /Tide Tables.*Everything old/).waitFor();
}

async function renameOne(page: Page, { client }: ReaderHouse): Promise<void> {
  const titles = async () => (await client.feeds.list()).map(({ title }) => title);
  await row(page, /Field Notes/)
    .getByRole('checkbox')
    .focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Notes of a field');
  await page.keyboard.press('Enter');
  await row(page, /Notes of a field/).waitFor();
  // The row may change before the answer is here, and there is no Undo until it is.
  await page.getByText('Renamed to Notes of a field').first().waitFor();
  assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Notes of a field');
  assert.deepEqual(await titles(), ['Almanac', 'Tide Tables', 'Notes of a field']);
  await page.keyboard.press('z');
  await row(page, /Field Notes/).waitFor();
  await settled(async () => assert.deepEqual(await titles(), ['Almanac', 'Tide Tables', 'Field Notes']));
}

async function leaveMany(page: Page, { client }: ReaderHouse): Promise<void> {
  await page.getByLabel('Find a feed').fill('nothing like it');
  await page.getByRole('heading', { name: 'No feed matches' }).waitFor();
  await page.getByRole('button', { name: 'Show all feeds' }).click();
  await page.getByRole('button', { name: 'Newest post' }).click();
  await row(page, /Tide Tables/)
    .getByRole('checkbox')
    .check();
  await row(page, /Field Notes/)
    .getByRole('checkbox')
    .check();
  await keepToasts(page);
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await page.getByText('2 feeds unfollowed').first().waitFor();
  await settled(async () => assert.equal((await client.feeds.list()).length, 1));
  await settled(async () => assert.equal(await rows(page).count(), 1));
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, /Tide Tables.*Everything old/).waitFor();
  await settled(async () => assert.equal((await client.feeds.list()).length, 3));
}

async function arrangeGroups(page: Page, { client }: ReaderHouse): Promise<void> {
  await actOn(page, 'Everything old', 'Move up');
  await settled(async () => assert.deepEqual(await inOrder(client), ['Everything old', 'Paper']));
  // A menu closes when its button moves on the screen.
  const shown = page.locator('.group-list li[data-group]:not([data-group="0"]) .t');
  await settled(async () => assert.deepEqual(await shown.allTextContents(), ['Everything old', 'Paper']));
  await actOn(page, 'Everything old', 'Rename');
  await page.keyboard.type('Old');
  await page.keyboard.press('Enter');
  await settled(async () => assert.deepEqual(await inOrder(client), ['Old', 'Paper']));
  await actOn(page, 'Old', 'Remove the group');
  await page.getByText('Group Old removed').first().waitFor();
  await settled(async () => assert.deepEqual(await members(client), { Paper: 1 }));
  await page.keyboard.press('z');
  await settled(async () => assert.deepEqual(await members(client), { Paper: 1, Old: 1 }));
}

async function actOn(page: Page, group: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${group}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

function rows(page: Page): Locator {
  return page.locator('tbody').getByRole('row');
}

function row(page: Page, name: RegExp): Locator {
  return rows(page).filter({ hasText: name });
}

async function members(client: ReaderHouse['client']): Promise<Record<string, number>> {
  return Object.fromEntries(
    (await client.groups.list()).map(({ title, feed_ids }) => [title, feed_ids.length]),
  );
}

async function inOrder(client: ReaderHouse['client']): Promise<string[]> {
  const place = (group: { id: number; 'app.courant.feeds'?: { position: number } }): number =>
    group['app.courant.feeds']?.position ?? group.id;
  return (await client.groups.list()).sort((a, b) => place(a) - place(b)).map(({ title }) => title);
}

/** Stores what three days of failed visits leave behind, and the feed's announcement that it has moved. */
async function letItFail(
  environment: Environment,
  { url, movedTo }: { url: string; movedTo: string },
): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const id = (await findSourceAt(tx, url)) ?? 0;
    const [source, schedule] = [await findSource(tx, id), await findSchedule(tx, id)];
    assert.ok(source && schedule);
    const since = tx.now - 2 * HOUR_MS;
    const moving = { to: movedTo, via: 'document', since, visits: 1 } as const;
    await updateSource(tx, id, { ...source, memory: { ...source.memory, failingSince: since, moving } });
    const nextVisitAt = tx.now + 5 * HOUR_MS;
    await keepSchedule(tx, { ...schedule, failures: 3, nextVisitAt, plannedAt: nextVisitAt });
    for (let left = 3; left > 0; left--) {
      const outcome = { kind: 'refused', why: 'not-found', status: 404 } as const;
      const at = tx.now - left * 1_000;
      await insertVisit(tx, { sourceId: id, at, outcome, status: 404, durationMs: 5, newPosts: 0 });
    }
  });
  await store.close();
}

/** Stores what a visit with a permanent redirect leaves behind, an hour ago. */
async function letItMove({ client, environment }: ReaderHouse, title: RegExp, to: string): Promise<void> {
  const feed = (await client.feeds.list()).find((each) => title.test(each.title));
  assert.ok(feed);
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const id = (await findSourceAt(tx, feed.feed_url)) ?? 0;
    const source = await findSource(tx, id);
    assert.ok(source);
    const moving = { to, via: 'redirect', since: tx.now - HOUR_MS, visits: 1 } as const;
    await updateSource(tx, id, { ...source, memory: { ...source.memory, moving } });
  });
  await store.close();
  // So that the service looks at the feed again.
  await client.feeds.update(feed.id, { title: `${feed.title} of old` });
}

// Tests the dates and times of the reader for somebody who travels, and for a page that stays open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, routePart } from './reader-house.ts';

const browser = await openBrowser();

/** Lets the page's clock be set forward, as if the computer had slept meanwhile. */
const sleepy = `{
  const usual = Date.now;
  let ahead = 0;
  Date.now = () => usual() + ahead;
  window.wakeUpAfter = (ms) => {
    ahead += ms;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}`;

test('a page that is open on a journey shows days and times of the time zone that the device is in now, also if the journey goes on before the page looks at the clock', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    const arriveIn = await travelWith(page);
    await arriveIn('America/New_York');
    // The posts are of the first minutes of 1 January 2026 in UTC.
    await page.goto('/everything');
    await page.locator('.row').first().locator('h3 a').click();
    const head = page.locator('.day h2');
    const when = page.locator('.art time');
    await head.getByText('Wednesday, December 31, 2025').waitFor();
    await when.getByText('7:02').waitFor();
    const counted = page.waitForRequest(/utc_offset_minutes=345/);
    await arriveIn('Asia/Kathmandu');
    await counted;
    await head.getByText('Thursday, January 1').waitFor();
    await when.getByText('5:47').waitFor();
    assert.match(await when.innerText(), /January 1/);

    // Before the page looks at the clock.
    await arriveIn('America/New_York');
    const arrived = Promise.withResolvers<void>();
    await routePart(page, 'startLater', async (route) => {
      await arrived.promise;
      await route.fallback();
    });
    await page.goto('/everything');
    await head.getByText('Wednesday, December 31, 2025').waitFor();
    await arriveIn('Asia/Kathmandu');
    arrived.resolve();
    await head.getByText('Thursday, January 1').waitFor();
  });
});

test('how long ago something was is told anew while the page is open', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const [feed] = await house.client.feeds.list();
  await house.readOnce({ ...desktop, at: `/feeds/${feed?.id}/about`, script: sleepy }, async (page) => {
    const checked = page.locator('.facts');
    await checked.getByText('this minute').first().waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.evaluate('wakeUpAfter(3 * 3_600_000)');
    await checked.getByText('3 hours ago').waitFor();
  });
});

test('in summer, the weeks of last winter begin on the same day of the week as those of now', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const [feed] = await house.client.feeds.list();
  const reads = async (page: Page): Promise<void> => {
    const weeks = page.locator('.plot').nth(1).locator('.bars > span');
    await weeks.first().waitFor();
    assert.match((await weeks.nth(51).getAttribute('title')) ?? '', /Jul 9/);
    assert.match((await weeks.nth(25).getAttribute('title')) ?? '', /Jan 8/);
  };
  // Half past midnight on Wednesday, 15 July; in winter it would be half past eleven on Tuesday.
  const script = 'Date.now = () => Date.UTC(2026, 6, 14, 22, 30)';
  const options = { ...desktop, timezoneId: 'Europe/Berlin', at: `/feeds/${feed?.id}/about`, script };
  await house.readOnce(options, reads, async (page) => {
    await page.route(/feeds\/\d+\/activity/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), weeks: Array(52).fill(1) } });
    });
  });
});

test('by feed, where no day stands above the rows, a time alone is of today', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const script = `${sleepy};wakeUpAfter(Date.UTC(2026, 0, 1, 1) - Date.now())`;
  const options = { ...desktop, timezoneId: 'America/New_York', at: '/everything', script };
  await house.readOnce(options, async (page) => {
    await page.getByRole('button', { name: 'By feed' }).click();
    await page.locator('.day h2').getByText('Origin').waitFor();
    const when = page.locator('.row time').first();
    await when.getByText('7:00').waitFor();
    await page.evaluate('wakeUpAfter(12 * 3_600_000)');
    await when.getByText('Dec 31').waitFor();
  });
});

/** Returns what sets the clock of the device to a time zone. The context has none of its own: only one can be set. */
async function travelWith(page: Page): Promise<(timezoneId: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (timezoneId) => {
    await session.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  };
}

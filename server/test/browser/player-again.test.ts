// Tests that a file which was paused, has failed or has got another address can be played on.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { findSchedule, keepSchedule } from '../../src/store/sources/schedules.ts';
import { findSourceAt } from '../../src/store/sources/sources.ts';
import { fromCopy, nothingIsQueued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { type Podcast, play, player, playHere, startPodcast, untilPlaying, whereItIs } from './podcast.ts';
import { desktop, follow, openReaderHouse, type ReaderHouse, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('a file that is paused goes on when it is played from its article, and the speed is the one that was chosen last, for the next file and after a reload', {
  skip: !browser,
}, async (t) => {
  const { house, ids } = await followPodcast(t);
  await house.read({ ...desktop, at: `/items/${ids[0]}`, serviceWorkers: 'block' }, async (page) => {
    await playHere(page, '1.wav');
    const at = await pauseAt(page, 100);
    await page.getByRole('button', { name: 'Play: 1.wav' }).click();
    await untilPlaying(page);
    assert.ok(Number(await page.evaluate(whereItIs)) >= at);

    const speed = page.locator('.player').getByRole('button', { name: 'Speed' });
    await speed.click();
    await speed.click();
    await page.locator('.player').getByRole('button', { name: 'Close the player' }).click();
    await page.getByRole('button', { name: 'Play: 1.wav' }).click();
    await untilTrue(page, `${player}?.playbackRate === 1.5`);
    await play(page, { id: ids[1] ?? 0, name: '2.wav' });
    assert.equal(await page.evaluate(`${player}.playbackRate`), 1.5);
    assert.match((await speed.textContent()) ?? '', /1\.5/);
  });
});

test('a file that could not be fetched is asked for again at a press of the button, and goes on where it was', {
  skip: !browser,
}, async (t) => {
  const { house, podcast, ids } = await followPodcast(t);
  const whole = podcast.least;
  podcast.least = 0;
  await house.read({ ...desktop, at: `/items/${ids[0]}`, serviceWorkers: 'block' }, async (page) => {
    const button = page.locator('.player').getByRole('button', { name: 'Play', exact: true });
    await page.getByRole('button', { name: 'Play: 1.wav' }).click();
    await untilTrue(page, `${player}?.error`);
    assert.equal(await page.locator('.player small').textContent(), '0:00');
    // In vain once more, which is no error of the page.
    await page.evaluate(`${player}.addEventListener('error', () => { window.failedAgain = true; })`);
    await button.click();
    await untilTrue(page, 'window.failedAgain === true');
    podcast.least = whole;
    await button.click();
    await untilPlaying(page);
    await page.locator('.player').getByRole('button', { name: 'Speed' }).click();

    // It fails while it plays: what is missing is refused.
    podcast.least = 600_000;
    await play(page, { id: ids[0] ?? 0, name: '1.wav' });
    await page.evaluate(`${whereItIs} = 200`);
    await untilTrue(page, `${player}.error && ${player}.paused`);
    podcast.least = whole;
    await button.click();
    await untilTrue(page, `!${player}.paused && ${player}.readyState > 2 && ${whereItIs} > 200`);
    assert.equal(await page.evaluate(`${player}.playbackRate`), 1.2);
  });
});

test('a file that gets another address while it is played keeps its position, and plays on from the new one', {
  skip: !browser,
}, async (t) => {
  const { house, podcast, ids, feedId } = await followPodcast(t);
  const [id = 0] = ids;
  const kept = async () => (await house.client.items.get(id))['app.courant.playback']?.positions ?? [];
  await house.readOnce({ ...desktop, at: `/items/${id}` }, async (page) => {
    await playHere(page, '1.wav');
    podcast.signature = '?signature=2';
    await letVisitAgain(house, `${podcast.url}/feed.xml`);
    await house.client.health.refresh(feedId);
    const url = `${podcast.url}/1.wav?signature=2`;
    await untilTrue(page, `${keptFile(id)}.then((kept) => kept === '${url}')`);
    const at = await pauseAt(page, 100);
    await settled(async () => {
      const [position] = await kept();
      assert.equal(position?.url, url);
      // The very last one: an earlier one is kept first, and this would come after what is heard elsewhere.
      assert.ok(Math.abs(position.seconds - at) < 0.002, `${position.seconds} is not ${at}`);
    });
    // What is heard elsewhere is followed under the new address.
    await house.client.playback.keep(id, { url, seconds: 200 });
    await untilTrue(page, `${whereItIs} === 200`);
  });
});

test('the position in a file that can only be played from its beginning stays until it is reached again', {
  skip: !browser,
}, async (t) => {
  const { house, podcast, ids } = await followPodcast(t);
  const [id = 0, other = 0] = ids;
  const url = `${podcast.url}/1.wav`;
  const kept = async (item: number): Promise<number> =>
    (await house.client.items.get(item))['app.courant.playback']?.positions[0]?.seconds ?? 0;
  podcast.inParts = false;
  await house.client.playback.keep(id, { url, seconds: 300 });
  await house.read({ ...desktop, at: `/items/${id}`, serviceWorkers: 'block' }, async (page) => {
    await playHere(page, '1.wav');
    await pause(page);
    await follow(page, `/items/${other}`);
    await playHere(page, '2.wav');
    await pause(page);
    // What was heard of the first would have been sent before this.
    await settled(async () => assert.ok((await kept(other)) > 0));
    const stayed = await kept(id);
    assert.ok(stayed >= 300, String(stayed));

    await house.client.playback.keep(id, { url, seconds: 4 });
    await play(page, { id, name: '1.wav' });
    await untilTrue(page, `${whereItIs} > 4.5`);
    const at = await pause(page);
    await settled(async () => assert.ok(Math.abs((await kept(id)) - at) < 0.5));
  });
});

test('a file that plays while its page is left goes on from there, with and without a connection', {
  skip: !browser,
}, async (t) => {
  const { house, ids } = await followPodcast(t);
  const [id = 0] = ids;
  const kept = async (): Promise<number> =>
    (await house.client.items.get(id))['app.courant.playback']?.positions[0]?.seconds ?? 0;
  // It may begin to play before it is known where it was.
  const isThere = (page: Page): Promise<void> =>
    settled(async () => assert.ok(Number(await page.evaluate(whereItIs)) >= 500));
  await house.read({ ...desktop, at: `/items/${id}` }, async (page) => {
    await playHere(page, '1.wav');
    // From here on it is kept again only after a while.
    await settled(async () => assert.ok((await kept()) > 0));
    await page.route('**/position', (route) => route.abort());
    // As a page that is being left, it hears no more of what it has written, and has more to keep.
    await page.evaluate("Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} })");
    await page.evaluate(`${whereItIs} = 300; dispatchEvent(new Event('visibilitychange'))`);
    await page.evaluate(`${whereItIs} = 500`);
    await untilPlaying(page);
    await page.goto('/about/bot');
    await play(page, { id, name: '1.wav' });
    await isThere(page);
    assert.ok((await kept()) < 300);
    await page.goto('/about/bot');
    await page.unroute('**/position');
    await page.goto('/unread');
    await settled(async () => assert.ok((await kept()) >= 500));
    await untilTrue(page, nothingIsQueued);
    // What has been sent is known here as well.
    await page.route(`**/api/v1/items/${id}`, (route) => route.abort());
    await play(page, { id, name: '1.wav' });
    await isThere(page);
  });
});

/** The address of the file of an item, as the browser keeps it. */
function keptFile(id: number): string {
  return fromCopy('rows', `get(${id})`, 'found.result?.enclosures[0].url');
}

interface Listening {
  house: ReaderHouse;
  podcast: Podcast;
  feedId: number;
  /** Of the items, the first episode first. */
  ids: number[];
}

/** A reader who follows a podcast of two episodes. */
async function followPodcast(t: TestContext): Promise<Listening> {
  const house = await openReaderHouse(t, browser, 1);
  const podcast = await startPodcast(t, 2);
  const { id } = await house.client.feeds.create({ feedUrl: `${podcast.url}/feed.xml` });
  const { items } = await house.client.feeds.items(id);
  const ids = items.toSorted((a, b) => a.title.localeCompare(b.title)).map((item) => item.id);
  return { house, podcast, feedId: id, ids };
}

/** Goes to a position and pauses there. Returns it. */
async function pauseAt(page: Page, seconds: number): Promise<number> {
  await page.evaluate(`${whereItIs} = ${seconds}`);
  return pause(page);
}

/** Returns the position. */
async function pause(page: Page): Promise<number> {
  await page.locator('.player').getByRole('button', { name: 'Pause' }).click();
  await page.locator('.player').getByRole('button', { name: 'Play', exact: true }).waitFor();
  return Number(await page.evaluate(whereItIs));
}

/** As if the last visit had been an hour ago: a feed that was visited just now is not refreshed. */
async function letVisitAgain({ environment }: ReaderHouse, url: string): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const schedule = await findSchedule(tx, (await findSourceAt(tx, url)) ?? 0);
    assert.ok(schedule);
    await keepSchedule(tx, { ...schedule, lastVisitAt: tx.now - 3_600_000 });
  });
  await store.close();
}

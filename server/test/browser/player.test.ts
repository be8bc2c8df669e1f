// Tests that a file resumes in one browser where it stopped in another.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startSite } from '../feed-origin.ts';
import { queued } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { lengthSeconds, play, player, playHere, startPodcast, whereItIs } from './podcast.ts';
import {
  desktop,
  openReaderHouse,
  pressPair,
  type ReaderHouse,
  settled,
  telephone,
  untilTrue,
} from './reader-house.ts';

const browser = await openBrowser();
const isClearOfPlayer = `(() => {
  const [above, below] = ['.toast', '.player'].map((name) => document.querySelector(name)?.getBoundingClientRect());
  return above?.bottom <= below?.top;
})()`;

test('what was heard in one browser goes on there in another, and what could not be told is told by the next page', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { url: podcast } = await startPodcast(t);
  const feed = await house.client.feeds.create({ feedUrl: `${podcast}/feed.xml` });
  const id = (await house.client.feeds.items(feed.id)).items[0]?.id ?? 0;
  const url = `${podcast}/1.wav`;
  const kept = async (): Promise<number> =>
    (await house.client.items.get(id))['app.courant.playback']?.positions[0]?.seconds ?? 0;

  let heard = 0;
  await house.readOnce({ ...telephone, at: `/items/${id}` }, async (page) => {
    await playHere(page, '1.wav');
    heard = await stopAt(page, 31);
    await settled(async () => near(await kept(), heard));
    // A toast appears above the player, with all of its buttons.
    await settled(async () => {
      // The toast disappears by itself after a moment.
      await page.keyboard.press('z');
      assert.ok(await page.evaluate(isClearOfPlayer));
    });
  });
  await house.read({ ...desktop, at: `/items/${id}` }, async (page) => {
    await playHere(page, '1.wav');
    await settled(async () => assert.ok(Number(await page.evaluate(whereItIs)) >= heard - 0.5));
    heard = await stopAt(page, 40);
    await settled(async () => near(await kept(), heard));
    // The other device plays on.
    await house.client.playback.keep(id, { url, seconds: 55 });
    await settled(async () => assert.equal(await page.evaluate(whereItIs), 55));

    // Of two positions that are asked for at once the later one counts.
    const answers: (() => void)[] = [];
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill({ response });
    };
    await page.route(`**/api/v1/items/${id}`, hold, { times: 2 });
    for (const [index, seconds] of [60, 65].entries()) {
      await house.client.playback.keep(id, { url, seconds });
      await settled(async () => assert.equal(answers.length, index + 1));
    }
    for (const answer of answers) answer();
    await settled(async () => assert.equal(await page.evaluate(whereItIs), 65));

    // What the service says before it knows where this browser stopped does not count.
    const told = Promise.withResolvers<void>();
    await page.route('**/position', async (route) => {
      await told.promise;
      await route.continue();
    });
    heard = await stopAt(page, 10);
    await house.client.playback.keep(id, { url, seconds: 45 });
    await house.client.stars.add(id);
    await page.getByRole('button', { name: 'Remove star' }).first().waitFor();
    near(Number(await page.evaluate(whereItIs)), heard);
    told.resolve();
    await settled(async () => near(await kept(), heard));
    await page.unroute('**/position');
    await house.client.playback.keep(id, { url, seconds: 55 });
    await settled(async () => assert.equal(await page.evaluate(whereItIs), 55));

    await page.route('**/position', (route) => route.abort());
    heard = await stopAt(page, 20);
    await untilTrue(page, queued);
    assert.equal(await kept(), 55);
    await page.unroute('**/position');
    await page.goto('/starred');
    await settled(async () => near(await kept(), heard));
    assert.equal(await page.locator('.player').count(), 0);

    // A person who seeks before the service has told the position of another device stays there.
    const asked = Promise.withResolvers<void>();
    await page.route(`**/api/v1/items/${id}`, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await house.client.playback.keep(id, { url, seconds: 50 });
    await play(page, { id, name: '1.wav' });
    heard = await stopAt(page, 5);
    asked.resolve();
    await settled(async () => near(await kept(), heard));
    near(Number(await page.evaluate(whereItIs)), heard);
    await page.unroute(`**/api/v1/items/${id}`);

    // Of two positions the later one counts, even if the earlier one took longer to arrive. Held only from here on, because a page
    // that is left sends its position, too.
    await play(page, { id, name: '1.wav' });
    const travelled = Promise.withResolvers<void>();
    const holdUntilEnded = async (route: Route): Promise<void> => {
      await page.evaluate(untilEnded);
      await route.fulfill({ response: await route.fetch() });
    };
    await page.route(
      '**/position',
      (route) => holdUntilEnded(route).then(travelled.resolve, travelled.reject),
      {
        times: 1,
      },
    );
    await stopAt(page, 7);
    await page.locator('.player').getByRole('button', { name: 'Play', exact: true }).click();
    await page.evaluate(`${player}.currentTime = ${lengthSeconds - 0.3}`);
    await travelled.promise;
    await settled(async () =>
      assert.deepEqual([await kept(), (await house.client.items.get(id)).read], [0, true]),
    );
  });
});

test('a row says what there is to play, and nothing at the end of a page has to stay under the player, be it as high as a film', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await followScreen(t, house);
  await house.readOnce(telephone, async (page) => {
    const said = (title: string) => page.locator('#list .row').filter({ hasText: title }).locator('.pod');
    await said('A film').waitFor();
    assert.equal(await said('A film').textContent(), 'Video');
    assert.equal(await said('A sound').textContent(), 'Audio');
    for (const title of ['A film', 'A sound']) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('button', { name: /^Play: / }).click();
      await endIsClear(page, '.art');
      await page.goBack();
      await endIsClear(page, '.list-scroll > :last-child');
      await page.getByRole('link', { name: 'Feeds', exact: true }).click();
      await page.locator('.foot').getByRole('link', { name: 'Settings' }).click();
      await endIsClear(page, '.page');
      await page.keyboard.press('z');
      await pressPair(page, 'g', 'u');
      await page.locator('#list .row').first().waitFor();
      await settled(async () => {
        await page.keyboard.press('z');
        assert.ok(await page.evaluate(isClearOfPlayer));
      });
      // The drawer is as wide as there is room beside the player, or wider.
      await page.setViewportSize({ width: 768, height: 700 });
      await page.locator('.burger').click();
      await page.locator('.foot').getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Close the player' }).click();
      await page.goBack();
    }
  });
});

/** A feed with a film and a sound, of which nothing can be played, and which are told about at length. */
async function followScreen(t: TestContext, house: ReaderHouse): Promise<void> {
  const text = `<description>${'&lt;p&gt;And more of it.&lt;/p&gt;'.repeat(40)}</description>`;
  const { url } = await startSite(t, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml');
    response.end(`<rss version="2.0"><channel><title>Screen</title>
      <item><guid>1</guid><title>A film</title>${text}<enclosure url="${url}/1.mp4" type="video/mp4"/></item>
      <item><guid>2</guid><title>A sound</title>${text}<enclosure url="${url}/2.mp3" type="audio/mpeg"/></item></channel></rss>`);
  });
  await house.client.feeds.create({ feedUrl: `${url}/feed.xml` });
}

/** Waits until the end of what is scrolled can be seen above the player. */
function endIsClear(page: Page, selector: string): Promise<void> {
  return settled(async () =>
    assert.ok(
      await page.evaluate(`(() => {
        const content = document.querySelector('${selector}');
        content.parentElement.scrollTop = 1e6;
        const end = content.getBoundingClientRect().bottom - parseFloat(getComputedStyle(content).paddingBottom);
        return end <= document.querySelector('.player').getBoundingClientRect().top;
      })()`),
      selector,
    ),
  );
}

/** Approximate, because a player that is paused sends its position a moment before it stops. */
function near(seconds: number, expected: number): void {
  assert.ok(Math.abs(seconds - expected) < 0.5, `${seconds} is not ${expected}`);
}

/** Pauses at about `seconds`; returns where it stopped, because it plays on until the button is pressed. */
async function stopAt(page: Page, seconds: number): Promise<number> {
  const pause = page.getByRole('button', { name: 'Pause' });
  if ((await pause.count()) === 0)
    await page.locator('.player').getByRole('button', { name: 'Play', exact: true }).click();
  await pause.waitFor();
  await page.evaluate(`new Promise((resolve) => {
    ${player}.addEventListener('seeked', resolve, { once: true });
    ${player}.currentTime = ${seconds};
  })`);
  await pause.click();
  return Number(await page.evaluate(whereItIs));
}

/** Waits for the end, and half a second more: what is sent at the end is sent at once. */
const untilEnded = `new Promise((resolve) => {
  const look = () => setTimeout(${player}.ended ? resolve : look, 500);
  look();
})`;

// Tests a question about an item that comes up again while the answer to the one before is on its way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { isWhole } from './kept-in-browser.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, rowsAre, settled, untilTrue } from './reader-house.ts';

const browser = await openBrowser();

test('an item that is in doubt again while it is asked for is asked for once more', {
  skip: !browser,
}, async (t) => {
  const { client, readOnce } = await openReaderHouse(t, browser, 3);
  const [newest = 0, middle = 0, oldest = 0] = (await client.items.list()).items.map(({ id }) => id);
  await readOnce(desktop, async (page) => {
    await rowsAre(page, 'Post 3');
    await untilTrue(page, isWhole);
    const stars = await heldAnswers(page, '**/items/star');
    const unstars = await heldAnswers(page, '**/items/unstar');
    const questions = await heldAnswers(page, '**/items?ids=*');
    const starred = (id: number) => page.locator(`#row-${id} .starred`);
    await page.keyboard.press('n');

    await page.keyboard.press('s');
    await stars.held;
    await client.stars.removeMany([newest]);
    await client.stars.addMany([middle]);
    await starred(middle).waitFor();
    stars.release();
    await questions.held;

    await page.keyboard.press('s');
    await unstars.held;
    await client.stars.addMany([newest]);
    await client.stars.addMany([oldest]);
    await starred(oldest).waitFor();
    unstars.release();
    await settled(async () => assert.equal(await page.evaluate(waits), false));
    questions.release();
    await starred(newest).waitFor();
  });
});

test('an older state that the change feed tells only behind the answer to a write is asked about, and not believed', {
  skip: !browser,
}, async (t) => {
  const { client, readOnce } = await openReaderHouse(t, browser, 3);
  const [newest = 0] = (await client.items.list()).items.map(({ id }) => id);
  await readOnce(
    desktop,
    async (page) => {
      await rowsAre(page, 'Post 3');
      await untilTrue(page, isWhole);
      // As a feed that lags behind: of the star that is set here it does not tell yet, and then of what was before.
      let told = {};
      const tellings: Promise<void>[] = [];
      const tell = async (route: Route): Promise<void> => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), items: told } });
      };
      await page.route('**/app.courant.sync/v1/changes?since=*', (route) => {
        const telling = tell(route);
        tellings.push(telling);
        return telling;
      });
      const answered = page.waitForResponse('**/items/star');
      await page.keyboard.press('n');
      await page.keyboard.press('s');
      await answered;
      await settled(async () => assert.equal(await page.evaluate(waits), false));
      let isAsked = false;
      const question = page.waitForResponse('**/items?ids=*');
      await page.route('**/items?ids=*', async (route) => {
        isAsked = true;
        told = {};
        // From the answer on the feed is believed: nothing old is still on its way then.
        await Promise.all(tellings);
        await route.continue();
      });
      told = { unstarred: [newest] };
      // An answer that comes behind a newer one tells nothing: it is told until the page asks.
      await settled(async () => {
        await page.keyboard.press('r');
        assert.ok(isAsked);
      });
      await question;
      await page.locator(`#row-${newest} .starred`).waitFor();
    },
    // What is told comes only when it is asked for.
    async (page) => {
      await page.route('**/app.courant.sync/v1/events*', (route) => route.abort());
    },
  );
});

/** Whether something is being sent: then the lock is taken. */
const waits = `navigator.locks.query().then(({ held }) => held.some(({ name }) => name === 'queue'))`;

/** The service answers, but the answers come no sooner than they are released. `held` resolves when the first is there. */
async function heldAnswers(page: Page, address: string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    held.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { held: held.promise, release: () => released.resolve() };
}

// Tests in a real browser that a screen asks less and less often who is signed in, while the service cannot say it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();

test('who is signed in is asked ever less often while the service cannot say it', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  await house.read({ ...desktop, serviceWorkers: 'block' }, async (page) => {
    let asked = 0;
    await page.route('**/app.courant.account/v1/me', async (route) => {
      await route.fulfill({ status: 502 });
      asked++;
    });
    await page.clock.install();
    await page.goto('/settings/account');
    await settled(async () => assert.ok(asked > 0));
    for (let passed = 0; passed < 180; passed += 5) {
      await page.clock.runFor(5_000);
      await page.evaluate(`fetch('/about/bot').then((answer) => answer.text())`);
    }
    // The screen nine times, not thirty-seven. Whose copy this is is asked as well, once or twice a minute.
    assert.ok(asked > 2 && asked < 24, `${asked} times in three minutes`);
  });
});

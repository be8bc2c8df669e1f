// Tests "mark all as read" of more than the browser's copy holds, when nobody hears what the service has made of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from './open-browser.ts';
import {
  desktop,
  keepToasts,
  loseAnswer,
  openReaderHouse,
  rowsAre,
  savingData,
  settled,
  unreached,
} from './reader-house.ts';

const browser = await openBrowser();

for (const lost of ['the request', 'its answer', 'its answer, and that to the Undo'] as const) {
  test(`an Undo takes back all that was marked, there as here, if ${lost} was lost`, {
    skip: !browser,
  }, async (t) => {
    const { client, unreadAre, readOnce } = await openReaderHouse(t, browser, 200);
    await readOnce(
      desktop,
      async (page) => {
        await rowsAre(page, 'Post 200');
        await keepToasts(page);
        if (lost !== 'the request') await loseAnswer(page, '**/mark-read');
        else await page.route('**/mark-read', (route) => route.abort(), { times: 1 });
        await page.keyboard.press('Shift+A');
        const undo = page.getByRole('button', { name: 'Undo' });
        await undo.waitFor();
        if (lost === 'the request')
          await settled(async () => assert.ok((await client.sync.counts()).total < 200));
        else await unreadAre(0);
        if (lost === 'its answer, and that to the Undo') {
          await loseAnswer(page, '**/undo');
          await undo.click();
          await page.getByText(unreached).first().waitFor();
        }
        await undo.click();
        await page.getByText('Undone').first().waitFor();
        await unreadAre(200);
        await settled(async () => assert.match(await page.title(), /^\(200\) /));
      },
      savingData,
    );
  });
}

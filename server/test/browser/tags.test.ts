// Tests that what apps and imports have put on items as tags is seen in the reader, and leads to everything that has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { tagItems } from '../../src/library/tags.ts';
import { openStore } from '../../src/store/open.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse } from './reader-house.ts';

const browser = await openBrowser();

test('an article shows its tags, and each leads to all items that have it', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { items } = await house.client.items.list();
  const store = await openStore(house.environment.COURANT_DATABASE ?? '', systemClock);
  t.after(() => store.close());
  const tagged = items.slice(0, 2).map(({ id }) => id);
  await tagItems({ store }, 1, tagged, { put: ['To read'], takeOff: [] });
  await tagItems({ store }, 1, tagged.slice(0, 1), { put: ['Räder & Öl'], takeOff: [] });
  await house.read(desktop, async (page) => {
    await page.getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: '#Räder & Öl' }).click();
    await page.locator('#list').getByRole('link', { name: 'Post 3', exact: true }).waitFor();
    assert.equal(await page.locator('#list .row').count(), 1);
    await page.locator('#list').getByRole('link', { name: 'Post 3', exact: true }).click();
    await page.getByRole('article').getByRole('link', { name: '#To read' }).click();
    await page.locator('#list').getByRole('link', { name: 'Post 2', exact: true }).waitFor();
    assert.equal(await page.locator('#list .row').count(), 2);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'tag:"To read"');
  });
});

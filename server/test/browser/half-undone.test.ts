// Tests the history in the reader when an undo has been broken off, as by a crash, or changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { insertEntry, setUndoneBy } from '../../src/store/journal.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import type { Environment } from '../environment.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, focusIs, openReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();

test('an undo that had been broken off is in the history once when it has gone on', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { client } = house;
  await client.items.markManyRead((await client.items.list()).items.map(({ id }) => id));
  await beginUndo(house.environment, (await client.journal.list())[0]?.id ?? 0);
  await house.readOnce({ ...desktop, at: '/history' }, async (page) => {
    await page.getByRole('button', { name: 'Undo: 3 items marked as read' }).press('Enter');
    const entries = page.locator('.history li b, .history li span > span');
    const sentences = ['3 items marked as unread', '3 items marked as read'];
    await settled(async () => assert.deepEqual(await entries.allInnerTexts(), sentences));
    await focusIs(page, '[aria-label="Redo: 3 items marked as unread"]');
  });
});

test('an undo that finds nothing left to change is not in the history', { skip: !browser }, async (t) => {
  const house = await openReaderHouse(t, browser, 3);
  const { client } = house;
  const ids = (await client.items.list()).items.map(({ id }) => id);
  await client.items.markManyRead(ids);
  for (const id of ids) await client.items.markUnread(id);
  await house.readOnce({ ...desktop, at: '/history' }, async (page) => {
    await page.getByRole('button', { name: 'Undo: 3 items marked as read' }).press('Enter');
    await page.getByText('Undone', { exact: true }).waitFor();
    assert.equal(await page.locator('.history li').count(), 1);
  });
});

/** Leaves what is left when the process is killed before it has undone the first part. */
async function beginUndo(environment: Environment, undoes: number): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const user = (await tx.get<{ id: number }>(sql`SELECT id FROM users`))?.id ?? 0;
    await setUndoneBy(tx, undoes, await insertEntry(tx, user, { action: 'items.unread', undoes }));
  });
  await store.close();
}

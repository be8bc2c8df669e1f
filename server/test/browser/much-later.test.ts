// Tests an Undo in the reader after much else has been done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { insertEntry } from '../../src/store/journal.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import type { Environment } from '../environment.ts';
import { openBrowser } from './open-browser.ts';
import { desktop, openReaderHouse, settled } from './reader-house.ts';

const browser = await openBrowser();
/** More than the service lists at once. */
const ENTRIES = 250;

test('a removed group comes back by an Undo also when hundreds of things have been removed since', {
  skip: !browser,
}, async (t) => {
  const house = await openReaderHouse(t, browser, 1);
  const { id } = await house.client.groups.create({ title: 'Ants' });
  await house.readOnce({ ...desktop, at: '/manage' }, async (page) => {
    await page.getByRole('button', { name: 'Actions for Ants' }).click();
    await page.getByRole('menuitem', { name: 'Remove the group' }).click();
    await page.getByText('Group Ants removed').first().waitFor();
    await removeMuch(house.environment, id + 1);
    await page.keyboard.press('z');
    await settled(async () => assert.equal((await house.client.groups.list()).length, 1));
  });
});

/** Leaves what the removal of many groups leaves in the journal. */
async function removeMuch(environment: Environment, firstId: number): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  await store.write(async (tx) => {
    const user = (await tx.get<{ id: number }>(sql`SELECT id FROM users`))?.id ?? 0;
    for (let id = firstId; id < firstId + ENTRIES; id++) {
      const subject = { kind: 'group', id, title: `${id}`, position: id, createdAt: 0, feedIds: [] } as const;
      await insertEntry(tx, user, { action: 'group.removed', subject });
    }
  });
  await store.close();
}

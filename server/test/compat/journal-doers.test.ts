// The journal says who did it, through whichever protocol.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '@courant/protocol';
import { listAppPasswords, revokeAppPassword } from '../../src/accounts/app-passwords.ts';
import { visitorTo } from '../oauth-visitor.ts';
import { browserOf, type CompatHouse, compatHouse } from './compat-house.ts';

test('each entry names the app that did it, by the name of its password where it has one, or the web reader; but no app to another', async (t) => {
  const house = await compatHouse(t);
  const { client } = house.ines;
  const ids = (await client.items.list()).items.map((item) => item.id);
  await client.items.markManyRead(ids.slice(0, 3));
  await house.greader('/reader/api/0/mark-all-as-read', { form: { s: `feed/${house.feeds[1]}` } });
  await fever(house, { mark: 'group', as: 'read', id: '0', before: String(house.clock.now()) });
  const [, byGreader] = await client.journal.list();
  await client.journal.undo(byGreader?.id ?? 0);
  await inBrowser(house, `/api/v1/feeds/${house.feeds[0]}/delete`);
  const doings = (newsboat: object) => [
    ['feed.removed', { kind: 'reader' }],
    ['items.unread', { kind: 'app', name: 'Test app' }],
    ['items.read', newsboat],
    ['items.read', newsboat],
    ['items.read', { kind: 'app', name: 'Test app' }],
  ];
  assert.deepEqual((await seenByReader(house)).map(doing), doings({ kind: 'app', name: 'Newsboat' }));
  assert.deepEqual((await client.journal.list()).map(doing), doings({ kind: 'app' }));
});

test('an app whose password is revoked keeps its name in the journal', async (t) => {
  const house = await compatHouse(t);
  const { userId } = house.ines;
  await house.greader('/reader/api/0/mark-all-as-read', { form: { s: `feed/${house.feeds[1]}` } });
  const [known] = await listAppPasswords(house.house.accounts, userId);
  await revokeAppPassword(house.house.accounts, userId, known?.id ?? 0);
  assert.deepEqual((await seenByReader(house))[0]?.by, { kind: 'app', name: 'Newsboat' });
});

test('the list without script is the web reader, too', async (t) => {
  const house = await compatHouse(t);
  const visitor = visitorTo(house, (await browserOf(house, 'ines')).cookie);
  assert.equal((await visitor.submit(await visitor.go('/lite'), '/lite/read')).status, 303);
  assert.deepEqual((await house.ines.client.journal.list())[0]?.by, { kind: 'reader' });
});

function doing({ action, by }: JournalEntry): unknown[] {
  return [action, by];
}

async function seenByReader(house: CompatHouse): Promise<JournalEntry[]> {
  const headers = await browserOf(house, 'ines');
  const answer = await house.ask('/api/app.courant.journal/v1/entries', { headers });
  return (await answer.json()) as JournalEntry[];
}

async function fever(house: CompatHouse, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams({ api_key: house.feverKey, ...form });
  const answer = await house.ask('/fever/?api', { method: 'POST', body });
  assert.equal(((await answer.json()) as { auth: number }).auth, 1);
}

async function inBrowser(house: CompatHouse, path: string): Promise<void> {
  const headers = await browserOf(house, 'ines');
  assert.equal((await house.ask(path, { method: 'POST', headers })).status, 204);
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { touchAppPassword } from '../store/accounts/app-passwords.ts';
import {
  actionToken,
  appOfFeverKey,
  appOfToken,
  createAppPassword,
  listAppPasswords,
  noteItemsAsked,
  revokeAppPassword,
  signInApp,
} from './app-passwords.ts';
import { appPasswordsPerUser, wrongKeysPerAddress } from './limits.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { createUser, replacePassword } from './users.ts';

const address = '198.51.100.7';

test('an app with the right Fever key may come as often as it likes, and of wrong ones fifty are heard', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const { password } = await createAppPassword(accounts, user, { name: 'Reeder' });
  const key = createHash('md5').update(`Ines:${password}`).digest('hex');
  const come = async (shown: string) => (await appOfFeverKey(accounts, { key: shown, address }))?.userName;
  for (let call = 0; call < 100; call++) assert.equal(await come(key), 'Ines');
  for (let call = 0; call < 49; call++) await come('wrong');
  assert.equal(await come(key), 'Ines');
  await come('wrong');
  assert.equal(await come(key), undefined);
  const untilNextMs = wrongKeysPerAddress.refillMs / wrongKeysPerAddress.burst;
  await accounts.clock.advance(untilNextMs - 1);
  assert.equal(await come(key), undefined, 'a part of a try is none');
  await accounts.clock.advance(1);
  assert.equal(await come(key), 'Ines');
});

test('apps behind one address may all sign in, and a right password lets nobody guess more often there', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const { password } = await createAppPassword(accounts, user, { name: 'Newsboat' });
  const come = (name: string, shown: string) => signInApp(accounts, { name, password: shown, address });
  for (let tries = 0; tries < 30; tries++) assert.ok(await come('Ines', password));
  for (let tries = 0; tries < 25; tries++) {
    assert.ok(await come('Ines', password));
    await assert.rejects(come(`n${tries}`, 'wrong'), { code: 'unauthenticated' });
  }
  await assert.rejects(come('Ines', password), { code: 'too-many' });
});

test('what opens one door opens no other, and the newest password is listed first', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  await createAppPassword(accounts, user, { name: 'Newsboat' });
  const { password } = await createAppPassword(accounts, user, { name: 'Reeder' });
  const bare = password.replaceAll('-', '');
  const token = await signInApp(accounts, { name: 'Ines', password, address });
  const action = actionToken(token);
  const key = createHash('md5').update(`Ines:${password}`).digest('hex');
  const doors = async (shown: string) => [
    (await appOfToken(accounts, shown, 'reader'))?.name,
    (await appOfToken(accounts, shown, 'reader-action'))?.name,
    (await appOfFeverKey(accounts, { key: shown, address }))?.name,
  ];
  assert.deepEqual(await doors(token), ['Reeder', undefined, undefined]);
  assert.deepEqual(await doors(action), [undefined, 'Reeder', undefined]);
  assert.deepEqual(await doors(key), [undefined, undefined, 'Reeder']);
  assert.deepEqual(await doors(bare), [undefined, undefined, undefined]);
  const listed = await listAppPasswords(accounts, user.id);
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['Reeder', 'Newsboat'],
  );
});

test('what happens to one app password happens to no other, of the same person or of somebody else', async (t) => {
  const accounts = await openTestAccounts(t);
  const [ines, otto] = [
    await createUser(accounts, { name: 'Ines', password: 'correct horse battery' }),
    await createUser(accounts, { name: 'Otto', password: 'correct horse battery' }),
  ];
  const make = async (user: typeof ines, name: string) =>
    (await createAppPassword(accounts, user, { name })).appPassword;
  for (let count = 0; count < appPasswordsPerUser; count++) await make(otto, `Device ${count}`);
  const [kept, used] = [await make(ines, 'Newsboat'), await make(ines, 'Reeder')];
  const ottos = await listAppPasswords(accounts, otto.id);
  await accounts.store.write((tx) => touchAppPassword(tx, used.id, { asked: 'Fever', agent: 'Reeder' }));
  await noteItemsAsked(accounts, { ...used, userName: ines.name });
  const [first, second] = await listAppPasswords(accounts, ines.id);
  const now = accounts.clock.now();
  assert.deepEqual([first?.lastUsedAt, first?.itemsAskedAt], [now, now]);
  assert.deepEqual(second, kept);
  await revokeAppPassword(accounts, ines.id, used.id);
  assert.deepEqual(await listAppPasswords(accounts, ines.id), [kept]);
  await accounts.store.write((tx) => replacePassword(tx, ines.id, 'another hash'));
  assert.deepEqual(await listAppPasswords(accounts, ines.id), []);
  assert.deepEqual(await listAppPasswords(accounts, otto.id), ottos);
});

test('the name of an app password has one to a hundred characters, whatever their size, and none that no database keeps', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  for (const name of [' ', '\u200b', 'a\0b', '𝒜'.repeat(101)])
    await assert.rejects(createAppPassword(accounts, user, { name }), refuses('invalid'));
  await createAppPassword(accounts, user, { name: ` ${'𝒜'.repeat(100)} ` });
  const [only] = await listAppPasswords(accounts, user.id);
  assert.equal(only?.name, '𝒜'.repeat(100));
});

test('that an app has asked for items is noted once a second, as it asks for many pages', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  await createAppPassword(accounts, user, { name: 'Reeder' });
  const ask = async (): Promise<number | undefined> => {
    const [app] = await listAppPasswords(accounts, user.id);
    assert.ok(app);
    await noteItemsAsked(accounts, { ...app, userName: user.name });
    return (await listAppPasswords(accounts, user.id))[0]?.itemsAskedAt;
  };
  const first = accounts.clock.now();
  assert.equal(await ask(), first);
  await accounts.clock.advance(999);
  assert.equal(await ask(), first);
  await accounts.clock.advance(1);
  assert.equal(await ask(), first + 1_000);
});

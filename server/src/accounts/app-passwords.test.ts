import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  actionToken,
  appOfFeverKey,
  appOfToken,
  createAppPassword,
  listAppPasswords,
  signInApp,
} from './app-passwords.ts';
import { wrongKeysPerAddress } from './limits.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { createUser } from './users.ts';

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

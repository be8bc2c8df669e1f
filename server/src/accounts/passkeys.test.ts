import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { User } from '../model/user.ts';
import { deletePasskeysOf } from '../store/accounts/passkeys.ts';
import { disableUser } from './administration.ts';
import {
  addPasskey,
  askForPasskey,
  askForSignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  userOfPasskey,
} from './passkeys.ts';
import { findSession, startSession } from './sessions.ts';
import { signInByPasskey } from './sign-in.ts';
import { type FakeAuthenticator, fakeAuthenticator, type Lies } from './testing/fake-authenticator.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { createUser } from './users.ts';

const browser = 'cou_se_browser';
const address = '198.51.100.7';

interface WithPasskey {
  accounts: TestAccounts;
  user: User;
  device: FakeAuthenticator;
}

async function add({ accounts, user, device }: WithPasskey, name = 'Laptop', lies: Lies = {}): Promise<void> {
  const browser = await startSession(accounts, user);
  const { challenge } = await askForPasskey(accounts, user, { browser, instanceName: 'Courant' });
  await addPasskey(accounts, user, { browser, name, credential: device.create(challenge, lies) });
}

async function withPasskey(t: TestContext, isAdded = true): Promise<WithPasskey> {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const house = { accounts, user, device: fakeAuthenticator(accounts.publicUrl) };
  if (isAdded) await add(house);
  return house;
}

async function come({ accounts, device }: WithPasskey, lies: Lies = {}): Promise<User> {
  const { challenge } = await askForSignIn(accounts, { browser, address });
  return userOfPasskey(accounts, { browser, credential: device.get(challenge, lies), address });
}

for (const format of ['packed', 'android-key', 'android-safetynet', 'apple', 'tpm', 'fido-u2f', 'odd']) {
  test(`what a device says in the format ${format} of who has made it is not even read`, async (t) => {
    const house = await withPasskey(t, false);
    await add(house, 'Key', { attests: format });
    assert.deepEqual(await come(house), house.user);
  });
}

test('a passkey that was added tells whose it is, and when it was used', async (t) => {
  const house = await withPasskey(t);
  const { accounts, user } = house;
  assert.deepEqual(await come(house), user);
  const [passkey] = await listPasskeys(accounts, user.id);
  assert.deepEqual([passkey?.name, passkey?.lastUsedAt], ['Laptop', accounts.clock.now()]);
  const own = await startSession(accounts, user);
  await renamePasskey(accounts, own, { id: house.device.id, name: ' Old laptop ' });
  assert.equal((await listPasskeys(accounts, user.id))[0]?.name, 'Old laptop');
  await removePasskey(accounts, own, house.device.id);
  await assert.rejects(come(house), refuses('unauthenticated'));
});

const wrongSignIns: [what: string, lies: Lies][] = [
  ['for another site', { origin: 'https://news.example.org.evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without finger or PIN', { isVerified: false }],
  ['for another ceremony', { type: 'webauthn.create' }],
  ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
];
for (const [what, lies] of wrongSignIns) {
  test(`what was signed ${what} lets nobody in`, async (t) => {
    const house = await withPasskey(t);
    await assert.rejects(come(house, lies), refuses('unauthenticated'));
  });
}

test('a copy whose counter has fallen behind lets nobody in', async (t) => {
  const house = await withPasskey(t);
  await come(house, { counter: 7 });
  await assert.rejects(come(house, { counter: 7 }), refuses('unauthenticated'));
  assert.ok(await come(house, { counter: 8 }));
});

test('of a passkey and its copy that sign at once, one lets in', async (t) => {
  const { accounts, device } = await withPasskey(t);
  const ask = async () => (await askForSignIn(accounts, { browser, address })).challenge;
  const answers = [device.get(await ask(), { counter: 7 }), device.get(await ask(), { counter: 7 })];
  const came = await Promise.allSettled(
    answers.map((credential) => userOfPasskey(accounts, { browser, credential, address })),
  );
  assert.deepEqual(came.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a passkey lets in whatever its device says of how it is reached', async (t) => {
  const house = await withPasskey(t, false);
  const { accounts, user, device } = house;
  const session = await startSession(accounts, user);
  const { challenge } = await askForPasskey(accounts, user, { browser: session, instanceName: 'Courant' });
  const made = device.create(challenge);
  const credential = { ...made, response: { ...made.response, transports: 5 } };
  await addPasskey(accounts, user, { browser: session, name: 'Laptop', credential });
  assert.deepEqual(await come(house), user);
});

const wrongAdditions: [what: string, lies: Lies][] = [
  ['for another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without finger or PIN', { isVerified: false }],
];
for (const [what, lies] of wrongAdditions) {
  test(`a passkey that was made ${what} is not added`, async (t) => {
    const house = await withPasskey(t, false);
    await assert.rejects(add(house, 'Laptop', lies), refuses('cannot'));
    assert.deepEqual(await listPasskeys(house.accounts, house.user.id), []);
  });
}

test('an answer counts once, from the browser that was asked, for what it was asked, and soon', async (t) => {
  const { accounts, device, user } = await withPasskey(t);
  const ask = async () => (await askForSignIn(accounts, { browser, address })).challenge;
  const bring = (challenge: string, from = browser) =>
    userOfPasskey(accounts, { browser: from, credential: device.get(challenge), address });
  const used = await ask();
  assert.ok(await bring(used));
  await assert.rejects(bring(used), refuses('cannot'));
  await assert.rejects(bring(await ask(), 'cou_se_thief'), refuses('cannot'));
  const { challenge } = await askForPasskey(accounts, user, { browser, instanceName: 'Courant' });
  await assert.rejects(bring(challenge), refuses('cannot'));
  const late = await ask();
  await accounts.clock.advance(5 * 60_000);
  await assert.rejects(bring(late), refuses('cannot'));
  await assert.rejects(bring('a challenge of my own'), refuses('cannot'));
});

test('a passkey is only added in answer to what this browser was asked, once', async (t) => {
  const { accounts, device, user } = await withPasskey(t, false);
  const [own, other] = [await startSession(accounts, user), await startSession(accounts, user)];
  const ask = async () =>
    (await askForPasskey(accounts, user, { browser: own, instanceName: 'Courant' })).challenge;
  const bring = (challenge: string, browser = own) =>
    addPasskey(accounts, user, { browser, name: 'Laptop', credential: device.create(challenge) });
  await assert.rejects(bring('a challenge of my own'), refuses('cannot'));
  await assert.rejects(bring(await ask(), other), refuses('cannot'));
  const used = await ask();
  await bring(used);
  await assert.rejects(bring(used), refuses('cannot'));
});

test('whoever comes with a passkey is signed in', async (t) => {
  const { accounts, device, user } = await withPasskey(t);
  const { challenge } = await askForSignIn(accounts, { browser, address });
  const place = { userAgent: 'Test', address };
  const signedIn = await signInByPasskey(accounts, { browser, credential: device.get(challenge), place });
  assert.ok(signedIn.kind === 'in');
  assert.deepEqual((await findSession(accounts, signedIn.secret))?.user, user);
});

test('a passkey is added once, to one account, and there are twenty at the most', async (t) => {
  const house = await withPasskey(t);
  await assert.rejects(add(house), refuses('conflict'));
  const other = await createUser(house.accounts, { name: 'Bo', password: 'correct horse battery' });
  await assert.rejects(add({ ...house, user: other }), refuses('conflict'));
  const foreign = await startSession(house.accounts, other);
  const { id } = house.device;
  await assert.rejects(removePasskey(house.accounts, foreign, id), refuses('not-found'));
  await assert.rejects(renamePasskey(house.accounts, foreign, { id, name: 'Mine' }), refuses('not-found'));
  assert.equal((await listPasskeys(house.accounts, house.user.id))[0]?.name, 'Laptop');
  await assert.rejects(
    add({ ...house, device: fakeAuthenticator(house.accounts.publicUrl) }, ' '),
    refuses('invalid'),
  );
  const { accounts, user } = house;
  const session = await startSession(accounts, user);
  const { challenge } = await askForPasskey(accounts, user, { browser: session, instanceName: 'Courant' });
  for (let count = 1; count < 20; count++)
    await add({ ...house, device: fakeAuthenticator(accounts.publicUrl) });
  await assert.rejects(add(house), refuses('cannot'));
  // Asked for while there were fewer.
  const credential = fakeAuthenticator(accounts.publicUrl).create(challenge);
  await assert.rejects(
    addPasskey(accounts, user, { browser: session, name: 'Phone', credential }),
    refuses('cannot'),
  );
});

test('a passkey has an id of 1,023 bytes at most, and a name of 64 characters that every database keeps', async (t) => {
  const house = await withPasskey(t);
  const withId = (bytes: number) => ({
    ...house,
    device: fakeAuthenticator(house.accounts.publicUrl, bytes),
  });
  await add(withId(1023));
  await assert.rejects(add(withId(1024)), refuses('cannot'));
  for (const name of ['\u200b', 'Lap\0top', '𝒜'.repeat(65)])
    await assert.rejects(add(withId(16), name), refuses('invalid'));
  await add(withId(16), '𝒜'.repeat(64));
});

test('what happens to one passkey happens to no other, of the same person or of somebody else', async (t) => {
  const accounts = await openTestAccounts(t);
  const owner = async (name: string): Promise<WithPasskey> => {
    const user = await createUser(accounts, { name, password: 'correct horse battery' });
    return { accounts, user, device: fakeAuthenticator(accounts.publicUrl) };
  };
  const [bo, laptop] = [await owner('Bo'), await owner('Ines')];
  const { user: ines } = laptop;
  const [phone, key] = [1, 2].map(() => ({ ...laptop, device: fakeAuthenticator(accounts.publicUrl) }));
  assert.ok(phone && key);
  const passkeys: [WithPasskey, string][] = [
    [bo, 'Desk'],
    [laptop, 'Laptop'],
    [phone, 'Phone'],
    [key, 'Key'],
  ];
  for (const [house, name] of passkeys) {
    await add(house, name);
    await accounts.clock.advance(1_000);
  }
  const listed = async ({ user }: WithPasskey) =>
    (await listPasskeys(accounts, user.id)).map(({ name, lastUsedAt }) => [name, lastUsedAt !== undefined]);
  assert.deepEqual(await come(phone), ines);
  assert.deepEqual(await listed(laptop), [
    ['Laptop', false],
    ['Phone', true],
    ['Key', false],
  ]);
  assert.deepEqual(await listed(bo), [['Desk', false]]);
  assert.deepEqual(await come(bo), bo.user);
  const session = await startSession(accounts, ines);
  await renamePasskey(accounts, session, { id: phone.device.id, name: 'Old phone' });
  await removePasskey(accounts, session, laptop.device.id);
  assert.deepEqual(await listed(laptop), [
    ['Old phone', true],
    ['Key', false],
  ]);
  await accounts.store.write((tx) => deletePasskeysOf(tx, ines.id));
  assert.deepEqual(await listed(laptop), []);
  assert.deepEqual(await listed(bo), [['Desk', true]]);
});

test('a device is asked for a key that it finds without a name and guards by finger or PIN, and for one only', async (t) => {
  const { accounts, user, device } = await withPasskey(t);
  const asked = await askForPasskey(accounts, user, { browser, instanceName: 'Courant' });
  assert.ok('user' in asked);
  const { residentKey, userVerification } = asked.authenticatorSelection ?? {};
  assert.deepEqual([residentKey, userVerification], ['required', 'required']);
  const { id, ...named } = asked.user;
  assert.deepEqual([asked.rp.name, named], ['Courant', { name: 'Ines', displayName: 'Ines' }]);
  // The same each time: a device then replaces the key that it has for the account.
  assert.equal(id, Buffer.from(String(user.id)).toString('base64url'));
  assert.deepEqual(
    asked.excludeCredentials?.map(({ id }) => id),
    [device.id],
  );
});

test('an address may ask twenty-five times what a passkey has to sign, and then once every twelve seconds', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const ask = (from = address) => askForSignIn(accounts, { browser, address: from });
  for (let count = 0; count < 25; count++) await ask();
  await assert.rejects(ask(), refuses('too-many'));
  await ask('203.0.113.9');
  await accounts.clock.advance(12_000);
  await ask();
  await assert.rejects(ask(), refuses('too-many'));
});

test('passkeys that let in take no tries from their address', async (t) => {
  const { accounts, ...house } = await withPasskey(t);
  for (let count = 0; count <= 25; count++)
    await come({ ...house, accounts: { ...accounts, rateLimits: true } });
});

test('a network may ask ten times as often what a passkey has to sign, from however many addresses', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const ask = (subnet: number) =>
    askForSignIn(accounts, { browser, address: `2001:db8:1:${subnet.toString(16)}::1` });
  for (let count = 0; count < 250; count++) await ask(count);
  await assert.rejects(ask(250), refuses('too-many'));
});

test('the passkey of a disabled account lets nobody in', async (t) => {
  const house = await withPasskey(t);
  const other = await createUser(house.accounts, {
    name: 'Eva',
    password: 'correct horse battery',
    isAdmin: true,
  });
  await disableUser(house.accounts, { userId: house.user.id, byUserId: other.id });
  await assert.rejects(come(house), refuses('unauthenticated'));
});

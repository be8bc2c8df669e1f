import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import type { WriteTx } from '../store/store.ts';
import { registerApp } from './apps.ts';
import { giveBackSignInTries, takeSignInTry, type WayIn } from './sign-in-tries.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';

/** One address in each of the 65,536 networks of a customer. */
const addressOf = (n: number): string => `2001:db8:7:${n.toString(16)}::1`;

/** How many of so many tries are let through, all in one transaction. */
async function letThrough(
  { store }: Awaited<ReturnType<typeof openTestAccounts>>,
  count: number,
  attempt: (tx: WriteTx, tried: { name: string; address: string }) => Promise<unknown>,
): Promise<number> {
  return store.write(async (tx) => {
    let through = 0;
    for (let n = 0; n < count; n++)
      await attempt(tx, { name: `user${n}`, address: addressOf(n) }).then(
        () => through++,
        (error: unknown) => assert.ok(error instanceof Refusal && error.code === 'too-many'),
      );
    return through;
  });
}

test('whoever has very many IPv6 addresses cannot try a password on every account', async (t) => {
  const accounts = await openTestAccounts(t);
  const guess = (by: WayIn) => (tx: WriteTx, tried: { name: string; address: string }) =>
    takeSignInTry(tx, by, tried);
  assert.equal(await letThrough(accounts, 260, guess('sign-in')), 250);
  assert.equal(await letThrough(accounts, 260, guess('confirm')), 250);
  // Nobody could guess those of apps.
  assert.equal(await letThrough(accounts, 260, guess('app-sign-in')), 260);
});

test('nor can they register apps without end', async (t) => {
  const accounts = await openTestAccounts(t);
  const description = { name: 'An app', website: undefined, redirectUris: [], isPublic: true };
  const register = (n: number) =>
    registerApp({ ...accounts, rateLimits: true }, { ...description, registeredByJson: true }, addressOf(n));
  let registered = 0;
  await assert.rejects(
    async () => {
      for (; registered <= 600; registered++) await register(registered);
    },
    { code: 'too-many' },
  );
  assert.equal(registered, 600);
});

test('right passwords take no tries from the others in a network', async (t) => {
  const accounts = await openTestAccounts(t);
  const signIn = async (tx: WriteTx, tried: { name: string; address: string }) => {
    await takeSignInTry(tx, 'sign-in', tried);
    await giveBackSignInTries(tx, 'sign-in', tried);
  };
  assert.equal(await letThrough(accounts, 300, signIn), 300);
});

test('right passwords take no tries from one address, nor from one account, whatever the way in', async (t) => {
  const { store } = await openTestAccounts(t);
  for (const by of ['sign-in', 'confirm', 'app-sign-in'] as const)
    await store.write(async (tx) => {
      for (let n = 0; n < 60; n++) {
        const tried = { name: 'ines', address: '192.0.2.7' };
        await takeSignInTry(tx, by, tried);
        await giveBackSignInTries(tx, by, tried);
      }
    });
});

test('a right password gives back no tries at somebody else’s account', async (t) => {
  const { store } = await openTestAccounts(t);
  const guess = (n: number) => (tx: WriteTx) =>
    takeSignInTry(tx, 'sign-in', { name: 'ines', address: addressOf(n) });
  for (let n = 0; n < 25; n++) await store.write(guess(n));
  await store.write((tx) => giveBackSignInTries(tx, 'sign-in', { name: 'bo', address: addressOf(0) }));
  await assert.rejects(store.write(guess(25)), { code: 'too-many' });
});

test('nobody has more tries at one account from many addresses, except at the passwords of apps', async (t) => {
  const accounts = await openTestAccounts(t);
  const guess =
    (by: WayIn) =>
    (tx: WriteTx, { address }: { address: string }) =>
      takeSignInTry(tx, by, { name: 'Ines', address });
  assert.equal(await letThrough(accounts, 40, guess('sign-in')), 25);
  assert.equal(await letThrough(accounts, 40, guess('confirm')), 25);
  assert.equal(await letThrough(accounts, 40, guess('app-sign-in')), 40);
});

// Proving once more who you are, where somebody else guesses at the password.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changePassword } from './change-password.ts';
import { confirmByPassword, confirmedUntil } from './confirmation.ts';
import { findSession, startSession } from './sessions.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { checkPassword, createUser } from './users.ts';

const ines = { name: 'Ines', password: 'correct horse battery' };
const home = '198.51.100.7';
/** As many as an account may have wrong at once. */
const allTries = 25;

/** Somebody who is signed in, and may try as often as an instance allows. */
async function signedIn(t: TestContext): Promise<{ accounts: TestAccounts; secret: string }> {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const secret = await startSession(accounts, await createUser(accounts, ines));
  await accounts.clock.advance(600_000);
  return { accounts, secret };
}

for (const [where, address] of [
  ['from elsewhere', '203.0.113.9'],
  ['behind the same address', home],
] as const) {
  test(`whoever guesses at the sign-in page ${where} keeps nobody who is signed in from confirming`, async (t) => {
    const { accounts, secret } = await signedIn(t);
    for (let tried = 0; tried < allTries; tried++)
      await checkPassword(accounts, { ...ines, password: '', address });
    await assert.rejects(checkPassword(accounts, { ...ines, address }), refuses('too-many'));
    await confirm(accounts, secret, ines.password);
    const session = await findSession(accounts, secret);
    assert.ok(session && confirmedUntil(session, accounts.clock.now()));
    const place = { userAgent: undefined, address: home };
    await changePassword(accounts, { secret, current: ines.password, password: 'another one', place });
  });
}

test('an open browser may guess at the password no more often than a sign-in page', async (t) => {
  const { accounts, secret } = await signedIn(t);
  for (let tried = 0; tried < allTries; tried++)
    await assert.rejects(confirm(accounts, secret, 'a guess'), refuses('cannot'));
  await assert.rejects(confirm(accounts, secret, ines.password), refuses('too-many'));
  const place = { userAgent: undefined, address: home };
  const change = { secret, current: ines.password, password: 'of a thief', place };
  await assert.rejects(changePassword(accounts, change), refuses('too-many'));
  assert.ok(await checkPassword(accounts, { ...ines, address: '203.0.113.9' }));
});

test('who confirms does so in one browser, and not for whoever sits at another', async (t) => {
  const { accounts, secret } = await signedIn(t);
  const session = await findSession(accounts, secret);
  assert.ok(session);
  const other = await startSession(accounts, session.user);
  await accounts.clock.advance(600_000);
  await confirm(accounts, secret, ines.password);
  const elsewhere = await findSession(accounts, other);
  assert.ok(elsewhere && confirmedUntil(elsewhere, accounts.clock.now()) === undefined);
});

async function confirm(accounts: TestAccounts, secret: string, password: string): Promise<void> {
  const session = await findSession(accounts, secret);
  assert.ok(session);
  await confirmByPassword(accounts, session, { secret, password, code: '', address: home });
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  appOfFeverKey,
  appOfToken,
  createAppPassword,
  noteItemsAsked,
  noteUse,
  signInApp,
} from './app-passwords.ts';
import { registerApp } from './apps.ts';
import { authenticate } from './authenticate.ts';
import { confirmedUntil, requireConfirmed } from './confirmation.ts';
import { connectedApps } from './connected-apps.ts';
import { refreshTokenTtlMs, sessionTtlMs, wrongKeysPerAddress } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { findSession, listSessions, startSession } from './sessions.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { exchangeCode, refreshTokens, type Tokens } from './tokens.ts';
import { createUser } from './users.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Longer than any write takes on a busy machine. */
const PATIENCE_MS = 60_000;
const address = '198.51.100.1';

test('a session that began while the clock was ahead must be confirmed again once the clock is right', async (t) => {
  const { accounts, user, setBack } = await ahead(t);
  const secret = await startSession(accounts, user);
  setBack();
  const session = await findSession(accounts, secret);
  assert.ok(session);
  assert.equal(confirmedUntil(session, accounts.clock.now()), undefined);
  assert.throws(() => requireConfirmed(accounts, session, 'test'), /confirm first that it is you/);
});

test('a right Fever key opens at once although wrong ones came while the clock was ahead', async (t) => {
  const { accounts, key, setBack } = await ahead(t, { rateLimits: true });
  for (let tries = 0; tries < wrongKeysPerAddress.burst; tries++)
    await appOfFeverKey(accounts, { key: 'wrong', address });
  assert.equal(await appOfFeverKey(accounts, { key, address }), undefined);
  setBack();
  assert.ok(await appOfFeverKey(accounts, { key, address }));
});

test('what an app does is noted again once the clock is right, so that it marks nothing read that came after', async (t) => {
  const { accounts, token, setBack } = await ahead(t);
  const known = async () => {
    const app = await appOfToken(accounts, token, 'reader');
    assert.ok(app);
    return app;
  };
  const use = async (): Promise<void> => {
    noteUse(accounts, await known(), { asked: 'items', agent: 'Reeder' });
    await noteItemsAsked(accounts, await known());
  };
  const lastUsedAt = async () => (await known()).lastUsedAt;
  await use();
  // Otherwise it could be written after what is noted next.
  assert.equal(await written(accounts, lastUsedAt), accounts.clock.now());
  setBack();
  await use();
  assert.equal((await known()).itemsAskedAt, accounts.clock.now());
  assert.equal(await written(accounts, lastUsedAt), accounts.clock.now());
});

test('when a browser was last seen and an app last used is noted again once the clock is right', async (t) => {
  const { accounts, user, setBack } = await ahead(t);
  const secret = await startSession(accounts, user);
  const { access } = await accounts.letIn(user);
  setBack();
  await findSession(accounts, secret);
  await authenticate(accounts, access);
  const seenAt = async () => (await listSessions(accounts, user.id, secret))[0]?.seenAt;
  const usedAt = async () => (await connectedApps(accounts, user.id))[0]?.lastUsedAt;
  for (const at of [seenAt, usedAt]) assert.equal(await written(accounts, at), accounts.clock.now());
});

test('a browser that is used while a machine that has booted in the past waits for the time stays signed in', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'ines', password: 'correct horse battery' });
  const secret = await startSession(accounts, user);
  const right = accounts.clock.now();
  accounts.clock.set(right - YEAR_MS);
  await findSession(accounts, secret);
  const seenAt = async () => (await listSessions(accounts, user.id, secret))[0]?.seenAt;
  assert.equal(await written(accounts, seenAt), right - YEAR_MS);
  accounts.clock.set(right + DAY_MS);
  assert.ok(await findSession(accounts, secret));
  assert.equal(await written(accounts, seenAt), right + DAY_MS);
  const [session] = await listSessions(accounts, user.id, secret);
  assert.equal(session?.expiresAt, right + DAY_MS + sessionTtlMs);
});

test('an app that renews its tokens meanwhile stays let in', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'ines', password: 'correct horse battery' });
  const redirectUri = 'https://app.example/back';
  const description = { name: 'Lantern', website: undefined, redirectUris: [redirectUri] };
  const { app } = await registerApp(
    accounts,
    { ...description, isPublic: false, registeredByJson: false },
    address,
  );
  const code = await accounts.allow(user, { appId: app.id, redirectUri });
  const first = await exchangeCode(accounts, {
    app,
    code,
    redirectUri,
    verifier: undefined,
    isStandard: true,
  });
  const renew = ({ refresh = '' }: Tokens) =>
    refreshTokens(accounts, { app, redirectUri, refreshToken: refresh });
  const right = accounts.clock.now();
  accounts.clock.set(right - YEAR_MS);
  const renewed = await renew(first);
  accounts.clock.set(right + DAY_MS);
  const next = await renew(renewed);
  assert.ok(await authenticate(accounts, next.access));
  // From then on it lasts like the others.
  await accounts.clock.advance(refreshTokenTtlMs - DAY_MS);
  const last = await renew(next);
  await accounts.clock.advance(refreshTokenTtlMs);
  await assert.rejects(renew(last), /unknown, expired or revoked/);
});

/** What is written in the background: waits until it is the time of now. */
async function written(
  { clock }: AccountsOptions,
  read: () => Promise<number | undefined>,
): Promise<number | undefined> {
  const end = Date.now() + PATIENCE_MS;
  while ((await read()) !== clock.now() && Date.now() < end) await setImmediate();
  return read();
}

/** An account with an app, whose clock is a year ahead until it is set back. */
async function ahead(t: TestContext, settings: Partial<AccountsOptions> = {}) {
  const accounts = await openTestAccounts(t, settings);
  const right = accounts.clock.now();
  const user = await createUser(accounts, { name: 'ines', password: 'correct horse battery' });
  accounts.clock.set(right + YEAR_MS);
  const { password } = await createAppPassword(accounts, user, { name: 'Reeder' });
  return {
    accounts,
    user,
    token: await signInApp(accounts, { name: 'ines', password, address }),
    key: createHash('md5').update(`ines:${password}`).digest('hex'),
    setBack: () => accounts.clock.set(right),
  };
}

// Sign-ins and changes in progress while an account is disabled or its password changed: nobody let in then may stay in.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import type { App } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import { deleteUser, setAdmin } from '../store/accounts/users.ts';
import { type Sql, sql } from '../store/sql.ts';
import { disableUser } from './administration.ts';
import { createAppPassword } from './app-passwords.ts';
import { registerApp } from './apps.ts';
import { answerConsent, askConsent } from './authorization.ts';
import { changePassword } from './change-password.ts';
import { acceptInvitation, makeInvitation } from './invitations.ts';
import type { AccountsOptions } from './options.ts';
import { addPasskey, askForPasskey, askForSignIn, removePasskey, renamePasskey } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import { beginCodes, confirmCodes, pendingCodes, removeCodes, renewRecoveryCodes } from './second-factor.ts';
import { findSession, startSession } from './sessions.ts';
import { bringCode, signIn, signInByPasskey } from './sign-in.ts';
import { type FakeAuthenticator, fakeAuthenticator } from './testing/fake-authenticator.ts';
import { beforeWrite, untilWaitedFor } from './testing/meanwhile.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { setPassword } from './testing/set-password.ts';
import { exchangePassword } from './tokens.ts';
import { totpCode } from './totp.ts';
import { insertUser } from './users.ts';

const ines = { name: 'Ines', password: 'correct horse battery' };
const place = { userAgent: 'Test', address: '198.51.100.7' };
const { address } = place;
const browser = 'cou_se_visitor';
const redirectUri = 'https://app.example/';
const onlyOnPostgres = { skip: isOnPostgres ? false : 'one writer at a time' };
/** What comes between two transactions comes between them on each database. The tests of waiting run the same statements. */
const onlyOnSqlite = { skip: isOnPostgres ? 'nobody waits' : false };

interface Some {
  accounts: TestAccounts;
  user: User;
  admin: User;
}

/** The action itself, run on a store that the test passes in. */
type Act = (options: AccountsOptions) => Promise<unknown>;
/** Prepares everything that comes before the action. */
type Prepare = (some: Some) => Act | Promise<Act>;

const deeds: Record<string, Prepare> = {
  async 'is given another password by a link'({ accounts, user, admin }) {
    const { link } = await makeInvitation(accounts, { note: '', userId: user.id, byUserId: admin.id });
    const token = new URL(link).searchParams.get('token') ?? '';
    return (options) => acceptInvitation(options, { token, name: '', password: 'another password' });
  },
  'is disabled':
    ({ user, admin }) =>
    (options) =>
      disableUser(options, { userId: user.id, byUserId: admin.id }),
  'is deleted':
    ({ user }) =>
    ({ store }) =>
      store.write((tx) => deleteUser(tx, user.id)),
};

const ways: Record<string, Prepare> = {
  'a sign-in by password': () => (options) => signIn(options, { ...ines, browser, place }),
  async 'a sign-in that has still to bring a code'(some) {
    await turnCodesOn(some);
    return (options) => signIn(options, { ...ines, browser, place });
  },
  async 'a sign-in that brings its code'(some) {
    const code = await turnCodesOn(some);
    const begun = await signIn(some.accounts, { ...ines, browser, place });
    assert.ok(begun.kind === 'code');
    return (options) => bringCode(options, { handle: begun.handle, browser, code, place });
  },
  async 'a sign-in by passkey'(some) {
    const { accounts, user } = some;
    const device = await addLaptop(some, await startSession(accounts, user));
    const { challenge } = await askForSignIn(accounts, { browser, address });
    return (options) => signInByPasskey(options, { browser, credential: device.get(challenge), place });
  },
  async 'a sign-in of an app by password'({ accounts }) {
    const app = await someApp(accounts);
    return (options) => exchangePassword(options, { ...ines, app, redirectUri, scope: ['read'], address });
  },
  async 'another change of the password'({ accounts, user }) {
    const secret = await startSession(accounts, user);
    return (options) =>
      changePassword(options, { secret, current: ines.password, password: 'of a thief', place });
  },
  async 'an app password'({ accounts, user }) {
    const session = await startSession(accounts, user);
    return (options) => createAppPassword(options, user, { name: 'Reeder', session });
  },
  async 'an invitation'({ accounts, user }) {
    await accounts.store.write((tx) => setAdmin(tx, user.id, true));
    const session = await startSession(accounts, user);
    return (options) => makeInvitation(options, { note: 'Of a thief', byUserId: user.id, session });
  },
  async 'a new passkey'({ accounts, user }) {
    const secret = await startSession(accounts, user);
    const asked = await askForPasskey(accounts, user, { browser: secret, instanceName: 'Courant' });
    const credential = fakeAuthenticator(accounts.publicUrl).create(asked.challenge);
    return (options) => addPasskey(options, user, { browser: secret, credential, name: 'Of a thief' });
  },
  async 'the consent to an app'({ accounts, user }) {
    const { id: appId } = await someApp(accounts);
    const secret = await startSession(accounts, user);
    const request = { appId, redirectUri, scope: ['read'] as const, namesIssuer: false };
    const handle = await askConsent(accounts, secret, request);
    return (options) => answerConsent(options, secret, { handle, isAllowed: true });
  },
};

for (const [way, prepare] of Object.entries(ways)) {
  for (const [what, seal] of Object.entries(deeds)) {
    test(`${way} lets nobody in when the account ${what} meanwhile`, onlyOnSqlite, async (t) => {
      for (let nth = 1; ; nth++) {
        const some = await openSome(t);
        const [act, deed] = [await prepare(some), await seal(some)];
        const cut = beforeWrite(some.accounts.store, nth, () => deed(some.accounts));
        const refused = await act({ ...some.accounts, store: cut.store }).catch((error: unknown) => error);
        if (!cut.hasCome()) break;
        assert.ok(refused instanceof Refusal, `before write ${nth}: ${refused}`);
        assert.deepEqual(await leftOf(some), nothing, `before write ${nth}`);
      }
    });

    test(`${way} waits where the account ${what}, and the other way round`, onlyOnPostgres, async (t) => {
      const first = await openSome(t);
      const act = await prepare(first);
      const held = untilWaitedFor(first.accounts.store, 1, () => act(first.accounts));
      await (await seal(first))({ ...first.accounts, store: held.store });
      await held.begun.catch(refusesOnly);
      assert.deepEqual(await leftOf(first), nothing);
      for (let nth = 1; ; nth++) {
        const some = await openSome(t);
        const [later, deed] = [await prepare(some), await seal(some)];
        const holding = untilWaitedFor(some.accounts.store, nth, () => deed(some.accounts));
        await later({ ...some.accounts, store: holding.store }).catch(refusesOnly);
        if (!holding.hasCome()) break;
        // A password change also deletes the link: if it came first, the link is refused and the new session is valid.
        const isSealed = await holding.begun.then(() => true, refusesOnly);
        if (!isSealed) continue;
        // A disabled account keeps its passkeys for the day on which it is enabled again.
        const left = await leftOf(some);
        assert.deepEqual({ ...left, thief: what === 'is disabled' ? 0 : left.thief }, nothing);
      }
    });
  }
}

test('a session that was begun before its account was disabled is none, however it came about', async (t) => {
  const { accounts, user } = await openSome(t);
  const secret = await startSession(accounts, user);
  await accounts.store.write((tx) => tx.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${user.id}`));
  assert.equal(await findSession(accounts, secret), undefined);
});

for (const what of ['is disabled', 'is deleted']) {
  test(`no session is begun for whoever has just been let in when the account ${what}`, async (t) => {
    const some = await openSome(t);
    await (await deeds[what]?.(some))?.(some.accounts);
    await assert.rejects(startSession(some.accounts, some.user), Refusal);
    assert.deepEqual(await leftOf(some), nothing);
  });
}

/** Changes made by a browser that is signed out meanwhile. */
const changesOfFactors: Record<string, (some: Some, own: string) => Act | Promise<Act>> = {
  'a secret for codes':
    ({ user }, own) =>
    (options) =>
      beginCodes(options, user, own),
  async 'the first code'({ accounts, user }, own) {
    const { secret } = await beginCodes(accounts, user, own);
    const code = totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
    return (options) => confirmCodes(options, user, { browser: own, code });
  },
  async 'the end of codes'(some, own) {
    await turnCodesOn(some);
    return (options) => removeCodes(options, some.user.id, own);
  },
  async 'a wish for new recovery codes'(some, own) {
    await turnCodesOn(some);
    return (options) => renewRecoveryCodes(options, some.user.id, own);
  },
  async 'another name for a passkey'(some, own) {
    const { id } = await addLaptop(some, own);
    return (options) => renamePasskey(options, own, { id, name: 'Telephone' });
  },
  async 'the removal of a passkey'(some, own) {
    const { id } = await addLaptop(some, own);
    return (options) => removePasskey(options, own, id);
  },
};

for (const [what, prepare] of Object.entries(changesOfFactors)) {
  test(`${what} changes nothing when the account gets another password meanwhile`, async (t) => {
    for (let nth = 1; ; nth++) {
      const some = await openSome(t);
      const act = await prepare(some, await startSession(some.accounts, some.user));
      const before = await factorsOf(some);
      const cut = beforeWrite(some.accounts.store, nth, () => changeByOwner(some.accounts, some.user));
      const refused = await act({ ...some.accounts, store: cut.store }).catch((error: unknown) => error);
      if (!cut.hasCome()) break;
      assert.ok(refused instanceof Refusal && refused.code === 'unauthenticated', `write ${nth}: ${refused}`);
      assert.deepEqual(await factorsOf(some), before, `before write ${nth}`);
    }
  });

  test(`${what} waits for another password, and changes nothing then`, onlyOnPostgres, async (t) => {
    const some = await openSome(t);
    const act = await prepare(some, await startSession(some.accounts, some.user));
    const before = await factorsOf(some);
    const held = untilWaitedFor(some.accounts.store, 1, () => act(some.accounts));
    await changeByOwner({ ...some.accounts, store: held.store }, some.user);
    assert.equal(await held.begun.then(() => true, refusesOnly), false);
    assert.deepEqual(await factorsOf(some), before);
  });
}

function changeByOwner(options: AccountsOptions, { id: userId }: User): Promise<void> {
  return setPassword(options, userId, 'of the owner');
}

/** What is wanted beside or instead of the password; an unconfirmed secret is not counted, because it goes with the old password. */
async function factorsOf({ accounts: { store }, user }: Some): Promise<unknown> {
  return store.read(async (tx) => ({
    secrets: await tx.all(
      sql`SELECT secret FROM totps WHERE user_id = ${user.id} AND confirmed_at IS NOT NULL`,
    ),
    recovery: await tx.all(sql`SELECT hash FROM recovery_codes WHERE user_id = ${user.id} ORDER BY hash`),
    passkeys: await tx.all(sql`SELECT id, name FROM passkeys WHERE user_id = ${user.id}`),
  }));
}

test('a secret for codes that nobody has confirmed ends with the password under which it was made', async (t) => {
  const { accounts, user } = await openSome(t);
  await beginCodes(accounts, user, await startSession(accounts, user));
  await changeByOwner(accounts, user);
  assert.equal(await pendingCodes(accounts, user), undefined);
});

function refusesOnly(error: unknown): false {
  assert.ok(error instanceof Refusal, String(error));
  return false;
}

/** Made once: this hash takes longer than everything else. */
const passwordHash = hashPassword(ines.password);

async function openSome(t: TestContext): Promise<Some> {
  const accounts = await openTestAccounts(t, { passwordGrant: true });
  const hash = await passwordHash;
  const add = (name: string): Promise<User> =>
    accounts.store.write((tx) => insertUser(tx, { name, passwordHash: hash, isAdmin: false }));
  return { accounts, admin: await add('Eva'), user: await add(ines.name) };
}

/** Turns codes on and returns the next valid code. */
async function turnCodesOn({ accounts, user }: Some): Promise<string> {
  const own = await startSession(accounts, user);
  const { secret } = await beginCodes(accounts, user, own);
  const step = Math.floor(accounts.clock.now() / 30_000);
  await confirmCodes(accounts, user, { browser: own, code: totpCode(secret, step) });
  return totpCode(secret, step + 1);
}

async function addLaptop({ accounts, user }: Some, own: string): Promise<FakeAuthenticator> {
  const device = fakeAuthenticator(accounts.publicUrl);
  const asked = await askForPasskey(accounts, user, { browser: own, instanceName: 'Courant' });
  const credential = device.create(asked.challenge);
  await addPasskey(accounts, user, { browser: own, credential, name: 'Laptop' });
  return device;
}

async function someApp(accounts: TestAccounts): Promise<App> {
  const description = { name: 'App', website: undefined, redirectUris: [redirectUri] };
  const { app } = await registerApp(
    accounts,
    { ...description, isPublic: true, registeredByJson: false },
    address,
  );
  return app;
}

const nothing = { sessions: 0, pending: 0, grants: 0, appPasswords: 0, invitations: 0, thief: 0 };

/** Everything that could still let somebody in. */
async function leftOf({ accounts: { store }, user }: Some): Promise<typeof nothing> {
  const count = (from: Sql): Promise<number> =>
    store.read(async (tx) =>
      Number((await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${from}`))?.n),
    );
  return {
    sessions: await count(sql`sessions WHERE user_id = ${user.id}`),
    pending: await count(sql`pending_sign_ins WHERE user_id = ${user.id}`),
    grants: await count(sql`grants WHERE user_id = ${user.id} AND revoked_at IS NULL`),
    appPasswords: await count(sql`app_passwords WHERE user_id = ${user.id}`),
    invitations: await count(sql`invitations WHERE note = 'Of a thief'`),
    thief: await count(sql`passkeys WHERE user_id = ${user.id} AND name = 'Of a thief'`),
  };
}

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import { registerApp } from './apps.ts';
import type { AuditEvent } from './audit.ts';
import { confirmByPassword, requireConfirmed } from './confirmation.ts';
import { makeInvitation } from './invitations.ts';
import { askForSignIn } from './passkeys.ts';
import { beginCodes, codesOf, confirmCodes, removeCodes, renewRecoveryCodes } from './second-factor.ts';
import { endOneSession, endOtherSessions, findSession, listSessions, startSession } from './sessions.ts';
import { bringCode, signIn } from './sign-in.ts';
import { sweepAccounts } from './sweep.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { setPassword } from './testing/set-password.ts';
import { exchangePassword } from './tokens.ts';
import { totpCode } from './totp.ts';
import { createUser } from './users.ts';

const ines = { name: 'Ines', password: 'correct horse battery' };
const browser = 'cou_se_visitor';
const place = { userAgent: 'Test', address: '198.51.100.7' };

interface WithCodes {
  accounts: TestAccounts;
  user: User;
  /** A browser in which the user is signed in. */
  own: string;
  heard: AuditEvent[];
  recovery: string[];
  /** The code of the current time step, or of the one so many steps away. */
  code(steps?: number): string;
}

/** An account with codes turned on, a while later, so that the code that confirmed them has passed. */
async function withCodes(t: TestContext, rateLimits = false): Promise<WithCodes> {
  const heard: AuditEvent[] = [];
  const accounts = await openTestAccounts(t, {
    rateLimits,
    passwordGrant: true,
    audit: (event) => heard.push(event),
  });
  const user = await createUser(accounts, ines);
  const own = await startSession(accounts, user);
  const { secret } = await beginCodes(accounts, user, own);
  const code = (steps = 0): string => totpCode(secret, Math.floor(accounts.clock.now() / 30_000) + steps);
  const recovery = await confirmCodes(accounts, user, { browser: own, code: code() });
  await accounts.clock.advance(90_000);
  return { accounts, user, own, heard, recovery, code };
}

async function handleOf(accounts: TestAccounts): Promise<string> {
  const signedIn = await signIn(accounts, { ...ines, browser, place });
  assert.ok(signedIn.kind === 'code');
  return signedIn.handle;
}

test('an account with codes is let in by password and code, and by neither alone', async (t) => {
  const { accounts, user, heard, code } = await withCodes(t);
  const handle = await handleOf(accounts);
  await assert.rejects(
    bringCode(accounts, { handle, browser, code: '000000', place }),
    refuses('unauthenticated'),
  );
  const signedIn = await bringCode(accounts, {
    handle,
    browser,
    code: ` ${code().slice(0, 3)} ${code().slice(3)}`,
    place,
  });
  assert.ok(signedIn.kind === 'in');
  assert.deepEqual((await findSession(accounts, signedIn.secret))?.user, user);
  assert.deepEqual(heard, ['user created', 'codes turned on', 'code refused', 'signed in']);
});

test('a code is right once, even in another sign-in, and so are those before it', async (t) => {
  const { accounts, code } = await withCodes(t);
  const used = code();
  const [one, other] = [await handleOf(accounts), await handleOf(accounts)];
  const both = await Promise.allSettled(
    [one, other].map((handle) => bringCode(accounts, { handle, browser, code: used, place })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const handle = await handleOf(accounts);
  for (const each of [used, code(-1)])
    await assert.rejects(
      bringCode(accounts, { handle, browser, code: each, place }),
      refuses('unauthenticated'),
    );
  assert.ok(await bringCode(accounts, { handle, browser, code: code(1), place }));
});

test('the code must come from the browser that brought the password, soon, and within five tries', async (t) => {
  const { accounts, code } = await withCodes(t);
  const handle = await handleOf(accounts);
  const bring = (changed: object) =>
    bringCode(accounts, { handle, browser, code: code(), place, ...changed });
  await assert.rejects(bring({ browser: 'cou_se_thief' }), refuses('gone'));
  await assert.rejects(bring({ handle: 'cou_sh_guess' }), refuses('gone'));
  for (let tries = 0; tries < 5; tries++)
    await assert.rejects(bring({ code: 'wrong' }), refuses('unauthenticated'));
  await assert.rejects(bring({}), refuses('gone'));
  const late = await handleOf(accounts);
  await accounts.clock.advance(10 * 60_000);
  await assert.rejects(bring({ handle: late, code: code() }), refuses('gone'));
});

test('a recovery code lets in once, however it is typed, and new ones end the old', async (t) => {
  const { accounts, user, own, recovery } = await withCodes(t);
  const [first = '', second = ''] = recovery;
  assert.equal(recovery.length, 10);
  assert.match(first, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const bring = async (code: string) =>
    bringCode(accounts, { handle: await handleOf(accounts), browser, code, place });
  assert.ok(await bring(first.toUpperCase().replaceAll('-', ' ')));
  await assert.rejects(bring(first), refuses('unauthenticated'));
  assert.equal((await codesOf(accounts, user.id)).recoveryCodesLeft, 9);
  const [fresh = ''] = await renewRecoveryCodes(accounts, user.id, own);
  await assert.rejects(bring(second), refuses('unauthenticated'));
  assert.ok(await bring(fresh));
});

test('guesses of codes are throttled over all sign-ins, and a right password gives none back', async (t) => {
  const { accounts } = await withCodes(t, true);
  const guess = async () => {
    for (let tries = 0; ; tries++) {
      const handle = await handleOf(accounts);
      for (let each = 0; each < 5; each++)
        await assert.rejects(bringCode(accounts, { handle, browser, code: '000000', place }), (error) => {
          if (error instanceof Refusal && error.code === 'too-many') throw error;
          return true;
        });
      assert.ok(tries < 10);
    }
  };
  await assert.rejects(guess(), refuses('too-many'));
});

test('codes are asked of nobody before the first one has shown that the secret arrived', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, ines);
  const own = await startSession(accounts, user);
  await beginCodes(accounts, user, own);
  await assert.rejects(confirmCodes(accounts, user, { browser: own, code: '000000' }), refuses('cannot'));
  assert.equal((await signIn(accounts, { ...ines, browser, place })).kind, 'in');
});

test('the code that has turned codes on is used up', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, ines);
  const own = await startSession(accounts, user);
  const { secret } = await beginCodes(accounts, user, own);
  const code = totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
  await confirmCodes(accounts, user, { browser: own, code });
  const handle = await handleOf(accounts);
  await assert.rejects(bringCode(accounts, { handle, browser, code, place }), refuses('unauthenticated'));
});

test('codes that are on are not replaced by beginning anew, only removed', async (t) => {
  const { accounts, user, own, code } = await withCodes(t);
  await assert.rejects(beginCodes(accounts, user, own), refuses('conflict'));
  await assert.rejects(confirmCodes(accounts, user, { browser: own, code: code() }), refuses('cannot'));
  await removeCodes(accounts, user.id, own);
  await assert.rejects(renewRecoveryCodes(accounts, user.id, own), refuses('cannot'));
  assert.equal((await signIn(accounts, { ...ines, browser, place })).kind, 'in');
  assert.deepEqual(await codesOf(accounts, user.id), { since: undefined, recoveryCodesLeft: 0 });
});

test('a password alone gives no tokens where a code is wanted', async (t) => {
  const { accounts } = await withCodes(t);
  const app = {
    id: 'a',
    name: 'App',
    website: undefined,
    redirectUris: ['https://app.example/'],
    isPublic: true,
  };
  const asked = {
    ...ines,
    redirectUri: 'https://app.example/',
    scope: ['read'],
    address: place.address,
  } as const;
  await assert.rejects(
    exchangePassword(accounts, { app: { ...app, registeredByJson: true, createdAt: 0 }, ...asked }),
    refuses('cannot'),
  );
});

test('what a password gives an app ends after a year, as what a consent gives', async (t) => {
  const year = 365 * 86_400_000;
  const accounts = await openTestAccounts(t, { passwordGrant: true, accessTokenTtlMs: 2 * year });
  await createUser(accounts, ines);
  const redirectUri = 'https://app.example/';
  const description = { name: 'App', website: undefined, redirectUris: [redirectUri], isPublic: true };
  const { app } = await registerApp(accounts, { ...description, registeredByJson: true }, place.address);
  const asked = { ...ines, redirectUri, scope: ['read'], address: place.address } as const;
  assert.equal((await exchangePassword(accounts, { app, ...asked })).expiresInMs, year);
});

test('a session may change how one signs in for ten minutes, and again after password and code', async (t) => {
  const { accounts, user, code } = await withCodes(t);
  const secret = await startSession(accounts, user, place);
  const session = async () => {
    const found = await findSession(accounts, secret);
    assert.ok(found);
    return found;
  };
  requireConfirmed(accounts, await session(), 'act');
  await accounts.clock.advance(10 * 60_000);
  const stale = await session();
  assert.throws(() => requireConfirmed(accounts, stale, 'act'), refuses('forbidden'));
  const bring = (password: string, given: string) =>
    confirmByPassword(accounts, stale, { secret, password, code: given, address: place.address });
  await assert.rejects(bring('wrong', code()), refuses('cannot'));
  await assert.rejects(bring(ines.password, ''), refuses('cannot'));
  await bring(ines.password, code());
  requireConfirmed(accounts, await session(), 'act');
});

test('people see where they are signed in, by net and program, and end one or all others', async (t) => {
  const accounts = await openTestAccounts(t);
  const [user, other] = [
    await createUser(accounts, ines),
    await createUser(accounts, { ...ines, name: 'Bo' }),
  ];
  const here = await startSession(accounts, user, place);
  await accounts.clock.advance(1_000);
  const there = await startSession(accounts, user, {
    userAgent: 'X'.repeat(999),
    address: '2001:db8:1:2::3',
  });
  const foreign = await startSession(accounts, other, place);
  const seen = await listSessions(accounts, user.id, here);
  assert.deepEqual(
    seen.map(({ isThis, address, userAgent }) => [isThis, address, userAgent?.length]),
    [
      [false, '2001:db8:1::/48', 300],
      [true, '198.51.100.0/24', 4],
    ],
  );
  await accounts.clock.advance(600_000);
  await findSession(accounts, here);
  await accounts.clock.settle();
  assert.equal((await listSessions(accounts, user.id, here))[0]?.isThis, true);
  const [theirs] = await listSessions(accounts, other.id, foreign);
  await assert.rejects(endOneSession(accounts, here, theirs?.id ?? ''), refuses('not-found'));
  await endOneSession(accounts, here, seen[0]?.id ?? '');
  assert.equal(await findSession(accounts, there), undefined);
  await startSession(accounts, user, place);
  assert.equal(await endOtherSessions(accounts, here), 1);
  assert.ok(await findSession(accounts, here));
  assert.ok(await findSession(accounts, foreign));
  await assert.rejects(endOneSession(accounts, there, seen[1]?.id ?? ''), refuses('unauthenticated'));
  await assert.rejects(endOtherSessions(accounts, there), refuses('unauthenticated'));
  assert.ok(await findSession(accounts, here));
});

test('what was begun and never ended is swept out once its time is over, and nothing before', async (t) => {
  const { accounts } = await withCodes(t);
  await handleOf(accounts);
  await askForSignIn(accounts, { browser, address: place.address });
  await makeInvitation(accounts, { note: '', byUserId: undefined });
  const rows = () =>
    accounts.store.read(async (tx) => {
      const counts: number[] = [];
      for (const table of ['challenges', 'pending_sign_ins', 'invitations']) {
        const row = await tx.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] });
        counts.push(Number(row?.n));
      }
      return counts;
    });
  await accounts.clock.advance(5 * 60_000 - 1);
  await sweepAccounts(accounts);
  assert.deepEqual(await rows(), [1, 1, 1]);
  await accounts.clock.advance(1);
  await sweepAccounts(accounts);
  assert.deepEqual(await rows(), [0, 1, 1]);
  await accounts.clock.advance(7 * 86_400_000);
  await sweepAccounts(accounts);
  assert.deepEqual(await rows(), [0, 0, 0]);
});

test('another password leaves codes on, and ends sign-ins that wait for one', async (t) => {
  const { accounts, user, code } = await withCodes(t);
  const handle = await handleOf(accounts);
  await setPassword(accounts, user.id, 'a new password');
  await assert.rejects(bringCode(accounts, { handle, browser, code: code(), place }), refuses('gone'));
});

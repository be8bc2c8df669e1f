import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../model/refusal.ts';
import { endPendingSignIn, insertPendingSignIn } from '../store/accounts/pending-sign-ins.ts';
import { deleteUser } from '../store/accounts/users.ts';
import { sql } from '../store/sql.ts';
import { disableUser } from './administration.ts';
import { createAppPassword, signInApp } from './app-passwords.ts';
import { authenticate, stillGood } from './authenticate.ts';
import { beginCodes, pendingCodes } from './second-factor.ts';
import { findSession, listSessions, startSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { setPassword } from './testing/set-password.ts';
import { checkPassword, createUser, listUsers } from './users.ts';

const ines = { name: 'Ines', password: 'correct horse battery' };
const DAY_MS = 86_400_000;
const address = '198.51.100.7';
const here = { browser: 'cou_se_visitor', place: { userAgent: undefined, address } };

test('the first account is the admin, the second is not', async (t) => {
  const accounts = await openTestAccounts(t);
  const first = await createUser(accounts, ines);
  const second = await createUser(accounts, { name: 'Bo', password: 'another password' });
  assert.deepEqual([first.isAdmin, second.isAdmin], [true, false]);
  const listed = [first, second].map((user) => ({ ...user, isDisabled: false }));
  assert.deepEqual(await listUsers(accounts), listed);
});

test('a name that only looks different is taken', async (t) => {
  const accounts = await openTestAccounts(t);
  const { name } = await createUser(accounts, { ...ines, name: ' Ines ' });
  assert.equal(name, 'Ines');
  await assert.rejects(createUser(accounts, { ...ines, name: ' INES ' }), refuses('conflict'));
});

test('a password of seven characters, of megabytes, or a name with a colon is refused', async (t) => {
  const accounts = await openTestAccounts(t);
  await assert.rejects(createUser(accounts, { ...ines, password: 'seven77' }), refuses('invalid'));
  await assert.rejects(createUser(accounts, { ...ines, password: 'x'.repeat(1025) }), refuses('invalid'));
  await assert.rejects(createUser(accounts, { ...ines, name: 'a:b' }), refuses('invalid'));
});

test('the right password signs in, whatever the case of the name and the way its letters were typed', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Zoë', password: 'caf\u00e9 au lait' });
  const signedIn = await signIn(accounts, { name: 'zoe\u0308', password: 'cafe\u0301 au lait', ...here });
  assert.ok(signedIn.kind === 'in');
  assert.deepEqual((await findSession(accounts, signedIn.secret))?.user, user);
});

test('a wrong password and an unknown name are refused in the same words', async (t) => {
  const accounts = await openTestAccounts(t);
  await createUser(accounts, ines);
  const messages: string[] = [];
  for (const name of ['Ines', 'nobody']) {
    await assert.rejects(signIn(accounts, { name, password: 'wrong', ...here }), (error) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'unauthenticated');
      messages.push(error.message);
      return true;
    });
  }
  assert.equal(messages[0], messages[1]);
});

test('an unknown name costs a password comparison too, so that its time tells nothing', async (t) => {
  const accounts = await openTestAccounts(t);
  await createUser(accounts, ines);
  const quickest = async (name: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const start = process.cpuUsage();
      assert.equal(await checkPassword(accounts, { name, password: 'wrong', address }), undefined);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    return Math.min(...times);
  };
  const [known, unknown] = [await quickest('Ines'), await quickest('nobody')];
  // CPU time, because other processes may keep the processor busy: argon2 takes some 20 ms of it, the rest barely one.
  assert.ok(unknown > known / 3, `unknown ${unknown} ms, known ${known} ms`);
});

test('an account is throttled from whatever addresses, and opens again with time', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  await createUser(accounts, ines);
  const tryFrom = (index: number, password: string): Promise<unknown> =>
    checkPassword(accounts, { name: 'Ines', password, address: `198.51.100.${index}` });
  for (let index = 0; index < 25; index++) assert.equal(await tryFrom(index, ''), undefined);
  await assert.rejects(tryFrom(99, ines.password), (error) => {
    assert.ok(error instanceof Refusal && error.code === 'too-many');
    assert.equal(error.retryAfterMs, 144_000);
    return true;
  });
  await accounts.clock.advance(144_000);
  assert.ok(await tryFrom(99, ines.password));
});

test('an address is throttled over all accounts, and an IPv6 customer counts as one address', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const tryAs = (index: number): Promise<unknown> =>
    checkPassword(accounts, { name: `n${index}`, password: '', address: `2001:db8:0:7::${index}` });
  for (let index = 1; index <= 25; index++) assert.equal(await tryAs(index), undefined);
  await assert.rejects(tryAs(26), refuses('too-many'));
});

test('signing in with success gives the tries back, also to the address, from which a whole company may come', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  await createUser(accounts, ines);
  for (let index = 0; index < 30; index++) assert.ok(await checkPassword(accounts, { ...ines, address }));
});

test('another password ends every session and every grant', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, ines);
  const secret = await startSession(accounts, user);
  const { access } = await accounts.letIn(user);
  assert.ok(await authenticate(accounts, access));
  await setPassword(accounts, user.id, 'a new password');
  assert.equal(await findSession(accounts, secret), undefined);
  assert.equal(await authenticate(accounts, access), undefined);
  assert.equal(await checkPassword(accounts, { ...ines, address }), undefined);
  assert.ok(await checkPassword(accounts, { name: 'Ines', password: 'a new password', address }));
});

test('another password of somebody else ends nothing, and neither does disabling or deleting them', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, ines);
  const secret = await startSession(accounts, user);
  const { access } = await accounts.letIn(user);
  const { password } = await createAppPassword(accounts, user, { name: 'Newsboat' });
  await beginCodes(accounts, user, secret);
  const half = { hash: 'half-way in', browserHash: 'browser', userId: user.id, expiresAt: DAY_MS };
  await accounts.store.write((tx) => insertPendingSignIn(tx, half));
  const [bo, cy] = [
    await createUser(accounts, { name: 'Bo', password: 'another password' }),
    await createUser(accounts, { name: 'Cy', password: 'another password' }),
  ];
  await setPassword(accounts, bo.id, 'a new password');
  await disableUser(accounts, { userId: bo.id, byUserId: user.id });
  await accounts.store.write((tx) => deleteUser(tx, cy.id));
  assert.ok(await findSession(accounts, secret));
  assert.ok(await authenticate(accounts, access));
  assert.ok(await signInApp(accounts, { name: 'Ines', password, address }));
  assert.ok(await pendingCodes(accounts, user));
  assert.ok(await accounts.store.write((tx) => endPendingSignIn(tx, half.hash)));
});

test('a deleted user is gone with sessions and tokens', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, ines);
  const secret = await startSession(accounts, user);
  const { access } = await accounts.letIn(user);
  await accounts.store.write((tx) => deleteUser(tx, user.id));
  assert.equal(await findSession(accounts, secret), undefined);
  assert.equal(await authenticate(accounts, access), undefined);
});

test('a browser that is used stays signed in, but not longer than a year', async (t) => {
  const accounts = await openTestAccounts(t);
  const { clock } = accounts;
  const user = await createUser(accounts, ines);
  const secret = await startSession(accounts, user);
  const end = clock.now() + 365 * DAY_MS;
  while (clock.now() + 13 * DAY_MS < end) {
    await clock.advance(13 * DAY_MS);
    assert.ok(await findSession(accounts, secret));
    // Its use is written in the background.
    const seenAt = async () => (await listSessions(accounts, user.id, secret))[0]?.seenAt;
    for (const last = Date.now() + 60_000; (await seenAt()) !== clock.now() && Date.now() < last; )
      await setImmediate();
  }
  await clock.advance(end - clock.now() - 1);
  assert.ok(await findSession(accounts, secret));
  await clock.advance(1);
  assert.equal(await findSession(accounts, secret), undefined);
});

test('a session ends after a fortnight without use', async (t) => {
  const accounts = await openTestAccounts(t);
  const secret = await startSession(accounts, await createUser(accounts, ines));
  const end = accounts.clock.now() + 14 * DAY_MS;
  // It counts as seen at its end, so its use is not written: without a commit, what was read just before stays kept.
  await accounts.store.write((tx) => tx.run(sql`UPDATE sessions SET seen_at = ${end}`));
  await accounts.clock.advance(14 * DAY_MS - 1);
  assert.ok(await findSession(accounts, secret));
  await accounts.clock.advance(1);
  assert.equal(await findSession(accounts, secret), undefined);
  assert.deepEqual(await stillGood(accounts, new Set([secret])), new Set());
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '../model/user.ts';
import { touchSession } from '../store/accounts/sessions.ts';
import { someUser } from '../store/testing/rows.ts';
import { lastSeenStepMs, maxUserAgentCharacters, sessionLifeMs, sessionTtlMs } from './limits.ts';
import { hashOf } from './secrets.ts';
import {
  endOneSession,
  endOtherSessions,
  findSession,
  listSessions,
  newVisitorSecret,
  startSession,
} from './sessions.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';

test('whoever signs out one other browser, or all of them, signs out nobody else', async (t) => {
  const accounts = await openTestAccounts(t);
  const [ines, otto] = [await person(accounts, 'ines'), await person(accounts, 'otto')];
  const [own, ...others] = [
    await startSession(accounts, ines),
    await startSession(accounts, ines),
    await startSession(accounts, ines),
  ];
  const ottos = await startSession(accounts, otto);
  const shown = async (user: User, secret: string) =>
    (await listSessions(accounts, user.id, secret)).find(({ isThis }) => isThis)?.id ?? '';
  await assert.rejects(endOneSession(accounts, own, await shown(otto, ottos)), refuses('not-found'));
  await endOneSession(accounts, own, await shown(ines, others[0] ?? ''));
  assert.equal((await listSessions(accounts, ines.id, own)).length, 2);
  assert.equal(await endOtherSessions(accounts, own), 1);
  assert.deepEqual(
    (await listSessions(accounts, ines.id, own)).map(({ isThis }) => isThis),
    [true],
  );
  assert.ok(await findSession(accounts, ottos));
});

test('a session that is used goes on, but not longer than its life, and not once it is over', async (t) => {
  const accounts = await openTestAccounts(t);
  const ines = await person(accounts, 'ines');
  const [used, left] = [await startSession(accounts, ines), await startSession(accounts, ines)];
  const { clock, store } = accounts;
  const begun = clock.now();
  const use = (secret: string) =>
    store.write((tx) => touchSession(tx, hashOf(secret), { ttlMs: sessionTtlMs, lifeMs: sessionLifeMs }));
  const endOf = async () => (await listSessions(accounts, ines.id, used)).map(({ expiresAt }) => expiresAt);
  clock.set(begun + sessionTtlMs - 1);
  await use(used);
  assert.deepEqual((await endOf())[0], clock.now() + sessionTtlMs);
  clock.set(begun + sessionTtlMs);
  await use(left);
  assert.equal((await endOf()).length, 1, 'one that is over is not listed');
  for (let now = clock.now(); now < begun + sessionLifeMs - 1; ) {
    now = Math.min(now + sessionTtlMs / 2, begun + sessionLifeMs - 1);
    clock.set(now);
    await use(used);
  }
  assert.deepEqual(await endOf(), [begun + sessionLifeMs]);
});

test('a cookie is known until its session is over, and whoever comes with it puts that off, once in a while', async (t) => {
  const accounts = await openTestAccounts(t);
  const ines = await person(accounts, 'ines');
  const { clock, store } = accounts;
  let written: Promise<unknown> | undefined;
  const write: typeof store.write = (fn, options) => {
    const done = store.write(fn, options);
    written = done;
    return done;
  };
  // No visit waits for what it writes.
  const come = async (secret: string): Promise<number | undefined> => {
    const session = await findSession({ store: { ...store, write }, clock }, secret);
    await written;
    return session?.user.id;
  };
  assert.equal(await come(newVisitorSecret()), undefined);
  const left = await startSession(accounts, ines);
  await clock.advance(lastSeenStepMs - 1);
  assert.equal(await come(left), ines.id);
  await clock.advance(sessionTtlMs - lastSeenStepMs + 1);
  assert.equal(await come(left), undefined);
  const used = await startSession(accounts, ines);
  const begun = clock.now();
  const endOf = async () => (await listSessions(accounts, ines.id, used)).map(({ expiresAt }) => expiresAt);
  await clock.advance(lastSeenStepMs - 1);
  assert.deepEqual([await come(used), await endOf()], [ines.id, [begun + sessionTtlMs]]);
  await clock.advance(1);
  assert.deepEqual([await come(used), await endOf()], [ines.id, [clock.now() + sessionTtlMs]]);
});

test('of a browser, no more than its name and its network is kept', async (t) => {
  const accounts = await openTestAccounts(t);
  const ines = await person(accounts, 'ines');
  const secret = await startSession(accounts, ines, {
    userAgent: `Firefox ${'x'.repeat(maxUserAgentCharacters)}`,
    address: '192.0.2.7',
  });
  const [shown] = await listSessions(accounts, ines.id, secret);
  await startSession(accounts, ines, { userAgent: undefined, address: '192.0.2.7' });
  assert.equal(shown?.userAgent, `Firefox ${'x'.repeat(maxUserAgentCharacters - 8)}`);
  assert.equal(shown?.address, '192.0.2.0/24');
});

async function person({ store, clock }: TestAccounts, name: string): Promise<User> {
  const id = await store.write((tx) => someUser(tx, name));
  return { id, name, isAdmin: false, createdAt: clock.now() };
}

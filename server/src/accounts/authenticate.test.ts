import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { insertSession } from '../store/accounts/sessions.ts';
import { appendChange } from '../store/changes.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { authenticate, stillGood } from './authenticate.ts';
import { connectedApps, removeApp } from './connected-apps.ts';
import { lastUsedStepMs, sessionTtlMs } from './limits.ts';
import { hashOf, newSecret } from './secrets.ts';
import { endSession, findSession, startSession } from './sessions.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { createUser } from './users.ts';

test('a token that was revoked before a call is refused, though an answer to the call before it is still under way', async (t) => {
  const { accounts, user, access } = await openCase(t);
  const [app] = await connectedApps(accounts, user.id);
  const slow = withSlowAnswers(accounts.store);
  const before = authenticate({ ...accounts, store: slow.store }, access);
  await slow.hasRead;
  await removeApp(accounts, user.id, app?.grantId ?? '');
  const after = authenticate({ ...accounts, store: slow.store }, access);
  slow.answer();
  assert.equal((await before)?.userId, user.id);
  assert.equal(await after, undefined);
});

test('a session that was ended before a call opens nothing, though an answer to the call before it is still under way', async (t) => {
  const { accounts, user } = await openCase(t);
  const secret = await startSession(accounts, user);
  const slow = withSlowAnswers(accounts.store);
  const before = findSession({ ...accounts, store: slow.store }, secret);
  await slow.hasRead;
  await endSession(accounts, secret);
  const after = findSession({ ...accounts, store: slow.store }, secret);
  slow.answer();
  assert.equal((await before)?.user.id, user.id);
  assert.equal(await after, undefined);
});

test('a change that was made before a call is told by it, though an answer to the call before it is still under way', async (t) => {
  const { accounts, user, access } = await openCase(t);
  const slow = withSlowAnswers(accounts.store);
  const before = authenticate({ ...accounts, store: slow.store }, access);
  await slow.hasRead;
  await accounts.store.write((tx) => appendChange(tx, user.id, 'items.read', [1]));
  const after = authenticate({ ...accounts, store: slow.store }, access);
  slow.answer();
  assert.equal((await before)?.standing, '0.0');
  assert.equal((await after)?.standing, `1.${accounts.clock.now()}`);
});

test('of those who call at once each is known by their own token', async (t) => {
  const { accounts, user, access } = await openCase(t);
  const bo = await createUser(accounts, { name: 'Bo', password: 'correct horse' });
  const { access: ofBo } = await accounts.letIn(bo);
  await accounts.store.write((tx) => appendChange(tx, bo.id, 'items.read', [1]));
  const { store } = withSlowAnswers(accounts.store, { areSlow: false });
  const tokens = [access, ofBo, `${access}x`, access];
  const found = await Promise.all(tokens.map((token) => authenticate({ ...accounts, store }, token)));
  assert.deepEqual(
    found.map((each) => each?.userId),
    [user.id, bo.id, undefined, user.id],
  );
  assert.deepEqual(
    found.map((each) => each?.standing),
    ['0.0', `1.${accounts.clock.now()}`, undefined, '0.0'],
  );
});

const day = 86_400_000;
const from = { userAgent: undefined, address: undefined };
for (const [what, ends] of Object.entries({
  'its own end comes first': { token: day, grant: 2 * day },
  'its grant ends first': { token: 2 * day, grant: day },
  'it has no end and its grant has one': { token: null, grant: day },
  'it has an end and its grant has none': { token: day, grant: null },
})) {
  test(`a token is good until a day has gone by where ${what}`, async (t) => {
    const { accounts, access } = await openCase(t);
    const begun = accounts.clock.now();
    const at = (end: number | null): number | null => (end === null ? null : begun + end);
    await accounts.store.write(async (tx) => {
      await tx.run(sql`UPDATE access_tokens SET expires_at = ${at(ends.token)}`);
      await tx.run(sql`UPDATE grants SET expires_at = ${at(ends.grant)}, last_used_at = ${begun + 2 * day}`);
    });
    await accounts.clock.advance(day - 1);
    assert.equal((await authenticate(accounts, access))?.goodUntil, begun + day);
    await accounts.clock.advance(1);
    assert.equal(await authenticate(accounts, access), undefined);
    // Asks the store itself, without what `recall` has kept.
    assert.deepEqual(await stillGood(accounts, new Set([access])), new Set());
  });
}

test('a token that is remembered ends in time, though nothing has been written since', async (t) => {
  const { accounts, access } = await openCase(t);
  // So that a cached answer does not hide for how long an app has been used.
  assert.equal((await authenticate(accounts, access))?.goodUntil, accounts.clock.now() + lastUsedStepMs);
  await accounts.clock.advance(accounts.accessTokenTtlMs - 1_000);
  await authenticate(accounts, access);
  // Its use is written separately.
  await accounts.clock.settle();
  const known = await authenticate(accounts, access);
  assert.equal(known?.goodUntil, accounts.clock.now() + 1_000);
  await accounts.clock.advance(1_000);
  assert.equal(await authenticate(accounts, access), undefined);
});

test('of tokens and sessions those are still good that nobody has ended, until they expire', async (t) => {
  const { accounts, user, access } = await openCase(t);
  const [kept, ended] = [await startSession(accounts, user), await startSession(accounts, user)];
  const secrets = new Set([access, kept, ended]);
  assert.deepEqual(await stillGood(accounts, secrets), secrets);
  await endSession(accounts, ended);
  assert.deepEqual(await stillGood(accounts, secrets), new Set([access, kept]));
  const [app] = await connectedApps(accounts, user.id);
  await removeApp(accounts, user.id, app?.grantId ?? '');
  assert.deepEqual(await stillGood(accounts, secrets), new Set([kept]));
  await accounts.clock.advance(sessionTtlMs);
  assert.deepEqual(await stillGood(accounts, secrets), new Set());
});

test('hundreds of sessions and tokens are checked with a handful of statements', async (t) => {
  const { accounts, user, access } = await openCase(t);
  const hashes: string[] = [];
  const secrets = new Set([access]);
  for (let number = 0; number < 600; number++) {
    const secret = newSecret('session');
    secrets.add(secret);
    hashes.push(hashOf(secret));
  }
  await accounts.store.write(async (tx) => {
    for (const hash of hashes)
      await insertSession(tx, hash, { userId: user.id, expiresAt: tx.now + day, confirmedAt: tx.now, from });
  });
  let statements = 0;
  const counting: Store = {
    ...accounts.store,
    read: (fn, options) =>
      accounts.store.read(
        (tx) =>
          fn({
            ...tx,
            now: tx.now,
            dialect: tx.dialect,
            get: (each) => tx.get(each),
            all: (each) => {
              statements++;
              return tx.all(each);
            },
          }),
        options,
      ),
  };
  assert.deepEqual(await stillGood({ store: counting }, secrets), secrets);
  assert.ok(statements <= 4, `${statements} statements`);
});

async function openCase(t: TestContext) {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse' });
  const { access } = await accounts.letIn(user);
  return { accounts, user, access };
}

/** A store that cannot report commits, like a database server, and that holds back its answers until `answer` is called. */
function withSlowAnswers(store: Store, { areSlow = true } = {}) {
  const [read, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  if (!areSlow) answered.resolve();
  const slow: Store = {
    ...store,
    version: () => undefined,
    async read(fn, options) {
      const value = await store.read(fn, options);
      read.resolve();
      await answered.promise;
      return value;
    },
  };
  return { store: slow, hasRead: read.promise, answer: () => answered.resolve() };
}

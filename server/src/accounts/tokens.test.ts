import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import type { App } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import { sql } from '../store/sql.ts';
import { registerApp } from './apps.ts';
import { authenticate } from './authenticate.ts';
import { answerConsent, askConsent } from './authorization.ts';
import { connectedApps, introspectToken, removeApp, revokeToken } from './connected-apps.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf } from './secrets.ts';
import { startSession } from './sessions.ts';
import { sweepAccounts } from './sweep.ts';
import { beforeWrite, untilWaitedFor } from './testing/meanwhile.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { setPassword } from './testing/set-password.ts';
import { exchangeCode, refreshTokens, type Tokens } from './tokens.ts';
import { createUser } from './users.ts';

const redirectUri = 'https://app.example/back';
const day = 86_400_000;
const onlyOnPostgres = { skip: isOnPostgres ? false : 'one writer at a time' };

interface Case {
  accounts: TestAccounts;
  user: User;
  app: App;
  /** The tokens of a new grant. */
  begin(): Promise<Tokens>;
  refresh(token: string | undefined): Promise<Tokens>;
  otherApp(): Promise<App>;
}

async function openCase(t: TestContext, settings: Partial<AccountsOptions> = {}): Promise<Case> {
  const accounts = await openTestAccounts(t, settings);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse' });
  const register = async (name: string): Promise<App> => {
    const description = { name, website: undefined, redirectUris: [redirectUri] };
    const registration = { ...description, isPublic: false, registeredByJson: false };
    return (await registerApp(accounts, registration, '198.51.100.1')).app;
  };
  const app = await register('Lantern');
  return {
    accounts,
    user,
    app,
    begin: async () => {
      const code = await accounts.allow(user, { appId: app.id, redirectUri });
      return exchangeCode(accounts, { app, code, redirectUri, verifier: undefined, isStandard: false });
    },
    refresh: (token) => refreshTokens(accounts, { app, refreshToken: token ?? '', redirectUri }),
    otherApp: () => register('Other'),
  };
}

async function refreshTokenCount({ store }: TestAccounts): Promise<number> {
  const row = await store.read((tx) => tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM refresh_tokens`));
  return Number(row?.n);
}

function refused(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'cannot';
}

test('a refresh token whose answer was lost gives another pair, and the lost successor is superseded', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  const lost = await refresh(first.refresh);
  await accounts.clock.advance(29_999);
  const second = await refresh(first.refresh);
  assert.ok(await authenticate(accounts, second.access));
  // Whoever sends the lost token now has stolen it.
  await assert.rejects(refresh(lost.refresh), refused);
  assert.equal(await authenticate(accounts, second.access), undefined);
  await assert.rejects(refresh(second.refresh), refused);
});

test('a renewal that was given up and comes last does not take the tokens of the next try away', async (t) => {
  const { accounts, app, begin, refresh } = await openCase(t);
  const { refresh: refreshToken = '' } = await begin();
  const givenUp = new AbortController();
  const next: Tokens[] = [];
  const held = beforeWrite(accounts.store, 1, async () => {
    next.push(await refresh(refreshToken));
    givenUp.abort();
  });
  const { signal } = givenUp;
  const first = refreshTokens({ ...accounts, store: held.store }, { app, refreshToken, redirectUri, signal });
  await assert.rejects(first, (error) => error === signal.reason);
  assert.ok(await authenticate(accounts, next[0]?.access ?? ''));
  await refresh(next[0]?.refresh);
});

test('the grace counts from the first use, however often the answer is lost', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  await refresh(first.refresh);
  await accounts.clock.advance(20_000);
  await refresh(first.refresh);
  await accounts.clock.advance(10_000);
  await assert.rejects(refresh(first.refresh), refused);
});

test('a used refresh token after the grace is a theft', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  const second = await refresh(first.refresh);
  await accounts.clock.advance(30_000);
  await assert.rejects(refresh(first.refresh), refused);
  assert.equal(await authenticate(accounts, second.access), undefined);
});

test('a refresh token that was used while the clock was ahead has no grace once it is right', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  const right = accounts.clock.now();
  accounts.clock.set(right + day);
  const second = await refresh(first.refresh);
  accounts.clock.set(right);
  await assert.rejects(refresh(first.refresh), /used before/);
  await assert.rejects(refresh(second.refresh), /revoked/);
});

test('a used refresh token whose successor was used is a theft, within the grace too', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  const second = await refresh(first.refresh);
  const third = await refresh(second.refresh);
  await assert.rejects(refresh(first.refresh), refused);
  assert.equal(await authenticate(accounts, third.access), undefined);
});

test('the log tells once of each app that was shut out because its code or token came twice', async (t) => {
  const heard: unknown[] = [];
  const { accounts, app, user, begin, refresh } = await openCase(t, {
    audit: (...event) => heard.push(event),
  });
  heard.length = 0;
  const line = ['app shut out', { userId: user.id, how: 'code or token used twice' }];
  const first = await begin();
  await refresh((await refresh(first.refresh)).refresh);
  for (let times = 0; times < 2; times++) await assert.rejects(refresh(first.refresh), refused);
  assert.deepEqual(heard, [line]);
  const code = await accounts.allow(user, { appId: app.id, redirectUri });
  const exchange = () =>
    exchangeCode(accounts, { app, code, redirectUri, verifier: undefined, isStandard: false });
  await exchange();
  for (let times = 0; times < 2; times++) await assert.rejects(exchange(), refused);
  assert.deepEqual(heard, [line, line]);
});

test('however often an app refreshes, two refresh tokens of it are kept, and each one before them is a theft', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  let last = first;
  for (let hour = 0; hour < 24; hour++) {
    await accounts.clock.advance(3_600_000);
    last = await refresh(last.refresh);
  }
  assert.equal(await refreshTokenCount(accounts), 2);
  await accounts.clock.advance(89 * day);
  await sweepAccounts(accounts);
  await assert.rejects(refresh(first.refresh), /used before/);
  await assert.rejects(refresh(last.refresh), /revoked/);
});

test('another app that brings a refresh token from long ago does no harm', async (t) => {
  const { accounts, begin, refresh, otherApp } = await openCase(t);
  const first = await begin();
  const second = await refresh(first.refresh);
  const third = await refresh(second.refresh);
  const stolen = { app: await otherApp(), refreshToken: first.refresh ?? '', redirectUri };
  await assert.rejects(refreshTokens(accounts, stolen), /unknown/);
  await refresh(third.refresh);
});

test('an app gives up its access with a refresh token from long ago, too', async (t) => {
  const { accounts, app, begin, refresh } = await openCase(t);
  const first = await begin();
  const second = await refresh(first.refresh);
  const third = await refresh(second.refresh);
  await revokeToken(accounts, app, first.refresh ?? '');
  assert.equal(await authenticate(accounts, third.access), undefined);
});

test('a refresh token of an earlier version is still good for one use, and its second use still a theft', async (t) => {
  const { accounts, app, begin, refresh } = await openCase(t);
  const first = await begin();
  const earlier = `cou_rt_${'e'.repeat(43)}`;
  await accounts.store.write((tx) =>
    tx.run(sql`UPDATE refresh_tokens SET hash = ${hashOf(earlier)}, family_hash = NULL`),
  );
  await assert.rejects(refresh(first.refresh), /unknown/);
  const lost = await refresh(earlier);
  let last = await refresh(earlier);
  // It is kept, so that its use is recognised, but it is good for nothing.
  assert.equal(await introspectToken(accounts, app, lost.refresh ?? ''), undefined);
  assert.equal((await introspectToken(accounts, app, last.refresh ?? ''))?.kind, 'refresh');
  for (let hour = 0; hour < 3; hour++) {
    await accounts.clock.advance(3_600_000);
    last = await refresh(last.refresh);
  }
  await assert.rejects(refresh(lost.refresh), /used before/);
  await assert.rejects(refresh(last.refresh), /revoked/);
});

test('a refresh token of an earlier version has no grace once its successor is gone', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  await begin();
  const earlier = `cou_rt_${'e'.repeat(43)}`;
  await accounts.store.write((tx) =>
    tx.run(sql`UPDATE refresh_tokens SET hash = ${hashOf(earlier)}, family_hash = NULL`),
  );
  let last = await refresh(earlier);
  // The second use of the family forgets its first token.
  for (let uses = 0; uses < 2; uses++) last = await refresh(last.refresh);
  await assert.rejects(refresh(earlier), /used before/);
  await assert.rejects(refresh(last.refresh), /revoked/);
});

test('of refreshes at once all get tokens, and only the last refresh token is good', async (t) => {
  const { accounts, app, begin, refresh } = await openCase(t);
  const first = await begin();
  const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh)));
  // Answers may overtake one another: which was issued last is not told by which came last.
  const good: typeof pairs = [];
  const replaced: typeof pairs = [];
  for (const pair of pairs) {
    assert.ok(await authenticate(accounts, pair.access));
    ((await introspectToken(accounts, app, pair.refresh ?? '')) ? good : replaced).push(pair);
  }
  assert.equal(good.length, 1);
  await refresh(good[0]?.refresh);
  await assert.rejects(refresh(replaced[0]?.refresh), refused);
});

test(
  'whoever sends a used token while somebody uses its successor ends the grant',
  onlyOnPostgres,
  async (t) => {
    const { accounts, app, begin, refresh } = await openCase(t);
    const first = await begin();
    const { refresh: refreshToken = '' } = await refresh(first.refresh);
    const held = untilWaitedFor(accounts.store, 1, () => refresh(first.refresh));
    const next = await refreshTokens({ ...accounts, store: held.store }, { app, refreshToken, redirectUri });
    await assert.rejects(held.begun, refused);
    assert.equal(await authenticate(accounts, next.access), undefined);
  },
);

test('another app’s refresh token is worth nothing, and does no harm', async (t) => {
  const { accounts, begin, refresh, otherApp } = await openCase(t);
  const first = await begin();
  const stolen = { app: await otherApp(), refreshToken: first.refresh ?? '', redirectUri };
  await assert.rejects(refreshTokens(accounts, stolen), refused);
  await refresh(first.refresh);
});

test('a refresh token that nobody uses ends after ninety days; used ones carry on for a year', async (t) => {
  const { accounts, app, begin, refresh } = await openCase(t);
  const idle = await begin();
  let busy = await begin();
  for (let month = 0; month < 12; month++) {
    await accounts.clock.advance(30 * day);
    busy = await refresh(busy.refresh);
  }
  await assert.rejects(refresh(idle.refresh), refused);
  await accounts.clock.advance(5 * day - 1);
  busy = await refresh(busy.refresh);
  assert.equal(busy.expiresInMs, 1);
  const { expiresAt } = (await introspectToken(accounts, app, busy.refresh ?? '')) ?? {};
  assert.equal(expiresAt, accounts.clock.now() + 1);
  await accounts.clock.advance(1);
  await assert.rejects(refresh(busy.refresh), refused);
  assert.equal(await authenticate(accounts, busy.access), undefined);
});

test('a refresh token is good up to the last moment of its ninety days, and no longer', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const [used, missed] = [await begin(), await begin()];
  await accounts.clock.advance(90 * day - 1);
  await refresh(used.refresh);
  await accounts.clock.advance(1);
  await assert.rejects(refresh(missed.refresh), /expired/);
});

test('when the operator lets tokens live for ever, a refresh gives one that does', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  accounts.accessTokenTtlMs = 0;
  const second = await refresh(first.refresh);
  assert.equal(second.refresh, undefined);
  await accounts.clock.advance(10 * 365 * day);
  await sweepAccounts(accounts);
  assert.ok(await authenticate(accounts, second.access));
});

test('an answer with a token that lives for ever may be lost, too', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const first = await begin();
  accounts.accessTokenTtlMs = 0;
  await refresh(first.refresh);
  await accounts.clock.advance(29_999);
  const again = await refresh(first.refresh);
  assert.ok(await authenticate(accounts, again.access));
  await accounts.clock.advance(1);
  await assert.rejects(refresh(first.refresh), /used before/);
  assert.equal(await authenticate(accounts, again.access), undefined);
});

test('a code from before another password gives no tokens', async (t) => {
  const { accounts, user, app } = await openCase(t);
  const code = await accounts.allow(user, { appId: app.id, redirectUri });
  await setPassword(accounts, user.id, 'another horse');
  const exchange = { app, code, redirectUri, verifier: undefined, isStandard: false };
  await assert.rejects(exchangeCode(accounts, exchange), refused);
});

test('a removed app is out, and only its own user can remove it', async (t) => {
  const { accounts, user, begin } = await openCase(t);
  const { access } = await begin();
  const [connected] = await connectedApps(accounts, user.id);
  assert.equal(connected?.name, 'Lantern');
  const other = await createUser(accounts, { name: 'Bo', password: 'correct horse' });
  await assert.rejects(removeApp(accounts, other.id, connected?.grantId ?? ''), Refusal);
  assert.ok(await authenticate(accounts, access));
  await removeApp(accounts, user.id, connected?.grantId ?? '');
  assert.equal(await authenticate(accounts, access), undefined);
  assert.deepEqual(await connectedApps(accounts, user.id), []);
});

test('when a token was last used is noted, but not at every call', async (t) => {
  const { accounts, user, begin } = await openCase(t);
  const { access } = await begin();
  const lastUsed = async (): Promise<number | undefined> => {
    await authenticate(accounts, access);
    // The last use is written separately.
    await accounts.clock.settle();
    return (await connectedApps(accounts, user.id))[0]?.lastUsedAt;
  };
  const begun = accounts.clock.now();
  await accounts.clock.advance(59_999);
  assert.equal(await lastUsed(), begun);
  await accounts.clock.advance(1);
  assert.equal(await lastUsed(), begun + 60_000);
});

test('a token of another kind, or nonsense, is nobody’s', async (t) => {
  const { accounts, begin } = await openCase(t);
  const { refresh = '' } = await begin();
  for (const token of [refresh, '', 'cou_at_', `cou_at_${'x'.repeat(43)}`])
    assert.equal(await authenticate(accounts, token), undefined);
});

test('a consent is answered once, or twice by a double click, in time, and by the session that was asked', async (t) => {
  const { accounts, user, app } = await openCase(t);
  const [own, foreign] = [await startSession(accounts, user), await startSession(accounts, user)];
  const request = {
    appId: app.id,
    redirectUri,
    scope: ['read' as const],
    namesIssuer: false,
    state: { encoded: 's' },
  };
  const handle = await askConsent(accounts, own, request);
  const allow = (secret: string, which: string): Promise<unknown> =>
    answerConsent(accounts, secret, { handle: which, isAllowed: true });
  await assert.rejects(allow(foreign, handle), refused);
  for (const sinceMs of [0, 9_000]) {
    await accounts.clock.advance(sinceMs);
    const decision = await answerConsent(accounts, own, { handle, isAllowed: true });
    assert.deepEqual(decision.request, request);
    const exchange = { app, code: decision.code ?? '', redirectUri, verifier: undefined, isStandard: false };
    assert.ok((await exchangeCode(accounts, exchange)).access);
  }
  await assert.rejects(allow(foreign, handle), refused);
  await accounts.clock.advance(1_000);
  await assert.rejects(allow(own, handle), refused);
  const late = await askConsent(accounts, own, request);
  await accounts.clock.advance(600_000);
  await assert.rejects(allow(own, late), refused);
});

test('secrets are nowhere in the database', async (t) => {
  const { accounts, user, app, begin } = await openCase(t);
  const session = await startSession(accounts, user);
  const code = await accounts.allow(user, { appId: app.id, redirectUri });
  const { access, refresh = '' } = await begin();
  const tables = await accounts.store.read((tx) =>
    tx.all<{ name: string }>(
      tx.dialect.name === 'sqlite'
        ? sql`SELECT name FROM sqlite_schema WHERE type = 'table'`
        : sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    ),
  );
  let everything = '';
  for (const { name } of tables) {
    const rows = await accounts.store.read((tx) => tx.all({ text: `SELECT * FROM "${name}"`, values: [] }));
    everything += JSON.stringify(rows);
  }
  assert.ok(everything.includes('Lantern'));
  for (const secret of [session, code, access, refresh, 'correct horse'])
    assert.ok(!everything.includes(secret));
});

test('sweeping takes away what has had its time, and nothing else', async (t) => {
  const { accounts, begin, refresh } = await openCase(t);
  const kept = await begin();
  const count = async (table: string): Promise<number> => {
    const row = await accounts.store.read((tx) =>
      tx.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] }),
    );
    return row?.n ?? 0;
  };
  const description = { name: 'Unused', website: undefined, redirectUris: [redirectUri] };
  await registerApp(accounts, { ...description, isPublic: true, registeredByJson: true }, '::1');
  await sweepAccounts(accounts);
  assert.deepEqual([await count('apps'), await count('codes'), await count('access_tokens')], [2, 1, 1]);
  await accounts.clock.advance(day + 60_001);
  await sweepAccounts(accounts);
  assert.deepEqual([await count('apps'), await count('codes'), await count('access_tokens')], [1, 0, 0]);
  const next = await refresh(kept.refresh);
  assert.ok(await authenticate(accounts, next.access));
  await accounts.clock.advance(91 * day);
  await sweepAccounts(accounts);
  assert.deepEqual([await count('apps'), await count('grants'), await count('refresh_tokens')], [0, 0, 0]);
});

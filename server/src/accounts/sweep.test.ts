import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { insertChallenge, insertPendingSignIn } from '../store/accounts/pending-sign-ins.ts';
import { type Sql, sql } from '../store/sql.ts';
import type { WriteTx } from '../store/store.ts';
import { someUser } from '../store/testing/rows.ts';
import { scansOf, spiedStore } from '../store/testing/spied-store.ts';
import { registerApp } from './apps.ts';
import { askConsent } from './authorization.ts';
import { connectedApps, removeApp } from './connected-apps.ts';
import { makeInvitation } from './invitations.ts';
import { challengeTtlMs, consentTtlMs, sweptAtOnce, unusedAppTtlMs } from './limits.ts';
import { findSession, startSession } from './sessions.ts';
import { sweepAccounts } from './sweep.ts';
import { openTestAccounts } from './testing/open-test-accounts.ts';
import { exchangeCode, exchangePassword, refreshTokens } from './tokens.ts';
import { createUser } from './users.ts';

/** Rows in each table: two full batches and part of a third. */
const ROWS = 2 * sweptAtOnce + 7;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

const tables = [
  'sessions',
  'consents',
  'challenges',
  'pending_sign_ins',
  'invitations',
  'codes',
  'access_tokens',
  'refresh_tokens',
  'grants',
  'apps',
  'throttles',
];

test('what has had its time goes in portions, however much of it there is', async (t) => {
  const { accounts, spied } = await openCase(t);
  await sweepAccounts(accounts);
  for (const table of tables) {
    const row = await accounts.store.read((tx) =>
      tx.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] }),
    );
    assert.equal(Number(row?.n), 0, `${row?.n} are left of ${table}`);
  }
  assert.ok(spied.mostChanged <= 2 * sweptAtOnce, `${spied.mostChanged} rows go in one transaction`);
});

test('a code that was used is remembered for a day, so that a thief who brings it then ends what it gave', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const redirectUri = 'https://app.example/';
  const description = { name: 'App', website: undefined, redirectUris: [redirectUri], isPublic: false };
  const { app } = await registerApp(accounts, { ...description, registeredByJson: false }, '198.51.100.7');
  const code = await accounts.allow(user, { appId: app.id, redirectUri });
  const exchange = { app, code, redirectUri, verifier: undefined, isStandard: false };
  const { refresh: refreshToken = '' } = await exchangeCode(accounts, exchange);
  await accounts.clock.advance(86_400_000);
  await sweepAccounts(accounts);
  await assert.rejects(exchangeCode(accounts, exchange), /used before/);
  await assert.rejects(refreshTokens(accounts, { app, refreshToken, redirectUri }), /revoked/);
});

test('an app that was shut out is kept for thirty days, and no longer although its tokens live for ever', async (t) => {
  const accounts = await openTestAccounts(t, { accessTokenTtlMs: 0 });
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  for (let apps = 0; apps < 2; apps++) await accounts.letIn(user);
  const count = async () =>
    Number(
      (await accounts.store.read((tx) => tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM grants`)))?.n,
    );
  const [app] = await connectedApps(accounts, user.id);
  await removeApp(accounts, user.id, app?.grantId ?? '');
  await accounts.clock.advance(30 * DAY_MS);
  await sweepAccounts(accounts);
  assert.equal(await count(), 2);
  await accounts.clock.advance(1);
  await sweepAccounts(accounts);
  assert.equal(await count(), 1);
});

test('an app that nobody has let in yet stays while somebody is asked whether to', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const redirectUri = 'https://app.example/';
  const description = { name: 'App', website: undefined, redirectUris: [redirectUri], isPublic: false };
  const { app } = await registerApp(accounts, { ...description, registeredByJson: false }, '198.51.100.7');
  await accounts.clock.advance(unusedAppTtlMs + 1);
  const secret = await startSession(accounts, user);
  await askConsent(accounts, secret, { appId: app.id, redirectUri, scope: ['read'], namesIssuer: false });
  const isThere = async () =>
    (await accounts.store.read((tx) => tx.get(sql`SELECT id FROM apps`))) !== undefined;
  await sweepAccounts(accounts);
  assert.equal(await isThere(), true);
  await accounts.clock.advance(consentTtlMs);
  await sweepAccounts(accounts);
  assert.equal(await isThere(), false);
});

test('what is swept away is found without a look at the rest', {
  skip: isOnPostgres && 'PostgreSQL reads small tables whole',
}, async (t) => {
  const { accounts, spied } = await openCase(t);
  await sweepAccounts(accounts);
  assert.deepEqual(await scansOf(accounts.store, spied), []);
});

/** What is given for a time. */
const givenFor = [
  'sessions',
  'consents',
  'challenges',
  'pending_sign_ins',
  'invitations',
  'access_tokens',
  'refresh_tokens',
  'grants',
];

test('what was given while the clock was ahead ends as if it had been given now, once the clock is right', async (t) => {
  const accounts = await openTestAccounts(t, { passwordGrant: true });
  const { clock } = accounts;
  const ines = { name: 'Ines', password: 'correct horse battery' };
  const user = await createUser(accounts, ines);
  const redirectUri = 'https://app.example/back';
  const { app } = await registerApp(
    accounts,
    {
      name: 'Lantern',
      website: undefined,
      redirectUris: [redirectUri],
      isPublic: false,
      registeredByJson: false,
    },
    '198.51.100.1',
  );
  const right = clock.now();
  clock.set(right + 10 * YEAR_MS);
  const secret = await startSession(accounts, user);
  await exchangePassword(accounts, { ...ines, app, redirectUri, scope: ['read'], address: '198.51.100.1' });
  await makeInvitation(accounts, { note: '', byUserId: undefined });
  await askConsent(accounts, secret, { appId: app.id, redirectUri, scope: ['read'], namesIssuer: false });
  await accounts.store.write(async (tx) => {
    const underWay = { hash: 'h', browserHash: 'b', expiresAt: tx.now + challengeTtlMs };
    await insertChallenge(tx, { ...underWay, purpose: 'test' });
    await insertPendingSignIn(tx, { ...underWay, userId: user.id });
  });
  clock.set(right);
  await sweepAccounts(accounts);
  assert.ok(await findSession(accounts, secret), 'nobody is signed out');
  await clock.advance(YEAR_MS);
  await sweepAccounts(accounts);
  for (const table of givenFor) {
    const row = await accounts.store.read((tx) =>
      tx.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] }),
    );
    assert.equal(Number(row?.n), 0, `${row?.n} are left of ${table}`);
  }
});

async function openCase(t: TestContext) {
  const accounts = await openTestAccounts(t);
  await accounts.store.write(fill);
  await accounts.clock.advance(YEAR_MS);
  const { store, spied } = spiedStore(accounts.store);
  return { accounts: { ...accounts, store }, spied };
}

async function fill(tx: WriteTx): Promise<void> {
  const userId = await someUser(tx, 'ines');
  const numbers = sql`(${tx.dialect.numbers(Array.from({ length: ROWS }, (_, index) => index))}) AS numbers`;
  const id = sql`CAST(value AS TEXT)`;
  const soon = sql`CAST(${tx.now + 1} AS BIGINT)`;
  const rows: Sql[] = [
    sql`sessions (id_hash, user_id, signed_in_at, expires_at) SELECT ${id}, ${userId}, 0, ${soon}`,
    sql`apps (id, registered_by_json, name, redirect_uris, created_at) SELECT ${id}, 1, 'Lantern', '[]', 0`,
    sql`consents (handle_hash, session_hash, app_id, request, expires_at) SELECT ${id}, '', ${id}, '', ${soon}`,
    sql`challenges (hash, browser_hash, purpose, expires_at) SELECT ${id}, '', '', ${soon}`,
    sql`pending_sign_ins (hash, browser_hash, user_id, expires_at) SELECT ${id}, '', ${userId}, ${soon}`,
    sql`invitations (id, hash, note, created_at, expires_at) SELECT ${id}, ${id}, '', 0, ${soon}`,
    sql`throttles (key, tokens, refilled_at) SELECT ${id}, 1, 0`,
    // Some expire, some are revoked, and some lose their last token.
    sql`grants (id, app_id, user_id, scope, redirect_uri, created_at, expires_at, revoked_at)
      SELECT ${id}, ${id}, ${userId}, 'read', '', 0, CASE WHEN value % 3 = 0 THEN ${soon} END, CASE WHEN value % 3 = 1 THEN 0 END`,
    sql`codes (hash, grant_id, app_id, redirect_uri, expires_at) SELECT ${id}, ${id}, ${id}, '', ${soon}`,
    sql`access_tokens (hash, grant_id, expires_at) SELECT ${id}, ${id}, ${soon}`,
    sql`refresh_tokens (hash, grant_id, expires_at) SELECT ${id}, ${id}, ${soon}`,
  ];
  for (const each of rows) await tx.run(sql`INSERT INTO ${each} FROM ${numbers}`);
}

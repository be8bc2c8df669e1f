import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../model/refusal.ts';
import type { User } from '../model/user.ts';
import {
  beginCodes,
  codesOf,
  confirmCodes,
  pendingCodes,
  removeCodes,
  renewRecoveryCodes,
  takeCode,
} from './second-factor.ts';
import { startSession } from './sessions.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { totpCode, totpUri } from './totp.ts';
import { createUser } from './users.ts';

test('the codes of one account are worth nothing for another', async (t) => {
  const accounts = await openTestAccounts(t);
  const ines = await withCodes(accounts, 'Ines');
  const bo = await withCodes(accounts, 'Bo');
  await accounts.clock.advance(60_000);
  assert.equal(await takeCode(accounts, ines.user.id, bo.recovery[0] ?? ''), false);
  assert.equal(await takeCode(accounts, ines.user.id, bo.code()), false);
  assert.equal((await codesOf(accounts, bo.user.id)).recoveryCodesLeft, 10);
  assert.equal(await takeCode(accounts, bo.user.id, bo.recovery[0] ?? ''), true);
  assert.equal(await takeCode(accounts, bo.user.id, bo.code()), true);
});

test('whoever turns codes on or off, or makes new recovery codes, does so for nobody else', async (t) => {
  const accounts = await openTestAccounts(t);
  const cy = await createUser(accounts, { name: 'Cy', password: 'correct horse battery' });
  await beginCodes(accounts, cy, await startSession(accounts, cy));
  const ines = await withCodes(accounts, 'Ines');
  const bo = await withCodes(accounts, 'Bo');
  assert.equal((await codesOf(accounts, cy.id)).since, undefined);
  await renewRecoveryCodes(accounts, bo.user.id, bo.browser);
  await removeCodes(accounts, bo.user.id, bo.browser);
  assert.deepEqual(await codesOf(accounts, bo.user.id), { since: undefined, recoveryCodesLeft: 0 });
  assert.ok(await pendingCodes(accounts, cy));
  assert.equal(await takeCode(accounts, ines.user.id, ines.recovery[0] ?? ''), true);
});

test('a secret is shown with the account and the server that it is for until a first code has come, and then no more', async (t) => {
  const accounts = await openTestAccounts(t);
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const browser = await startSession(accounts, user);
  await assert.rejects(confirmCodes(accounts, user, { browser, code: '000000' }), refuses('cannot'));
  const shown = await beginCodes(accounts, user, browser);
  const { secret, uri } = shown;
  assert.equal(uri, totpUri({ secret, name: 'Ines', issuer: new URL(accounts.publicUrl).host }));
  assert.deepEqual(await pendingCodes(accounts, user), shown);
  const code = totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
  await confirmCodes(accounts, user, { browser, code });
  assert.equal(await pendingCodes(accounts, user), undefined);
});

test('of guesses at a code twenty are heard, and then one every three minutes', async (t) => {
  const accounts = await openTestAccounts(t, { rateLimits: true });
  const user = await createUser(accounts, { name: 'Ines', password: 'correct horse battery' });
  const guess = () => takeCode(accounts, user.id, '000000');
  const tooMany = (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'too-many' && error.retryAfterMs === 180_000;
  for (let tries = 0; tries < 20; tries++) assert.equal(await guess(), false);
  await assert.rejects(guess(), tooMany);
  await accounts.clock.advance(180_000);
  assert.equal(await guess(), false);
  await assert.rejects(guess(), tooMany);
});

async function withCodes(
  accounts: TestAccounts,
  name: string,
): Promise<{ user: User; browser: string; recovery: string[]; code(): string }> {
  const user = await createUser(accounts, { name, password: 'correct horse battery' });
  const browser = await startSession(accounts, user);
  const { secret } = await beginCodes(accounts, user, browser);
  const code = (): string => totpCode(secret, Math.floor(accounts.clock.now() / 30_000));
  const recovery = await confirmCodes(accounts, user, { browser, code: code() });
  return { user, browser, recovery, code };
}

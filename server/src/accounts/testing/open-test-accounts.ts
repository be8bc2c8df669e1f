// Accounts on a real temporary store, with a clock that only moves when told to.
import type { TestContext } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { User } from '../../model/user.ts';
import { registerApp } from '../apps.ts';
import { type AuthorizationRequest, giveCode } from '../authorization.ts';
import type { AccountsOptions } from '../options.ts';
import { exchangeCode, type Tokens } from '../tokens.ts';

export interface TestAccounts extends AccountsOptions {
  clock: FakeClock;
  /** Registers an app, lets this user allow it, and returns its tokens. */
  letIn(user: User): Promise<Tokens>;
  /** Does what the consent page does, without the page. */
  allow(user: User, request: Omit<AuthorizationRequest, 'namesIssuer' | 'scope'>): Promise<string>;
}

export async function openTestAccounts(
  t: TestContext,
  settings: Partial<AccountsOptions> = {},
): Promise<TestAccounts> {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const options: AccountsOptions = {
    store,
    clock,
    publicUrl: 'https://news.example.org',
    accessTokenTtlMs: 3_600_000,
    passwordGrant: false,
    hardened: false,
    rateLimits: false,
    ...settings,
  };
  const allow: TestAccounts['allow'] = (user, request) =>
    store.write((tx) =>
      giveCode(tx, {
        request: { scope: ['read', 'write'], namesIssuer: false, ...request },
        userId: user.id,
      }),
    );
  return { ...options, clock, allow, letIn: (user) => letIn(options, allow, user) };
}

async function letIn(options: AccountsOptions, allow: TestAccounts['allow'], user: User): Promise<Tokens> {
  const redirectUri = 'https://app.example/back';
  const description = { name: 'Lantern', website: undefined, redirectUris: [redirectUri] };
  const { app } = await registerApp(
    options,
    { ...description, isPublic: false, registeredByJson: false },
    '198.51.100.1',
  );
  const code = await allow(user, { appId: app.id, redirectUri });
  return exchangeCode(options, { app, code, redirectUri, verifier: undefined, isStandard: false });
}

// Tokens: issued for a code, for a refresh token or for a password.
import { type App, sameRedirectUri } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { Scope } from '../model/scope.ts';
import { type Code, grantOfCode, useCode } from '../store/accounts/codes.ts';
import * as grants from '../store/accounts/grants.ts';
import * as tokens from '../store/accounts/tokens.ts';
import type { ReadTx, WriteTx } from '../store/store.ts';
import { grantTtlMs, refreshGraceMs, refreshTokenTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { wantsCode } from './second-factor.ts';
import { familyOf, hashOf, newId, newRefreshToken, newSecret, sameText } from './secrets.ts';
import { type Credentials, checkPassword, isStillKnown } from './users.ts';

export interface Tokens {
  access: string;
  /** Set together with `refresh`; if both are undefined, the access token never expires. */
  expiresInMs: number | undefined;
  refresh: string | undefined;
  scope: readonly Scope[];
}

interface CodeExchange {
  app: App;
  code: string;
  redirectUri: string;
  verifier: string | undefined;
  /** Whether the app has used standard OAuth in this exchange, as whoever brings a verifier has. */
  isStandard: boolean;
}

interface Refresh {
  app: App;
  refreshToken: string;
  redirectUri: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

interface PasswordExchange extends Credentials {
  app: App;
  redirectUri: string;
  scope: readonly Scope[];
  address: string;
}

/** Issues tokens for a code. Refuses with `cannot`; a code that comes twice revokes what its first use gave. */
export function exchangeCode(options: AccountsOptions, exchange: CodeExchange): Promise<Tokens> {
  return writeThenRefuse(options, async (tx) => {
    const hash = hashOf(exchange.code);
    const code = await useCode(tx, hash);
    if (!code) {
      const grantId = await grantOfCode(tx, hash);
      if (grantId) await endStolen(tx, options, grantId);
      return cannot('the code is unknown or was used before');
    }
    // From here on the code is used up, whatever else is wrong: nobody gets a second guess (RFC 9700 §4.5.3).
    const fault = codeFault(code, exchange, tx.now);
    if (fault) return cannot(fault);
    const grant = await grants.lockGrant(tx, code.grantId);
    if (!grant) return cannot('the code was revoked');
    if (exchange.isStandard) await grants.markStandard(tx, grant.id);
    return issue(tx, options, grant);
  });
}

/**
 * Issues a new pair for a refresh token. The response may have been lost, so for a short while (`refreshGraceMs`) the same token may come
 * again, until its successor is used; in every other case a second use means that two parties have it, and the whole grant ends (RFC 9700
 * §4.14.2). If `signal` is aborted before the request gets its turn, throws the signal's reason and changes nothing.
 */
export function refreshTokens(options: AccountsOptions, refresh: Refresh): Promise<Tokens> {
  return writeThenRefuse(options, async (tx) => {
    const hash = hashOf(refresh.refreshToken);
    const grantId = await grantOfRefreshToken(tx, refresh.refreshToken);
    const grant = grantId && (await grants.lockGrant(tx, grantId));
    // Nobody would receive this answer, and the client may have asked again and hold a pair that this one would supersede.
    refresh.signal?.throwIfAborted();
    // Read again: its state is only stable once the grant is locked.
    const token = grant && (await tokens.findRefreshToken(tx, hash));
    if (!grant || grant.appId !== refresh.app.id || (token && token.expiresAt <= tx.now))
      // Only `invalid_grant` tells an ordinary client that its person has to be asked again, and it sends no redirect_uri.
      return (
        missingRedirect(refresh, await grants.hasSpokenStandard(tx, refresh.app.id)) ??
        cannot('the refresh token is unknown, expired or revoked')
      );
    // Of a family, but not kept any more: two of its tokens have been issued since.
    if (!token || (await isReplay(tx, token))) {
      await endStolen(tx, options, grant.id);
      return cannot('the refresh token was used before');
    }
    const fault = redirectFault(refresh, grant);
    if (fault) return fault;
    if (token.nextHash !== undefined) await tokens.supersedeRefreshToken(tx, token.nextHash);
    const pair = await issue(tx, options, grant, { token: refresh.refreshToken, expiresAt: token.expiresAt });
    await tokens.markRefreshTokenUsed(tx, hash, pair.refresh && hashOf(pair.refresh));
    await forgetEarlier(tx, refresh.refreshToken, pair.refresh);
    return pair;
  });
}

/** Issues tokens for a name and password, where the operator allows it. */
export async function exchangePassword(
  options: AccountsOptions,
  { app, redirectUri, scope, ...credentials }: PasswordExchange,
): Promise<Tokens> {
  if (!options.passwordGrant) throw new Error('The password grant is off');
  if (!app.redirectUris.some((registered) => sameRedirectUri(registered, redirectUri)))
    throw cannot('redirect_uri is not the registered one');
  const known = await checkPassword(options, credentials);
  const noMatch = 'the name and password do not match an account';
  if (!known) throw cannot(noMatch);
  return options.store.write(async (tx) => {
    if (!(await isStillKnown(tx, known))) throw cannot(noMatch);
    const { id: userId } = known.user;
    // RFC 9700 §2.4: a password alone must not do more here than on our pages.
    if (await wantsCode(tx, userId))
      throw cannot('the account wants a code beside its password, which this grant cannot bring');
    const expiresAt = tx.now + grantTtlMs;
    const grant = { id: newId(), appId: app.id, userId, scope, redirectUri, expiresAt };
    await grants.insertGrant(tx, grant);
    return issue(tx, options, grant);
  });
}

/** The log says so: to its person, the app is signed out for no reason. */
async function endStolen(tx: WriteTx, { audit }: AccountsOptions, grantId: string): Promise<void> {
  const grant = await grants.lockGrant(tx, grantId);
  if (!grant) return;
  await grants.revokeGrant(tx, grantId, 'theft');
  tx.onCommit(() => audit?.('app shut out', { userId: grant.userId, how: 'code or token used twice' }));
}

/** Throws the refusal after the commit: what was used up and revoked on the way must stay so. */
async function writeThenRefuse<T>(
  { store }: Pick<AccountsOptions, 'store'>,
  fn: (tx: WriteTx) => Promise<T | Refusal>,
): Promise<T> {
  const result = await store.write(fn);
  if (result instanceof Refusal) throw result;
  return result;
}

function cannot(why: string): Refusal {
  return new Refusal('cannot', `Cannot give tokens: ${why}`);
}

function codeFault(code: Code, exchange: CodeExchange, now: number): string | undefined {
  if (code.appId !== exchange.app.id) return 'the code belongs to another app';
  if (code.expiresAt <= now) return 'the code has expired';
  if (code.redirectUri !== exchange.redirectUri) return 'redirect_uri differs from the one that got the code';
  return verifierFault(code.challenge, exchange.verifier);
}

/** Checked both ways: a verifier without a challenge means that somebody removed the challenge (RFC 9700 §4.8.2). */
function verifierFault(challenge: string | undefined, verifier: string | undefined): string | undefined {
  if (challenge === undefined)
    return verifier === undefined ? undefined : 'code_verifier came without a challenge';
  if (verifier === undefined) return 'code_verifier is missing';
  return sameText(hashOf(verifier), challenge) ? undefined : 'code_verifier is wrong';
}

/** The grant that a refresh token belongs to, even if it was used so long ago that it is not kept any more. */
export async function grantOfRefreshToken(tx: ReadTx, refreshToken: string): Promise<string | undefined> {
  const token = await tokens.findRefreshToken(tx, hashOf(refreshToken));
  if (token) return token.grantId;
  const family = familyOf(refreshToken);
  return family === undefined ? undefined : tokens.grantOfFamily(tx, hashOf(family));
}

/** An app that refreshes every hour would leave two thousand used tokens behind within the lifetime of one. */
async function forgetEarlier(tx: WriteTx, used: string, next: string | undefined): Promise<void> {
  const family = familyOf(used);
  if (family === undefined || next === undefined) return;
  await tokens.keepOnly(tx, hashOf(family), [hashOf(used), hashOf(next)]);
}

async function isReplay(tx: WriteTx, token: tokens.RefreshToken): Promise<boolean> {
  if (token.superseded) return true;
  if (token.usedAt === undefined) return false;
  if (Math.abs(tx.now - token.usedAt) >= refreshGraceMs) return true;
  // Its successor was an access token that lives for ever, without a refresh token.
  if (token.nextHash === undefined) return false;
  const successor = await tokens.findRefreshToken(tx, token.nextHash);
  return successor === undefined || successor.usedAt !== undefined;
}

function redirectFault(refresh: Refresh, grant: grants.LivingGrant): Refusal | undefined {
  if (refresh.redirectUri === undefined) return missingRedirect(refresh, grant.speaksStandard);
  if (sameRedirectUri(grant.redirectUri, refresh.redirectUri)) return undefined;
  return cannot('redirect_uri differs from the one that got the code');
}

/** RFC 6749 §6 has no redirect_uri; the contract requires one unless the app has shown that it speaks RFC 6749. */
function missingRedirect({ app, redirectUri }: Refresh, speaksStandard: boolean): Refusal | undefined {
  if (redirectUri !== undefined || speaksStandard || app.registeredByJson) return undefined;
  return new Refusal('invalid', 'Cannot give tokens: redirect_uri is missing');
}

/** `before`: the refresh token that was used for them. */
async function issue(
  tx: WriteTx,
  { accessTokenTtlMs }: Pick<AccountsOptions, 'accessTokenTtlMs'>,
  grant: { id: string; scope: readonly Scope[]; expiresAt: number | undefined },
  before?: { token: string; expiresAt: number },
): Promise<Tokens> {
  const { id: grantId, scope } = grant;
  const access = newSecret('access-token');
  // The app uses it from now on, so it appears among the connected apps.
  await grants.touchGrant(tx, grantId);
  if (accessTokenTtlMs === 0) {
    await grants.neverEndGrant(tx, grantId);
    await tokens.insertAccessToken(tx, hashOf(access), { grantId, expiresAt: undefined });
    return { access, scope, expiresInMs: undefined, refresh: undefined };
  }
  const end = grant.expiresAt ?? Number.POSITIVE_INFINITY;
  const expiresAt = Math.min(tx.now + accessTokenTtlMs, end);
  await tokens.insertAccessToken(tx, hashOf(access), { grantId, expiresAt });
  const refresh = newRefreshToken(before?.token);
  // Not sooner than the one that it replaces: a machine that keeps no time while it is off is asked before it knows what time it is.
  const refreshExpiresAt = Math.max(tx.now + refreshTokenTtlMs, before?.expiresAt ?? 0);
  await tokens.insertRefreshToken(tx, hashOf(refresh), {
    grantId,
    familyHash: hashOf(familyOf(refresh) ?? ''),
    expiresAt: Math.min(refreshExpiresAt, end),
  });
  return { access, scope, expiresInMs: expiresAt - tx.now, refresh };
}

// Finds out whose token this is: every API call asks, so it takes a single look-up.
import type { Scope } from '../model/scope.ts';
import { slicesOf } from '../model/slices.ts';
import { findGrant, touchGrant } from '../store/accounts/grants.ts';
import { findSession, findSessions } from '../store/accounts/sessions.ts';
import { findAccessToken, findAccessTokens } from '../store/accounts/tokens.ts';
import { Question } from '../store/question.ts';
import { recall } from '../store/recall.ts';
import { lastUsedStepMs, secretsAtOnce } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf, isSecret } from './secrets.ts';

/** On whose behalf a call is made, and what it may do. */
interface Authenticated {
  userId: number;
  scope: readonly Scope[];
  appId: string;
  /** Until this time the result holds as long as nothing is committed; after it, the token must be checked again. */
  goodUntil: number;
  /** A text that stays the same as long as nothing of the user's has changed. */
  standing: string;
}

const tokens = new Question('token', findAccessTokens);

/** Undefined for a token that is unknown, expired or revoked. */
export async function authenticate(
  { store, clock }: Pick<AccountsOptions, 'store' | 'clock'>,
  token: string,
): Promise<Authenticated | undefined> {
  if (!isSecret('access-token', token)) return undefined;
  const hash = hashOf(token);
  const found = await recall(store, tokens, hash);
  if (!found) return undefined;
  const {
    userId,
    scope,
    grantId,
    appId,
    standing,
    expiresAt = Number.POSITIVE_INFINITY,
    grantLastUsedAt = 0,
  } = found;
  if (expiresAt <= clock.now()) return undefined;
  const touchAt = grantLastUsedAt + lastUsedStepMs;
  // Written separately: no call waits for it or fails with it.
  if (Math.abs(clock.now() - grantLastUsedAt) >= lastUsedStepMs)
    store.write((tx) => touchGrant(tx, grantId)).catch(() => {});
  return { userId, scope, appId, standing, goodUntil: Math.min(expiresAt, touchAt) };
}

/** Which of these access tokens and session secrets are valid now. Checking them does not count as use by an app. */
export function stillGood(
  { store }: Pick<AccountsOptions, 'store'>,
  secrets: ReadonlySet<string>,
): Promise<Set<string>> {
  const { sessions = [], others = [] } = Object.groupBy(secrets, (secret) =>
    isSecret('session', secret) ? 'sessions' : 'others',
  );
  return store.read(
    async (tx) =>
      new Set([
        ...(await goodAmong(sessions, (hashes) => findSessions(tx, hashes))),
        ...(await goodAmong(others, (hashes) => findAccessTokens(tx, hashes))),
      ]),
  );
}

/**
 * Says, as often as it is called, whether what lets this token or session in still holds. An app may finish what it has begun after its
 * access token has expired, because it could get another one; not after it was shut out.
 */
export async function groundsOf(
  { store }: Pick<AccountsOptions, 'store'>,
  secret: string,
): Promise<() => Promise<boolean>> {
  const hash = hashOf(secret);
  if (isSecret('session', secret))
    return async () => (await store.read((tx) => findSession(tx, hash))) !== undefined;
  const grantId = (await store.read((tx) => findAccessToken(tx, hash)))?.grantId;
  return async () =>
    grantId !== undefined && (await store.read((tx) => findGrant(tx, grantId))) !== undefined;
}

/** A node may have thousands of streams, and one statement for each would take it seconds at every beat. */
async function goodAmong(
  secrets: readonly string[],
  find: (hashes: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<string[]> {
  const good: string[] = [];
  for (const some of slicesOf(secrets, secretsAtOnce)) {
    const found = await find(some.map(hashOf));
    good.push(...some.filter((secret) => found.has(hashOf(secret))));
  }
  return good;
}

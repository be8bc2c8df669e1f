// Sessions: the browsers in which people have signed in. The cookie is one secret; everything else derives from it.
import { Refusal } from '../model/refusal.ts';
import type { Session } from '../model/session.ts';
import type { User } from '../model/user.ts';
import * as sessions from '../store/sessions.ts';
import { sessionTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { derivedToken, hashOf, isSecret, newSecret, sameText } from './secrets.ts';
import { type Credentials, checkPassword } from './users.ts';

type WithStore = Pick<AccountsOptions, 'store'>;

/** What a browser holds before anybody has signed in: enough for a CSRF token, and nothing is stored. */
export function newVisitorSecret(): string {
  return newSecret('session');
}

/** Whether a cookie can be one of ours. */
export function isSessionSecret(text: string): boolean {
  return isSecret('session', text);
}

/** The token that a form of this browser must bring back. It does not give the secret away. */
export function csrfToken(secret: string): string {
  return derivedToken(secret, 'csrf');
}

export function isCsrfToken(secret: string, token: string): boolean {
  return sameText(csrfToken(secret), token);
}

/**
 * Signs in, and gives the secret of a new session: one that was known before is never raised (session fixation). Refuses with
 * `unauthenticated` in the same words whether the name or the password is wrong, and with `too-many`.
 */
export async function signIn(
  options: Pick<AccountsOptions, 'store' | 'rateLimits'>,
  credentials: Credentials & { address: string },
): Promise<{ user: User; secret: string }> {
  const user = await checkPassword(options, credentials);
  if (!user)
    throw new Refusal('unauthenticated', 'Cannot sign in: the name and password do not match an account');
  return { user, secret: await startSession(options, user) };
}

export async function startSession({ store }: WithStore, user: User): Promise<string> {
  const secret = newSecret('session');
  await store.write((tx) =>
    sessions.insertSession(tx, hashOf(secret), { userId: user.id, expiresAt: tx.now + sessionTtlMs }),
  );
  return secret;
}

/** The session of a cookie, while it lasts. */
export function findSession({ store }: WithStore, secret: string): Promise<Session | undefined> {
  return store.read((tx) => sessions.findSession(tx, hashOf(secret)));
}

export async function endSession({ store }: WithStore, secret: string): Promise<void> {
  await store.write((tx) => sessions.deleteSession(tx, hashOf(secret)));
}
